/** Reads the rows of tables with delimited fields: csv, tsv and other delimiters. */

import { readDecimalWords } from "../../bytes/decimal-reading.ts";
import { LINE_FEED, QUOTE, TAB, utf8Bytes } from "../../characters.ts";
import { LAT_DEG, LON_DEG } from "../../into.ts";
import { memoize } from "../../library/memoize.ts";
import { quoted } from "../../messages.ts";
import {
  BROKEN_ROW,
  LINES,
  NO_END,
  nextLine,
  OPEN_QUOTE,
  QUOTE_RULE,
  type RowEndFinder,
  startsWith,
  viewOf,
} from "../byte-texts.ts";
import type { InputPlan } from "../input-plan.ts";
import { freeNames } from "../output/layout.ts";
import { NO_SLOT, QUOTED, Row, type RowReader, RowSchema, TEXT } from "../rows/row.ts";
import { RowProblem } from "../rows/row-errors.ts";
import { type Message, sentence } from "../sentences.ts";
import { DECIMAL, endLine, isReturn, readLine } from "./lines.ts";

export interface FieldSyntax {
  readonly delimiter: string;
  /** Whether fields in quotes go over lines (RFC 4180). Otherwise, a quote that does not close on its line is text. */
  readonly quotesSpanLines: boolean;
  /** The beginning of lines that are not rows. */
  readonly comment?: string | undefined;
}

/** Finds the fields of rows by RFC 4180. A quote at the start of a field opens it; other quotes are characters. */
export class FieldReader {
  readonly row = new Row();
  count = 0;
  /** Whether the quotes of the row are broken. */
  isBroken = false;
  isOpen = false;
  private readonly delimiter: number;
  /** The greatest byte that ends a field: delimiter or line feed. */
  private readonly highestEnd: number;
  private readonly quotesSpanLines: boolean;
  /** The prefix of comment lines. Quotes in them mean nothing. */
  private readonly comment: Uint8Array | undefined;
  /** The column of latitudes. Numbers of degrees are parsed in the same scan. */
  private readonly latitude: number;
  private readonly longitude: number;

  constructor(
    { delimiter, comment, quotesSpanLines }: FieldSyntax,
    latitude = NO_SLOT,
    longitude = NO_SLOT,
  ) {
    this.quotesSpanLines = quotesSpanLines;
    this.comment = comment === undefined ? undefined : utf8Bytes(comment);
    this.delimiter = delimiter.charCodeAt(0);
    this.highestEnd = Math.max(this.delimiter, LINE_FEED);
    this.latitude = latitude;
    this.longitude = longitude;
  }

  /** Reads the row at `from`. @param hasQuotes false if quotes are characters @returns the start of the next row */
  read(bytes: Uint8Array, from: number, hasQuotes = true): number {
    const { row } = this;
    this.isBroken = false;
    this.isOpen = false;
    if (this.comment !== undefined && startsWith(bytes, from, this.comment)) {
      const next = readLine(bytes, from, row);
      row.isBlank = true;
      return next;
    }
    row.begin(from);
    const delimiter = this.delimiter;
    const latitude = this.latitude;
    const longitude = this.longitude;
    const { starts, ends, forms, degrees } = row;
    const slots = starts.length;
    const length = bytes.length;
    const view = viewOf(bytes);
    let numbersRead = 0;
    let column = 0;
    let at = from;
    for (;;) {
      if (column === slots) {
        row.reserve(slots + 1);
        return this.read(bytes, from, hasQuotes);
      }
      starts[column] = at;
      forms[column] = TEXT;
      let numberEnd = -1;
      if (column === latitude || column === longitude) {
        const axis = column === latitude ? LAT_DEG : LON_DEG;
        numberEnd = readDecimalWords(bytes, view, at, length, degrees, axis);
        if (numberEnd >= 0) at = numberEnd;
      }
      if (bytes[at] === QUOTE && at === starts[column] && hasQuotes) {
        at = this.quotesSpanLines
          ? this.readQuoted(bytes, at, column)
          : this.readQuotedOnLine(bytes, at, column);
      } else {
        at = this.findEnd(bytes, at);
        ends[column] = at;
        if (at === numberEnd || (numberEnd >= 0 && isReturn(bytes, numberEnd))) numbersRead++;
      }
      column++;
      if (at >= length || bytes[at] !== delimiter) break;
      at++;
    }
    this.count = column;
    row.hasDegrees = numbersRead === 2;
    const next = endLine(bytes, at, row);
    row.isBlank = row.to === from;
    if (ends[column - 1] > row.to) ends[column - 1] = row.to;
    return next;
  }

