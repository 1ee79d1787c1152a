/** How the rows of JSON follow each other: as values, as elements of an array, or as records of a text sequence. */
import {
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COMMA,
  LINE_FEED,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTE,
} from "../../characters.ts";
import { utf8Text } from "../../platform.ts";
import type { InputStart } from "../format-plan.ts";
import {
  afterJsonSpace,
  afterSpacesOfLine,
  endOfText,
  isJsonSpace,
  NO_END,
  skipped,
} from "../scan.ts";
import { JsonScan, RECORD_SEPARATOR } from "./json-structure.ts";
import { nextLine, type RowEnds } from "./splitter.ts";

/** Returned instead of a position: it takes more than the end of an object to tell. */
const UNKNOWN = -1;

/** Where a row is in a chunk. */
interface RowRange {
  readonly from: number;
  /** End of the row without its line end, or without the white space around it. */
  readonly to: number;
  /** Where the next row begins. */
  readonly next: number;
}

export interface JsonRows {
  /** For the splitter of an input. */
  createEnds(): RowEnds;
  /** Where the value of the row at `from` begins. */
  findStart(bytes: Uint8Array, from: number): number;
  /**
   * @param from where the row begins
   * @param end the position after its object
   * @returns where the next row begins; UNKNOWN if `rangeOf` has to find out
   */
  findNext(bytes: Uint8Array, from: number, end: number): number;
  /** The range of the row at `from`, whatever it contains. */
  rangeOf(bytes: Uint8Array, from: number): RowRange;
}

/** The range of a row that ends with a line. A row without an end ends with its first one. */
function lineRange(ends: RowEnds, bytes: Uint8Array, from: number): RowRange {
  const found = ends.findNext(bytes, from, true);
  const line = found < 0 ? nextLine(bytes, from) : found;
  const next = line < 0 ? bytes.length : line;
  const hasLineFeed = next > from && bytes[next - 1] === LINE_FEED;
  return { from, to: endOfText(bytes, from, hasLineFeed ? next - 1 : next), next };
}

/**
 * The start of an input whose first row begins at `from`.
 * @returns undefined if that row may go on in the next bytes
 */
export function startOfRows(
  bytes: Uint8Array,
  from: number,
  rows: JsonRows,
  isLast: boolean,
): (InputStart & { readonly firstRow: string }) | undefined {
  if (!isLast && rows.createEnds().findNext(bytes, from, false) < 0) return undefined;
  const { from: start, to } = rows.rangeOf(bytes, from);
  const firstRow = utf8Text(bytes, start, to).trim();
  return { bytes: from, firstRow, isSequence: rows === VALUE_ROWS };
}

// Values that follow each other: one a line, over several lines, or several on a line.

/**
 * Whether a line feed certainly ends a row: between the end of a value and the beginning of another, which JSON
 * never has within a value.
 */
function isCertainEnd(bytes: Uint8Array, from: number, lineFeed: number): boolean {
  const next = bytes[lineFeed + 1];
  if (next !== OPENING_BRACE && next !== OPENING_BRACKET && next !== QUOTE) return false;
  let at = lineFeed - 1;
  while (at >= from && isJsonSpace(bytes[at])) at--;
  const last = bytes[at];
  return at >= from && (last === CLOSING_BRACE || last === CLOSING_BRACKET || last === QUOTE);
}

/** Whether a line may have several objects. */
function mayHaveSeveral(bytes: Uint8Array, from: number, to: number): boolean {
  let at = bytes.indexOf(CLOSING_BRACE, from);
  for (; at >= 0 && at < to; at = bytes.indexOf(CLOSING_BRACE, at + 1)) {
    if (bytes[afterSpacesOfLine(bytes, at + 1)] === OPENING_BRACE) return true;
  }
  return false;
}

const VALUE_SCAN = new JsonScan("values");

function findNextValue(bytes: Uint8Array, from: number, isLast: boolean): number {
  const line = nextLine(bytes, from);
  const start = afterSpacesOfLine(bytes, from);
  // Numbers and strings end with their line, as blank lines do.
  if (bytes[start] !== OPENING_BRACE && bytes[start] !== OPENING_BRACKET) return line;
  const isCertain = line >= 0 && isCertainEnd(bytes, from, line - 1);
  if (isCertain && !mayHaveSeveral(bytes, from, line - 1)) return line;
  const end = VALUE_SCAN.begin().find(bytes, start);
  if (end < 0) return end;
  const at = afterSpacesOfLine(bytes, end + 1);
  if (at === bytes.length) return isLast ? at : NO_END;
  const isFollowed = bytes[end] === CLOSING_BRACE && bytes[at] === OPENING_BRACE;
  return isFollowed ? at : nextLine(bytes, at);
}

/** Whether each line feed ends a row, as it nearly always does. */
function areLines(bytes: Uint8Array): boolean {
  let line = 0;
  let lineFeed = bytes.indexOf(LINE_FEED);
  for (; lineFeed >= 0 && lineFeed < bytes.length - 1; lineFeed = bytes.indexOf(LINE_FEED, line)) {
    if (!isCertainEnd(bytes, line, lineFeed)) return false;
    line = lineFeed + 1;
  }
  if (lineFeed < 0) return true;
  // What follows the last line feed is not known.
  while (line >= 0 && line < bytes.length) line = findNextValue(bytes, line, false);
  return line === bytes.length;
}

