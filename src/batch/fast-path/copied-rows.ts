/**
 * The fast path of tables and plain lines that keep their format: the bytes of a row with its results behind them.
 */
import { CARRIAGE_RETURN, COMMA, LINE_FEED, QUOTE, SPACE, TAB } from "../../characters.ts";
import { LAT_DEG, LON_DEG } from "../../index.ts";
import type { ConversionOptions } from "../options/conversion.ts";
import { type OutputBuffer, WORD_PADDING } from "../output.ts";
import type { BatchPlan } from "../plan/plan.ts";
import { type Cell, ColumnRow, type ParsedRow, type RowInput, type RowSpan } from "../rows/rows.ts";
import { shortText, viewOf } from "../text.ts";
import { afterSpaces, type FastConversion, FastEncoding, MAX_RESULT_BYTES } from "./conversions.ts";
import { FailureMessages, fieldForm } from "./failure-messages.ts";
import { FALL_BACK, type FastPath, UNCONVERTED, type UnconvertedRow } from "./paths.ts";
import { createRanges, FAST_ROLES } from "./value-ranges.ts";

const NO_COLUMN = -1;
const NO_NUMBER = -1;

/** The first byte of comments, or -1, which is no byte. */
export function commentByte({ comment }: ConversionOptions): number {
  return comment === undefined ? -1 : new TextEncoder().encode(comment)[0];
}

/** Where the text of a row ends; FALL_BACK if it is empty. */
export function endOfRow(bytes: Uint8Array, from: number, lineFeed: number): number {
  const to = bytes[lineFeed - 1] === CARRIAGE_RETURN ? lineFeed - 1 : lineFeed;
  return to > from ? to : FALL_BACK;
}

/**
 * Finds the closing quote of a field; FALL_BACK unless a delimiter or line end follows it. Two quotes in a row
 * are one character of the field.
 */
export function endOfQuotes(bytes: Uint8Array, from: number, delimiter: number): number {
  let at = from + 1;
  for (; at < bytes.length; at++) {
    if (bytes[at] !== QUOTE) continue;
    if (bytes[at + 1] !== QUOTE) break;
    at++;
  }
  const next = bytes[at + 1];
  const isRowEnd = next === LINE_FEED || (next === CARRIAGE_RETURN && bytes[at + 2] === LINE_FEED);
  return isRowEnd || next === delimiter ? at : FALL_BACK;
}

function hasQuote(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] === QUOTE) return true;
  return false;
}

/** Rows that are left reuse these cells, row and span: new ones took a third of the time of such a row. */
type MutableCell = { -readonly [Member in keyof Cell]: Cell[Member] };
type MutableSpan = { -readonly [Member in keyof RowSpan]: RowSpan[Member] };

function cellOf({ columns }: BatchPlan, index: number): MutableCell | undefined {
  return index === NO_COLUMN ? undefined : { value: "", column: columns[index] };
}

/** A row whose bytes are copied, so that its text and fields are not needed. */
function copiedRow(input: RowInput): ParsedRow {
  return new ColumnRow({
    text: "",
    jsonText: JSON.stringify,
    columns: [],
    fields: [],
    overflow: [],
    keepsBytes: true,
    input,
    error: undefined,
  });
}

export class TableFastPath implements FastPath {
  private readonly conversion: FastConversion;
  /** The conversion, if the values are numbers. */
  private readonly encoding: FastEncoding | undefined;
  /** How many numbers of the row `encoding` has read. */
  private numbersRead = 0;
  private readonly delimiter: number;
  private readonly comment: number;
  private readonly columns: number;
  private readonly first: number;
  private readonly second: number;
  private readonly territory: number;
  private readonly country: number;
  private readonly ranges = createRanges();
  /** The number of values that a row gets, with its error. */
  private readonly added: number;
  private readonly failures: FailureMessages;
  /** The cells of the values, in the order of FAST_ROLES. */
  private readonly cells: readonly (MutableCell | undefined)[];
  private readonly span: MutableSpan = { from: 0, to: 0, next: 0, lineEnd: undefined };
  private readonly left: UnconvertedRow;

