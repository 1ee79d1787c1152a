/** Reads the rows of tables with delimited fields: csv, tsv and other delimiters. */
import { CARRIAGE_RETURN, LINE_FEED, QUOTE, TAB } from "../../characters.ts";
import { LAT_DEG, LON_DEG } from "../../index.ts";
import { readDecimalWords } from "../../library/decimal-reading.ts";
import { quoted } from "../../messages.ts";
import { utf8Bytes } from "../../platform.ts";
import { freeNames } from "../columns/columns.ts";
import type { FormatPlan } from "../format-plan.ts";
import { COLUMN_OPTIONS, type Role } from "../options/conversion.ts";
import { NO_SLOT, NO_VALUES, QUOTED, Row, RowSchema, TEXT, type Tokenizer } from "../rows/row.ts";
import { RowProblem } from "../rows/row-errors.ts";
import { BROKEN_ROW, NO_END, OPEN_QUOTE, type RowEnds, startsWith } from "../scan.ts";
import { QUOTE_RULE, viewOf } from "../text.ts";
import { endLine, isReturn, NO_NUMBER, skipLine } from "./lines.ts";
import { LINES, nextLine } from "./splitter.ts";

function fieldCountText(fields: number): string {
  return fields === 1 ? "1 field" : `${fields} fields`;
}

/** The closing quote of a field whose quote is at `from`; -1 if the bytes have none. */
function closingQuote(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  for (; at < bytes.length; at++) {
    if (bytes[at] !== QUOTE) continue;
    if (bytes[at + 1] !== QUOTE) return at;
    at++;
  }
  return -1;
}

/** Whether two quotes in a row are between these. */
function hasQuote(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] === QUOTE) return true;
  return false;
}

/** The schema of rows that have a field for each column. */
function schemaOf({ columns, indexes }: FormatPlan): RowSchema {
  const roles = Object.keys(COLUMN_OPTIONS) as Role[];
  const found = roles.filter((role) => indexes[role] !== undefined);
  return new RowSchema({
    fields: columns.map((name, slot) => ({ name, slot })),
    values: {
      ...NO_VALUES,
      ...Object.fromEntries(found.map((role) => [role, indexes[role] ?? NO_SLOT])),
    },
    columns: Object.fromEntries(found.map((role) => [role, columns[indexes[role] ?? NO_SLOT]])),
    keepsBytes: true,
  });
}

/** Whether a field of a table may end at an index. */
function isFieldEnd(bytes: Uint8Array, at: number, delimiter: number): boolean {
  const byte = bytes[at];
  if (byte === delimiter || byte === LINE_FEED || at >= bytes.length) return true;
  return isReturn(bytes, at);
}

/** Finds the fields of rows, as RFC 4180 says: a quote that begins a field also ends it. Other quotes are characters. */
export class FieldReader {
  readonly row = new Row();
  /** How many fields the row has. */
  count = 0;
  /** How many of them are numbers that were read. */
  numbersRead = 0;
  /** Whether the quotes of the row are broken; whether they do not end. */
  isBroken = false;
  isOpen = false;
  private readonly delimiter: number;
  /** Bytes above this one end nothing. */
  private readonly highest: number;
  /** The columns of numbers that are read while their ends are looked for. */
  private readonly latitude: number;
  private readonly longitude: number;

  constructor(delimiter: string, latitude = NO_SLOT, longitude = NO_SLOT) {
    this.delimiter = delimiter.charCodeAt(0);
    this.highest = Math.max(this.delimiter, LINE_FEED);
    this.latitude = latitude;
    this.longitude = longitude;
  }