const VALUE_ENDS: RowEnds = {
  areLines,
  findNext: findNextValue,
  keepsFirstLine: true,
  separatorBytes: 0,
  recover: nextLine,
};

export const VALUE_ROWS: JsonRows = {
  createEnds: () => VALUE_ENDS,
  findStart: (_, from) => from,
  findNext(bytes, _, end) {
    if (bytes[end] === LINE_FEED) return end + 1;
    const at = afterSpacesOfLine(bytes, end);
    if (at === bytes.length || bytes[at] === OPENING_BRACE) return at;
    return bytes[at] === LINE_FEED ? at + 1 : UNKNOWN;
  },
  rangeOf: (bytes, from) => lineRange(VALUE_ENDS, bytes, from),
};

// Elements of an array, with a comma after each.

class ElementEnds implements RowEnds {
  readonly keepsFirstLine = false;
  readonly separatorBytes = 1;
  readonly #scan = new JsonScan("elements");

  areLines(): boolean {
    return false;
  }

  findNext(bytes: Uint8Array, from: number): number {
    return this.recover(bytes, from, false);
  }

  recover(bytes: Uint8Array, from: number, isInside: boolean): number {
    if (!isInside) this.#scan.begin();
    const end = this.#scan.find(bytes, from);
    return end < 0 ? NO_END : end + 1;
  }
}

const ELEMENT_SCAN = new JsonScan("elements");

export const ELEMENT_ROWS: JsonRows = {
  createEnds: () => new ElementEnds(),
  findStart: afterJsonSpace,
  findNext(bytes, _, end) {
    const at = afterJsonSpace(bytes, end);
    if (at === bytes.length) return at;
    return bytes[at] === COMMA ? at + 1 : UNKNOWN;
  },
  rangeOf(bytes, start) {
    const found = ELEMENT_SCAN.begin().find(bytes, start);
    const end = found < 0 ? bytes.length : found;
    let from = start;
    let to = end;
    while (from < to && isJsonSpace(bytes[from])) from++;
    while (to > from && isJsonSpace(bytes[to - 1])) to--;
    return { from, to, next: Math.min(end + 1, bytes.length) };
  },
};

// Records of GeoJSON, each after a separator, or on a line (RFC 8142).

const RECORD_SCAN = new JsonScan("records");

/**
 * The end of a record without a separator: after its line feed, or before a separator. The separator is looked for
 * in the line only, as a search through the rest of the chunk for each row takes 90% of the time of a batch.
 */
function findLineEnd(bytes: Uint8Array, from: number): number {
  const next = nextLine(bytes, from);
  const line = bytes.subarray(from, next < 0 ? bytes.length : next);
  const separator = line.indexOf(RECORD_SEPARATOR);
  return separator < 0 ? next : from + separator;
}

/** The ends of records. A truncated record leaves the next one intact, as a separator stands in front of that. */
class RecordEnds implements RowEnds {
  readonly keepsFirstLine = false;
  readonly separatorBytes = 0;
  /** Whether the skipped record began with a separator, and so ends before the next separator. */
  #isSequence = false;

  areLines(bytes: Uint8Array): boolean {
    return !bytes.includes(RECORD_SEPARATOR);
  }

  findNext(bytes: Uint8Array, from: number, isLast: boolean): number {
    if (bytes[from] !== RECORD_SEPARATOR) return findLineEnd(bytes, from);
    const end = RECORD_SCAN.begin().find(bytes, from + 1);
    if (end < 0) return isLast ? bytes.length : NO_END;
    return bytes[end] === LINE_FEED ? end + 1 : end;
  }

  recover(bytes: Uint8Array, from: number, isInside: boolean): number {
    if (!isInside) this.#isSequence = bytes[from] === RECORD_SEPARATOR;
    if (!this.#isSequence) return findLineEnd(bytes, from);
    return bytes.indexOf(RECORD_SEPARATOR, isInside ? from : from + 1);
  }
}

const RECORD_ENDS = new RecordEnds();

export const RECORD_ROWS: JsonRows = {
  createEnds: () => new RecordEnds(),
  findStart(bytes, from) {
    return bytes[from] === RECORD_SEPARATOR ? afterSpacesOfLine(bytes, from + 1) : from;
  },
  findNext(bytes, from, end) {
    const at = afterSpacesOfLine(bytes, end);
    const next = bytes[at] === LINE_FEED ? at + 1 : at;
    if (next === at && at < bytes.length && bytes[at] !== RECORD_SEPARATOR) return UNKNOWN;
    if (bytes[from] === RECORD_SEPARATOR) return next;
    // Without a separator, a record ends with its line, within an object or not.
    return skipped.lineFeed >= from && skipped.lineFeed < end ? UNKNOWN : next;
  },
  rangeOf(bytes, from) {
    const range = lineRange(RECORD_ENDS, bytes, from);
    return bytes[from] === RECORD_SEPARATOR ? { ...range, from: from + 1 } : range;
  },
};
