/**
 * The fast path of rows, from bytes to bytes: tables and plain lines that keep their format and get the
 * common results. It writes the same bytes as the general path, and leaves all rare rows to that path, such
 * as rows with odd quotes or numbers.
 */
import { ROLES } from "../conversion.ts";
import { formatNamed } from "../formats/index.ts";
import { CARRIAGE_RETURN, COMMA, LINE_FEED, QUOTE } from "../formats/scan.ts";
import type { OutputBuffer } from "../output.ts";
import type { BatchPlan } from "../plan.ts";
import {
  afterSpaces,
  createRanges,
  type FastConversion,
  FastDecoding,
  FastEncoding,
  MAX_RESULT_BYTES,
  SPACE,
} from "./conversions.ts";

export interface FastPath {
  /**
   * Converts the row that begins at a place.
   * @returns where the next row begins, or -1, with nothing written, for a row of the general path
   */
  convert(bytes: Buffer, from: number, output: OutputBuffer): number;
}

const NOT_TAKEN = -1;
const TAB = 9;

/** Where the text of a row ends; -1 when it is empty. */
function endOfRow(bytes: Buffer, from: number, lineFeed: number): number {
  const to = bytes[lineFeed - 1] === CARRIAGE_RETURN ? lineFeed - 1 : lineFeed;
  return to > from ? to : NOT_TAKEN;
}

/**
 * Finds the closing quote of a field, provided that the next field or row follows it. Two quotes in a row
 * are one character of the field.
 */
function endOfQuotes(bytes: Buffer, from: number, delimiter: number): number {
  let at = from + 1;
  for (; at < bytes.length; at++) {
    if (bytes[at] !== QUOTE) continue;
    if (bytes[at + 1] !== QUOTE) break;
    at++;
  }
  const next = bytes[at + 1];
  const isRowEnd = next === LINE_FEED || (next === CARRIAGE_RETURN && bytes[at + 2] === LINE_FEED);
  return isRowEnd || next === delimiter ? at : NOT_TAKEN;
}

class TableFastPath implements FastPath {
  private readonly conversion: FastConversion;
  private readonly delimiter: number;
  private readonly columns: number;
  private readonly first: number;
  private readonly second: number;
  private readonly ranges = createRanges();

  constructor(plan: BatchPlan, conversion: FastConversion, delimiter: number) {
    const [first, second] = ROLES[plan.options.operation];
    this.conversion = conversion;
    this.delimiter = delimiter;
    this.columns = plan.columns.length;
    this.first = plan.indexes[first] ?? NOT_TAKEN;
    this.second = plan.indexes[second] ?? NOT_TAKEN;
  }

  convert(bytes: Buffer, from: number, output: OutputBuffer): number {
    output.reserve(bytes.length - from + MAX_RESULT_BYTES);
    const lineFeed = this.findFields(bytes, from, output.bytes, output.end);
    if (lineFeed < 0 || !this.conversion.convert(bytes, this.ranges)) return NOT_TAKEN;
    const to = endOfRow(bytes, from, lineFeed);
    output.end += to - from;
    this.conversion.write(output, this.delimiter);
    // The column of the error stays empty.
    output.appendByte(this.delimiter);
    output.appendFew(bytes, to, lineFeed + 1);
    return lineFeed + 1;
  }

