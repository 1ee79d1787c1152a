/** How the rows of JSON follow each other: values, elements of an array, or records of GeoJSON. */
import { COMMA, LINE_FEED, OPENING_BRACE } from "../../characters.ts";
import { afterJsonSpace, afterSpacesOfLine, skipped } from "../scan.ts";
import { elementRange } from "./element-splitter.ts";
import { RECORD_SEPARATOR, RecordEnds } from "./geojson-records.ts";
import { JSON_VALUES } from "./json-sequence.ts";
import { lineRange, type RowRange } from "./line-splitter.ts";

export interface JsonRows {
  /** A row that ends with this byte ends there, whatever follows. */
  readonly terminator: number;
  /** Where the value of the row at `from` begins. */
  findStart(bytes: Uint8Array, from: number): number;
  /**
   * @param from where the row begins
   * @param end the position after its object
   * @returns where the next row begins; -1 if `rangeOf` has to find out
   */
  findNext(bytes: Uint8Array, from: number, end: number): number;
  /** The range of the row at `from`, whatever it contains. */
  rangeOf(bytes: Uint8Array, from: number): RowRange;
}

const UNKNOWN = -1;

/** Values that follow each other: one a line, or several. */
export const VALUE_ROWS: JsonRows = {
  terminator: LINE_FEED,
  findStart: (_, from) => from,
  findNext(bytes, _, end) {
    if (bytes[end] === LINE_FEED) return end + 1;
    const at = afterSpacesOfLine(bytes, end);
    if (at === bytes.length || bytes[at] === OPENING_BRACE) return at;
    return bytes[at] === LINE_FEED ? at + 1 : UNKNOWN;
  },
  rangeOf: (bytes, from) => lineRange(JSON_VALUES, bytes, from),
};

/** Elements of an array, with a comma after each. */
export const ELEMENT_ROWS: JsonRows = {
  terminator: COMMA,
  findStart: afterJsonSpace,
  findNext(bytes, _, end) {
    const at = afterJsonSpace(bytes, end);
    if (at === bytes.length) return at;
    return bytes[at] === COMMA ? at + 1 : UNKNOWN;
  },
  rangeOf: elementRange,
};

/** Records, each on a line, or after a record separator. */
export const RECORD_ROWS: JsonRows = {
  terminator: LINE_FEED,
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
    const range = lineRange(new RecordEnds(), bytes, from);
    return bytes[from] === RECORD_SEPARATOR ? { ...range, from: from + 1 } : range;
  },
};
