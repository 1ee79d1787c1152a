/**
 * The straight way of a row from bytes to bytes, for what comes by the million: tables and plain
 * lines that stay what they are, with their usual answers. It gives the bytes that the general way
 * gives, which takes all other rows, such as those whose quotes or numbers are of an unusual kind.
 */
import { delimiterOf } from "../options.ts";
import type { Output } from "../output.ts";
import { type BatchPlan, rolesOf } from "../plan.ts";
import { CARRIAGE_RETURN, LINE_FEED, QUOTE } from "../rows/scan.ts";
import {
  afterSpaces,
  type Conversion,
  createPlaces,
  MAX_ANSWER_BYTES,
  SPACE,
} from "./conversion.ts";
import { Decoding } from "./decoding.ts";
import { Encoding } from "./encoding.ts";

export interface FastPath {
  /**
   * Converts the row that begins at a place.
   * @returns where the next one begins, or -1, with nothing written, for rows of an unusual kind
   */
  convert(bytes: Buffer, from: number, output: Output): number;
}

const NOT_TAKEN = -1;
const TAB = 9;
const COMMA = 44;

/** Where the text of a row ends; -1 when it is empty. */
function endOfRow(bytes: Buffer, from: number, lineFeed: number): number {
  const to = bytes[lineFeed - 1] === CARRIAGE_RETURN ? lineFeed - 1 : lineFeed;
  return to > from ? to : NOT_TAKEN;
}

/**
 * Where the quotes of a field end that begin at a place, if nothing but the next field or row
 * follows; a quote that stands twice in them is passed over.
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
  private readonly conversion: Conversion;
  private readonly delimiter: number;
  private readonly columns: number;
  private readonly first: number;
  private readonly second: number;
  private readonly places = createPlaces();

  constructor(plan: BatchPlan, conversion: Conversion, delimiter: number) {
    const [first = NOT_TAKEN, second = NOT_TAKEN] = rolesOf(plan.options).map(
      (role) => plan.places[role],
    );
    this.conversion = conversion;
    this.delimiter = delimiter;
    this.columns = plan.columns.length;
    this.first = first;
    this.second = second;
  }

  convert(bytes: Buffer, from: number, output: Output): number {
    output.reserve(bytes.length - from + MAX_ANSWER_BYTES);
    const lineFeed = this.findFields(bytes, from, output.bytes, output.end);
    if (lineFeed < 0 || !this.conversion.convert(bytes, this.places)) return NOT_TAKEN;
    const to = endOfRow(bytes, from, lineFeed);
    output.end += to - from;
    this.conversion.write(output, this.delimiter);
    // There is no error.
    output.appendByte(this.delimiter);
    output.appendFew(bytes, to, lineFeed + 1);
    return lineFeed + 1;
  }

  /**
   * Finds the fields and copies the row on the way, which is faster than doing it afterwards.
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
    this.places.firstFrom = from + quote;
    this.places.firstTo = to - quote;
  }

  private setSecond(bytes: Buffer, from: number, to: number): void {
    const quote = bytes[from] === QUOTE ? 1 : 0;
    this.places.secondFrom = from + quote;
    this.places.secondTo = to - quote;
  }
}

class PlainFastPath implements FastPath {
  private readonly conversion: Conversion;
  private readonly isEncode: boolean;
  private readonly places = createPlaces();

  constructor(conversion: Conversion, isEncode: boolean) {
    this.conversion = conversion;
    this.isEncode = isEncode;
  }

  convert(bytes: Buffer, from: number, output: Output): number {
    let lineFeed = from;
    while (lineFeed < bytes.length && bytes[lineFeed] !== LINE_FEED) lineFeed++;
    if (lineFeed === bytes.length) return NOT_TAKEN;
    const to = endOfRow(bytes, from, lineFeed);
    if (to < 0) return NOT_TAKEN;
    if (this.isEncode) this.findNumbers(bytes, from, to);
    else this.findCode(bytes, from, to);
    if (!this.conversion.convert(bytes, this.places)) return NOT_TAKEN;
    output.reserve(lineFeed - from + MAX_ANSWER_BYTES);
    output.appendFew(bytes, from, to);
    this.conversion.write(output, TAB);
    output.appendFew(bytes, to, lineFeed + 1);
    return lineFeed + 1;
  }

  private findNumbers(bytes: Buffer, from: number, to: number): void {
    const first = afterSpaces(bytes, from, to);
    let at = first;
    while (at < to && bytes[at] !== SPACE && bytes[at] !== TAB && bytes[at] !== COMMA) at++;
    this.places.firstFrom = first;
    this.places.firstTo = at;
    at = afterSpaces(bytes, at, to);
    if (bytes[at] === COMMA || bytes[at] === TAB) at++;
    this.places.secondFrom = at;
    this.places.secondTo = to;
  }

  private findCode(bytes: Buffer, from: number, to: number): void {
    let at = from;
    while (at < to && bytes[at] !== TAB) at++;
    this.places.firstFrom = from;
    this.places.firstTo = at;
  }
}

/** The straight way for a plan, or undefined when its rows are all of an unusual kind. */
export function createFastPath(plan: BatchPlan): FastPath | undefined {
  const { options } = plan;
  const isUsual = options.alphabet === undefined && options.include.length === 0 && !options.all;
  if (options.from !== options.to || !isUsual) return undefined;
  const isEncode = options.operation === "encode";
  const conversion = isEncode ? new Encoding(options) : new Decoding(options);
  if (options.from === "plain") return new PlainFastPath(conversion, isEncode);
  const delimiter = delimiterOf(options.from);
  if (delimiter === undefined) return undefined;
  return new TableFastPath(plan, conversion, delimiter.charCodeAt(0));
}
