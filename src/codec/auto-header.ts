/**
 * Auto header records (format 4.3 and 7.3): the areas of a group share one running count of triples (168 x 176 cells).
 * The digits before the dot select the triple, the three after the dot its cell. Rows count from the north.
 */
import { columnOf, rowOf, suffixCell, suffixNumber } from "../digits/cells.ts";
import { writeAfterDot, writeBeforeDot } from "../digits/digits.ts";
import * as S from "../digits/scratch.ts";
import { TRIPLE_COLUMNS, TRIPLE_ROWS } from "../tables/format.ts";
import * as L from "../tables/layout/records.ts";
import { records } from "../tables/tables.ts";
import { UNKNOWN_MAPCODE } from "./arrays.ts";
import { entryOf, rowFromNorth, setCellFromNorth } from "./cell.ts";

/** Writes the code of a point, and the point's offset in its cell to `cellOffset`; see writeCode. */
export function writeAutoHeader(
  point: S.Point,
  base: number,
  flags: number,
  chars: Uint8Array,
  start: number,
): number {
  const stepLon = records[base + L.STEP_LON_QUARTERS];
  const lonQuarters = 4 * (point[S.POINT_LON] - records[base + L.LON_MIN]);
  const column = (lonQuarters / stepLon) | 0;
  S.cellOffset[S.CELL_OFFSET_LON_QUARTERS] = lonQuarters - column * stepLon;
  const row = rowFromNorth(point, base, records[base + L.STEP_LAT]);

  const tripleColumn = (column / TRIPLE_COLUMNS) | 0;
  const tripleRow = (row / TRIPLE_ROWS) | 0;
  const triple =
    records[base + L.TRIPLE_START] + tripleColumn * records[base + L.TRIPLES_LAT] + tripleRow;
  const inTriple = suffixNumber(
    (flags >> L.SUFFIX_SHIFT) & L.LENGTH_MASK,
    column - tripleColumn * TRIPLE_COLUMNS,
    TRIPLE_ROWS - 1 - (row - tripleRow * TRIPLE_ROWS),
  );
  const prefixLength = (flags >> L.PREFIX_SHIFT) & L.LENGTH_MASK;
  const letters = writeBeforeDot(triple, prefixLength, chars, start);
  return letters | writeAfterDot(inTriple, chars, start + prefixLength);
}

/** Reads the digits in `parsed`; see readCode. */
export function readAutoHeader(entry: number): number {
  const triple = S.parsed.prefixValue;
  let record = entry >> L.ENTRY_RECORD_SHIFT;
  let base = record * L.RECORD_WORDS;
  while (triple >= records[base + L.TRIPLE_END]) {
    if (records[base + L.FLAGS] & L.ENDS_GROUP) return UNKNOWN_MAPCODE;
    record++;
    base += L.RECORD_WORDS;
  }
  const triplesLat = records[base + L.TRIPLES_LAT];
  const tripleInArea = triple - records[base + L.TRIPLE_START];
  const tripleColumn = (tripleInArea / triplesLat) | 0;
  const inTriple = suffixCell(3, S.parsed.suffix1, S.parsed.suffix2, S.parsed.suffix3, 0);
  const column = tripleColumn * TRIPLE_COLUMNS + columnOf(inTriple);
  const row = (tripleInArea - tripleColumn * triplesLat) * TRIPLE_ROWS + rowOf(inTriple);
  const offsetQuarters = column * records[base + L.STEP_LON_QUARTERS];
  if (offsetQuarters >= 4 * records[base + L.LON_WIDTH]) return UNKNOWN_MAPCODE;
  const offsetLat = row * records[base + L.STEP_LAT];
  if (offsetLat > records[base + L.LAT_HEIGHT]) return UNKNOWN_MAPCODE;
  setCellFromNorth(base, column, row);
  return entryOf(record);
}
