/** Extensions, the characters after the hyphen: each pair divides the cell 30 x 30 (format 5 and 7.5). */
import { CHAR_HYPHEN, DIGIT_CHARS, VALUE_A } from "../digits/digits.ts";
import { PART_LAT, PART_LAT_SIZE, PART_LON, PART_LON_SIZE, part } from "../scratch.ts";
import { LAT_FRACTIONS } from "../tables/format.ts";

/** Cells of a pair in each direction. A single character selects one of 5 x 6 groups of these cells. */
const SIDE = 30;
const COARSE_COLUMNS = 5;
const COARSE_ROWS = 6;

/** The two characters of each of SIDE x SIDE cells, row by row, the first in the upper byte. */
const CELL_CHARS = Uint16Array.from({ length: SIDE * SIDE }, (_, cell) => {
  const row = Math.trunc(cell / SIDE);
  const column = cell % SIDE;
  const upper =
    Math.trunc(row / COARSE_COLUMNS) * COARSE_COLUMNS + Math.trunc(column / COARSE_ROWS);
  const lower = (row % COARSE_COLUMNS) * COARSE_ROWS + (column % COARSE_ROWS);
  return (DIGIT_CHARS[upper] << 8) | DIGIT_CHARS[lower];
});

/**
 * Writes a hyphen and all MAX_PRECISION characters at `at`; a caller that needs fewer cuts the rest off.
 * A step has SIDE to the power of 4 fractions, so that one division gives the cells of all pairs in a
 * direction, as digits of base SIDE.
 * @param lon position of the point in its cell, fractions of longitude from the west
 * @param stepLonQuarters width of the cell, quarter micro-degrees
 * @param lat position, fractions of latitude in the direction in which rows count
 * @param stepLat height of the cell, micro-degrees
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

/** Writes four characters: two digits of base SIDE in each direction. */
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
 * Writes the part of a cell that an extension selects to `part`.
 * @param stepLonQuarters width of the cell, quarter micro-degrees
 * @param stepLat height of the cell, micro-degrees; negative if it counts downwards
 * @returns false if the extension contains a vowel: the mapcode is unknown
 */
export function readExtension(
  digits: Int32Array,
  count: number,
  stepLonQuarters: number,
  stepLat: number,
): boolean {
  if (count === 0) {
    // Most codes have no extension: among codes with and without, this saves 5% of decoding.
    part[PART_LON] = 0;
    part[PART_LAT] = 0;
    part[PART_LON_SIZE] = stepLonQuarters * LAT_FRACTIONS;
    part[PART_LAT_SIZE] = stepLat * LAT_FRACTIONS;
    return true;
  }
  let lon = 0;
  let lat = 0;
  for (let index = 0; index < count; index += 2) {
    const upper = digits[index];
    const lower = index + 1 < count ? digits[index + 1] : 0;
    if (upper >= VALUE_A || lower >= VALUE_A) return false;
    const coarseRow = (upper / COARSE_COLUMNS) | 0;
    const fineRow = (lower / COARSE_ROWS) | 0;
    const coarseColumn = upper - coarseRow * COARSE_COLUMNS;
    const fineColumn = lower - fineRow * COARSE_ROWS;
    lon = lon * SIDE + coarseColumn * COARSE_ROWS + fineColumn;
    lat = lat * SIDE + coarseRow * COARSE_COLUMNS + fineRow;
  }
  // A quarter micro-degree of longitude has as many fractions as a micro-degree of latitude.
  let scale = LAT_FRACTIONS;
  for (let index = 0; index < count; index += 2) scale /= SIDE;
  const isOdd = count % 2 === 1;
  part[PART_LON] = lon * stepLonQuarters * scale;
  part[PART_LAT] = lat * stepLat * scale;
  part[PART_LON_SIZE] = stepLonQuarters * scale * (isOdd ? COARSE_ROWS : 1);
  part[PART_LAT_SIZE] = stepLat * scale * (isOdd ? COARSE_COLUMNS : 1);
  return true;
}
