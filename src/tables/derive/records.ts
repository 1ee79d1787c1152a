/** From boundary rows to the words of `records`: all numbers that depend on one row only. */
import { DIGIT_POWERS, DIGITS, SWAPPED_SIDE, X_SIDE, Y_SIDE } from "../format.ts";
import * as L from "../layout/records.ts";
import type { Sections } from "../layout/sections.ts";
import type { Boundary } from "./boundaries.ts";

/** The arrays that are derived from boundary records, but for the spatial index. */
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

// Lengths come from functions of their own: V8 interprets an array of two, or its spreading, ten times as long.

/** Digits of a first-level cell. */
export function gridPrefixLength(codex: number): number {
  return codex === 14 ? 2 : Math.trunc(codex / 10);
}

/** Digits of a cell within it. */
export function gridSuffixLength(codex: number): number {
  if (codex === 21) return 2;
  return codex === 14 ? 3 : codex % 10;
}

/** How a grid record divides into first-level cells, and these into cells (format 4.1). */
export interface GridShape {
  readonly prefixLength: number;
  readonly suffixLength: number;
  readonly columns: number;
  readonly rows: number;
  readonly isSixWide: boolean;
  /** The size of a first-level cell, in micro-degrees. */
  readonly gridLon: number;
  readonly gridLat: number;
  /** The size of a cell, in quarter micro-degrees of longitude and micro-degrees of latitude. */
  readonly stepLonQuarters: number;
  readonly stepLat: number;
}

export function gridShape(row: Boundary): GridShape {
  const prefixLength = gridPrefixLength(row.codex);
  const suffixLength = gridSuffixLength(row.codex);
  const isStandard = row.smartDiv === 1;
  const rows = isStandard ? Y_SIDE[prefixLength] : row.smartDiv;
  const columns = isStandard ? X_SIDE[prefixLength] : Math.trunc(DIGIT_POWERS[prefixLength] / rows);
  const gridLon = Math.ceil((row.lonMax - row.lonMin) / columns);
  const gridLat = Math.ceil((row.latMax - row.latMin) / rows);
  return {
    prefixLength,
    suffixLength,
    columns,
    rows,
    isSixWide: columns !== rows && prefixLength > 2,
    gridLon,
    gridLat,
    stepLonQuarters: 4 * Math.ceil(gridLon / X_SIDE[suffixLength]),
    stepLat: Math.ceil(gridLat / Y_SIDE[suffixLength]),
  };
}

/** Format 4.1: a grid of first-level cells, each divided once more. */
export function setGrid(records: Int32Array, at: number, row: Boundary): void {
  const shape = gridShape(row);
  const { prefixLength, suffixLength, columns, rows } = shape;
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
  let flags = flagsOf(L.KIND_GRID, prefixLength + (isLettered ? 1 : 0), suffixLength);
  if (shape.isSixWide) flags |= L.SIX_WIDE;
  if (prefixLength === 4 && columns === SWAPPED_SIDE && rows === SWAPPED_SIDE) flags |= L.SWAPPED;
  if (row.codex === 14) flags |= L.DOT_LEFT;
  if (row.restricted) flags |= isLettered ? L.RESTRICTED : L.RESTRICTED | L.VALID_WITHIN_EARLIER;
  records[at + L.FLAGS] = flags;
}
