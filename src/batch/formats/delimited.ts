/** Tables with delimited fields: csv and tsv. */
import { quoted } from "../../internal.ts";
import { distinctNames, findColumnIndex, missingColumn } from "../columns.ts";
import { COLUMN_OPTIONS, missingRole, ROLES, type Role, resultNames } from "../conversion.ts";
import { BatchError } from "../errors.ts";
import { type Cell, ColumnRow, NOT_UTF8, type ResultValue, type RowError } from "../rows.ts";
import {
  type Columns,
  type Format,
  type FormatContext,
  type FormatNames,
  type FormatPlan,
  type FrameText,
  NO_COLUMNS,
  NO_FRAME,
  type ParseRow,
  type Preamble,
  type WriteRow,
} from "./format.ts";
import { LineSplitter, lineSpan, nextLine, type RowEnds } from "./line-splitter.ts";
import {
  afterByteOrderMark,
  CARRIAGE_RETURN,
  countLines,
  endOfText,
  LINE_FEED,
  NO_END,
  OPEN_QUOTE,
  QUOTE,
  textOf,
} from "./scan.ts";

/** What to do about broken quotes. */
const QUOTE_RULE = "Close every quote; write quotes inside quotes twice.";

/** Where the quotes of a field end, which begin at `from`; -1 if they do not. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from + 1);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

/**
 * Splits a row as RFC 4180 says: a quote that begins a field also ends it, and two quotes between these are
 * one character.
 * @param text a row without its line end
 * @returns its fields; undefined when its quotes are broken
 */
export function splitFields(text: string, delimiter: string): readonly string[] | undefined {
  if (!text.includes('"')) return text.split(delimiter);
  // In tables with tabs, a quote inside a field is a character: 5" pipe.
  const allowsInnerQuotes = delimiter === "\t";
  const fields: string[] = [];
  for (let from = 0; from <= text.length; ) {
    const isQuoted = text[from] === '"';
    const quote = isQuoted ? closingQuote(text, from) : from;
    if (quote < 0) return undefined;
    const next = text.indexOf(delimiter, quote);
    const to = next < 0 ? text.length : next;
    const inner = isQuoted ? text.slice(from + 1, quote).replaceAll('""', '"') : "";
    if (isQuoted && quote + 1 === to) {
      fields.push(inner);
    } else {
      const rest = text.slice(quote, to);
      if (!allowsInnerQuotes && rest.includes('"')) return undefined;
      fields.push(isQuoted ? `"${inner}${rest}` : rest);
    }
    from = to + 1;
  }
  return fields;
}

/** The text of a field, in quotes if it would not be read back as one field otherwise. */
function quotedField(field: string, delimiter: string): string {
  const isBare = !/["\r\n]/.test(field) && !field.includes(delimiter);
  return isBare ? field : `"${field.replaceAll('"', '""')}"`;
}

/**
 * Finds the line feed that ends a row. Delimiters and line feeds do not count between quotes. An opening
 * quote starts a field; two quotes in a row inside quotes are one character.
 * @returns NO_END or OPEN_QUOTE when the bytes end before the row does
 */
function findLineFeed(bytes: Uint8Array, from: number, delimiter: number): number {
  let isFieldStart = true;
  let isQuoted = false;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (isQuoted) {
      if (byte === QUOTE) {
        if (bytes[at + 1] === QUOTE) at++;
        else isQuoted = false;
      }
    } else if (byte === LINE_FEED) {
      return at;
    } else if (byte === delimiter) {
      isFieldStart = true;
      continue;
    } else if (byte === QUOTE && isFieldStart) {
      isQuoted = true;
    }
    isFieldStart = false;
  }
  return isQuoted ? OPEN_QUOTE : NO_END;
}

/** Skips the line ends before the first row. */
function afterLineEnds(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === LINE_FEED || bytes[at] === CARRIAGE_RETURN) at++;
  return at;
}

function parsePreamble(bytes: Uint8Array, hasHeader: boolean, delimiter: number): Preamble {
  const mark = afterByteOrderMark(bytes);
  const from = afterLineEnds(bytes, mark);
  if (from === bytes.length) return { bytes: mark, lines: 0, firstRow: undefined, lineEnd: "\n" };
  const lineFeed = findLineFeed(bytes, from, delimiter);
  if (lineFeed === OPEN_QUOTE) {
    throw new BatchError(`The quotes of the first row are broken. ${QUOTE_RULE}`);
  }
  const end = lineFeed === NO_END ? bytes.length : lineFeed;
  const textEnd = endOfText(bytes, from, end);
  const preambleBytes = hasHeader ? Math.min(end + 1, bytes.length) : mark;
  return {
    bytes: preambleBytes,
    lines: countLines(bytes, 0, preambleBytes),
    firstRow: textOf(bytes, from, textEnd),
    lineEnd: textEnd < end ? "\r\n" : "\n",
  };
}

/** The error for a table without a required column. */
function missingColumnError(names: readonly string[], role: Role, hasNames: boolean): BatchError {
  if (hasNames) return missingColumn(names, role, "column");
  const option = COLUMN_OPTIONS[role];
  const message = `Without a header, columns have no names. Give the number of the ${role} column, from 1 to ${names.length}, with the option ${option}.`;
  return new BatchError(message, option);
}

