/** Functions of mapcodes: code and territory to a point, or to the bounds of the mapcode. */
import { shortText, utf8Text } from "../batch/text.ts";
import {
  decodeBytesInto,
  decodeInto,
  decodeRectangleInto,
  EAST_LON_DEG,
  LAT_DEG,
  LON_DEG,
  NO_TERRITORY,
  NORTH_LAT_DEG,
  RECTANGLE_NUMBERS,
  SOUTH_LAT_DEG,
  WEST_LON_DEG,
} from "../index.ts";
import {
  alphaCodeOf,
  decodeRectangleBytesInto,
  decodingProblem,
  messageText,
  problemMessage,
  shown,
} from "../internal.ts";
import { type Area, areaOf, areaOfSettings } from "./areas.ts";
import type {
  AnswerValue,
  FunctionSettings,
  FunctionSignature,
  MapcodeFunction,
} from "./signature.ts";

// Why a row has no result, in place of an error code of the engine, which is negative
const NO_FAILURE = 0;
const NULL_ARGUMENT = 1;
const NO_TEXT = 2;
const NO_AREA = 3;

export class DecodeFunction implements MapcodeFunction {
  /** Degrees of the decoded mapcode, of which `columns` says which ones the function returns. */
  readonly degrees = new Float64Array(RECTANGLE_NUMBERS);
  readonly columns: readonly number[];
  readonly hasNoMapcode = false;
  private readonly isRectangle: boolean;
  /** Index of the argument that is the code. */
  private readonly code: number;
  private readonly commonArea: Area;
  private area: Area;
  /** The code, unless it is in bytes. */
  private value: unknown;
  private bytes: Uint8Array | undefined;
  private from = 0;
  private to = 0;
  private failure = NO_FAILURE;

  constructor({ args, returns }: FunctionSignature, settings: FunctionSettings) {
    this.isRectangle = returns === "rectangle";
    this.columns = this.isRectangle
      ? [SOUTH_LAT_DEG, WEST_LON_DEG, NORTH_LAT_DEG, EAST_LON_DEG]
      : [LAT_DEG, LON_DEG];
    this.code = args.indexOf("code");
    this.commonArea = areaOfSettings(settings);
    this.area = this.commonArea;
  }

  set(index: number, value: unknown): void {
    if (index !== this.code) {
      this.area = areaOf(value, this.commonArea);
      return;
    }
    this.value = value;
    this.bytes = undefined;
  }

  setBytes(index: number, bytes: Uint8Array, from: number, to: number): void {
    if (index !== this.code) {
      this.area = areaOf(shortText(bytes, from, to), this.commonArea);
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
    const { area, degrees, value } = this;
    const bytes = this.bytes;
    if (bytes === undefined && typeof value !== "string") {
      return (value ?? null) === null ? NULL_ARGUMENT : NO_TEXT;
    }
    if (area.problem !== "") return NO_AREA;
    const context = this.context();
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

  /** The number of the territory of codes that have none, or NO_TERRITORY. */
  private context(): number {
    const { country, territory } = this.area;
    return territory === NO_TERRITORY ? country : territory;
  }

  error(): string | undefined {
    switch (this.failure) {
      case NULL_ARGUMENT:
        return undefined;
      case NO_TEXT:
        return `The mapcode ${shown(JSON.stringify(this.value))} is not a string.`;
      case NO_AREA:
        return this.area.problem;
      default:
        return this.decodingError();
    }
  }

  private decodingError(): string {
    const { area, failure, value } = this;
    const bytes = this.bytes;
    const text = bytes === undefined ? String(value) : utf8Text(bytes, this.from, this.to);
    const number = this.context();
    // A country stands for its own territory.
    const name = area.territory === NO_TERRITORY ? alphaCodeOf(number) : area.name;
    const context = number === NO_TERRITORY ? undefined : name;
    return messageText(problemMessage(decodingProblem(failure, text, number, context)));
  }

  values(): readonly AnswerValue[] {
    return this.columns.map((index) => this.degrees[index]);
  }
}
