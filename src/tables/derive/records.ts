/** From boundary rows to the words of `records`: all numbers that depend on one row only. */
import { DIGIT_POWERS, DIGITS, SWAPPED_SIDE, X_SIDE, Y_SIDE } from "../format.ts";
import * as L from "../layout/records.ts";
import type { Sections } from "../layout/sections.ts";
import { type Boundary, prefixLengthOf, suffixLengthOf } from "./boundaries.ts";

/** The arrays that are derived from boundary records, but for the grid. */
export type RecordSections = Pick<
  Sections,
  | "records"
  | "namelessGroups"
  | "decodeEntryStarts"
  | "decodeEntries"
  | "earlierBounds"
  | "earlierHints"
>;

/** How far each array is filled. */
export type RecordLengths = Record<keyof RecordSections, number>;

// The functions that set words of a record take all records, and where the words of the record start: a view for
// each record would take more time than all the words.

/** Sets the bounds of a record. */
export function setBounds(records: Int32Array, at: number, row: Boundary): void {
  records[at + L.LON_MIN] = row.lonMin;
  records[at + L.LON_WIDTH] = row.lonMax - row.lonMin;
  records[at + L.LAT_MIN] = row.latMin;
  records[at + L.LAT_HEIGHT] = row.latMax - row.latMin;
}

/** Sets the cell size. */
export function setSteps(records: Int32Array, at: number, lonQuarters: number, lat: number): void {
  records[at + L.STEP_LON_QUARTERS] = lonQuarters;
  records[at + L.STEP_LAT] = lat;
}

/** The flags that every record with codes has: its kind and lengths. */
export function flagsOf(kind: number, prefixLength: number, suffixLength: number): number {
  return kind | (prefixLength << L.PREFIX_SHIFT) | (suffixLength << L.SUFFIX_SHIFT);
}

/** A record without codes. It may still be the encompassing record of its territory. */
export function setNonEncoding(records: Int32Array, at: number, row: Boundary): void {
  setBounds(records, at, row);
  records[at + L.FLAGS] = L.KIND_NON_ENCODING | (row.restricted ? L.RESTRICTED : 0);
}

/** How a grid record divides into first-level cells, and these into cells (format 4.1). */
export function gridShape(row: Boundary) {
  // The characters of a cell: without the header letter, which codex 14 has behind the dot.
  const isDotLeft = row.codex === 14;
  const prefixLength = prefixLengthOf(row) - (isDotLeft ? 0 : row.recordType);
  const suffixLength = suffixLengthOf(row) - (isDotLeft ? row.recordType : 0);
  const isStandard = row.smartDiv === 1;
  const rows = isStandard ? Y_SIDE[prefixLength] : row.smartDiv;
  const columns = isStandard ? X_SIDE[prefixLength] : Math.trunc(DIGIT_POWERS[prefixLength] / rows);
  const gridLon = Math.ceil((row.lonMax - row.lonMin) / columns);
  const gridLat = Math.ceil((row.latMax - row.latMin) / rows);
  const stepLonQuarters = 4 * Math.ceil(gridLon / X_SIDE[suffixLength]);
  const stepLat = Math.ceil(gridLat / Y_SIDE[suffixLength]);
  const isSixWide = columns !== rows && prefixLength > 2;
  return {
    ...{ prefixLength, suffixLength, columns, rows, isSixWide },
    ...{ gridLon, gridLat, stepLonQuarters, stepLat },
  };
}

/** Format 4.1: a grid of first-level cells, each divided once more. */
export function setGrid(records: Int32Array, at: number, row: Boundary): void {
  const shape = gridShape(row);
  const { prefixLength, columns, rows } = shape;
  setBounds(records, at, row);
  setSteps(records, at, shape.stepLonQuarters, shape.stepLat);
  records[at + L.GRID_LON] = shape.gridLon;
  records[at + L.GRID_LAT] = shape.gridLat;
  records[at + L.GRID_COLUMNS] = columns;
  records[at + L.GRID_ROWS] = rows;
  const isLettered = row.recordType === 1;
  if (isLettered) {
    records[at + L.LETTER_OFFSET] = DIGITS.indexOf(row.headerLetter) * DIGIT_POWERS[prefixLength];
  }
  let flags = flagsOf(L.KIND_GRID, prefixLength + row.recordType, shape.suffixLength);
  if (shape.isSixWide) flags |= L.SIX_WIDE;
  if (prefixLength === 4 && columns === SWAPPED_SIDE && rows === SWAPPED_SIDE) flags |= L.SWAPPED;
  if (row.codex === 14) flags |= L.DOT_LEFT;
  if (row.restricted) flags |= isLettered ? L.RESTRICTED : L.RESTRICTED | L.VALID_WITHIN_EARLIER;
  records[at + L.FLAGS] = flags;
}
