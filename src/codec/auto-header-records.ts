/**
 * Auto header records (format 4.3 and 7.3): the areas of a group share one running count of blocks (168 x 176 cells).
 * The digits before the dot select the block, the three after the dot its cell. Rows count from the north.
 */
import { columnOf, rowOf, suffixCell, suffixNumber } from "../digits/cells.ts";
import { BLOCK_COLUMNS, BLOCK_ROWS } from "../tables/format.ts";
import * as layout from "../tables/layout/records.ts";
import { records } from "../tables/tables.ts";
import { parsed } from "../text/fast-scan.ts";
import { entryOf, rowFromNorth, setCellFromNorth } from "./code-cell.ts";
import { UNKNOWN_MAPCODE } from "./error-codes.ts";
import {
  CELL_OFFSET_LON_QUARTERS,
  CODE_SUFFIX,
  POINT_LON,
  type Point,
  pointCell,
} from "./scratch.ts";

/** The number before the dot of a point's code; see writeCode. */
export function findAutoHeaderPrefix(point: Point, base: number, flags: number): number {
  const stepLon = records[base + layout.STEP_LON_QUARTERS];
  const lonQuarters = 4 * (point[POINT_LON] - records[base + layout.LON_MIN]);
  const column = (lonQuarters / stepLon) | 0;
  pointCell[CELL_OFFSET_LON_QUARTERS] = lonQuarters - column * stepLon;
  const row = rowFromNorth(point, base, records[base + layout.STEP_LAT]);

  const blockColumn = (column / BLOCK_COLUMNS) | 0;
  const blockRow = (row / BLOCK_ROWS) | 0;
  pointCell[CODE_SUFFIX] = suffixNumber(
    (flags >> layout.SUFFIX_SHIFT) & layout.LENGTH_MASK,
    column - blockColumn * BLOCK_COLUMNS,
    BLOCK_ROWS - 1 - (row - blockRow * BLOCK_ROWS),
  );
  return (
    records[base + layout.BLOCK_START] + blockColumn * records[base + layout.BLOCKS_LAT] + blockRow
  );
}

/** Reads the digits in `parsed`; see readCode. */
export function readAutoHeader(entry: number): number {
  const block = parsed.prefixValue;
  let record = entry >> layout.ENTRY_RECORD_SHIFT;
  let base = record * layout.RECORD_WORDS;
  while (block >= records[base + layout.BLOCK_END]) {
    if (records[base + layout.FLAGS] & layout.ENDS_GROUP) return UNKNOWN_MAPCODE;
    record++;
    base += layout.RECORD_WORDS;
  }
  const blocksLat = records[base + layout.BLOCKS_LAT];
  const blockInArea = block - records[base + layout.BLOCK_START];
  const blockColumn = (blockInArea / blocksLat) | 0;
  const inBlock = suffixCell(3, parsed.suffix1, parsed.suffix2, parsed.suffix3, 0);
  const column = blockColumn * BLOCK_COLUMNS + columnOf(inBlock);
  const blockRow = blockInArea - blockColumn * blocksLat;
  const row = blockRow * BLOCK_ROWS + (BLOCK_ROWS - 1 - rowOf(inBlock));
  const offsetQuarters = column * records[base + layout.STEP_LON_QUARTERS];
  if (offsetQuarters >= 4 * records[base + layout.LON_WIDTH]) return UNKNOWN_MAPCODE;
  const offsetLat = row * records[base + layout.STEP_LAT];
  if (offsetLat > records[base + layout.LAT_HEIGHT]) return UNKNOWN_MAPCODE;
  setCellFromNorth(base, column, row);
  return entryOf(record);
}