  constructor(plan: BatchPlan, conversion: FastConversion) {
    const roles = FAST_ROLES[plan.options.operation];
    const columns = roles.map((role) => plan.indexes[role] ?? NO_COLUMN);
    this.conversion = conversion;
    this.encoding = conversion instanceof FastEncoding ? conversion : undefined;
    this.delimiter = plan.delimiter.charCodeAt(0);
    this.comment = commentByte(plan.options);
    this.columns = plan.columns.length;
    this.added = plan.added.length;
    this.failures = new FailureMessages(conversion, fieldForm(plan.delimiter));
    [this.first, this.second, this.territory, this.country] = columns;
    const cells = columns.map((column) => cellOf(plan, column));
    const input = roles.flatMap((role, index) => {
      const cell = cells[index];
      return cell ? [[role, cell] as const] : [];
    });
    this.cells = cells;
    this.left = { row: copiedRow(Object.fromEntries(input)), span: this.span };
  }

  convert(bytes: Uint8Array, from: number, output: OutputBuffer): number {
    output.reserve(bytes.length - from + MAX_RESULT_BYTES);
    if (bytes[from] === this.comment) return FALL_BACK;
    const lineFeed = this.findFields(bytes, from);
    if (lineFeed < 0) return FALL_BACK;
    const to = endOfRow(bytes, from, lineFeed);
    if (!this.convertValues(bytes)) {
      return this.leave(bytes, from, to, lineFeed + 1);
    }
    this.copyRow(bytes, from, to, output);
    this.finishRow(bytes, to, lineFeed + 1, output, 0);
    const rows = this.conversion.rows();
    if (rows > 1) {
      output.reserve((lineFeed + 1 - from) * rows + this.conversion.maxBytes());
      for (let row = 1; row < rows; row++) {
        this.copyRow(bytes, from, to, output);
        this.finishRow(bytes, to, lineFeed + 1, output, row);
      }
    }
    return lineFeed + 1;
  }

  /** Converts the values, of which both numbers may have been read already. */
  private convertValues(bytes: Uint8Array): boolean {
    const encoding = this.encoding;
    return encoding !== undefined && this.numbersRead === 2
      ? encoding.convertPoint(bytes, this.ranges)
      : this.conversion.convert(bytes, this.ranges);
  }

  private copyRow(bytes: Uint8Array, from: number, to: number, output: OutputBuffer): void {
    if (to + WORD_PADDING <= bytes.length) output.appendWords(viewOf(bytes), from, to);
    else output.appendFew(bytes, from, to);
  }

  /** Writes the results and the line end of a row of the output. */
  private finishRow(
    bytes: Uint8Array,
    to: number,
    next: number,
    output: OutputBuffer,
    row: number,
  ): void {
    this.conversion.write(output, this.delimiter, row);
    // The column of the error stays empty.
    output.appendByte(this.delimiter);
    output.appendFew(bytes, to, next);
  }

  /** Keeps the position of a row whose values the fast path does not convert. */
  private leave(bytes: Uint8Array, from: number, to: number, next: number): number {
    const ranges = this.ranges;
    // Two quotes are one in the value.
    const hasQuotes =
      hasQuote(bytes, ranges.firstFrom, ranges.firstTo) ||
      hasQuote(bytes, ranges.secondFrom, ranges.secondTo) ||
      hasQuote(bytes, ranges.territoryFrom, ranges.territoryTo) ||
      hasQuote(bytes, ranges.countryFrom, ranges.countryTo);
    this.span.from = from;
    this.span.to = to;
    this.span.next = next;
    this.span.lineEnd = to === next - 1 ? "\n" : "\r\n";
    return hasQuotes ? FALL_BACK : UNCONVERTED;
  }

  unconverted(bytes: Uint8Array): UnconvertedRow {
    const ranges = this.ranges;
    const [first, second, territory, country] = this.cells;
    if (first) first.value = shortText(bytes, ranges.firstFrom, ranges.firstTo);
    if (second) second.value = shortText(bytes, ranges.secondFrom, ranges.secondTo);
    if (territory) territory.value = shortText(bytes, ranges.territoryFrom, ranges.territoryTo);
    if (country) country.value = shortText(bytes, ranges.countryFrom, ranges.countryTo);
    return this.left;
  }

  writeFailed(bytes: Uint8Array, output: OutputBuffer): number {
    const messageBytes = this.failures.find(bytes, this.ranges);
    if (messageBytes < 0) return FALL_BACK;
    const { from, to, next } = this.span;
    output.reserve(next - from + this.added + messageBytes + MAX_RESULT_BYTES);
    this.copyRow(bytes, from, to, output);
    if (this.conversion.hasResults()) {
      this.conversion.write(output, this.delimiter, 0);
      output.appendByte(this.delimiter);
    } else {
      for (let index = 0; index < this.added; index++) output.appendByte(this.delimiter);
    }
    this.failures.write(output);
    output.appendFew(bytes, to, next);
    return next;
  }

