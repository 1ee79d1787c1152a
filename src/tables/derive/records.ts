/** From boundary rows to the words of `records`: all numbers that depend on one row only. */
import { DIGIT_POWERS, DIGITS, X_SIDE, Y_SIDE } from "../format.ts";
import {
  DOT_LEFT,
  GRID_COLUMNS,
  GRID_LAT,
  GRID_LON,
  GRID_ROWS,
  KIND_BOUNDS_ONLY,
  KIND_GRID,
  LAT_HEIGHT,
  LAT_MIN,
  LETTER_OFFSET,
  LON_MIN,
  LON_WIDTH,
  PREFIX_SHIFT,
  RESTRICTED,
  SIX_WIDE,
  STEP_LAT,
  STEP_LON_QUARTERS,
  SUFFIX_SHIFT,
  SWAPPED,
  TRAITS,
  VALID_WITHIN_EARLIER,
} from "../layout/records.ts";
import type { Boundary } from "./boundaries.ts";

/** Words of one record: a view of `records`. The function for its kind fills them in. */
export type RecordWords = Int32Array;

/** Sets the bounds of a record. */
export function setBounds(words: RecordWords, row: Boundary): void {
  words[LON_MIN] = row.lonMin;
  words[LON_WIDTH] = row.lonMax - row.lonMin;
  words[LAT_MIN] = row.latMin;
  words[LAT_HEIGHT] = row.latMax - row.latMin;
}

/** Sets the cell size. */
export function setSteps(words: RecordWords, lonQuarters: number, lat: number): void {
  words[STEP_LON_QUARTERS] = lonQuarters;
  words[STEP_LAT] = lat;
}

/** The traits that every record with codes has: its kind and lengths. */
export function traitsOf(kind: number, prefixLength: number, suffixLength: number): number {
  return kind | (prefixLength << PREFIX_SHIFT) | (suffixLength << SUFFIX_SHIFT);
}

/** A record without codes. It may still be the outline of its territory. */
export function setBoundsOnly(words: RecordWords, row: Boundary): void {
  setBounds(words, row);
  words[TRAITS] = KIND_BOUNDS_ONLY | (row.restricted ? RESTRICTED : 0);
}

/** Digits of a first-level cell, and of a cell within it. */
export function gridLengths(codex: number): [prefixLength: number, suffixLength: number] {
  if (codex === 21) return [2, 2];
  if (codex === 14) return [2, 3];
  return [Math.trunc(codex / 10), codex % 10];
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
  const [prefixLength, suffixLength] = gridLengths(row.codex);
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
export function setGrid(words: RecordWords, row: Boundary): void {
  const shape = gridShape(row);
  const { prefixLength, suffixLength, columns, rows } = shape;
  setBounds(words, row);
  setSteps(words, shape.stepLonQuarters, shape.stepLat);
  words[GRID_LON] = shape.gridLon;
  words[GRID_LAT] = shape.gridLat;
  words[GRID_COLUMNS] = columns;
  words[GRID_ROWS] = rows;
  const isLettered = row.recordType === 1;
  if (isLettered) {
    words[LETTER_OFFSET] = DIGITS.indexOf(row.headerLetter) * DIGIT_POWERS[prefixLength];
  }
  let traits = traitsOf(KIND_GRID, prefixLength + (isLettered ? 1 : 0), suffixLength);
  if (shape.isSixWide) traits |= SIX_WIDE;
  if (prefixLength === 4 && columns === 961 && rows === 961) traits |= SWAPPED;
  if (row.codex === 14) traits |= DOT_LEFT;
  if (row.restricted) traits |= isLettered ? RESTRICTED : RESTRICTED | VALID_WITHIN_EARLIER;
  words[TRAITS] = traits;
}
