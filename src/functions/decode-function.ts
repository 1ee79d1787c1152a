/** Functions of mapcodes: code and territory to a point, or to the bounds of the mapcode. */
import { RowProblem } from "../batch/rows/row-errors.ts";
import { filtersByName } from "../batch/rows/territory-filters.ts";
import { shortText } from "../batch/text.ts";
import {
  decodeBytesInto,
  decodeInto,
  decodeRectangleInto,
  EAST_LON_DEG,
  LAT_DEG,
  LON_DEG,
  NORTH_LAT_DEG,
  RECTANGLE_NUMBERS,
  SOUTH_LAT_DEG,
  WEST_LON_DEG,
} from "../index.ts";
import {
  contextOfFilter,
  decodeRectangleBytesInto,
  decodingProblem,
  shown,
  type TerritoryFilter,
  territoryFilter,
} from "../internal.ts";
import { utf8Text } from "../platform.ts";
import type {
  AnswerValue,
  FunctionProblem,
  FunctionSignature,
  MapcodeFunction,
  ResolvedFunctionOptions,
} from "./signature.ts";

// Why a row has no result, in place of an error code of the engine, which is negative
const NO_FAILURE = 0;
const NULL_ARGUMENT = 1;
const NO_TEXT = 2;
const WRONG_FILTER = 3;

export class DecodeFunction implements MapcodeFunction {
  /** Degrees of the decoded mapcode, of which `columns` says which ones the function returns. */
  readonly degrees = new Float64Array(RECTANGLE_NUMBERS);
  readonly columns: readonly number[];
  private readonly isRectangle: boolean;
  /** Index of the argument that is the code. */
  private readonly code: number;
  private readonly filterNamed: ReturnType<typeof filtersByName>;
  private filter: TerritoryFilter | RowProblem;
  /** The code, unless it is in bytes. */
  private value: unknown;
  private bytes: Uint8Array | undefined;
  private from = 0;
  private to = 0;
  private failure = NO_FAILURE;

  constructor({ args, returns }: FunctionSignature, options: ResolvedFunctionOptions) {
    this.isRectangle = returns === "rectangle";
    this.columns = this.isRectangle
      ? [SOUTH_LAT_DEG, WEST_LON_DEG, NORTH_LAT_DEG, EAST_LON_DEG]
      : [LAT_DEG, LON_DEG];
    this.code = args.indexOf("code");
    const common = territoryFilter(options);
    this.filterNamed = filtersByName(common);
    this.filter = common;
  }

  set(index: number, value: unknown): void {
    if (index !== this.code) {
      this.filter = this.filterNamed(value);
      return;
    }
    this.value = value;
    this.bytes = undefined;
  }

  setNumber(index: number, value: number): void {
    this.set(index, value);
  }

  setBytes(index: number, bytes: Uint8Array, from: number, to: number): void {
    if (index !== this.code) {
      this.filter = this.filterNamed(shortText(bytes, from, to));
      return;
    }
    this.bytes = bytes;
    this.from = from;
    this.to = to;
  }

  convert(): boolean {
    this.failure = this.decode();
    return this.failure === NO_FAILURE;
  }

  private decode(): number {
    const { bytes, degrees } = this;
    const value = this.value;
    const filter = this.filter;
    if (bytes === undefined && typeof value !== "string") {
      return (value ?? null) === null ? NULL_ARGUMENT : NO_TEXT;
    }
    if (filter instanceof RowProblem) return WRONG_FILTER;
    const context = contextOfFilter(filter);
    if (bytes !== undefined) {
      return this.isRectangle
        ? decodeRectangleBytesInto(bytes, this.from, this.to, context, degrees)
        : decodeBytesInto(bytes, this.from, this.to, context, degrees);
    }
    const text = String(value);
    return this.isRectangle
      ? decodeRectangleInto(text, context, degrees)
      : decodeInto(text, context, degrees);
  }

  problem(): FunctionProblem | undefined {
    const { failure, filter } = this;
    const bytes = this.bytes;
    if (failure === NULL_ARGUMENT) return undefined;
    if (failure === NO_TEXT) {
      const message = `The mapcode ${shown(JSON.stringify(this.value))} is not a string.`;
      return { code: "malformed-mapcode", message };
    }
    if (filter instanceof RowProblem) return filter.error();
    const text = bytes === undefined ? String(this.value) : utf8Text(bytes, this.from, this.to);
    const { code, message } = decodingProblem(failure, text, filter);
    return { code, message };
  }

  values(): readonly AnswerValue[] {
    return this.columns.map((index) => this.degrees[index]);
  }
}
