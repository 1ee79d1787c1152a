/** Functions of points: latitude, longitude, territory and precision to mapcodes. */

import { isInRange, noMapcodeMessage, rangeMessage } from "../batch/options/conversion.ts";
import { RowProblem } from "../batch/rows/row-errors.ts";
import { degreesOf, valueText } from "../batch/rows/row-input.ts";
import { filtersByName } from "../batch/rows/territory-filters.ts";
import { shortText, viewOf } from "../batch/text.ts";
import { LOCAL_RULES } from "../borders/choice.ts";
import { DIGIT_0 } from "../characters.ts";
import { NO_CODE } from "../codec/arrays.ts";
import { codeText, LAT_DEG, LON_DEG, MAX_PRECISION } from "../index.ts";
import {
  alphaCodeOf,
  isFilter,
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
  FunctionSignature,
  MapcodeFunction,
  ResolvedFunctionOptions,
  ReturnName,
} from "./signature.ts";

// Where the arguments are kept; the coordinates as in arrays of degrees
const TERRITORY = 2;
const PRECISION = 3;
const SLOTS: Readonly<Partial<Record<ArgumentName, number>>> = {
  lat: LAT_DEG,
  lon: LON_DEG,
  territory: TERRITORY,
  precision: PRECISION,
};

/** How numbers are written. */
const NUMBERS = { decimalComma: false };

function precisionProblem(value: unknown): FunctionProblem {
  const expected = `an integer from 0 to ${MAX_PRECISION}`;
  const message = `The precision ${shown(valueText(value))} is not ${expected}.`;
  return { code: "precision-out-of-range", message };
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
  private readonly commonPrecision: number;
  private readonly filterNamed: ReturnType<typeof filtersByName>;
  /** The slot of each argument. */
  private readonly slots: readonly number[];
  /** By slot, why an argument cannot be used; null if it is NULL, undefined if it can. */
  private readonly problems: (FunctionProblem | null | undefined)[];
  private readonly degrees = new Float64Array(2);
  private precision: number;
  private filter: TerritoryFilter | RowProblem;

  constructor({ args, returns }: FunctionSignature, options: ResolvedFunctionOptions) {
    this.problems = Object.values(SLOTS).map(() => undefined);
    this.slots = args.map((name) => SLOTS[name] ?? TERRITORY);
    this.returns = returns;
    this.commonPrecision = options.precision;
    const common = territoryFilter(options);
    this.filterNamed = filtersByName(common);
    this.precision = this.commonPrecision;
    this.filter = common;
    this.codes = new PointCodes(selectionOf(returns, common), LOCAL_RULES[options.local]);
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
      this.problems[slot] = undefined;
    } else this.set(index, value);
  }

  setBytes(index: number, bytes: Uint8Array, from: number, to: number): void {
    const slot = this.slots[index];
    if (slot < TERRITORY) {
      const end = readDecimalWords(bytes, viewOf(bytes), from, to, this.degrees, slot);
      this.problems[slot] = undefined;
      if (end === to) return;
    } else if (slot === PRECISION && to - from === 1) {
      const precision = bytes[from] - DIGIT_0;
      this.problems[PRECISION] = undefined;
      this.precision = precision;
      if (precision >= 0 && precision <= MAX_PRECISION) return;
    }
    this.set(index, shortText(bytes, from, to));
  }

  private setDegrees(slot: number, value: unknown): void {
    if (value === undefined || value === null) {
      this.problems[slot] = null;
      return;
    }
    const axis = slot === LAT_DEG ? "latitude" : "longitude";
    const degrees = degreesOf(axis, { value }, NUMBERS);
    if (typeof degrees === "number") {
      this.degrees[slot] = degrees;
      this.problems[slot] = undefined;
    } else this.problems[slot] = degrees.error();
  }

  private setPrecision(value: unknown): void {
    const text = valueText(value ?? "").trim();
    this.precision = text === "" ? this.commonPrecision : Number(text);
    const isUsable = text === "" || (/^\d+$/.test(text) && this.precision <= MAX_PRECISION);
    this.problems[PRECISION] = isUsable ? undefined : precisionProblem(value);
  }

  convert(): boolean {
    const { degrees, problems } = this;
    const filter = this.filter;
    if (problems[LAT_DEG] !== undefined || problems[LON_DEG] !== undefined) return false;
    if (problems[PRECISION] !== undefined || filter instanceof RowProblem) return false;
    if (!isInRange(degrees[LAT_DEG], degrees[LON_DEG])) return false;
    const count = this.codes.find(degrees[LAT_DEG], degrees[LON_DEG], this.precision, filter);
    if (count === 0) return false;
    const { international, local } = this.codes;
    const isList = this.returns === "all";
    const single = this.returns === "international" ? international : local;
    this.first = isList ? 0 : single;
    this.end = isList ? count : single === NO_CODE ? NO_CODE : single + 1;
    return true;
  }

  problem(): FunctionProblem | undefined {
    const { filter } = this;
    const [latDeg, lonDeg] = this.degrees;
    const [latitude, longitude] = this.problems;
    if (latitude === null || longitude === null) return undefined;
    const argument = this.problems[PRECISION] ?? latitude ?? longitude;
    if (argument) return argument;
    if (!isInRange(latDeg, lonDeg)) {
      return { code: "out-of-range", message: rangeMessage(latDeg, lonDeg) };
    }
    if (filter instanceof RowProblem) return filter.error();
    return { code: "no-mapcode", message: noMapcodeMessage(latDeg, lonDeg, filter.name) };
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
