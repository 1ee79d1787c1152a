/**
 * Grid records (format 4.1 and 7.1): the digits before the dot number a first-level cell, the digits after
 * it a cell within that one. Rows count from the south.
 */
import { DOT } from "../characters.ts";
import { columnOf, gridCell, NO_CELL, rowOf, sixWide } from "../digits/cells.ts";
import { writeAfterDot, writeBeforeDot } from "../digits/digits.ts";
import { interleaveDigits, lastRow, suffixCell, suffixNumber } from "../digits/suffixes.ts";
import {
  CELL_EAST_LIMIT,
  CELL_LAT,
  CELL_LAT_LIMIT,
  CELL_LON_QUARTERS,
  CELL_OFFSET_LAT,
  CELL_OFFSET_LON_QUARTERS,
  CELL_STEP_LAT,
  CELL_STEP_LON_QUARTERS,
  cellOffset,
  codeCell,
  POINT_LAT,
  POINT_LON,
  type Point,
  parsed,
} from "../scratch.ts";
import { BASE } from "../tables/format.ts";
import {
  DOT_LEFT,
  ENTRY_RECORD_SHIFT,
  GRID_COLUMNS,
  GRID_LAT,
  GRID_LON,
  GRID_ROWS,
  LAT_HEIGHT,
  LAT_MIN,
  LENGTH_MASK,
  LETTER_OFFSET,
  LON_MIN,
  LON_WIDTH,
  PREFIX_SHIFT,
  RECORD_WORDS,
  SIX_WIDE,
  SIX_WIDE_SHIFT,
  STEP_LAT,
  STEP_LON_QUARTERS,
  SUFFIX_SHIFT,
  SWAPPED,
  SWAPPED_SHIFT,
} from "../tables/layout/records.ts";
import { records } from "../tables/tables.ts";
import { UNKNOWN_MAPCODE } from "./code-arrays.ts";
import { lonInRecord } from "./search.ts";

/** Writes the code of a point, and the point's offset in its cell to `cellOffset`; see writeCode. */
export function writeGrid(
  point: Point,
  base: number,
  flags: number,
  chars: Uint8Array,
  start: number,
): number {
  const gridLon = records[base + GRID_LON];
  const gridLat = records[base + GRID_LAT];
  const lonOffset = lonInRecord(base, point[POINT_LON]) | 0;
  const latOffset = (point[POINT_LAT] - records[base + LAT_MIN]) | 0;
  const column = (lonOffset / gridLon) | 0;
  const row = (latOffset / gridLat) | 0;
  const rows = records[base + GRID_ROWS];
  let prefix: number;
  if (flags & SIX_WIDE) {
    prefix = sixWide(column, row, records[base + GRID_COLUMNS], rows);
  } else if (flags & SWAPPED) {
    prefix = (Math.imul(BASE, interleaveDigits(column)) + interleaveDigits(rows - 1 - row)) | 0;
  } else {
    prefix = (Math.imul(column, rows) + (rows - 1 - row)) | 0;
  }

  const stepLon = records[base + STEP_LON_QUARTERS];
  const stepLat = records[base + STEP_LAT];
  const lonQuarters = (lonOffset - Math.imul(column, gridLon)) << 2;
  const latInGrid = (latOffset - Math.imul(row, gridLat)) | 0;
  const fineColumn = (lonQuarters / stepLon) | 0;
  const fineRow = (latInGrid / stepLat) | 0;
  cellOffset[CELL_OFFSET_LON_QUARTERS] = lonQuarters - Math.imul(fineColumn, stepLon);
  cellOffset[CELL_OFFSET_LAT] = latInGrid - Math.imul(fineRow, stepLat);

  const suffix = suffixNumber((flags >> SUFFIX_SHIFT) & LENGTH_MASK, fineColumn, fineRow);
  prefix = (prefix + records[base + LETTER_OFFSET]) | 0;
  const prefixLength = (flags >> PREFIX_SHIFT) & LENGTH_MASK;
  const dot = start + prefixLength;
  const letters =
    writeBeforeDot(prefix, prefixLength, chars, start) | writeAfterDot(suffix, chars, dot);
  if (flags & DOT_LEFT) {
    chars[dot] = chars[dot - 1];
    chars[dot - 1] = DOT;
  }
  return letters;
}

/** Reads the digits in `parsed`; see readCode. */
export function readGrid(entry: number): number {
  const base = (entry >> ENTRY_RECORD_SHIFT) * RECORD_WORDS;
  const isDotLeft = (entry & DOT_LEFT) !== 0;
  const columns = records[base + GRID_COLUMNS];
  const rows = records[base + GRID_ROWS];
  // Math.imul and `| 0` spare V8 the checks for overflow, 3% of decoding. Codegen proves that nothing
  // overflows (see checkGrid in codegen/check-records.ts).
  let prefix = parsed.prefixValue;
  if (isDotLeft) prefix = (Math.imul(BASE, prefix) + parsed.suffix1) | 0;
  prefix = (prefix - records[base + LETTER_OFFSET]) | 0;
  // Swaps the second and third digit, or adds 0, without a branch (see gridCell).
  const isSwapped = -((entry >> SWAPPED_SHIFT) & 1);
  prefix += Math.imul(parsed.prefix2 - parsed.prefix3, BASE * BASE - BASE) & isSwapped;
  const coarse = gridCell((entry >> SIX_WIDE_SHIFT) & 1, prefix, columns, rows);
  if (coarse === NO_CELL) return UNKNOWN_MAPCODE;
  const column = columnOf(coarse);
  const row = (rows - 1 - rowOf(coarse)) | 0;

  const suffixLength = (entry >> SUFFIX_SHIFT) & LENGTH_MASK;
  const fine = isDotLeft
    ? suffixCell(suffixLength, parsed.suffix2, parsed.suffix3, parsed.suffix4, 0)
    : suffixCell(suffixLength, parsed.suffix1, parsed.suffix2, parsed.suffix3, parsed.suffix4);
  const fineRow = (lastRow(suffixLength) - rowOf(fine)) | 0;
  const stepLon = records[base + STEP_LON_QUARTERS];
  const stepLat = records[base + STEP_LAT];
  const gridLon = records[base + GRID_LON];
  const gridLat = records[base + GRID_LAT];
  const lonMin = records[base + LON_MIN];
  const latMin = records[base + LAT_MIN];
  const lonMax = (lonMin + records[base + LON_WIDTH]) | 0;
  const latMax = (latMin + records[base + LAT_HEIGHT]) | 0;
  const cellLon = (lonMin + Math.imul(column, gridLon)) | 0;
  const cellLat = (latMin + Math.imul(row, gridLat)) | 0;
  const lonQuarters = ((cellLon << 2) + Math.imul(columnOf(fine), stepLon)) | 0;
  const lat = (cellLat + Math.imul(fineRow, stepLat)) | 0;
  if (lonQuarters >= lonMax << 2 || lat >= latMax) return UNKNOWN_MAPCODE;
  codeCell[CELL_LON_QUARTERS] = lonQuarters;
  codeCell[CELL_LAT] = lat;
  codeCell[CELL_STEP_LON_QUARTERS] = stepLon;
  codeCell[CELL_STEP_LAT] = stepLat;
  codeCell[CELL_EAST_LIMIT] = Math.min((cellLon + gridLon) | 0, lonMax);
  codeCell[CELL_LAT_LIMIT] = Math.min((cellLat + gridLat) | 0, latMax);
  return entry;
}
