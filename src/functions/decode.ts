/** Functions of mapcodes: code and territory to a point. */
import { RowProblem } from "../batch/rows/row-errors.ts";
import { filtersByName } from "../batch/rows/territory-filters.ts";
import { shortText } from "../batch/text.ts";
import { type ByteWriter, preEncoded } from "../bytes.ts";
import { decodeBytesInto, decodeInto, LAT_DEG, LON_DEG } from "../index.ts";
import { decodingProblem } from "../library/decoding.ts";
import { contextOfFilter, type TerritoryFilter, territoryFilter } from "../library/point-codes.ts";
import type { FunctionOptions, RowFunction } from "./rows.ts";

/** The arguments of a row, of which the first one is needed. */
export const DECODE_ARGUMENTS = ["code", "context"] as const;
export type DecodeArgument = (typeof DECODE_ARGUMENTS)[number];

/** More than two numbers can take. */
const MAX_RESULT_BYTES = 128;

// What stands around the numbers of a point
const FIELDS = ["", "\t", "\n", "\\N\t\\N\n"].map(preEncoded);
const TUPLE = ["(", ",", ")\n", "(NULL,NULL)\n"].map(preEncoded);

export class DecodeFunction implements RowFunction {
  /** The point that was decoded. */
  readonly degrees = new Float64Array(2);
  private readonly texts: typeof FIELDS;
  /** Index of the argument that is the code. */
  private readonly code: number;
  private readonly filterNamed: ReturnType<typeof filtersByName>;
  private filter: TerritoryFilter | RowProblem;
  /** The code: a text, or bytes where that is undefined; null if there is none. */
  private text: string | null | undefined = null;
  private bytes: Uint8Array = new Uint8Array(0);
  private from = 0;
  private to = 0;
  /** An error code of the engine, which is negative. */
  private failure = 0;

  /**
   * @param isTuple whether the point is a tuple of ClickHouse
   * @throws MapcodeError if the options name no territory or country
   */
  constructor(args: readonly DecodeArgument[], isTuple: boolean, options: FunctionOptions) {
    this.code = args.indexOf("code");
    this.filter = territoryFilter(options);
    this.filterNamed = filtersByName(this.filter);
    this.texts = isTuple ? TUPLE : FIELDS;
  }

  setBytes(index: number, bytes: Uint8Array, from: number, to: number): void {
    if (index === this.code) {
      this.text = undefined;
      this.bytes = bytes;
      this.from = from;
      this.to = to;
    } else this.setValue(index, shortText(bytes, from, to));
  }

  setValue(index: number, value: string | number | null): void {
    if (index === this.code) this.text = value === null ? null : String(value);
    else this.filter = this.filterNamed(value);
  }

  convert(): boolean {
    const { degrees, filter } = this;
    const text = this.text;
    if (text === null || filter instanceof RowProblem) return false;
    const context = contextOfFilter(filter);
    this.failure =
      text === undefined
        ? decodeBytesInto(this.bytes, this.from, this.to, context, degrees)
        : decodeInto(text, context, degrees);
    return this.failure === 0;
  }

  write(output: ByteWriter): void {
    output.reserve(MAX_RESULT_BYTES);
    output.appendEncoded(this.texts[0]);
    output.appendDecimal(this.degrees[LAT_DEG]);
    output.appendEncoded(this.texts[1]);
    output.appendDecimal(this.degrees[LON_DEG]);
    output.appendEncoded(this.texts[2]);
  }

  writeNull(output: ByteWriter): void {
    output.reserve(MAX_RESULT_BYTES);
    output.appendEncoded(this.texts[3]);
  }

  /** The latitude and the longitude, as texts. */
  members(): readonly string[] {
    return Array.from(this.degrees, String);
  }

  /** Why the converted row, whose code was a value, has no result. */
  error(): string {
    const { failure, filter } = this;
    const text = this.text;
    if (typeof text !== "string") return "The row has no mapcode.";
    if (filter instanceof RowProblem) return filter.message;
    return decodingProblem(failure, text, filter).message;
  }
}
