/**
 * The digits after the dot of a grid code (format 4.1). The value to write is a term of the column plus a
 * term of the row; the cell to read is a term of the first digit plus a term of the others. The terms are in
 * tables for each number of digits: branches and divisions took more time than the digits themselves.
 */
import { BASE, DIGIT_POWERS, TRIPLE_COLUMNS, X_SIDE, Y_SIDE } from "../tables/format.ts";
import { MAX_SUFFIX, MIN_SUFFIX } from "../tables/layout/records.ts";
import { offHeap, offHeapFrom } from "../tables/off-heap.ts";
import {
  isTallPart,
  packCell,
  partCorner,
  TALL_PART_ROWS,
  TALL_ROWS,
  tripleNumber,
  WIDE_PART_ROWS,
} from "./cells.ts";

/** The terms of all lengths, one length after the other. */
const columnTerms: number[] = [];
const rowTerms: number[] = [];

// By length: the index of its first term, and the number of rows, from the south, that belong to wide parts.
// The columns of wide parts have separate terms, which follow the terms of the tall parts.
const columnStarts = offHeap(Int16Array, MAX_SUFFIX + 1);
const rowStarts = offHeap(Int16Array, MAX_SUFFIX + 1);
const wideRows = offHeap(Int16Array, MAX_SUFFIX + 1);

/** Moves two digits to the first and third of four; the digits of the other direction go between them. */
export function interleaveDigits(pair: number): number {
  const first = (pair / BASE) | 0;
  return (Math.imul(first, BASE * BASE) + pair - Math.imul(BASE, first)) | 0;
}

/** Swaps the middle two of four digits: interleaves two pairs, or separates them again. */
export function swapMiddle(value: number): number {
  const upper = (value / (BASE * BASE)) | 0;
  const lower = value - BASE * BASE * upper;
  const first = (upper / BASE) | 0;
  const second = (lower / BASE) | 0;
  const pair = upper - BASE * first;
  return (first * BASE + second) * BASE * BASE + pair * BASE + (lower - BASE * second);
}

for (let length = MIN_SUFFIX; length <= MAX_SUFFIX; length++) {
  const columns = X_SIDE[length];
  const rows = Y_SIDE[length];
  // writeAfterDot always writes four digits.
  const scale = DIGIT_POWERS[MAX_SUFFIX - length];
  const isTriple = length === 3;
  const isInterleaved = length === 4;
  columnStarts[length] = columnTerms.length;
  rowStarts[length] = rowTerms.length;
  wideRows[length] = isTriple ? rows - TALL_ROWS : 0;
  for (const firstRow of isTriple ? [0, TALL_ROWS] : [0]) {
    for (let column = 0; column < columns; column++) {
      let term = column * rows;
      if (isTriple) term = tripleNumber(column, firstRow);
      if (isInterleaved) term = BASE * interleaveDigits(column);
      columnTerms.push(scale * term);
    }
  }
  for (let row = rows - 1; row >= 0; row--) {
    let term = row;
    if (isTriple) term = tripleNumber(0, row) - (row < TALL_ROWS ? 0 : tripleNumber(0, TALL_ROWS));
    if (isInterleaved) term = interleaveDigits(row);
    rowTerms.push(scale * term);
  }
}

const COLUMN_TERMS = Int32Array.from(columnTerms);
const ROW_TERMS = Int32Array.from(rowTerms);

/**
 * The number of a cell within a first-level cell, scaled for writeAfterDot.
 * @param length number of digits in the code, 2 to 4
 */
export function suffixNumber(length: number, column: number, rowFromSouth: number): number {
  // The sign bit: 1 for a row of wide parts.
  const isWide = (rowFromSouth - wideRows[length]) >>> 31;
  const columnStart = (columnStarts[length] + Math.imul(TRIPLE_COLUMNS, isWide)) | 0;
  return (
    (COLUMN_TERMS[(columnStart + column) | 0] + ROW_TERMS[(rowStarts[length] + rowFromSouth) | 0]) |
    0
  );
}

const lastRows = offHeapFrom(
  Int16Array,
  Y_SIDE.map((rows) => rows - 1),
);

/** The last row of cells, counted from the north, for a number of digits. */
export function lastRow(length: number): number {
  return lastRows[length];
}

/** How to read the second and third digit: it depends on the length and, for three, on the first. */
const [READ_TWO, READ_TALL, READ_WIDE, READ_FOUR] = [0, 1, 2, 3] as const;

/** By length and first digit: the term of the cell, and the index of the first term of the next two digits. */
const firstCells = new Int32Array((MAX_SUFFIX + 1) * BASE);
const nextStarts = new Int32Array((MAX_SUFFIX + 1) * BASE);
const nextCells = new Int32Array((READ_FOUR + 1) * BASE * BASE);

for (let digit = 0; digit < BASE; digit++) {
  const corner = packCell(...partCorner(digit));
  for (const [length, cell, reading] of [
    [2, packCell(digit, 0), READ_TWO],
    [3, corner, isTallPart(digit) ? READ_TALL : READ_WIDE],
    // Digits of columns and rows alternate.
    [4, packCell(BASE * digit, 0), READ_FOUR],
  ] as const) {
    firstCells[length * BASE + digit] = cell;
    nextStarts[length * BASE + digit] = reading * BASE * BASE;
  }
}
function setNext(reading: number, pair: number, column: number, row: number): void {
  nextCells[reading * BASE * BASE + pair] = packCell(column, row);
}

// Plain loops, because this runs at each start: with arrays to iterate over it took 2 ms.
for (let second = 0; second < BASE; second++) {
  for (let third = 0; third < BASE; third++) {
    const pair = BASE * second + third;
    setNext(READ_TWO, pair, 0, second);
    setNext(READ_TALL, pair, (pair / TALL_PART_ROWS) | 0, pair % TALL_PART_ROWS);
    setNext(READ_WIDE, pair, (pair / WIDE_PART_ROWS) | 0, pair % WIDE_PART_ROWS);
    setNext(READ_FOUR, pair, third, BASE * second);
  }
}

/**
 * The cell of the digits of a suffix, within its first-level cell.
 * @param length number of digits, 2 to 4; the others are 0
 * @returns a packed cell
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
  return (firstCells[index] + nextCells[next] + fourth) | 0;
}
