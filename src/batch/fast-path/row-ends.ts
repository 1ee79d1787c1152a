/** Where JSON rows begin and end in a chunk: as the row finders of their formats say, but only for objects. */
import { COMMA, LINE_FEED, OPENING_BRACE } from "../../characters.ts";
import type { Format } from "../formats/format.ts";
import { RECORD_SEPARATOR } from "../formats/geojson-records.ts";
import { afterJsonSpace, afterSpacesOfLine } from "../formats/scan.ts";

/** How the JSON rows of a format follow each other. */
export interface RowEnd {
  /** A row that ends with this byte ends there, whatever follows. */
  readonly terminator: number;
  /** Where the object of the row at `from` begins. */
  findStart(bytes: Uint8Array, from: number): number;
  /**
   * @param from where the row begins
   * @param end the position after its object
   * @returns where the next row begins; -1 if the general path has to find out
   */
  findNext(bytes: Uint8Array, from: number, end: number): number;
}

const UNKNOWN = -1;

/** Values that follow each other: one a line, or several. */
const VALUE_ENDS: RowEnd = {
  terminator: LINE_FEED,
  findStart: (_, from) => from,
  findNext(bytes, _, end) {
    if (bytes[end] === LINE_FEED) return end + 1;
    const at = afterSpacesOfLine(bytes, end);
    if (at === bytes.length || bytes[at] === OPENING_BRACE) return at;
    return bytes[at] === LINE_FEED ? at + 1 : UNKNOWN;
  },
};

/** Elements of an array, with a comma after each. */
const ELEMENT_ENDS: RowEnd = {
  terminator: COMMA,
  findStart: afterJsonSpace,
  findNext(bytes, _, end) {
    const at = afterJsonSpace(bytes, end);
    if (at === bytes.length) return at;
    return bytes[at] === COMMA ? at + 1 : UNKNOWN;
  },
};

/** Records, each on a line, or after a record separator. */
const RECORD_ENDS: RowEnd = {
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
    const lineFeed = bytes.indexOf(LINE_FEED, from);
    return lineFeed >= 0 && lineFeed < end ? UNKNOWN : next;
  },
};

/** How the rows of an input in JSON follow each other. */
export function rowEndOf({ fastPath }: Format, isSequence: boolean): RowEnd {
  if (fastPath === "values" || isSequence) return VALUE_ENDS;
  return fastPath === "records" ? RECORD_ENDS : ELEMENT_ENDS;
}
