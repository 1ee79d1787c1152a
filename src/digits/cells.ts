/**
 * Two numberings of cells that give neighbors close numbers (format 2): columns six wide, and the parts of a block.
 * Columns count from the west, rows from the north. The inverses return a packed cell: a pair would allocate.
 */

import { BASE, DIGIT_POWERS, X_SIDE, Y_SIDE } from "../tables/format.ts";
import * as layout from "../tables/layout/records.ts";
import { offHeapFrom } from "../tables/typed-arrays.ts";

/** In place of a packed cell: the number belongs to no cell of the grid. */
export const NO_CELL = -1;

/** A cell as one number: its column and its row. Packed cells can be added. */
function packCell(column: number, row: number): number {
  return ((column << layout.CELL_COLUMN_SHIFT) + row) | 0;
}

export function columnOf(packed: number): number {
  return packed >> layout.CELL_COLUMN_SHIFT;
}

export function rowOf(packed: number): number {
  return packed & (layout.MAX_CELL_ROWS - 1);
}

/** Number of a cell in strips of six columns; the last strip takes the remaining width. */
export function numberSixWide(
  column: number,
  rowFromSouth: number,
  width: number,
  height: number,
): number {
  const lastStrip = ((width - 4) / 6) | 0;
  let strip = (column / 6) | 0;
  let stripWidth = 6;
  if (strip >= lastStrip) {
    strip = lastStrip;
    stripWidth = (width - Math.imul(6, lastStrip)) | 0;
  }
  const first = Math.imul(6, strip);
  const row = height - 1 - rowFromSouth;
  return (Math.imul(height, first) + Math.imul(row, stripWidth) + (column - first)) | 0;
}

/**
 * The cell of a number in columns six wide (1) or one wide (0). A branch between the two would be mispredicted so often
 * that the same steps for both are faster. @returns a packed cell, or NO_CELL for one outside
 */