function findColumns(firstRow: string, context: FormatContext, delimiter: string): Columns {
  const fields = splitFields(firstRow, delimiter);
  if (!fields) {
    const message = `The quotes of the first row ${quoted(firstRow)} are broken. ${QUOTE_RULE}`;
    throw new BatchError(message);
  }
  const { options, keepsFormat } = context;
  const names = options.header ? fields : fields.map((_, index) => `column${index + 1}`);
  const indexes: Partial<Record<Role, number>> = {};
  for (const role of ROLES[options.operation]) {
    const requested = options[COLUMN_OPTIONS[role]];
    const index = findColumnIndex(names, role, requested, options.header);
    if (index !== undefined) indexes[role] = index;
  }
  const missing = missingRole(options.operation, indexes);
  if (missing !== undefined) throw missingColumnError(names, missing, options.header);
  return { ...NO_COLUMNS, columns: keepsFormat ? names : distinctNames(names), indexes };
}

/** Adjusts the fields of a row to the number of columns; missing fields are empty. */
function padFields(fields: readonly string[], count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => fields[index] ?? "");
}

function fieldCountText(fields: number): string {
  return fields === 1 ? "1 field" : `${fields} fields`;
}

function createParser(plan: FormatPlan, delimiter: string): ParseRow {
  const { columns, indexes, options } = plan;
  const errorOf = (fields: readonly string[] | undefined, text: string): RowError | undefined => {
    if (!fields)
      return { message: `The quotes of the row ${quoted(text)} are broken. ${QUOTE_RULE}` };
    if (fields.length === columns.length) return undefined;
    const counts = `The row ${quoted(text)} has ${fieldCountText(fields.length)}`;
    return { message: `${counts}; expected ${columns.length} as in the first row.` };
  };
  return (text, isUtf8) => {
    const split = splitFields(text, delimiter);
    const error = errorOf(split, text);
    const fields = error
      ? padFields(split ?? text.split(delimiter), columns.length)
      : (split ?? []);
    const input: Partial<Record<Role, Cell>> = {};
    for (const role of ROLES[options.operation]) {
      const index = indexes[role];
      if (index !== undefined) input[role] = { value: fields[index], column: columns[index] };
    }
    return new ColumnRow({
      text,
      columns,
      fields,
      keepsBytes: !error,
      input,
      error: error ?? (isUtf8 ? undefined : NOT_UTF8),
    });
  };
}

/** The header: copied from the input if the format stays the same. */
function frame(plan: FormatPlan, firstRow: string | undefined, delimiter: string): FrameText {
  const { columns, added, keepsFormat, lineEnd, options } = plan;
  if (!options.header || columns.length === 0) return NO_FRAME;
  const written = columns.map((name) => quotedField(name, delimiter));
  const header = keepsFormat && firstRow !== undefined ? [firstRow] : written;
  return { opening: [...header, ...added].join(delimiter) + lineEnd, between: "", closing: "" };
}

function createWriter(plan: FormatPlan, delimiter: string): WriteRow {
  const { keepsFormat } = plan;
  const count = resultNames(plan.options).length;
  const fieldText = (value: ResultValue): string => {
    return value === undefined ? "" : quotedField(String(value), delimiter);
  };
  return (output, { row, result, error, bytes, span }) => {
    const lineEnd = (keepsFormat && span.lineEnd) || plan.lineEnd;
    // A row without a result gets empty fields.
    const lists = result.lists.length === 0 ? [[]] : result.lists;
    for (const values of lists) {
      if (keepsFormat && row.keepsBytes) output.append(bytes, span.from, span.to);
      else output.appendText(row.table.fields.map(fieldText).join(delimiter));
      for (let index = 0; index < count; index++) {
        output.appendText(delimiter + fieldText(values[index]));
      }
      output.appendText(delimiter + fieldText(error?.message) + lineEnd);
    }
  };
}

function delimitedFormat<Name extends string>(
  names: FormatNames<Name>,
  delimiter: string,
): Format<Name> {
  const delimiterByte = delimiter.charCodeAt(0);
  const ends: RowEnds = {
    areLines: (bytes) => !bytes.includes(QUOTE),
    findNext(bytes, from) {
      const lineFeed = findLineFeed(bytes, from, delimiterByte);
      return lineFeed < 0 ? lineFeed : lineFeed + 1;
    },
    keepsFirstLine: true,
    recover: nextLine,
  };
  return {
    ...names,
    columnRoles: ["latitude", "longitude", "mapcode", "territory"],
    isTable: true,
    countsBlankRows: false,
    fastPath: { kind: "fields", delimiter: delimiterByte },
    hasFirstRow(bytes) {
      const from = afterLineEnds(bytes, afterByteOrderMark(bytes));
      return from < bytes.length && findLineFeed(bytes, from, delimiterByte) >= 0;
    },
    parsePreamble: (bytes, hasHeader) => parsePreamble(bytes, hasHeader, delimiterByte),
    findColumns(firstRow, context) {
      return firstRow === undefined ? NO_COLUMNS : findColumns(firstRow, context, delimiter);
    },
    createSplitter: (preambleBytes, maxRowBytes) => {
      return new LineSplitter(ends, preambleBytes, maxRowBytes);
    },
    findRow: (bytes, from) => lineSpan(ends, bytes, from),
    isBlank: (text) => text === "",
    createParser: (plan) => createParser(plan, delimiter),
    addedNames: resultNames,
    frame: (plan, firstRow) => frame(plan, firstRow, delimiter),
    createWriter: (plan) => createWriter(plan, delimiter),
  };
}

export const csv = delimitedFormat(
  {
    name: "csv",
    summary: "table with commas",
    extensions: [".csv"],
    mediaTypes: ["text/csv"],
  },
  ",",
);

export const tsv = delimitedFormat(
  {
    name: "tsv",
    summary: "table with tabs",
    extensions: [".tsv", ".tab"],
    mediaTypes: ["text/tab-separated-values"],
  },
  "\t",
);
