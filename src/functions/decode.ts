/** Functions of mapcodes: code and territory to a point. */
import { RowProblem } from "../batch/rows/row-errors.ts";
import { filtersByName } from "../batch/rows/territory-filters.ts";
import { shortText } from "../batch/text.ts";
import { type ByteWriter, preEncoded } from "../bytes.ts";
import { decodeBytesInto, decodeInto, LAT_DEG, LON_DEG } from "../index.ts";
import { decodingProblem } from "../library/decoding.ts";
import { contextOfFilter, type TerritoryFilter, territoryFilter } from "../library/point-codes.ts";
import { utf8Text } from "../platform.ts";
import type { FunctionOptions, RowFunction } from "./rows.ts";

/** The arguments of a row, of which the first one is needed. */
export const DECODE_ARGUMENTS = ["code", "context"] as const;
export type DecodeArgument = (typeof DECODE_ARGUMENTS)[number];

/** More than two numbers can take. */
const MAX_RESULT_BYTES = 128;

export class DecodeFunction implements RowFunction {
  /** The point that was decoded. */
  readonly degrees = new Float64Array(2);
  /** Index of the argument that is the code. */
  private readonly code: number;
  private readonly common: TerritoryFilter;
  private readonly filterNamed: ReturnType<typeof filtersByName>;
  private filter: TerritoryFilter | RowProblem;
  /** The code, in bytes or as a text; neither if it is NULL. */
  private bytes: Uint8Array | undefined;
  private from = 0;
  private to = 0;
  private text: string | undefined;
  /** An error code of the engine, which is negative. */
  private failure = 0;
  private readonly opening: ReturnType<typeof preEncoded>;
  private readonly between: ReturnType<typeof preEncoded>;
  private readonly closing: ReturnType<typeof preEncoded>;
  private readonly nothing: ReturnType<typeof preEncoded>;

  /**
   * @param isTuple whether the point is a tuple of ClickHouse
   * @throws MapcodeError if the options name no territory or country
   */
  constructor(args: readonly DecodeArgument[], isTuple: boolean, options: FunctionOptions) {
    this.code = args.indexOf("code");
    this.common = territoryFilter(options);
    this.filterNamed = filtersByName(this.common);
    this.filter = this.common;
    this.opening = preEncoded(isTuple ? "(" : "");
    this.between = preEncoded(isTuple ? "," : "\t");
    this.closing = preEncoded(isTuple ? ")\n" : "\n");
    this.nothing = preEncoded(isTuple ? "(NULL,NULL)\n" : "\\N\t\\N\n");
  }

  setBytes(index: number, bytes: Uint8Array, from: number, to: number): void {
    if (index !== this.code) {
      this.setText(index, shortText(bytes, from, to));
      return;
    }
    this.bytes = bytes;
    this.from = from;
    this.to = to;
  }

  setText(index: number, text: string): void {
    if (index === this.code) {
      this.bytes = undefined;
      this.text = text;
    } else this.filter = this.filterNamed(text);
  }

  setNumber(index: number, value: number): void {
    this.setText(index, String(value));
  }

  setNull(index: number): void {
    if (index === this.code) {
      this.bytes = undefined;
      this.text = undefined;
    } else this.filter = this.common;
  }

  convert(): boolean {
    const { degrees, text } = this;
    const bytes = this.bytes;
    const filter = this.filter;
    if ((bytes === undefined && text === undefined) || filter instanceof RowProblem) return false;
    const context = contextOfFilter(filter);
    this.failure =
      bytes === undefined
        ? decodeInto(text ?? "", context, degrees)
        : decodeBytesInto(bytes, this.from, this.to, context, degrees);
    return this.failure === 0;
  }

  write(output: ByteWriter): void {
    output.reserve(MAX_RESULT_BYTES);
    output.appendEncoded(this.opening);
    output.appendDecimal(this.degrees[LAT_DEG]);
    output.appendEncoded(this.between);
    output.appendDecimal(this.degrees[LON_DEG]);
    output.appendEncoded(this.closing);
  }

  writeNull(output: ByteWriter): void {
    output.reserve(MAX_RESULT_BYTES);
    output.appendEncoded(this.nothing);
  }

  /** The latitude and the longitude, as texts. */
  members(): readonly string[] {
    return Array.from(this.degrees, String);
  }

  /** Why the converted row has no result. */
  error(): string {
    const bytes = this.bytes;
    const filter = this.filter;
    const text = bytes === undefined ? this.text : utf8Text(bytes, this.from, this.to);
    if (text === undefined) return "The row has no mapcode.";
    if (filter instanceof RowProblem) return filter.error().message;
    return decodingProblem(this.failure, text, filter).message;
  }
}