export function cellOfNumber(
  sixWideBit: number,
  value: number,
  width: number,
  height: number,
): number {
  const six = -sixWideBit;
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

/** Rows of a block, from the north, that tall parts cover; wide parts cover the rest. */
const TALL_ROWS = 136;
/** Number of tall parts. The wide parts follow them. */
const TALL_PARTS = 24;
/** Rows of a part. The other two digits number its cells column by column. */
const TALL_PART_ROWS = 34;
const WIDE_PART_ROWS = 40;

/** The three-digit number of a cell in a block of 168 x 176: four rows of tall parts, then a row of wide ones. */
function blockNumber(column: number, row: number): number {
  if (row < TALL_ROWS) {
    const partX = (column / 28) | 0;
    const partY = (row / TALL_PART_ROWS) | 0;
    const inPart = (column - 28 * partX) * TALL_PART_ROWS + (row - TALL_PART_ROWS * partY);
    return (partX + 6 * partY) * 961 + inPart;
  }
  const partX = (column / 24) | 0;
  const inPart = (column - 24 * partX) * WIDE_PART_ROWS + (row - TALL_ROWS);
  return (partX + TALL_PARTS) * 961 + inPart;
}

// ---- The digits after the dot of a grid code (format 4.1), in tables. Branches and divisions took more time than the
// ---- digits themselves. A plane of a table is for a number of digits, 2 to 4; the wide parts of three have one more.

const WIDE_PLANE = layout.MAX_SUFFIX + 1;
const PLANE_SHIFT = 10;

/** Moves two digits to the first and third of four; the digits of the other direction go between them. */
export function spreadDigits(pair: number): number {
  const first = (pair / BASE) | 0;
  return (Math.imul(first, BASE * BASE) + pair - Math.imul(BASE, first)) | 0;
}

/** A table by plane and an index up to 1 << PLANE_SHIFT (excluded). Loops, as arrays to iterate over took 2 ms at each start. */
function tableOf(
  size: (length: number) => number,
  elementOf: (plane: number, index: number) => number,
): Int32Array {
  const elements = new Int32Array((WIDE_PLANE + 1) << PLANE_SHIFT);
  for (let plane = layout.MIN_SUFFIX; plane <= WIDE_PLANE; plane++) {
    const end = size(plane === WIDE_PLANE ? 3 : plane);
    for (let index = 0; index < end; index++) {
      elements[(plane << PLANE_SHIFT) + index] = elementOf(plane, index);
    }
  }
  return elements;
}

/** The number of a cell is a term of the column plus a term of the row, scaled for writeAfterDot: it writes four digits. */
function columnTerm(plane: number, column: number): number {
  if (plane === 2) return DIGIT_POWERS[2] * column * Y_SIDE[2];
  if (plane === 4) return BASE * spreadDigits(column);
  return BASE * blockNumber(column, plane === WIDE_PLANE ? TALL_ROWS : 0);
}

function rowTerm(plane: number, rowFromSouth: number): number {
  if (plane === WIDE_PLANE) return 0;
  const row = Y_SIDE[plane] - 1 - rowFromSouth;
  if (plane === 2) return DIGIT_POWERS[2] * row;
  if (plane === 4) return spreadDigits(row);
  return BASE * (blockNumber(0, row) - (row < TALL_ROWS ? 0 : blockNumber(0, TALL_ROWS)));
}

const COLUMN_TERMS = tableOf((length) => X_SIDE[length], columnTerm);
const ROW_TERMS = tableOf((length) => Y_SIDE[length], rowTerm);

/** By length: the number of rows, from the south, that belong to wide parts. */
const wideRows = offHeapFrom(Int16Array, [0, 0, 0, WIDE_PART_ROWS, 0]);

/** The number of a cell within a first-level cell, scaled for writeAfterDot. @param length number of digits, 2 to 4 */
export function suffixNumber(length: number, column: number, rowFromSouth: number): number {
  // The sign bit: 1 for a row of wide parts.
  const isWide = (rowFromSouth - wideRows[length]) >>> 31;
  const plane = length + 2 * isWide;
  const ofColumn = COLUMN_TERMS[((plane << PLANE_SHIFT) + column) | 0];
  const ofRow = ROW_TERMS[((length << PLANE_SHIFT) + rowFromSouth) | 0];
  return (ofColumn + ofRow) | 0;
}

/** The plane of a number of digits, of which the first one tells the part. */
function planeOf(length: number, digit: number): number {
  return length === 3 && digit >= TALL_PARTS ? WIDE_PLANE : length;
}

/** The north-western cell of those with a first digit; its row counts from the south. */
function firstCell(plane: number, digit: number): number {
  if (plane === WIDE_PLANE) return packCell(24 * (digit - TALL_PARTS), WIDE_PART_ROWS - 1);
  const lastRow = Y_SIDE[plane] - 1;
  if (plane === 2) return packCell(digit, lastRow);
  // In four digits, columns and rows alternate.
  if (plane === 4) return packCell(BASE * digit, lastRow);
  return packCell(28 * (digit % 6), lastRow - TALL_PART_ROWS * Math.trunc(digit / 6));
}

/** The cell of the second and third digit, to add to the first: rows to the south are negative. */
function nextCell(plane: number, pair: number): number {
  const second = (pair / BASE) | 0;
  if (plane === 2) return packCell(0, -second);
  if (plane === 4) return packCell(pair - BASE * second, -BASE * second);
  const rows = plane === WIDE_PLANE ? WIDE_PART_ROWS : TALL_PART_ROWS;
  return packCell((pair / rows) | 0, -(pair % rows));
}

/** A table by length and first digit. */
function byFirstDigit(elementOf: (length: number, digit: number) => number): Int32Array {
  return Int32Array.from({ length: (layout.MAX_SUFFIX + 1) * BASE }, (_, index) => {
    return elementOf(Math.trunc(index / BASE), index % BASE);
  });
}

const firstCells = byFirstDigit((length, digit) => firstCell(planeOf(length, digit), digit));
/** The index of the first cell of the next two digits. */
const nextStarts = byFirstDigit((length, digit) => planeOf(length, digit) << PLANE_SHIFT);
const nextCells = tableOf(() => BASE * BASE, nextCell);

/**
 * The packed cell of the digits of a suffix, within its first-level cell; digits beyond its length, 2 to 4, are 0. Its
 * row counts from the south.
 */
export function suffixCell(
  length: number,
  first: number,
  second: number,
  third: number,
  fourth: number,
): number {
  const index = (Math.imul(length, BASE) + first) | 0;
  const next = (nextStarts[index] + Math.imul(BASE, second) + third) | 0;
  return (firstCells[index] + nextCells[next] - fourth) | 0;
}
