/**
 * Auto header records (format 4.3 and 7.3): the areas of a group share one running count of triples (168 x 176 cells).
 * The digits before the dot select the triple, the three after the dot its cell. Rows count from the north.
 */
import { columnOf, rowOf, suffixCell, suffixNumber } from "../digits/cells.ts";
import { writeAfterDot, writeBeforeDot } from "../digits/digits.ts";
import { TRIPLE_COLUMNS, TRIPLE_ROWS } from "../tables/format.ts";
import * as layout from "../tables/layout/records.ts";
import { records } from "../tables/tables.ts";
import { parsed } from "../text/fast-scan.ts";
import { entryOf, rowFromNorth, setCellFromNorth } from "./cell.ts";
import { UNKNOWN_MAPCODE } from "./code-list.ts";
import { CELL_OFFSET_LON_QUARTERS, cellOffset, POINT_LON, type Point } from "./scratch.ts";

/** Writes the code of a point, and the point's offset in its cell to `cellOffset`; see writeCode. */
export function writeAutoHeader(
  point: Point,
  base: number,
  flags: number,
  chars: Uint8Array,
  start: number,
): number {
  const stepLon = records[base + layout.STEP_LON_QUARTERS];
  const lonQuarters = 4 * (point[POINT_LON] - records[base + layout.LON_MIN]);
  const column = (lonQuarters / stepLon) | 0;
  cellOffset[CELL_OFFSET_LON_QUARTERS] = lonQuarters - column * stepLon;
  const row = rowFromNorth(point, base, records[base + layout.STEP_LAT]);

  const tripleColumn = (column / TRIPLE_COLUMNS) | 0;
  const tripleRow = (row / TRIPLE_ROWS) | 0;
  const triple =
    records[base + layout.TRIPLE_START] +
    tripleColumn * records[base + layout.TRIPLES_LAT] +
    tripleRow;
  const inTriple = suffixNumber(
    (flags >> layout.SUFFIX_SHIFT) & layout.LENGTH_MASK,
    column - tripleColumn * TRIPLE_COLUMNS,
    TRIPLE_ROWS - 1 - (row - tripleRow * TRIPLE_ROWS),
  );
  const prefixLength = (flags >> layout.PREFIX_SHIFT) & layout.LENGTH_MASK;
  const letters = writeBeforeDot(triple, prefixLength, chars, start);
  return letters | writeAfterDot(inTriple, chars, start + prefixLength);
}

/** Reads the digits in `parsed`; see readCode. */
export function readAutoHeader(entry: number): number {
  const triple = parsed.prefixValue;
  let record = entry >> layout.ENTRY_RECORD_SHIFT;
  let base = record * layout.RECORD_WORDS;
  while (triple >= records[base + layout.TRIPLE_END]) {
    if (records[base + layout.FLAGS] & layout.ENDS_GROUP) return UNKNOWN_MAPCODE;
    record++;
    base += layout.RECORD_WORDS;
  }
  const triplesLat = records[base + layout.TRIPLES_LAT];
  const tripleInArea = triple - records[base + layout.TRIPLE_START];
  const tripleColumn = (tripleInArea / triplesLat) | 0;
  const inTriple = suffixCell(3, parsed.suffix1, parsed.suffix2, parsed.suffix3, 0);
  const column = tripleColumn * TRIPLE_COLUMNS + columnOf(inTriple);
  const row = (tripleInArea - tripleColumn * triplesLat) * TRIPLE_ROWS + rowOf(inTriple);
  const offsetQuarters = column * records[base + layout.STEP_LON_QUARTERS];
  if (offsetQuarters >= 4 * records[base + layout.LON_WIDTH]) return UNKNOWN_MAPCODE;
  const offsetLat = row * records[base + layout.STEP_LAT];
  if (offsetLat > records[base + layout.LAT_HEIGHT]) return UNKNOWN_MAPCODE;
  setCellFromNorth(base, column, row);
  return entryOf(record);
}
