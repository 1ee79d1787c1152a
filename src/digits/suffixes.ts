/**
 * The digits behind the dot of a grid code (format 4.1). However many they are, the number that they
 * write is a term of the column plus a term of the row, and the cell that they stand for a term of
 * the first digit plus one of the others: with both from tables there is nothing left to decide or
 * to divide per code, which took more time than the digits themselves.
 */
import { BASE, DIGIT_POWERS, X_SIDE, Y_SIDE } from "../tables/format.ts";
import { MAX_SUFFIX, MIN_SUFFIX } from "../tables/layout/codes.ts";
import { offHeap, offHeapFrom } from "../tables/off-heap.ts";
import {
  isTallTile,
  packCell,
  TALL_ROWS,
  TALL_TILE_ROWS,
  tileCorner,
  triple,
  WIDE_TILE_ROWS,
} from "./cells.ts";

/** Terms of all lengths in a row. */
const columnTerms: number[] = [];
const rowTerms: number[] = [];

// By length: where its terms start, and how many rows, counted from the south, are of wide tiles,
// whose columns have terms of their own, behind those of the others.
const columnStarts = offHeap(Int16Array, MAX_SUFFIX + 1);
const rowStarts = offHeap(Int16Array, MAX_SUFFIX + 1);
const wideRows = offHeap(Int16Array, MAX_SUFFIX + 1);

/** Two digits as the first and third of four: the other direction's stand between. */
export function interleaveBits(pair: number): number {
  const first = (pair / BASE) | 0;
  return (Math.imul(first, BASE * BASE) + pair - Math.imul(BASE, first)) | 0;
}

/** Four digits of which the middle two change places, as those that two spread pairs make. */
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
  // As writeBehindDot always writes four digits.
  const scale = DIGIT_POWERS[MAX_SUFFIX - length];
  const isTiled = length === 3;
  const isSpread = length === 4;
  columnStarts[length] = columnTerms.length;
  rowStarts[length] = rowTerms.length;
  wideRows[length] = isTiled ? rows - TALL_ROWS : 0;
  for (const firstRow of isTiled ? [0, TALL_ROWS] : [0]) {
    for (let column = 0; column < columns; column++) {
      let term = column * rows;
      if (isTiled) term = triple(column, firstRow);
      if (isSpread) term = BASE * interleaveBits(column);
      columnTerms.push(scale * term);
    }
  }
  for (let row = rows - 1; row >= 0; row--) {
    let term = row;
    if (isTiled) term = triple(0, row) - (row < TALL_ROWS ? 0 : triple(0, TALL_ROWS));
    if (isSpread) term = interleaveBits(row);
    rowTerms.push(scale * term);
  }
}

const COLUMN_TERMS = Int32Array.from(columnTerms);
const ROW_TERMS = Int32Array.from(rowTerms);
/** Columns of the tiled numbering. */
const TILED_COLUMNS = X_SIDE[3];

/**
 * The number of a cell within a first-level cell, scaled for writeBehindDot.
 * @param length how many of the digits count, 2 to 4
 */
export function suffixNumber(length: number, column: number, rowFromSouth: number): number {
  // The sign bit: 1 where the row is of wide tiles.
  const isWide = (rowFromSouth - wideRows[length]) >>> 31;
  const columnStart = (columnStarts[length] + Math.imul(TILED_COLUMNS, isWide)) | 0;
  return (
    (COLUMN_TERMS[(columnStart + column) | 0] + ROW_TERMS[(rowStarts[length] + rowFromSouth) | 0]) |
    0
  );
}

/** The last row from the north of the cells that so many digits tell apart. */
const lastRows = offHeapFrom(
  Int16Array,
  Y_SIDE.map((rows) => rows - 1),
);

export function lastRow(length: number): number {
  return lastRows[length];
}

/** How the second and third digit are read: by length, for three digits also by the kind of tile. */
const [READ_TWO, READ_TALL, READ_WIDE, READ_FOUR] = [0, 1, 2, 3] as const;

/** The first digit's part of a cell, and the start of its table of the next two: by length. */
const firstCells = new Int32Array((MAX_SUFFIX + 1) * BASE);
const nextStarts = new Int32Array((MAX_SUFFIX + 1) * BASE);
const nextCells = new Int32Array((READ_FOUR + 1) * BASE * BASE);

for (let digit = 0; digit < BASE; digit++) {
  const tile = packCell(...tileCorner(digit));
  for (const [length, cell, reading] of [
    [2, packCell(digit, 0), READ_TWO],
    [3, tile, isTallTile(digit) ? READ_TALL : READ_WIDE],
    // Digits of columns and rows take turns.
    [4, packCell(BASE * digit, 0), READ_FOUR],
  ] as const) {
    firstCells[length * BASE + digit] = cell;
    nextStarts[length * BASE + digit] = reading * BASE * BASE;
  }
}
function setNext(reading: number, pair: number, column: number, row: number): void {
  nextCells[reading * BASE * BASE + pair] = packCell(column, row);
}

// Plain steps, as this is done at each start: with lists to go through it took 2 ms.
for (let second = 0; second < BASE; second++) {
  for (let third = 0; third < BASE; third++) {
    const pair = BASE * second + third;
    setNext(READ_TWO, pair, 0, second);
    setNext(READ_TALL, pair, (pair / TALL_TILE_ROWS) | 0, pair % TALL_TILE_ROWS);
    setNext(READ_WIDE, pair, (pair / WIDE_TILE_ROWS) | 0, pair % WIDE_TILE_ROWS);
    setNext(READ_FOUR, pair, third, BASE * second);
  }
}

/**
 * The cell within a first-level cell that digits stand for.
 * @param length how many of the digits there are, 2 to 4; the others are 0
 * @returns a packed cell
 */
export function suffixCell(
  length: number,
  first: number,
  second: number,
  third: number,
  fourth: number,
): number {
  const place = (Math.imul(length, BASE) + first) | 0;
  const next = (nextStarts[place] + Math.imul(BASE, second) + third) | 0;
  return (firstCells[place] + nextCells[next] + fourth) | 0;
}