  fields(bytes: Uint8Array): readonly string[] {
    return Array.from({ length: this.count }, (_, column) => this.row.slotText(bytes, column));
  }

  /** The index of the next delimiter or line feed, or the end of the bytes. */
  private findEnd(bytes: Uint8Array, from: number): number {
    const delimiter = this.delimiter;
    const highestEnd = this.highestEnd;
    let at = from;
    for (; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte <= highestEnd && (byte === delimiter || byte === LINE_FEED)) break;
    }
    return at;
  }

  /** Reads a field that begins with a quote. @returns the index of the delimiter or line feed after it */
  private readQuoted(bytes: Uint8Array, from: number, column: number): number {
    const { row } = this;
    const first = bytes.indexOf(QUOTE, from + 1);
    let close = first;
    while (close >= 0 && bytes[close + 1] === QUOTE) close = bytes.indexOf(QUOTE, close + 2);
    const end = close < 0 ? bytes.length : this.findEnd(bytes, close + 1);
    this.isOpen = close < 0;
    if (end === close + 1 || (end === close + 2 && isReturn(bytes, close + 1))) {
      row.set(column, from + 1, close, close === first ? TEXT : QUOTED);
    } else {
      this.isBroken = true;
      row.set(column, from, end, TEXT);
    }
    return end;
  }

  /** Reads a field between tabs, without quotes around it. It ends with its line. @returns as readQuoted */
  private readQuotedOnLine(bytes: Uint8Array, from: number, column: number): number {
    const at = this.findEnd(bytes, from);
    const end = bytes[at] !== TAB && isReturn(bytes, at - 1) ? at - 1 : at;
    const isQuoted = end - from >= 2 && bytes[end - 1] === QUOTE;
    if (isQuoted) this.row.set(column, from + 1, end - 1, QUOTED);
    else this.row.set(column, from, end, TEXT);
    return at;
  }
}

/** The fields of a line; undefined if its quotes are broken. @param text without the line end */
export function fieldsOf(text: string, delimiter: string): readonly string[] | undefined {
  const reader = new FieldReader({ delimiter, quotesSpanLines: delimiter !== "\t" });
  // With a line end, so that a carriage return in the last field is kept.
  const bytes = utf8Bytes(`${text}\r\n`);
  reader.read(bytes, 0);
  return reader.isBroken ? undefined : reader.fields(bytes);
}

/**
 * The start of the row after the row at `from`.
 * @returns NO_END or OPEN_QUOTE if the bytes end before the row. BROKEN_ROW if a quote closes on a later line and text
 *   follows it: that quote opens a field there, and the quote of this row is not closed
 */
export function findNextRow(bytes: Uint8Array, from: number, reader: FieldReader): number {
  const next = reader.read(bytes, from);
  if (reader.isOpen) return OPEN_QUOTE;
  if (reader.isBroken) {
    const line = nextLine(bytes, from);
    if (line !== next) return line < 0 ? NO_END : BROKEN_ROW;
  }
  return next > from && bytes[next - 1] === LINE_FEED ? next : NO_END;
}

/** The ends of the rows of a plan. */
export function createTableEnds({ delimiter, options, quotesSpanLines }: InputPlan): RowEndFinder {
  if (!quotesSpanLines) return LINES;
  const reader = new FieldReader({ delimiter, quotesSpanLines, comment: options.comment });
  return {
    // Takes a quarter of the time of `includes`.
    endAtLineFeeds: (bytes) => bytes.indexOf(QUOTE) < 0,
    findNext: (bytes, from) => findNextRow(bytes, from, reader),
    skip: nextLine,
  };
}

export class TableReader implements RowReader {
  readonly row: Row;
  private readonly plan: InputPlan;
  private readonly reader: FieldReader;
  private readonly schema: RowSchema;
  /** The schemas of rows with a wrong number of fields, by the number of fields after the last column. */
  private readonly schemaWithExtraFields = memoize((count: number) => {
    return this.createSchema(count, false);
  });

  constructor(plan: InputPlan) {
    const { delimiter, options, quotesSpanLines } = plan;
    const { comment, decimalComma } = options;
    this.plan = plan;
    this.schema = this.createSchema(0, true);
    const { latitude, longitude } = this.schema.slots;
    // The scan cannot parse decimal commas.
    const areRead = !decimalComma && latitude !== longitude;
    const read = areRead ? [latitude, longitude] : [];
    this.reader = new FieldReader({ delimiter, quotesSpanLines, comment }, ...read);
    this.row = this.reader.row;
  }

