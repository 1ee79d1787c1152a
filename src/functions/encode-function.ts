/** Functions of points: latitude, longitude, territory and precision to mapcodes. */
import { isInRange, noMapcodeMessage, rangeMessage } from "../batch/options/conversion.ts";
import { degreesOfText } from "../batch/rows/row-input.ts";
import { shortText, viewOf } from "../batch/text.ts";
import { DIGIT_0 } from "../characters.ts";
import {
  type CodeSelection,
  codeText,
  LAT_DEG,
  LON_DEG,
  MAX_PRECISION,
  NO_CODE,
} from "../index.ts";
import { alphaCodeOf, isFilter, PointCodes, readDecimalWords, shown } from "../internal.ts";
import { type Area, areaOf, areaOfSettings } from "./areas.ts";
import type {
  AnswerValue,
  ArgumentName,
  FunctionSettings,
  FunctionSignature,
  MapcodeFunction,
} from "./signature.ts";

// Where the arguments are kept; the coordinates as in arrays of degrees
const TERRITORY = 2;
const PRECISION = 3;
const SLOT_COUNT = 4;
const SLOTS: Readonly<Partial<Record<ArgumentName, number>>> = {
  lat: LAT_DEG,
  lon: LON_DEG,
  territory: TERRITORY,
  precision: PRECISION,
};

// What an argument is
const USABLE = 0;
const IS_NULL = 1;
const UNUSABLE = 2;

// Why a row has no result
const NO_FAILURE = 0;
const NULL_ARGUMENT = 1;
const NO_PRECISION = 2;
const NO_LATITUDE = 3;
const NO_LONGITUDE = 4;
const OUT_OF_RANGE = 5;
const NO_AREA = 6;
const NO_MAPCODE = 7;

/** A value as text for messages. */
function valueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function coordinateMessage(axis: "latitude" | "longitude", value: unknown): string {
  return typeof value === "number"
    ? `The ${axis} ${value} is not a finite number of degrees.`
    : `The ${axis} ${shown(valueText(value))} is not a decimal number of degrees.`;
}

export class EncodeFunction implements MapcodeFunction {
  readonly codes: PointCodes;
  private readonly returns: string;
  private readonly strictRange: boolean;
  private readonly commonPrecision: number;
  private readonly commonArea: Area;
  /** The slot of each argument. */
  private readonly slots: readonly number[];
  private readonly states = new Uint8Array(SLOT_COUNT);
  /** The values of arguments that are not usable. */
  private readonly unusable: unknown[] = [];
  private readonly degrees = new Float64Array(2);
  private precision: number;
  private area: Area;
  private failure = NO_FAILURE;

  constructor({ args, returns }: FunctionSignature, settings: FunctionSettings) {
    this.slots = args.map((name) => SLOTS[name] ?? TERRITORY);
    this.returns = returns;
    this.strictRange = settings.strictRange;
    this.commonPrecision = settings.precision;
    this.commonArea = areaOfSettings(settings);
    this.precision = this.commonPrecision;
    this.area = this.commonArea;
    this.codes = new PointCodes(this.selection());
  }

  private selection(): CodeSelection {
    if (this.returns === "local") return "shortest";
    if (this.returns !== "international") return "all";
    // A point may have no code within a filter, and then no result.
    return isFilter(this.commonArea) ? "shortest" : "international";
  }

  set(index: number, value: unknown): void {
    const slot = this.slots[index];
    if (slot === TERRITORY) this.area = areaOf(value, this.commonArea);
    else if (slot === PRECISION) this.setPrecision(value);
    else this.setDegrees(slot, value);
  }

  setBytes(index: number, bytes: Uint8Array, from: number, to: number): void {
    const slot = this.slots[index];
    if (slot < TERRITORY) {
      const end = readDecimalWords(bytes, viewOf(bytes), from, to, this.degrees, slot);
      this.states[slot] = USABLE;
      if (end === to) return;
    } else if (slot === PRECISION && to - from === 1) {
      const precision = bytes[from] - DIGIT_0;
      this.states[PRECISION] = USABLE;
      this.precision = precision;
      if (precision >= 0 && precision <= MAX_PRECISION) return;
    }
    this.set(index, shortText(bytes, from, to));
  }

