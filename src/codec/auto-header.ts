/**
 * Auto header records (format 4.3 and 7.3): the areas of a group share one running count of blocks of
 * 168 x 176 cells. The digits before the dot number the block, the three after it a cell of the block.
 * Rows count from the north.
 */
import { columnOf, rowOf } from "../digits/cells.ts";
import { writeAfterDot, writeBeforeDot } from "../digits/digits.ts";
import { suffixCell, suffixNumber } from "../digits/suffixes.ts";
import { CELL_OFFSET_LON_QUARTERS, cellOffset, POINT_LON, type Point, parsed } from "../scratch.ts";
import { BLOCK_COLUMNS, BLOCK_ROWS } from "../tables/format.ts";
import {
  BLOCK_END,
  BLOCK_START,
  BLOCKS_LAT,
  ENDS_GROUP,
  ENTRY_RECORD_SHIFT,
  LAT_HEIGHT,
  LENGTH_MASK,
  LON_MIN,
  LON_WIDTH,
  PREFIX_SHIFT,
  RECORD_WORDS,
  STEP_LAT,
  STEP_LON_QUARTERS,
  SUFFIX_SHIFT,
  TRAITS,
} from "../tables/layout/records.ts";
import { records } from "../tables/tables.ts";
import { entryOf, rowFromNorth, setCellFromNorth } from "./cell.ts";
import { UNKNOWN_MAPCODE } from "./code-arrays.ts";

/** Writes the code of a point, and the point's offset in its cell to `cellOffset`; see writeCode. */
export function writeAutoHeader(
  point: Point,
  base: number,
  traits: number,
  chars: Uint8Array,
  start: number,
): number {
  const stepLon = records[base + STEP_LON_QUARTERS];
  const lonQuarters = 4 * (point[POINT_LON] - records[base + LON_MIN]);
  const column = (lonQuarters / stepLon) | 0;
  cellOffset[CELL_OFFSET_LON_QUARTERS] = lonQuarters - column * stepLon;
  const row = rowFromNorth(point, base, records[base + STEP_LAT]);

  const blockColumn = (column / BLOCK_COLUMNS) | 0;
  const blockRow = (row / BLOCK_ROWS) | 0;
  const block = records[base + BLOCK_START] + blockColumn * records[base + BLOCKS_LAT] + blockRow;
  const inBlock = suffixNumber(
    (traits >> SUFFIX_SHIFT) & LENGTH_MASK,
    column - blockColumn * BLOCK_COLUMNS,
    BLOCK_ROWS - 1 - (row - blockRow * BLOCK_ROWS),
  );
  const prefixLength = (traits >> PREFIX_SHIFT) & LENGTH_MASK;
  const letters = writeBeforeDot(block, prefixLength, chars, start);
  return letters | writeAfterDot(inBlock, chars, start + prefixLength);
}

/** Reads the digits in `parsed`; see readCode. */
export function readAutoHeader(entry: number): number {
  const block = parsed.prefixValue;
  let record = entry >> ENTRY_RECORD_SHIFT;
  let base = record * RECORD_WORDS;
  while (block >= records[base + BLOCK_END]) {
    if (records[base + TRAITS] & ENDS_GROUP) return UNKNOWN_MAPCODE;
    record++;
    base += RECORD_WORDS;
  }
  const blocksLat = records[base + BLOCKS_LAT];
  const blockInArea = block - records[base + BLOCK_START];
  const blockColumn = (blockInArea / blocksLat) | 0;
  const inBlock = suffixCell(3, parsed.suffix1, parsed.suffix2, parsed.suffix3, 0);
  const column = blockColumn * BLOCK_COLUMNS + columnOf(inBlock);
  const row = (blockInArea - blockColumn * blocksLat) * BLOCK_ROWS + rowOf(inBlock);
  const offsetQuarters = column * records[base + STEP_LON_QUARTERS];
  if (offsetQuarters >= 4 * records[base + LON_WIDTH]) return UNKNOWN_MAPCODE;
  const offsetLat = row * records[base + STEP_LAT];
  if (offsetLat > records[base + LAT_HEIGHT]) return UNKNOWN_MAPCODE;
  setCellFromNorth(base, column, row);
  return entryOf(record);
}
