/**
 * The two ways of numbering cells that keep neighbours' numbers close (format 2). Columns are counted from
 * the west. Results of the inverses are packed, or where they are too large for that stand in `cell`, as
 * returning pairs would allocate.
 */
import { CELL_COLUMN_SHIFT, MAX_CELL_ROWS } from "../tables/layout/records.ts";
import { offHeap } from "../tables/off-heap.ts";

// A cell of a grid in one number: its column and its row counted from the north. They add up.
export const NO_CELL = -1;

export function packCell(column: number, row: number): number {
  return ((column << CELL_COLUMN_SHIFT) + row) | 0;
}

export function columnOf(packed: number): number {
  return packed >> CELL_COLUMN_SHIFT;
}

export function rowOf(packed: number): number {
  return packed & (MAX_CELL_ROWS - 1);
}

export const cell = offHeap(Int32Array, 2);
export const CELL_X = 0;
export const CELL_Y = 1;

/** Columns of six cells, the last of them taking what is left; y counts upward from the south. */
export function sixWide(x: number, y: number, width: number, height: number): number {
  const lastColumn = ((width - 4) / 6) | 0;
  let column = (x / 6) | 0;
  let columnWidth = 6;
  if (column >= lastColumn) {
    column = lastColumn;
    columnWidth = (width - Math.imul(6, lastColumn)) | 0;
  }
  const first = Math.imul(6, column);
  return (Math.imul(height, first) + Math.imul(height - 1 - y, columnWidth) + (x - first)) | 0;
}

/** The cell of a sixWide number; it may lie outside, when no point has the number. */
export function sixWideCell(value: number, width: number, height: number): void {
  const lastColumn = ((width - 4) / 6) | 0;
  let column = (value / (height * 6)) | 0;
  let columnWidth = 6;
  if (column >= lastColumn) {
    column = lastColumn;
    columnWidth = width - 6 * lastColumn;
  }
  const rest = value - column * height * 6;
  const row = (rest / columnWidth) | 0;
  cell[CELL_X] = 6 * column + (rest - row * columnWidth);
  cell[CELL_Y] = height - 1 - row;
}

/**
 * As sixWideCell, and for cells that are numbered column by column without one: as if these were one
 * wide. Which of the two it is, is wrongly predicted so often that the same steps for both are faster.
 * @param isSixWide 1 or 0
 * @returns a packed cell, or NO_CELL for one outside
 */
export function gridCell(isSixWide: number, value: number, width: number, height: number): number {
  const six = -isSixWide;
  const usualWidth = 1 + (5 & six);
  const plainLast = (width - 1) | 0;
  const lastColumn = (plainLast + (((((width - 4) / 6) | 0) - plainLast) & six)) | 0;
  const perColumn = Math.imul(height, usualWidth);
  const behind = (((value / perColumn) | 0) - lastColumn) | 0;
  const isBefore = behind >> 31;
  const column = (lastColumn + (behind & isBefore)) | 0;
  const lastWidth = (width - Math.imul(usualWidth, lastColumn)) | 0;
  const columnWidth = (lastWidth + ((usualWidth - lastWidth) & isBefore)) | 0;
  const rest = (value - Math.imul(column, perColumn)) | 0;
  const row = (rest / columnWidth) | 0;
  if (row >= height) return NO_CELL;
  return packCell(Math.imul(usualWidth, column) + rest - Math.imul(row, columnWidth), row);
}

/** The rows of a block, from the north, that tall tiles take; wide ones take the rest. */
export const TALL_ROWS = 136;
/** How many tiles are tall; those that follow are wide. */
const TALL_TILES = 24;

/** Three digits for a cell of a block 168 wide and 176 high: four rows of tall tiles, then wide. */
export function triple(x: number, y: number): number {
  if (y < TALL_ROWS) {
    const tileX = (x / 28) | 0;
    const tileY = (y / 34) | 0;
    return (tileX + 6 * tileY) * 961 + (x - 28 * tileX) * 34 + (y - 34 * tileY);
  }
  const tileX = (x / 24) | 0;
  return (tileX + TALL_TILES) * 961 + (x - 24 * tileX) * 40 + (y - TALL_ROWS);
}

export function isTallTile(tile: number): boolean {
  return tile < TALL_TILES;
}

/** The inverse: the first digit tells the tile, whose corner this is. */
export function tileCorner(tile: number): [x: number, y: number] {
  if (isTallTile(tile)) return [28 * (tile % 6), 34 * Math.trunc(tile / 6)];
  return [24 * (tile - TALL_TILES), TALL_ROWS];
}

/** The other two number the places in it column by column, of so many rows each. */
export const TALL_TILE_ROWS = 34;
export const WIDE_TILE_ROWS = 40;