  next(bytes: Uint8Array, from: number): number {
    const { reader, row } = this;
    const next = reader.read(bytes, from);
    if (row.isBlank) return next;
    if (reader.isBroken) return this.readBroken(bytes, from);
    if (reader.count === this.plan.columns.length) row.schema = this.schema;
    else this.readUneven(bytes);
    return next;
  }

  /** Reads a row with broken quotes as one line, with quotes as characters. @returns the start of the next row */
  private readBroken(bytes: Uint8Array, from: number): number {
    const next = this.reader.read(bytes, from, false);
    this.readUneven(bytes);
    const text = quoted(this.row.text(bytes));
    const message = `The quotes of the row ${text} are broken. ${QUOTE_RULE}`;
    this.row.problem = new RowProblem("malformed-row", message);
    return next;
  }

  /** Reads a row with more or fewer fields than the first row. */
  private readUneven(bytes: Uint8Array): void {
    const { row } = this;
    const { count } = this.reader;
    const { length } = this.plan.columns;
    for (let column = count; column < length; column++) row.set(column, row.to, row.to, TEXT);
    // Some programs omit empty fields at the end of a row, or write a delimiter after the last field.
    const hasAll = count > Math.max(...Object.values(this.schema.slots));
    const extra = row.starts.subarray(length, count);
    const { besidePlace } = this.plan;
    const beside = count < length ? besidePlace.before : besidePlace.after;
    const isShifted = beside >= 0 && DECIMAL.test(row.slotText(bytes, beside).trim());
    const isEven =
      hasAll && !isShifted && extra.every((start, index) => start === row.ends[length + index]);
    row.schema = this.schemaWithExtraFields(isEven ? 0 : Math.max(0, count - length));
    if (isEven) return;
    const text = row.text(bytes);
    const fields = count === 1 ? "1 field" : `${count} fields`;
    const hint = this.unevenHint(text, count, isShifted);
    const message = sentence`The row ${quoted(text)} has ${fields}; expected ${length} as in the first row.${hint}`;
    row.problem = new RowProblem("malformed-row", message);
  }

  /** What a row may be that has more or fewer fields than the first row. */
  private unevenHint(text: string, count: number, isShifted: boolean): Message {
    const { columns, delimiter, indexes } = this.plan;
    if (delimiter === "\t" && count < columns.length && /"(?:\t|$)/.test(text)) {
      return sentence` If it ends a field of several lines, use the options ${{ option: "from", value: "csv" }} and ${{ option: "delimiter", value: "\t" }}.`;
    }
    if (text.includes(`${delimiter} "`)) return " Write no space before a quote.";
    if (isShifted)
      return count < columns.length
        ? " A field before the degrees seems to be missing. Write it, also if it is empty."
        : " A field before the degrees seems to have a delimiter. Write it in quotes.";
    const { latitude = -1, longitude = -1 } = indexes;
    const first = Math.min(latitude, longitude);
    const areBeside = first >= 0 && Math.abs(latitude - longitude) === 1;
    if (delimiter !== "," || !areBeside || count !== columns.length + 2) return "";
    const parts = text.split(",");
    const degrees = parts.slice(first, first + 4).join();
    if (!/^-?\d+,\d+,-?\d+,\d+$/.test(degrees)) return "";
    const program = `s/^(([^,]*,){${first}})(-?[0-9]+),([0-9]+),(-?[0-9]+),([0-9]+)/\\1\\3.\\4,\\5.\\6/`;
    return ` It seems to have decimal commas. Write decimal points: sed -E '${program}' FILE.`;
  }

  private createSchema(extraFields: number, keepsBytes: boolean): RowSchema {
    const { columns, indexes } = this.plan;
    const extra = Array.from({ length: extraFields }, (_, index) => {
      return `column${columns.length + index + 1}`;
    });
    const names = [...columns, ...freeNames(extra, (name) => columns.includes(name))];
    const columnByRole = Object.entries(indexes).map(([role, index]) => [role, columns[index]]);
    return new RowSchema({
      fields: names.map((name, slot) => ({ name, slot })),
      slots: indexes,
      columns: Object.fromEntries(columnByRole),
      extraFields,
      keepsBytes,
    });
  }
}