  private setDegrees(slot: number, value: unknown): void {
    const axis = slot === LAT_DEG ? "latitude" : "longitude";
    const degrees = typeof value === "string" ? degreesOfText(axis, value.trim(), false) : value;
    const isUsable = typeof degrees === "number" && Number.isFinite(degrees);
    if (isUsable) this.degrees[slot] = degrees;
    this.setState(slot, isUsable, value);
  }

  private setPrecision(value: unknown): void {
    const text = valueText(value ?? "").trim();
    this.precision = text === "" ? this.commonPrecision : Number(text);
    const isUsable = text === "" || (/^\d+$/.test(text) && this.precision <= MAX_PRECISION);
    this.setState(PRECISION, isUsable, value);
  }

  private setState(slot: number, isUsable: boolean, value: unknown): void {
    this.states[slot] = isUsable ? USABLE : (value ?? null) === null ? IS_NULL : UNUSABLE;
    this.unusable[slot] = value;
  }

  convert(): boolean {
    this.failure = this.findCodes();
    return this.failure === NO_FAILURE;
  }

  private findCodes(): number {
    const { area, degrees, states } = this;
    if ((states[LAT_DEG] | states[LON_DEG] | states[PRECISION]) !== USABLE) {
      return this.failureOfArguments();
    }
    if (this.strictRange && !isInRange(degrees[LAT_DEG], degrees[LON_DEG])) return OUT_OF_RANGE;
    if (area.problem !== "") return NO_AREA;
    const count = this.codes.find(degrees[LAT_DEG], degrees[LON_DEG], this.precision, area);
    return count === 0 ? NO_MAPCODE : NO_FAILURE;
  }

  private failureOfArguments(): number {
    const { states } = this;
    if (states[LAT_DEG] === IS_NULL || states[LON_DEG] === IS_NULL) return NULL_ARGUMENT;
    if (states[PRECISION] === UNUSABLE) return NO_PRECISION;
    return states[LAT_DEG] === UNUSABLE ? NO_LATITUDE : NO_LONGITUDE;
  }

  get hasNoMapcode(): boolean {
    return this.failure === NO_MAPCODE;
  }

  error(): string | undefined {
    const { degrees, unusable } = this;
    switch (this.failure) {
      case NO_PRECISION:
        return `The precision ${shown(valueText(unusable[PRECISION]))} is not an integer from 0 to ${MAX_PRECISION}.`;
      case NO_LATITUDE:
        return coordinateMessage("latitude", unusable[LAT_DEG]);
      case NO_LONGITUDE:
        return coordinateMessage("longitude", unusable[LON_DEG]);
      case OUT_OF_RANGE:
        return rangeMessage(degrees[LAT_DEG], degrees[LON_DEG]);
      case NO_AREA:
        return this.area.problem;
      case NO_MAPCODE:
        return noMapcodeMessage(degrees[LAT_DEG], degrees[LON_DEG], this.area.name);
      default:
        return undefined;
    }
  }

  values(): readonly AnswerValue[] {
    const { count, international, list, local } = this.codes;
    switch (this.returns) {
      case "local":
        return [local === NO_CODE ? undefined : this.mapcodeText(local)];
      case "international":
        return [codeText(list, international)];
      case "all":
        return [Array.from({ length: count }, (_, index) => this.mapcodeText(index))];
      default:
        return [this.members()];
    }
  }

  private mapcodeText(index: number): string {
    const { list } = this.codes;
    return `${alphaCodeOf(list.territories[index])} ${codeText(list, index)}`;
  }

  /** The members that a batch adds to a row of JSON, with all mapcodes and without. */
  private members(): Readonly<Record<string, unknown>> {
    const { count, international, list, local } = this.codes;
    const mapcodes = Array.from({ length: count }, (_, index) => {
      return { territory: alphaCodeOf(list.territories[index]), mapcode: codeText(list, index) };
    });
    return { ...mapcodes[local], international: codeText(list, international), mapcodes };
  }
}