  /** Reads the row that begins at `from`. @returns where the next row begins */
  read(bytes: Uint8Array, from: number): number {
    const { row } = this;
    row.begin(from);
    this.isBroken = false;
    this.isOpen = false;
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
      if (column === slots) return this.readMany(bytes, from);
      starts[column] = at;
      forms[column] = TEXT;
      let number = NO_NUMBER;
      if (column === latitude || column === longitude) {
        const axis = column === latitude ? LAT_DEG : LON_DEG;
        number = readDecimalWords(bytes, view, at, length, degrees, axis);
        if (number >= 0) at = number;
      }
      if (bytes[at] === QUOTE && at === starts[column]) {
        at = this.readQuoted(bytes, at, column);
      } else {
        at = this.findEnd(bytes, at);
        ends[column] = at;
        if (at === number || (number >= 0 && isReturn(bytes, number))) numbersRead++;
      }
      column++;
      if (at >= length || bytes[at] !== delimiter) break;
      at++;
    }
    this.count = column;
    this.numbersRead = numbersRead;
    const next = endLine(bytes, at, row);
    if (ends[column - 1] > row.to) ends[column - 1] = row.to;
    return next;
  }

  /** Reads a row with more fields than there has been room for. */
  private readMany(bytes: Uint8Array, from: number): number {
    this.row.reserve(this.row.starts.length + 1);
    return this.read(bytes, from);
  }

  /** The index of the next delimiter or line feed, or the end of the bytes. */
  private findEnd(bytes: Uint8Array, from: number): number {
    const delimiter = this.delimiter;
    const highest = this.highest;
    let at = from;
    for (; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte <= highest && (byte === delimiter || byte === LINE_FEED)) break;
    }
    return at;
  }

  /** Reads a field that begins with a quote. @returns the index of the delimiter or line feed behind it */
  private readQuoted(bytes: Uint8Array, from: number, column: number): number {
    const { delimiter, row } = this;
    if (delimiter === TAB) return this.readBetweenTabs(bytes, from, column);
    const close = closingQuote(bytes, from);
    if (close < 0) {
      this.isBroken = true;
      this.isOpen = true;
      row.set(column, from, bytes.length, TEXT);
      return bytes.length;
    }
    let at = close + 1;
    if (isFieldEnd(bytes, at, delimiter)) {
      row.set(column, from + 1, close, hasQuote(bytes, from + 1, close) ? QUOTED : TEXT);
      while (bytes[at] === CARRIAGE_RETURN && bytes[at] !== delimiter) at++;
      return at;
    }
    this.isBroken = true;
    while (at < bytes.length && bytes[at] !== delimiter && bytes[at] !== LINE_FEED) at++;
    row.set(column, from, at, TEXT);
    return at;
  }

  /** Reads a field between tabs, which ends with its line: two quotes around it go. @returns as readQuoted */
  private readBetweenTabs(bytes: Uint8Array, from: number, column: number): number {
    const at = this.findEnd(bytes, from);
    const end = at > from && bytes[at] !== TAB && bytes[at - 1] === CARRIAGE_RETURN ? at - 1 : at;
    const isQuoted = end - from >= 2 && bytes[end - 1] === QUOTE;
    if (!isQuoted) this.row.set(column, from, end, TEXT);
    else
      this.row.set(column, from + 1, end - 1, hasQuote(bytes, from + 1, end - 1) ? QUOTED : TEXT);
    return at;
  }
}

/** The fields of a row without its line end; undefined when its quotes are broken. */
export function fieldsOf(text: string, delimiter: string): readonly string[] | undefined {
  const reader = new FieldReader(delimiter);
  // Its last field may end with a carriage return.
  const bytes = utf8Bytes(`${text}\r\n`);
  reader.read(bytes, 0);
  if (reader.isBroken) return undefined;
  return Array.from({ length: reader.count }, (_, column) => reader.row.fieldOf(bytes, column));
}

/**
 * Where the row after the one at `from` begins.
 * @returns NO_END or OPEN_QUOTE when the bytes end before the row does. BROKEN_ROW when text follows a quote that closes
 *   in another line: it opens a field there, and the quote of this row is not closed
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

/** The ends of the rows of a plan. A comment ends with its line, whatever quotes it has. */
export function createRowEnds({ delimiter, options }: FormatPlan): RowEnds {
  if (delimiter === "\t") return LINES;
  const comment = options.comment === undefined ? undefined : utf8Bytes(options.comment);
  const reader = new FieldReader(delimiter);
  return {
    areLines: (bytes) => !bytes.includes(QUOTE),
    findNext(bytes, from) {
      if (comment && startsWith(bytes, from, comment)) return nextLine(bytes, from);
      return findNextRow(bytes, from, reader);
    },
    skip: nextLine,
  };
}