  learn(bytes: Uint8Array, message: string): void {
    this.failures.learn(bytes, this.ranges, message);
  }

  /**
   * Finds the fields. Numbers to encode are read at the same time, so that most bytes are looked at once.
   * @returns the index of the row's line feed, or FALL_BACK
   */
  private findFields(bytes: Uint8Array, from: number): number {
    const delimiter = this.delimiter;
    const highest = Math.max(delimiter, QUOTE);
    const length = bytes.length;
    let column = 0;
    let start = from;
    let at = from;
    let numbersRead = 0;
    let number = this.readNumber(bytes, from, 0);
    if (number >= 0) at = number;
    for (; at < length; at++) {
      const byte = bytes[at];
      if (byte > highest) continue;
      if (byte === delimiter) {
        this.setRange(bytes, column, start, at);
        if (at === number) numbersRead++;
        column++;
        start = at + 1;
        number = this.readNumber(bytes, start, column);
        // The loop goes on with the byte after the number.
        if (number >= 0) at = number - 1;
      } else if (byte === LINE_FEED) {
        break;
      } else if (byte === QUOTE) {
        if (at !== start) return FALL_BACK;
        const end = endOfQuotes(bytes, at, delimiter);
        if (end < 0) return FALL_BACK;
        at = end;
      }
    }
    if (at === length || column + 1 !== this.columns) return FALL_BACK;
    const to = endOfRow(bytes, from, at);
    if (to < 0) return FALL_BACK;
    this.setRange(bytes, column, start, to);
    this.numbersRead = to === number ? numbersRead + 1 : numbersRead;
    return at;
  }

  /**
   * Reads the number of the field that begins at `from`.
   * @returns where the number ends; NO_NUMBER if the field is not to be encoded, or has no common number
   */
  private readNumber(bytes: Uint8Array, from: number, column: number): number {
    const encoding = this.encoding;
    const isFirst = column === this.first;
    if (encoding === undefined || (!isFirst && column !== this.second)) return NO_NUMBER;
    return encoding.readDegrees(bytes, from, isFirst ? LAT_DEG : LON_DEG);
  }

  /** Keeps where the value of a field is, if it is one to convert. */
  private setRange(bytes: Uint8Array, column: number, from: number, to: number): void {
    const quote = bytes[from] === QUOTE ? 1 : 0;
    const ranges = this.ranges;
    if (column === this.first) {
      ranges.firstFrom = from + quote;
      ranges.firstTo = to - quote;
    } else if (column === this.second) {
      ranges.secondFrom = from + quote;
      ranges.secondTo = to - quote;
    } else if (column === this.territory) {
      ranges.territoryFrom = from + quote;
      ranges.territoryTo = to - quote;
    } else if (column === this.country) {
      ranges.countryFrom = from + quote;
      ranges.countryTo = to - quote;
    }
  }
}

export class LineFastPath implements FastPath {
  private readonly conversion: FastConversion;
  private readonly isEncode: boolean;
  private readonly comment: number;
  private readonly ranges = createRanges();

  constructor(conversion: FastConversion, options: ConversionOptions) {
    this.conversion = conversion;
    this.isEncode = options.operation === "encode";
    this.comment = commentByte(options);
  }

  convert(bytes: Uint8Array, from: number, output: OutputBuffer): number {
    if (bytes[from] === this.comment) return FALL_BACK;
    let lineFeed = from;
    while (lineFeed < bytes.length && bytes[lineFeed] !== LINE_FEED) lineFeed++;
    if (lineFeed === bytes.length) return FALL_BACK;
    const to = endOfRow(bytes, from, lineFeed);
    if (to < 0) return FALL_BACK;
    if (this.isEncode) this.findNumbers(bytes, from, to);
    else this.findCode(bytes, from, to);
    if (!this.conversion.convert(bytes, this.ranges)) return FALL_BACK;
    const rows = this.conversion.rows();
    output.reserve((lineFeed + 1 - from) * rows + this.conversion.maxBytes());
    for (let row = 0; row < rows; row++) {
      output.appendFew(bytes, from, to);
      this.conversion.write(output, TAB, row);
      output.appendFew(bytes, to, lineFeed + 1);
    }
    return lineFeed + 1;
  }

  private findNumbers(bytes: Uint8Array, from: number, to: number): void {
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

  private findCode(bytes: Uint8Array, from: number, to: number): void {
    let at = from;
    while (at < to && bytes[at] !== TAB) at++;
    this.ranges.firstFrom = from;
    this.ranges.firstTo = at;
  }
}
