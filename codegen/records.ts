/** Packs boundary rows into the words of `records`: all numbers that depend on one row only. */
import { DIGIT_POWERS, DIGITS, LAT_FRACTIONS, X_SIDE, Y_SIDE } from "../src/tables/format.ts";
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
  MAX_CELL_COLUMNS,
  MAX_CELL_ROWS,
  PREFIX_SHIFT,
  RECORD_WORDS,
  RESTRICTED,
  SIX_WIDE,
  STEP_LAT,
  STEP_LON_QUARTERS,
  SUFFIX_SHIFT,
  SWAPPED,
  TRAITS,
  VALID_WITHIN_EARLIER,
} from "../src/tables/layout/records.ts";
import { expectRow } from "./errors.ts";
import type { BoundaryRow } from "./read.ts";

const MAX_INT32 = 2 ** 31 - 1;

/** Words of one record. The function for its kind fills them in. */
export type RecordWords = Int32Array;

/** New words of a record, with its bounds. */
export function recordWords(row: BoundaryRow): RecordWords {
  const words = new Int32Array(RECORD_WORDS);
  words[LON_MIN] = row.lonMin;
  words[LON_WIDTH] = row.lonMax - row.lonMin;
  words[LAT_MIN] = row.latMin;
  words[LAT_HEIGHT] = row.latMax - row.latMin;
  return words;
}

/** Sets the cell size, and checks that the engine computes extensions of such a cell within 32 bits. */
export function setSteps(
  words: RecordWords,
  row: BoundaryRow,
  lonQuarters: number,
  lat: number,
): void {
  const largest = Math.max(lonQuarters, lat) * LAT_FRACTIONS;
  expectRow(largest <= MAX_INT32, "boundaries.csv", row, "its cells are too large", "int32");
  words[STEP_LON_QUARTERS] = lonQuarters;
  words[STEP_LAT] = lat;
}

/** The traits that every record with codes has: its kind and lengths. */
export function traitsOf(kind: number, prefixLength: number, suffixLength: number): number {
  return kind | (prefixLength << PREFIX_SHIFT) | (suffixLength << SUFFIX_SHIFT);
}

/** A record without codes. It may still be the outline of its territory. */
export function boundsOnlyRecord(row: BoundaryRow): RecordWords {
  const words = recordWords(row);
  words[TRAITS] = KIND_BOUNDS_ONLY | (row.restricted ? RESTRICTED : 0);
  return words;
}

/** Digits of a first-level cell, and of a cell within it. */
export function gridLengths(codex: number): [prefixLength: number, suffixLength: number] {
  if (codex === 21) return [2, 2];
  if (codex === 14) return [2, 3];
  return [Math.trunc(codex / 10), codex % 10];
}

/** Format 4.1: a grid of first-level cells, each divided once more. */
export function gridRecord(row: BoundaryRow): RecordWords {
  const words = recordWords(row);
  const [prefixLength, suffixLength] = gridLengths(row.codex);
  const cells = DIGIT_POWERS[prefixLength];
  const isStandard = row.smartDiv === 1;
  const rows = isStandard ? Y_SIDE[prefixLength] : row.smartDiv;
  const columns = isStandard ? X_SIDE[prefixLength] : Math.trunc(cells / rows);
  const isSixWide = columns !== rows && prefixLength > 2;
  const actual = `${columns} x ${rows} cells`;
  expectRow(!isSixWide || columns >= 4, "boundaries.csv", row, actual, "at least 4 columns");
  const isPacked = columns <= MAX_CELL_COLUMNS && rows <= MAX_CELL_ROWS;
  const max = `at most ${MAX_CELL_COLUMNS} x ${MAX_CELL_ROWS}`;
  expectRow(isPacked, "boundaries.csv", row, actual, max);

  const gridLon = Math.ceil(words[LON_WIDTH] / columns);
  const gridLat = Math.ceil(words[LAT_HEIGHT] / rows);
  words[GRID_LON] = gridLon;
  words[GRID_LAT] = gridLat;
  words[GRID_COLUMNS] = columns;
  words[GRID_ROWS] = rows;
  const stepLon = Math.ceil(gridLon / X_SIDE[suffixLength]);
  const stepLat = Math.ceil(gridLat / Y_SIDE[suffixLength]);
  setSteps(words, row, 4 * stepLon, stepLat);
  // Codes that no point has can lead to cells up to one first-level cell outside.
  const east = 4 * (row.lonMin + (columns + 1) * gridLon);
  expectRow(east <= MAX_INT32, "boundaries.csv", row, "its cells reach too far east", "int32");

  const isLettered = row.recordType === 1;
  if (isLettered) words[LETTER_OFFSET] = DIGITS.indexOf(row.headerLetter) * cells;
  let traits = traitsOf(KIND_GRID, prefixLength + (isLettered ? 1 : 0), suffixLength);
  if (isSixWide) traits |= SIX_WIDE;
  if (prefixLength === 4 && columns === 961 && rows === 961) traits |= SWAPPED;
  if (row.codex === 14) traits |= DOT_LEFT;
  if (row.restricted) traits |= isLettered ? RESTRICTED : RESTRICTED | VALID_WITHIN_EARLIER;
  words[TRAITS] = traits;
  return words;
}