export class DelimitedTokenizer implements Tokenizer {
  readonly row: Row;
  private readonly reader: FieldReader;
  private readonly delimiter: number;
  private readonly comment: Uint8Array | undefined;
  private readonly columns: readonly string[];
  private readonly schema: RowSchema;
  /** The schema of rows without fields at their end, or with empty ones behind the last column. */
  private readonly uneven: RowSchema;
  /** The last column in use. */
  private readonly lastUsed: number;
  /** The schemas of rows with a wrong number of fields, by the number of fields behind the last column. */
  private readonly brokenSchemas = new Map<number, RowSchema>();

  constructor(plan: FormatPlan) {
    const { comment, decimalComma } = plan.options;
    this.delimiter = plan.delimiter.charCodeAt(0);
    this.comment = comment === undefined ? undefined : utf8Bytes(comment);
    this.columns = plan.columns;
    this.schema = schemaOf(plan);
    this.uneven = new RowSchema({ ...this.schema, keepsBytes: false });
    this.lastUsed = Math.max(...Object.values(this.schema.values));
    const { latitude, longitude } = this.schema.values;
    // A number with a comma is read as a text.
    const areRead = !decimalComma && latitude !== longitude;
    this.reader = areRead
      ? new FieldReader(plan.delimiter, latitude, longitude)
      : new FieldReader(plan.delimiter);
    this.row = this.reader.row;
  }

  next(bytes: Uint8Array, from: number): number {
    const { reader, row } = this;
    if (this.comment && startsWith(bytes, from, this.comment)) {
      row.begin(from);
      return skipLine(bytes, from, row);
    }
    const next = reader.read(bytes, from);
    if (row.to === from) row.isBlank = true;
    else if (reader.isBroken || reader.count !== this.columns.length) this.setBroken(bytes);
    else row.schema = this.schema;
    row.hasDegrees = reader.numbersRead === 2;
    return next;
  }

  /** Reads a row with broken quotes, or with more or fewer fields than the first row. */
  private setBroken(bytes: Uint8Array): void {
    const { row } = this;
    const { count: fields, isBroken } = this.reader;
    const { length } = this.columns;
    const count = isBroken ? this.splitAtDelimiters(bytes) : fields;
    for (let column = count; column < length; column++) row.set(column, row.to, row.to, TEXT);
    // Programs leave out empty fields at the end of a row, or write a delimiter behind the last one.
    if (!isBroken && count > this.lastUsed && this.areEmpty(length, count)) {
      row.schema = this.uneven;
      return;
    }
    row.schema = this.brokenSchema(Math.max(0, count - length));
    const text = quoted(row.text(bytes));
    const isSpaced = row.text(bytes).includes(`${String.fromCharCode(this.delimiter)} "`);
    const hint = isSpaced ? " Write no space in front of a quote." : "";
    const message = isBroken
      ? `The quotes of the row ${text} are broken. ${QUOTE_RULE}`
      : `The row ${text} has ${fieldCountText(fields)}; expected ${length} as in the first row.${hint}`;
    row.problem = new RowProblem("malformed-row", message);
  }

  private areEmpty(from: number, to: number): boolean {
    const { starts, ends } = this.row;
    for (let column = from; column < to; column++) if (starts[column] < ends[column]) return false;
    return true;
  }

  /** Splits a row whose quotes mean nothing. @returns the number of fields */
  private splitAtDelimiters(bytes: Uint8Array): number {
    const { row } = this;
    let column = 0;
    let start = row.from;
    for (let at = row.from; at <= row.to; at++) {
      if (at < row.to && bytes[at] !== this.delimiter) continue;
      row.set(column, start, at, TEXT);
      column++;
      start = at + 1;
    }
    return column;
  }

  private brokenSchema(overflow: number): RowSchema {
    const known = this.brokenSchemas.get(overflow);
    if (known) return known;
    const { columns } = this;
    const others = Array.from({ length: overflow }, (_, index) => {
      return `column${columns.length + index + 1}`;
    });
    const names = [...columns, ...freeNames(others, (name) => columns.includes(name))];
    const { values, columns: valueColumns } = this.schema;
    const schema = new RowSchema({
      fields: names.map((name, slot) => ({ name, slot })),
      values,
      columns: valueColumns,
      overflow,
    });
    this.brokenSchemas.set(overflow, schema);
    return schema;
  }
}
