/**
 * Two numberings of cells that give neighbors close numbers (format 2): columns six wide, and the parts of a block.
 * Columns count from the west, rows from the north. The inverses return a packed cell: a pair would allocate.
 */

import { BASE, BLOCK_COLUMNS, DIGIT_POWERS, X_SIDE, Y_SIDE } from "../tables/format.ts";
import * as layout from "../tables/layout/records.ts";
import { offHeapFrom } from "../tables/memory.ts";

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
  isSixWide: number,
  value: number,
  width: number,
  height: number,
): number {
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

/** Rows of a block, from the north, that tall parts cover; wide parts cover the rest. */
const TALL_ROWS = 136;
/** Number of tall parts. The wide parts follow them. */
const TALL_PARTS = 24;

/** The three-digit number of a cell in a block of 168 x 176: four rows of tall parts, then a row of wide ones. */
function blockNumber(column: number, row: number): number {
  if (row < TALL_ROWS) {
    const partX = (column / 28) | 0;
    const partY = (row / 34) | 0;
    return (partX + 6 * partY) * 961 + (column - 28 * partX) * 34 + (row - 34 * partY);
  }
  const partX = (column / 24) | 0;
  return (partX + TALL_PARTS) * 961 + (column - 24 * partX) * 40 + (row - TALL_ROWS);
}

function isTallPart(part: number): boolean {
  return part < TALL_PARTS;
}

/** The north-western cell of a part, by the first digit of a blockNumber. */
function partCorner(part: number): [column: number, row: number] {
  if (isTallPart(part)) return [28 * (part % 6), 34 * Math.trunc(part / 6)];
  return [24 * (part - TALL_PARTS), TALL_ROWS];
}

/** Rows of a part. The other two digits number its cells column by column. */
const TALL_PART_ROWS = 34;
const WIDE_PART_ROWS = 40;

// ---- The digits after the dot of a grid code (format 4.1): a term of the column plus a term of the row, in tables for
// ---- each number of digits. Branches and divisions took more time than the digits themselves.

/** Moves two digits to the first and third of four; the digits of the other direction go between them. */
export function interleaveDigits(pair: number): number {
  const first = (pair / BASE) | 0;
  return (Math.imul(first, BASE * BASE) + pair - Math.imul(BASE, first)) | 0;
}

/** The terms of the columns. The columns of wide parts have separate terms, after the terms of the tall parts. */
function columnTermsOf(length: number): readonly number[] {
  const columns = Array.from({ length: X_SIDE[length] }, (_, column) => column);
  if (length === 4) return columns.map((column) => BASE * interleaveDigits(column));
  if (length !== 3) return columns.map((column) => column * Y_SIDE[length]);
  return [0, TALL_ROWS].flatMap((row) => columns.map((column) => blockNumber(column, row)));
}

/** The terms of the rows, from the south. */
function rowTermsOf(length: number): readonly number[] {
  const rows = Array.from({ length: Y_SIDE[length] }, (_, row) => Y_SIDE[length] - 1 - row);
  if (length === 4) return rows.map(interleaveDigits);
  if (length !== 3) return rows;
  const wideStart = blockNumber(0, TALL_ROWS);
  return rows.map((row) => blockNumber(0, row) - (row < TALL_ROWS ? 0 : wideStart));
}

type TermsOf = (length: number) => readonly number[];

const SUFFIX_LENGTHS = Array.from({ length: layout.MAX_SUFFIX + 1 }, (_, length) => length).slice(
  layout.MIN_SUFFIX,
);

/** The terms of all lengths, one length after the other, scaled for writeAfterDot: it always writes four digits. */
function allTerms(termsOf: TermsOf): Int32Array {
  return Int32Array.from(
    SUFFIX_LENGTHS.flatMap((length) => {
      return termsOf(length).map((term) => DIGIT_POWERS[layout.MAX_SUFFIX - length] * term);
    }),
  );
}

/** By length: the index of its first term. */
function termStarts(termsOf: TermsOf): Int16Array {
  const starts: number[] = Array(layout.MIN_SUFFIX).fill(0);
  let next = 0;
  for (const length of SUFFIX_LENGTHS) {
    starts.push(next);
    next += termsOf(length).length;
  }
  return offHeapFrom(Int16Array, starts);
}

const COLUMN_TERMS = allTerms(columnTermsOf);
const ROW_TERMS = allTerms(rowTermsOf);
const columnStarts = termStarts(columnTermsOf);
const rowStarts = termStarts(rowTermsOf);

/** By length: the number of rows, from the south, that belong to wide parts. */
const wideRows = offHeapFrom(Int16Array, [0, 0, 0, Y_SIDE[3] - TALL_ROWS, 0]);

/** The number of a cell within a first-level cell, scaled for writeAfterDot. @param length number of digits, 2 to 4 */
export function suffixNumber(length: number, column: number, rowFromSouth: number): number {
  // The sign bit: 1 for a row of wide parts.
  const isWide = (rowFromSouth - wideRows[length]) >>> 31;
  const columnStart = (columnStarts[length] + Math.imul(BLOCK_COLUMNS, isWide)) | 0;
  return (
    (COLUMN_TERMS[(columnStart + column) | 0] + ROW_TERMS[(rowStarts[length] + rowFromSouth) | 0]) |
    0
  );
}

/** Readings of the second and third digit, by the length and, for three, the first digit. */
const [READ_TWO, READ_TALL, READ_WIDE, READ_FOUR] = [0, 1, 2, 3] as const;

/** The north-western cell of those with a first digit; its row counts from the south. */
function firstCell(length: number, digit: number): number {
  const lastRow = Y_SIDE[length] - 1;
  if (length === 3) {
    const [column, row] = partCorner(digit);
    return packCell(column, lastRow - row);
  }
  // In four digits, columns and rows alternate.
  return packCell(length === 4 ? BASE * digit : digit, lastRow);
}

/** The reading of the next two digits. */
function readingOf(length: number, digit: number): number {
  if (length === 3) return isTallPart(digit) ? READ_TALL : READ_WIDE;
  return length === 4 ? READ_FOUR : READ_TWO;
}

/** A table by length and first digit. */
function byFirstDigit(elementOf: (length: number, digit: number) => number): Int32Array {
  return Int32Array.from({ length: (layout.MAX_SUFFIX + 1) * BASE }, (_, index) => {
    return elementOf(Math.trunc(index / BASE), index % BASE);
  });
}

/** The cells of the second and third digit, to add to the first: rows to the south are negative. Plain loops: with arrays to iterate over they took 2 ms at each start. */
function cellsOfNextDigits(): Int32Array {
  const cells = new Int32Array((READ_FOUR + 1) * BASE * BASE);
  const set = (reading: number, pair: number, column: number, row: number) => {
    cells[reading * BASE * BASE + pair] = packCell(column, -row);
  };
  for (let second = 0; second < BASE; second++) {
    for (let third = 0; third < BASE; third++) {
      const pair = BASE * second + third;
      set(READ_TWO, pair, 0, second);
      set(READ_TALL, pair, (pair / TALL_PART_ROWS) | 0, pair % TALL_PART_ROWS);
      set(READ_WIDE, pair, (pair / WIDE_PART_ROWS) | 0, pair % WIDE_PART_ROWS);
      set(READ_FOUR, pair, third, BASE * second);
    }
  }
  return cells;
}

const firstCells = byFirstDigit(firstCell);
/** The index of the first cell of the next two digits. */
const nextStarts = byFirstDigit((length, digit) => readingOf(length, digit) * BASE * BASE);
const nextCells = cellsOfNextDigits();

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
