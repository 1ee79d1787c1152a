/** The territories whose area contains a point. Nothing here allocates. */
import { INVALID_COORDINATE } from "../codec/error-codes.ts";
import { setPoint } from "../codec/points.ts";
import { inputDegrees, POINT_LAT, POINT_LON, point } from "../codec/scratch.ts";
import { checkArray } from "../messages.ts";
import { LAT_LIMIT_MICRO_DEG, LON_LIMIT_MICRO_DEG } from "../tables/format.ts";
import { borderRecords, cellWords, listed, recordStarts, squares } from "./border-arrays.ts";
import * as layout from "./layout.ts";

/**
 * Writes the numbers of the territories whose area contains a point, the smallest area first. There are none at sea.
 * Two countries may claim the same land, and a country follows its subdivisions.
 * @param latDeg latitude in degrees; values beyond ±90 become ±90
 * @param lonDeg longitude in degrees; it wraps at ±180
 * @param territories an array of MAX_CANDIDATES numbers or more
 * @returns their number, or INVALID_COORDINATE
 * @throws TypeError if the array is not an Int16Array of so many numbers
 * @example
 * ```ts
 * const found = new Int16Array(MAX_CANDIDATES);
 * territoriesAtInto(22.543, 114.058, found); // 2
 * territories()[found[0]].alphaCode; // "CN-GD"
 * territories()[found[1]].alphaCode; // "CHN"
 * territoriesAtInto(10, -30, found); // 0
 * ```
 */
export function territoriesAtInto(latDeg: number, lonDeg: number, territories: Int16Array): number {
  checkArray("territories", territories, Int16Array, layout.MAX_CANDIDATES);
  // Why they are copied, and what becomes of other types: see beginEncode.
  inputDegrees[0] = typeof latDeg === "number" ? latDeg : Number.NaN;
  inputDegrees[1] = typeof lonDeg === "number" ? lonDeg : Number.NaN;
  return setPoint(point, inputDegrees, 0) ? territoriesAtPoint(territories) : INVALID_COORDINATE;
}

/** As territoriesAtInto, for `point`. */
export function territoriesAtPoint(territories: Int16Array): number {
  const lat = point[POINT_LAT] + LAT_LIMIT_MICRO_DEG;
  const lon = point[POINT_LON] + LON_LIMIT_MICRO_DEG;
  const column = (lon / layout.CELL_MICRO_DEG) | 0;
  const row =
    lat === 2 * LAT_LIMIT_MICRO_DEG ? layout.CELL_ROWS - 1 : (lat / layout.CELL_MICRO_DEG) | 0;
  const x =
    (((lon - column * layout.CELL_MICRO_DEG) * layout.CELL_UNITS) / layout.CELL_MICRO_DEG) | 0;
  // Only the pole has the last position. It counts as the one before, as there is no next cell.
  const north =
    (((lat - row * layout.CELL_MICRO_DEG) * layout.CELL_UNITS) / layout.CELL_MICRO_DEG) | 0;
  const y = north === layout.CELL_UNITS ? layout.CELL_UNITS - 1 : north;

  const cell = cellWords[row * layout.CELL_COLUMNS + column];
  const bits = cell & layout.SQUARE_BITS_MASK;
  const shift = layout.POSITION_BITS - bits;
  const square =
    squares[(cell >>> layout.CELL_SQUARE_SHIFT) + ((y >> shift) << bits) + (x >> shift)];
  if (square >= layout.LIST_LIMIT)
    return findInRecord(square - layout.LIST_LIMIT, x, y, territories);
  let count = 0;
  for (let at = square; listed[at] > 0; at++) territories[count++] = listed[at] - 1;
  return count;
}

/** Finds the territories in a square with borders: a ray to the east enters or leaves areas at each line. */
function findInRecord(record: number, x: number, y: number, territories: Int16Array): number {
  const start = recordStarts[record];
  let mask = borderRecords[start + layout.RECORD_MASK];
  let line = start + layout.RECORD_LINES;
  for (let points = borderRecords[line]; points !== 0; points = borderRecords[line]) {
    const lineMask = borderRecords[line + layout.LINE_MASK];
    line += layout.LINE_POINTS;
    const end = line + 2 * points;
    let x0 = borderRecords[line];
    let y0 = borderRecords[line + 1];
    for (line += 2; line < end; line += 2) {
      const x1 = borderRecords[line];
      const y1 = borderRecords[line + 1];
      // A line includes its southern end and not its northern one: a ray crosses only one of two lines that meet.
      if (y0 <= y !== y1 <= y) {
        const rise = (x1 - x0) * (y - y0);
        const run = (x - x0) * (y1 - y0);
        if (y0 < y1 ? rise > run : rise < run) mask ^= lineMask;
      }
      x0 = x1;
      y0 = y1;
    }
  }
  const first = borderRecords[start + layout.RECORD_LIST];
  let count = 0;
  for (let index = first; mask !== 0; index++) {
    if ((mask & 1) !== 0) territories[count++] = listed[index] - 1;
    mask >>= 1;
  }
  return count;
}