  /**
   * Finds the fields and copies the row on the way, which is faster than a copy afterwards.
   * @returns where the row's line feed stands, or NOT_TAKEN
   */
  private findFields(bytes: Buffer, from: number, target: Uint8Array, place: number): number {
    const delimiter = this.delimiter;
    const first = this.first;
    const second = this.second;
    const highest = Math.max(delimiter, QUOTE);
    const shift = place - from;
    const length = bytes.length;
    let column = 0;
    let start = from;
    let at = from;
    for (; at < length; at++) {
      const byte = bytes[at];
      target[at + shift] = byte;
      if (byte > highest) continue;
      if (byte === delimiter) {
        if (column === first) this.setFirst(bytes, start, at);
        else if (column === second) this.setSecond(bytes, start, at);
        column++;
        start = at + 1;
      } else if (byte === LINE_FEED) {
        break;
      } else if (byte === QUOTE) {
        if (at !== start) return NOT_TAKEN;
        const end = endOfQuotes(bytes, at, delimiter);
        if (end < 0) return NOT_TAKEN;
        for (at++; at < end; at++) target[at + shift] = bytes[at];
        target[end + shift] = QUOTE;
      }
    }
    if (at === length || column + 1 !== this.columns) return NOT_TAKEN;
    const to = endOfRow(bytes, from, at);
    if (to < 0) return NOT_TAKEN;
    if (column === first) this.setFirst(bytes, start, to);
    else if (column === second) this.setSecond(bytes, start, to);
    return at;
  }

  private setFirst(bytes: Buffer, from: number, to: number): void {
    const quote = bytes[from] === QUOTE ? 1 : 0;
    this.ranges.firstFrom = from + quote;
    this.ranges.firstTo = to - quote;
  }

  private setSecond(bytes: Buffer, from: number, to: number): void {
    const quote = bytes[from] === QUOTE ? 1 : 0;
    this.ranges.secondFrom = from + quote;
    this.ranges.secondTo = to - quote;
  }
}

class LineFastPath implements FastPath {
  private readonly conversion: FastConversion;
  private readonly isEncode: boolean;
  private readonly ranges = createRanges();

  constructor(conversion: FastConversion, isEncode: boolean) {
    this.conversion = conversion;
    this.isEncode = isEncode;
  }

  convert(bytes: Buffer, from: number, output: OutputBuffer): number {
    let lineFeed = from;
    while (lineFeed < bytes.length && bytes[lineFeed] !== LINE_FEED) lineFeed++;
    if (lineFeed === bytes.length) return NOT_TAKEN;
    const to = endOfRow(bytes, from, lineFeed);
    if (to < 0) return NOT_TAKEN;
    if (this.isEncode) this.findNumbers(bytes, from, to);
    else this.findCode(bytes, from, to);
    if (!this.conversion.convert(bytes, this.ranges)) return NOT_TAKEN;
    output.reserve(lineFeed - from + MAX_RESULT_BYTES);
    output.appendFew(bytes, from, to);
    this.conversion.write(output, TAB);
    output.appendFew(bytes, to, lineFeed + 1);
    return lineFeed + 1;
  }

  private findNumbers(bytes: Buffer, from: number, to: number): void {
    const first = afterSpaces(bytes, from, to);
    let at = first;
    while (at < to && bytes[at] !== SPACE && bytes[at] !== TAB && bytes[at] !== COMMA) at++;
    this.ranges.firstFrom = first;
    this.ranges.firstTo = at;
    at = afterSpaces(bytes, at, to);
    if (bytes[at] === COMMA || bytes[at] === TAB) at++;
    this.ranges.secondFrom = at;
    this.ranges.secondTo = to;
  }

  private findCode(bytes: Buffer, from: number, to: number): void {
    let at = from;
    while (at < to && bytes[at] !== TAB) at++;
    this.ranges.firstFrom = from;
    this.ranges.firstTo = at;
  }
}

/** The fast path for a plan, or undefined when the general path has to convert all of its rows. */
export function createFastPath(plan: BatchPlan): FastPath | undefined {
  const { options } = plan;
  const { fastPath } = formatNamed(options.from);
  const isCommon = options.alphabet === undefined && options.include.length === 0 && !options.all;
  if (!fastPath || !plan.keepsFormat || !isCommon) return undefined;
  const isEncode = options.operation === "encode";
  const conversion = isEncode ? new FastEncoding(options) : new FastDecoding(options);
  if (fastPath.kind === "line") return new LineFastPath(conversion, isEncode);
  return new TableFastPath(plan, conversion, fastPath.delimiter);
}
