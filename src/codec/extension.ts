/** The characters after the hyphen: each pair divides the cell 30 x 30 (format 5 and 7.5). */
import { CHAR_HYPHEN, CHAR_VALUES, DIGIT_CHARS, VALUE_A } from "../digits/digits.ts";
import { LAT_FRACTIONS } from "../tables/format.ts";

/** Cells of a pair in each direction; single characters number a 5 x 6 coarser grid of them. */
const SIDE = 30;
const COARSE_COLUMNS = 5;
const COARSE_ROWS = 6;

/**
 * Writes a hyphen and `precision` characters at `at`.
 * @param lon where the point lies in its cell, and the cell's width, in fractions of longitude
 * @param lat likewise in fractions of latitude, in the direction that rows are counted
 * @returns the place behind what was written
 */
export function writeExtension(
  lon: number,
  lonSize: number,
  lat: number,
  latSize: number,
  precision: number,
  chars: Uint8Array,
  at: number,
): number {
  let restLon = lon;
  let restLat = lat;
  let sizeLon = lonSize;
  let sizeLat = latSize;
  const end = at + 1 + precision;
  chars[at] = CHAR_HYPHEN;
  for (let place = at + 1; ; place += 2) {
    sizeLon = (sizeLon / SIDE) | 0;
    sizeLat = (sizeLat / SIDE) | 0;
    const column = (restLon / sizeLon) | 0;
    const row = (restLat / sizeLat) | 0;
    const coarseColumn = (column / COARSE_ROWS) | 0;
    const coarseRow = (row / COARSE_COLUMNS) | 0;
    chars[place] = DIGIT_CHARS[coarseRow * COARSE_COLUMNS + coarseColumn] as number;
    if (place + 1 >= end) return end;
    const fineColumn = column - coarseColumn * COARSE_ROWS;
    const fineRow = row - coarseRow * COARSE_COLUMNS;
    chars[place + 1] = DIGIT_CHARS[fineRow * COARSE_ROWS + fineColumn] as number;
    if (place + 2 >= end) return end;
    restLon -= column * sizeLon;
    restLat -= row * sizeLat;
  }
}

/**
 * The part of a cell that an extension stands for. A cell without one is its own part.
 * `lon` and `lat` count parts from the corner; sizes are in fractions, negative latitude downwards.
 */
export const part = new Float64Array(4);
export const PART_LON = 0;
export const PART_LAT = 1;
export const PART_LON_SIZE = 2;
export const PART_LAT_SIZE = 3;

/**
 * Finds the part of a cell of `stepLonQuarters` by `stepLat` micro-degrees.
 * @returns false when the extension holds a vowel, which is an unknown mapcode
 */
export function readExtension(
  chars: Uint8Array,
  count: number,
  stepLonQuarters: number,
  stepLat: number,
): boolean {
  let lon = 0;
  let lat = 0;
  for (let place = 0; place < count; place += 2) {
    const upper = CHAR_VALUES[chars[place] as number] as number;
    const lower = place + 1 < count ? (CHAR_VALUES[chars[place + 1] as number] as number) : 0;
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
