/** Grid records (format 4.1 and 7.1): digits before the dot select a first-level cell, the others a cell within it. */
import * as cells from "../digits/cells.ts";
import { BASE } from "../tables/format.ts";
import * as layout from "../tables/layout/records.ts";
import { records } from "../tables/tables.ts";
import { parsed } from "../text/fast-scan.ts";
import { UNKNOWN_MAPCODE } from "./error-codes.ts";
import { eastOf } from "./find.ts";
import * as scratch from "./scratch.ts";

/** The number before the dot of a point's code; see writeCode. */
export function findGridPrefix(point: scratch.Point, base: number, flags: number): number {
  const gridLon = records[base + layout.GRID_LON];
  const gridLat = records[base + layout.GRID_LAT];
  const lonOffset = eastOf(records[base + layout.LON_MIN], point[scratch.POINT_LON]) | 0;
  const latOffset = (point[scratch.POINT_LAT] - records[base + layout.LAT_MIN]) | 0;
  const column = (lonOffset / gridLon) | 0;
  const row = (latOffset / gridLat) | 0;
  const rows = records[base + layout.GRID_ROWS];
  let prefix: number;
  if (flags & layout.SIX_WIDE) {
    prefix = cells.numberSixWide(column, row, records[base + layout.GRID_COLUMNS], rows);
  } else if (flags & layout.SWAPPED) {
    prefix =
      (Math.imul(BASE, cells.interleaveDigits(column)) + cells.interleaveDigits(rows - 1 - row)) |
      0;
  } else {
    prefix = (Math.imul(column, rows) + (rows - 1 - row)) | 0;
  }

  const stepLon = records[base + layout.STEP_LON_QUARTERS];
  const stepLat = records[base + layout.STEP_LAT];
  const lonQuarters = (lonOffset - Math.imul(column, gridLon)) << 2;
  const latInGrid = (latOffset - Math.imul(row, gridLat)) | 0;
  const fineColumn = (lonQuarters / stepLon) | 0;
  const fineRow = (latInGrid / stepLat) | 0;
  scratch.pointCell[scratch.CELL_OFFSET_LON_QUARTERS] =
    lonQuarters - Math.imul(fineColumn, stepLon);
  scratch.pointCell[scratch.CELL_OFFSET_LAT] = latInGrid - Math.imul(fineRow, stepLat);

  const suffixLength = (flags >> layout.SUFFIX_SHIFT) & layout.LENGTH_MASK;
  scratch.pointCell[scratch.CODE_SUFFIX] = cells.suffixNumber(suffixLength, fineColumn, fineRow);
  return (prefix + records[base + layout.LETTER_OFFSET]) | 0;
}

/** Reads the digits in `parsed`; see readCode. */
export function readGrid(entry: number): number {
  const base = (entry >> layout.ENTRY_RECORD_SHIFT) * layout.RECORD_WORDS;
  const isDotLeft = (entry & layout.DOT_LEFT) !== 0;
  const columns = records[base + layout.GRID_COLUMNS];
  const rows = records[base + layout.GRID_ROWS];
  // Math.imul and `| 0` spare V8 the checks for overflow, 3% of decoding. Codegen proves that nothing
  // overflows (see checkGrid in codegen/check.ts).
  let prefix = parsed.prefixValue;
  if (isDotLeft) prefix = (Math.imul(BASE, prefix) + parsed.suffix1) | 0;
  prefix = (prefix - records[base + layout.LETTER_OFFSET]) | 0;
  // Swaps the second and third digit, or adds 0, without a branch (see cellOfNumber).
  const swapMask = -((entry >> layout.SWAPPED_SHIFT) & 1);
  prefix += Math.imul(parsed.prefix2 - parsed.prefix3, BASE * BASE - BASE) & swapMask;
  const coarse = cells.cellOfNumber((entry >> layout.SIX_WIDE_SHIFT) & 1, prefix, columns, rows);
  if (coarse === cells.NO_CELL) return UNKNOWN_MAPCODE;
  const column = cells.columnOf(coarse);
  const row = (rows - 1 - cells.rowOf(coarse)) | 0;

  const suffixLength = (entry >> layout.SUFFIX_SHIFT) & layout.LENGTH_MASK;
  const fine = isDotLeft
    ? cells.suffixCell(suffixLength, parsed.suffix2, parsed.suffix3, parsed.suffix4, 0)
    : cells.suffixCell(
        suffixLength,
        parsed.suffix1,
        parsed.suffix2,
        parsed.suffix3,
        parsed.suffix4,
      );
  const stepLon = records[base + layout.STEP_LON_QUARTERS];
  const stepLat = records[base + layout.STEP_LAT];
  const gridLon = records[base + layout.GRID_LON];
  const gridLat = records[base + layout.GRID_LAT];
  const lonMin = records[base + layout.LON_MIN];
  const latMin = records[base + layout.LAT_MIN];
  const lonMax = (lonMin + records[base + layout.LON_WIDTH]) | 0;
  const latMax = (latMin + records[base + layout.LAT_HEIGHT]) | 0;
  const cellLon = (lonMin + Math.imul(column, gridLon)) | 0;
  const cellLat = (latMin + Math.imul(row, gridLat)) | 0;
  const lonQuarters = ((cellLon << 2) + Math.imul(cells.columnOf(fine), stepLon)) | 0;
  const lat = (cellLat + Math.imul(cells.rowOf(fine), stepLat)) | 0;
  if (lonQuarters >= lonMax << 2 || lat >= latMax) return UNKNOWN_MAPCODE;
  scratch.codeCell[scratch.CELL_LON_QUARTERS] = lonQuarters;
  scratch.codeCell[scratch.CELL_LAT] = lat;
  scratch.codeCell[scratch.CELL_STEP_LON_QUARTERS] = stepLon;
  scratch.codeCell[scratch.CELL_STEP_LAT] = stepLat;
  scratch.codeCell[scratch.CELL_EAST_LIMIT] = Math.min((cellLon + gridLon) | 0, lonMax);
  scratch.codeCell[scratch.CELL_LAT_LIMIT] = Math.min((cellLat + gridLat) | 0, latMax);
  return entry;
}
