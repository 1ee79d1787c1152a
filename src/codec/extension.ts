/** Extensions, the characters after the hyphen: each pair divides the cell 30 x 30 (format 5 and 7.5). */
import { HYPHEN } from "../characters.ts";
import { DIGIT_CHARS } from "../digits/digits.ts";
import { LAT_FRACTIONS } from "../tables/format.ts";
import { subcell } from "./scratch.ts";

/** A pair of characters selects one of SIDE x SIDE cells; the first alone, a group of these cells. */
const SIDE = 30;
const GROUP_WIDTH = 6;
const GROUP_HEIGHT = 5;
const GROUPS_IN_ROW = SIDE / GROUP_WIDTH;

/** The two characters of each of SIDE x SIDE cells, row by row, the first in the upper byte. */
const CELL_CHARS = Uint16Array.from({ length: SIDE * SIDE }, (_, cell) => {
  const row = Math.trunc(cell / SIDE);
  const column = cell % SIDE;
  const upper = Math.trunc(row / GROUP_HEIGHT) * GROUPS_IN_ROW + Math.trunc(column / GROUP_WIDTH);
  const lower = (row % GROUP_HEIGHT) * GROUP_WIDTH + (column % GROUP_WIDTH);
  return (DIGIT_CHARS[upper] << 8) | DIGIT_CHARS[lower];
});

/**
 * Writes a hyphen and all MAX_PRECISION characters for a position in a cell, in fractions; the caller ignores the last
 * ones. In each direction, one division gives a number below SIDE ** 4; its digits of base SIDE are the cells of pairs.
 */
export function writeExtension(
  lon: number,
  stepLonQuarters: number,
  lat: number,
  stepLat: number,
  chars: Uint8Array,
  hyphen: number,
): void {
  const column = (lon / stepLonQuarters) | 0;
  const row = (lat / stepLat) | 0;
  const upperColumn = (column / (SIDE * SIDE)) | 0;
  const upperRow = (row / (SIDE * SIDE)) | 0;
  chars[hyphen] = HYPHEN;
  writeCells(upperColumn, upperRow, chars, hyphen + 1);
  const lowerColumn = (column - Math.imul(upperColumn, SIDE * SIDE)) | 0;
  const lowerRow = (row - Math.imul(upperRow, SIDE * SIDE)) | 0;
  writeCells(lowerColumn, lowerRow, chars, hyphen + 5);
}

/** Writes four characters: two digits of base SIDE in each direction. */
function writeCells(column: number, row: number, chars: Uint8Array, start: number): void {
  const upperColumn = (column / SIDE) | 0;
  const upperRow = (row / SIDE) | 0;
  const lowerColumn = (column - Math.imul(SIDE, upperColumn)) | 0;
  const lowerRow = (row - Math.imul(SIDE, upperRow)) | 0;
  const upper = CELL_CHARS[(Math.imul(SIDE, upperRow) + upperColumn) | 0];
  const lower = CELL_CHARS[(Math.imul(SIDE, lowerRow) + lowerColumn) | 0];
  chars[start] = upper >> 8;
  chars[start + 1] = upper;
  chars[start + 2] = lower >> 8;
  chars[start + 3] = lower;
}

/** Writes the part of a cell that an extension selects to `subcell`; its height is negative if rows are from the north. */
export function readExtension(
  digits: Int32Array,
  count: number,
  stepLonQuarters: number,
  stepLat: number,
): void {
  // A quarter micro-degree of longitude has as many fractions as a micro-degree of latitude.
  let scale = LAT_FRACTIONS;
  let lon = 0;
  let lat = 0;
  for (let index = 0; index < count; index += 2) {
    const upper = digits[index];
    const lower = index + 1 < count ? digits[index + 1] : 0;
    const groupRow = (upper / GROUPS_IN_ROW) | 0;
    const rowInGroup = (lower / GROUP_WIDTH) | 0;
    const groupColumn = upper - groupRow * GROUPS_IN_ROW;
    const columnInGroup = lower - rowInGroup * GROUP_WIDTH;
    lon = lon * SIDE + groupColumn * GROUP_WIDTH + columnInGroup;
    lat = lat * SIDE + groupRow * GROUP_HEIGHT + rowInGroup;
    scale /= SIDE;
  }
  const isOdd = count % 2 === 1;
  subcell.lon = lon * stepLonQuarters * scale;
  subcell.lat = lat * stepLat * scale;
  subcell.lonSize = stepLonQuarters * scale * (isOdd ? GROUP_WIDTH : 1);
  subcell.latSize = stepLat * scale * (isOdd ? GROUP_HEIGHT : 1);
}
