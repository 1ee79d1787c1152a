/** Grid records (format 4.1 and 7.1): digits before the dot select a first-level cell, the others a cell within it. */
import { DOT } from "../characters.ts";
import * as C from "../digits/cells.ts";
import { writeAfterDot, writeBeforeDot } from "../digits/digits.ts";
import * as S from "../digits/scratch.ts";
import { BASE } from "../tables/format.ts";
import * as L from "../tables/layout/records.ts";
import { records } from "../tables/tables.ts";
import { UNKNOWN_MAPCODE } from "./arrays.ts";
import { lonInRecord } from "./find.ts";

/** Writes the code of a point, and the point's offset in its cell to `cellOffset`; see writeCode. */
export function writeGrid(
  point: S.Point,
  base: number,
  flags: number,
  chars: Uint8Array,
  start: number,
): number {
  const gridLon = records[base + L.GRID_LON];
  const gridLat = records[base + L.GRID_LAT];
  const lonOffset = lonInRecord(base, point[S.POINT_LON]) | 0;
  const latOffset = (point[S.POINT_LAT] - records[base + L.LAT_MIN]) | 0;
  const column = (lonOffset / gridLon) | 0;
  const row = (latOffset / gridLat) | 0;
  const rows = records[base + L.GRID_ROWS];
  let prefix: number;
  if (flags & L.SIX_WIDE) {
    prefix = C.sixWide(column, row, records[base + L.GRID_COLUMNS], rows);
  } else if (flags & L.SWAPPED) {
    prefix = (Math.imul(BASE, C.interleaveDigits(column)) + C.interleaveDigits(rows - 1 - row)) | 0;
  } else {
    prefix = (Math.imul(column, rows) + (rows - 1 - row)) | 0;
  }

  const stepLon = records[base + L.STEP_LON_QUARTERS];
  const stepLat = records[base + L.STEP_LAT];
  const lonQuarters = (lonOffset - Math.imul(column, gridLon)) << 2;
  const latInGrid = (latOffset - Math.imul(row, gridLat)) | 0;
  const fineColumn = (lonQuarters / stepLon) | 0;
  const fineRow = (latInGrid / stepLat) | 0;
  S.cellOffset[S.CELL_OFFSET_LON_QUARTERS] = lonQuarters - Math.imul(fineColumn, stepLon);
  S.cellOffset[S.CELL_OFFSET_LAT] = latInGrid - Math.imul(fineRow, stepLat);

  const suffix = C.suffixNumber((flags >> L.SUFFIX_SHIFT) & L.LENGTH_MASK, fineColumn, fineRow);
  prefix = (prefix + records[base + L.LETTER_OFFSET]) | 0;
  const prefixLength = (flags >> L.PREFIX_SHIFT) & L.LENGTH_MASK;
  const dot = start + prefixLength;
  const letters =
    writeBeforeDot(prefix, prefixLength, chars, start) | writeAfterDot(suffix, chars, dot);
  if (flags & L.DOT_LEFT) {
    chars[dot] = chars[dot - 1];
    chars[dot - 1] = DOT;
  }
  return letters;
}

/** Reads the digits in `parsed`; see readCode. */
export function readGrid(entry: number): number {
  const base = (entry >> L.ENTRY_RECORD_SHIFT) * L.RECORD_WORDS;
  const isDotLeft = (entry & L.DOT_LEFT) !== 0;
  const columns = records[base + L.GRID_COLUMNS];
  const rows = records[base + L.GRID_ROWS];
  // Math.imul and `| 0` spare V8 the checks for overflow, 3% of decoding. Codegen proves that nothing
  // overflows (see checkGrid in codegen/check-records.ts).
  let prefix = S.parsed.prefixValue;
  if (isDotLeft) prefix = (Math.imul(BASE, prefix) + S.parsed.suffix1) | 0;
  prefix = (prefix - records[base + L.LETTER_OFFSET]) | 0;
  // Swaps the second and third digit, or adds 0, without a branch (see gridCell).
  const isSwapped = -((entry >> L.SWAPPED_SHIFT) & 1);
  prefix += Math.imul(S.parsed.prefix2 - S.parsed.prefix3, BASE * BASE - BASE) & isSwapped;
  const coarse = C.gridCell((entry >> L.SIX_WIDE_SHIFT) & 1, prefix, columns, rows);
  if (coarse === C.NO_CELL) return UNKNOWN_MAPCODE;
  const column = C.columnOf(coarse);
  const row = (rows - 1 - C.rowOf(coarse)) | 0;

  const suffixLength = (entry >> L.SUFFIX_SHIFT) & L.LENGTH_MASK;
  const fine = isDotLeft
    ? C.suffixCell(suffixLength, S.parsed.suffix2, S.parsed.suffix3, S.parsed.suffix4, 0)
    : C.suffixCell(
        suffixLength,
        S.parsed.suffix1,
        S.parsed.suffix2,
        S.parsed.suffix3,
        S.parsed.suffix4,
      );
  const fineRow = (C.lastRow(suffixLength) - C.rowOf(fine)) | 0;
  const stepLon = records[base + L.STEP_LON_QUARTERS];
  const stepLat = records[base + L.STEP_LAT];
  const gridLon = records[base + L.GRID_LON];
  const gridLat = records[base + L.GRID_LAT];
  const lonMin = records[base + L.LON_MIN];
  const latMin = records[base + L.LAT_MIN];
  const lonMax = (lonMin + records[base + L.LON_WIDTH]) | 0;
  const latMax = (latMin + records[base + L.LAT_HEIGHT]) | 0;
  const cellLon = (lonMin + Math.imul(column, gridLon)) | 0;
  const cellLat = (latMin + Math.imul(row, gridLat)) | 0;
  const lonQuarters = ((cellLon << 2) + Math.imul(C.columnOf(fine), stepLon)) | 0;
  const lat = (cellLat + Math.imul(fineRow, stepLat)) | 0;
  if (lonQuarters >= lonMax << 2 || lat >= latMax) return UNKNOWN_MAPCODE;
  S.codeCell[S.CELL_LON_QUARTERS] = lonQuarters;
  S.codeCell[S.CELL_LAT] = lat;
  S.codeCell[S.CELL_STEP_LON_QUARTERS] = stepLon;
  S.codeCell[S.CELL_STEP_LAT] = stepLat;
  S.codeCell[S.CELL_EAST_LIMIT] = Math.min((cellLon + gridLon) | 0, lonMax);
  S.codeCell[S.CELL_LAT_LIMIT] = Math.min((cellLat + gridLat) | 0, latMax);
  return entry;
}
