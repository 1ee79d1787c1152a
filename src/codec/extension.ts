/** The characters after the hyphen: each pair divides the cell 30 x 30 (format 5 and 7.5). */
import { CHAR_HYPHEN, DIGIT_CHARS, VALUE_A } from "../digits/digits.ts";
import { LAT_FRACTIONS } from "../tables/format.ts";
import { offHeap } from "../tables/off-heap.ts";

/** Cells of a pair in each direction; single characters number a 5 x 6 coarser grid of them. */
const SIDE = 30;
const COARSE_COLUMNS = 5;
const COARSE_ROWS = 6;

/**
 * The two characters of a cell of SIDE x SIDE, the first in the upper byte; rows are SIDE wide.
 */
const CELL_CHARS = Uint16Array.from({ length: SIDE * SIDE }, (_, cell) => {
  const row = Math.trunc(cell / SIDE);
  const column = cell % SIDE;
  const upper =
    Math.trunc(row / COARSE_COLUMNS) * COARSE_COLUMNS + Math.trunc(column / COARSE_ROWS);
  const lower = (row % COARSE_COLUMNS) * COARSE_ROWS + (column % COARSE_ROWS);
  return (DIGIT_CHARS[upper] << 8) | DIGIT_CHARS[lower];
});

/**
 * Writes a hyphen and all MAX_PRECISION characters at `at`; who wants fewer leaves the last off.
 * A step has SIDE to the power of 4 fractions, so that one division gives all cells of a direction
 * at once, as digits of that base.
 * @param lon where the point lies in its cell, in fractions of longitude, and the cell's width in
 *   quarter micro-degrees
 * @param lat likewise in fractions of latitude, in the direction that rows are counted, and the
 *   height in micro-degrees
 */
export function writeExtension(
  lon: number,
  stepLonQuarters: number,
  lat: number,
  stepLat: number,
  chars: Uint8Array,
  at: number,
): void {
  const column = (lon / stepLonQuarters) | 0;
  const row = (lat / stepLat) | 0;
  const upperColumn = (column / (SIDE * SIDE)) | 0;
  const upperRow = (row / (SIDE * SIDE)) | 0;
  chars[at] = CHAR_HYPHEN;
  writeCells(upperColumn, upperRow, chars, at + 1);
  const lowerColumn = column - upperColumn * SIDE * SIDE;
  writeCells(lowerColumn, row - upperRow * SIDE * SIDE, chars, at + 5);
}

/** Writes the four characters of two digits of base SIDE in either direction. */
function writeCells(column: number, row: number, chars: Uint8Array, at: number): void {
  const upperColumn = (column / SIDE) | 0;
  const upperRow = (row / SIDE) | 0;
  const upper = CELL_CHARS[upperRow * SIDE + upperColumn];
  const lower = CELL_CHARS[(row - upperRow * SIDE) * SIDE + (column - upperColumn * SIDE)];
  chars[at] = upper >> 8;
  chars[at + 1] = upper;
  chars[at + 2] = lower >> 8;
  chars[at + 3] = lower;
}

/**
 * The part of a cell that an extension stands for. A cell without one is its own part.
 * `lon` and `lat` count parts from the corner; sizes are in fractions, negative latitude downwards.
 */
export const part = offHeap(Float64Array, 4);
export const PART_LON = 0;
export const PART_LAT = 1;
export const PART_LON_SIZE = 2;
export const PART_LAT_SIZE = 3;

/**
 * Finds the part of a cell of `stepLonQuarters` by `stepLat` micro-degrees.
 * @returns false when the extension holds a vowel, which is an unknown mapcode
 */
export function readExtension(
  values: Int32Array,
  count: number,
  stepLonQuarters: number,
  stepLat: number,
): boolean {
  if (count === 0) {
    // What most codes have; where extensions are read as well, it saves 5% of all decoding.
    part[PART_LON] = 0;
    part[PART_LAT] = 0;
    part[PART_LON_SIZE] = stepLonQuarters * LAT_FRACTIONS;
    part[PART_LAT_SIZE] = stepLat * LAT_FRACTIONS;
    return true;
  }
  let lon = 0;
  let lat = 0;
  for (let place = 0; place < count; place += 2) {
    const upper = values[place];
    const lower = place + 1 < count ? values[place + 1] : 0;
    if (upper >= VALUE_A || lower >= VALUE_A) return false;
    const coarseRow = (upper / COARSE_COLUMNS) | 0;
    const fineRow = (lower / COARSE_ROWS) | 0;
    const coarseColumn = upper - coarseRow * COARSE_COLUMNS;
    const fineColumn = lower - fineRow * COARSE_ROWS;
    lon = lon * SIDE + coarseColumn * COARSE_ROWS + fineColumn;
    lat = lat * SIDE + coarseRow * COARSE_COLUMNS + fineRow;
  }
  // As many fractions of longitude in a quarter of a micro-degree as of latitude in a whole one.
  let scale = LAT_FRACTIONS;
  for (let place = 0; place < count; place += 2) scale /= SIDE;
  const isOdd = count % 2 === 1;
  part[PART_LON] = lon * stepLonQuarters * scale;
  part[PART_LAT] = lat * stepLat * scale;
  part[PART_LON_SIZE] = stepLonQuarters * scale * (isOdd ? COARSE_ROWS : 1);
  part[PART_LAT_SIZE] = stepLat * scale * (isOdd ? COARSE_COLUMNS : 1);
  return true;
}
