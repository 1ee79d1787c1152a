/** Functions of points: latitude, longitude, territory and precision to mapcodes. */
import { isInRange, noMapcodeMessage, rangeMessage } from "../batch/options/conversion.ts";
import { RowProblem } from "../batch/rows/row-errors.ts";
import { degreesOfText, valueText } from "../batch/rows/row-input.ts";
import { filtersByName } from "../batch/rows/territory-filters.ts";
import { shortText, viewOf } from "../batch/text.ts";
import { LOCAL_RULES } from "../borders/choice.ts";
import { DIGIT_0 } from "../characters.ts";
import { codeText, LAT_DEG, LON_DEG, MAX_PRECISION, NO_CODE } from "../index.ts";
import {
  alphaCodeOf,
  isFilter,
  nameSetting,
  PointCodes,
  type PointSelection,
  readDecimalWords,
  shown,
  type TerritoryFilter,
  territoryFilter,
} from "../internal.ts";
import type {
  AnswerValue,
  ArgumentName,
  FunctionProblem,
  FunctionSettings,
  FunctionSignature,
  MapcodeFunction,
  ReturnName,
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
const WRONG_FILTER = 6;
const NO_MAPCODE = 7;

function coordinateProblem(axis: "latitude" | "longitude", value: unknown): FunctionProblem {
  const message =
    typeof value === "number"
      ? `The ${axis} ${value} is not a finite number of degrees.`
      : `The ${axis} ${shown(valueText(value))} is not a decimal number of degrees.`;
  return { code: "invalid-coordinate", message };
}

/** The codes of a point that a function needs. */
function selectionOf(returns: ReturnName, filter: TerritoryFilter): PointSelection {
  if (returns === "local") return "local";
  if (returns !== "international") return "all";
  // A point that has no code within the filter has no result either.
  return isFilter(filter) ? "local" : "international";
}

export class EncodeFunction implements MapcodeFunction {
  readonly codes: PointCodes;
  /** The codes of the result: in their list, from `first` to before `end`. None if the result is NULL. */
  first = 0;
  end = 0;
  private readonly returns: ReturnName;
  private readonly clamp: boolean;
  private readonly commonPrecision: number;
  private readonly filterNamed: ReturnType<typeof filtersByName>;
  /** The slot of each argument. */
  private readonly slots: readonly number[];
  private readonly states = new Uint8Array(SLOT_COUNT);
  /** The values of arguments that are not usable. */
  private readonly unusable: unknown[] = [];
  private readonly degrees = new Float64Array(2);
  private precision: number;
  private filter: TerritoryFilter | RowProblem;
  private failure = NO_FAILURE;

  constructor({ args, returns }: FunctionSignature, settings: FunctionSettings) {
    this.slots = args.map((name) => SLOTS[name] ?? TERRITORY);
    this.returns = returns;
    this.clamp = settings.clamp;
    this.commonPrecision = settings.precision;
    const common = territoryFilter(settings);
    this.filterNamed = filtersByName(common);
    this.precision = this.commonPrecision;
    this.filter = common;
    this.codes = new PointCodes(selectionOf(returns, common), LOCAL_RULES[settings.local]);
  }

  set(index: number, value: unknown): void {
    const slot = this.slots[index];
    if (slot === TERRITORY) this.filter = this.filterNamed(value);
    else if (slot === PRECISION) this.setPrecision(value);
    else this.setDegrees(slot, value);
  }

  setNumber(index: number, value: number): void {
    const slot = this.slots[index];
    if (slot < TERRITORY && Number.isFinite(value)) {
      this.degrees[slot] = value;
      this.states[slot] = USABLE;
    } else this.set(index, value);
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
    if (this.failure !== NO_FAILURE) return false;
    const { count, international, local } = this.codes;
    const isList = this.returns === "all";
    const single = this.returns === "international" ? international : local;
    this.first = isList ? 0 : single;
    this.end = isList ? count : single === NO_CODE ? NO_CODE : single + 1;
    return true;
  }

  private findCodes(): number {
    const { degrees, states } = this;
    const filter = this.filter;
    if ((states[LAT_DEG] | states[LON_DEG] | states[PRECISION]) !== USABLE) {
      return this.failureOfArguments();
    }
    if (!this.clamp && !isInRange(degrees[LAT_DEG], degrees[LON_DEG])) return OUT_OF_RANGE;
    if (filter instanceof RowProblem) return WRONG_FILTER;
    const count = this.codes.find(degrees[LAT_DEG], degrees[LON_DEG], this.precision, filter);
    return count === 0 ? NO_MAPCODE : NO_FAILURE;
  }

  private failureOfArguments(): number {
    const { states } = this;
    if (states[LAT_DEG] === IS_NULL || states[LON_DEG] === IS_NULL) return NULL_ARGUMENT;
    if (states[PRECISION] === UNUSABLE) return NO_PRECISION;
    return states[LAT_DEG] === UNUSABLE ? NO_LATITUDE : NO_LONGITUDE;
  }

  problem(): FunctionProblem | undefined {
    const { filter, unusable } = this;
    const [latDeg, lonDeg] = this.degrees;
    switch (this.failure) {
      case NULL_ARGUMENT:
        return undefined;
      case NO_PRECISION: {
        const expected = `an integer from 0 to ${MAX_PRECISION}`;
        const message = `The precision ${shown(valueText(unusable[PRECISION]))} is not ${expected}.`;
        return { code: "precision-out-of-range", message };
      }
      case NO_LATITUDE:
        return coordinateProblem("latitude", unusable[LAT_DEG]);
      case NO_LONGITUDE:
        return coordinateProblem("longitude", unusable[LON_DEG]);
      case OUT_OF_RANGE:
        return { code: "out-of-range", message: rangeMessage(latDeg, lonDeg) };
      default:
        if (filter instanceof RowProblem) return filter.error(nameSetting);
        return { code: "no-mapcode", message: noMapcodeMessage(latDeg, lonDeg, filter.name) };
    }
  }

  values(): readonly AnswerValue[] {
    const { first, end } = this;
    const { list } = this.codes;
    const returns = this.returns;
    if (returns === "json") return [this.members()];
    const texts = Array.from({ length: end - first }, (_, index) => {
      const code = codeText(list, first + index);
      if (returns === "international") return code;
      return `${alphaCodeOf(list.territories[first + index])} ${code}`;
    });
    return [returns === "all" ? texts : texts[0]];
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
