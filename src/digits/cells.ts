/**
 * The two numberings of cells that give neighbors close numbers (format 2): columns six wide, and the parts of a triple.
 * Columns count from the west. The inverses return a packed cell, because returning a pair would allocate.
 */

import { CELL_COLUMN_SHIFT, MAX_CELL_ROWS } from "../tables/layout/records.ts";

/** In place of a packed cell: the number belongs to no cell of the grid. */
export const NO_CELL = -1;

/** A cell as one number: its column and its row, counted from the north. Packed cells can be added. */
export function packCell(column: number, row: number): number {
  return ((column << CELL_COLUMN_SHIFT) + row) | 0;
}

export function columnOf(packed: number): number {
  return packed >> CELL_COLUMN_SHIFT;
}

export function rowOf(packed: number): number {
  return packed & (MAX_CELL_ROWS - 1);
}

/** Number of a cell in columns of six cells; the last column takes the remaining width. y counts from the south. */
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

/**
 * The cell of a number in columns six wide (1) or one wide (0). The branch between the two would be mispredicted so often that
 * the same steps for both are faster. @returns a packed cell, or NO_CELL for one outside
 */
export function gridCell(isSixWide: number, value: number, width: number, height: number): number {
  const six = -isSixWide;
  const fullWidth = 1 + (5 & six);
  const plainLast = (width - 1) | 0;
  const lastColumn = (plainLast + (((((width - 4) / 6) | 0) - plainLast) & six)) | 0;
  const perColumn = Math.imul(height, fullWidth);
  const pastLast = (((value / perColumn) | 0) - lastColumn) | 0;
  const isBefore = pastLast >> 31;
  const column = (lastColumn + (pastLast & isBefore)) | 0;
  const lastWidth = (width - Math.imul(fullWidth, lastColumn)) | 0;
  const columnWidth = (lastWidth + ((fullWidth - lastWidth) & isBefore)) | 0;
  const inColumn = (value - Math.imul(column, perColumn)) | 0;
  const row = (inColumn / columnWidth) | 0;
  if (row >= height) return NO_CELL;
  return packCell(Math.imul(fullWidth, column) + inColumn - Math.imul(row, columnWidth), row);
}

/** Rows of a triple, from the north, that tall parts cover; wide parts cover the rest. */
export const TALL_ROWS = 136;
/** Number of tall parts. The wide parts follow them. */
const TALL_PARTS = 24;

/** Number, of three digits, of a cell of a triple, which has 168 x 176: four rows of tall parts, then a row of wide ones. */
export function tripleNumber(x: number, y: number): number {
  if (y < TALL_ROWS) {
    const partX = (x / 28) | 0;
    const partY = (y / 34) | 0;
    return (partX + 6 * partY) * 961 + (x - 28 * partX) * 34 + (y - 34 * partY);
  }
  const partX = (x / 24) | 0;
  return (partX + TALL_PARTS) * 961 + (x - 24 * partX) * 40 + (y - TALL_ROWS);
}

export function isTallPart(part: number): boolean {
  return part < TALL_PARTS;
}

/** The north-western cell of the part that the first digit of a tripleNumber stands for. */
export function partCorner(part: number): [x: number, y: number] {
  if (isTallPart(part)) return [28 * (part % 6), 34 * Math.trunc(part / 6)];
  return [24 * (part - TALL_PARTS), TALL_ROWS];
}

/** Rows of a part: its cells are numbered column by column with the other two digits. */
export const TALL_PART_ROWS = 34;
export const WIDE_PART_ROWS = 40;
