/** A point and the record that holds it become the characters of a mapcode (format 4.1 to 4.3). */
import { sixWide, triple } from "../digits/cells.ts";
import {
  CHAR_9,
  CHAR_DOT,
  DIGIT_CHARS,
  writeDigits,
  writeSwappedDigits,
} from "../digits/digits.ts";
import { isAllDigits, pack } from "../digits/packing.ts";
import {
  BLOCK_COLUMNS,
  BLOCK_ROWS,
  CELL_LAT_MICRO_DEG,
  LAT_FRACTIONS,
  Y_SIDE,
} from "../tables/format.ts";
import {
  BLOCK_START,
  BLOCKS_LAT,
  DOT_LEFT,
  GRID_COLUMNS,
  GRID_LAT,
  GRID_LON,
  GRID_ROWS,
  KIND_AUTO_HEADER,
  KIND_GRID,
  KIND_MASK,
  KIND_NAMELESS_SPECIAL,
  LAT_HEIGHT,
  LAT_MIN,
  LENGTH_MASK,
  LETTER_MASK,
  LETTER_SHIFT,
  LETTERED,
  LON_MIN,
  NAMELESS_COLUMNS,
  NAMELESS_ROWS,
  PREFIX_SHIFT,
  RECORD_WORDS,
  SIX_WIDE,
  STEP_LAT,
  STEP_LON_QUARTERS,
  SUFFIX_SHIFT,
  SWAPPED,
  TRAITS,
  VALUE_OFFSET,
} from "../tables/layout.ts";
import { records } from "../tables/tables.ts";
import { writeExtension } from "./extension.ts";
import {
  POINT_LAT,
  POINT_LAT_FRACTION,
  POINT_LON,
  POINT_LON_FRACTION,
  type Point,
} from "./points.ts";
import { lonInRecord } from "./search.ts";

/** Where in its cell the point lies, for the extension: quarter micro-degrees and micro-degrees. */
const inCell = new Int32Array(2);
const IN_CELL_LON_QUARTERS = 0;
const IN_CELL_LAT = 1;

/**
 * Writes the code that `record` makes for a point it holds.
 * @param precision extra characters, 0 to 8
 * @returns the place behind the last character; `start` is the first one's
 */
export function writeCode(
  point: Point,
  record: number,
  precision: number,
  chars: Uint8Array,
  start: number,
): number {
  const base = record * RECORD_WORDS;
  const traits = records[base + TRAITS] as number;
  const kind = traits & KIND_MASK;
  let end: number;
  if (kind === KIND_GRID) end = writeGrid(point, base, traits, chars, start);
  else if (kind === KIND_AUTO_HEADER) end = writeAutoHeader(point, base, traits, chars, start);
  else end = writeNameless(point, base, traits, chars, start);

  // Digits on both ends are needed for digits only, and already rare.
  if ((chars[end - 1] as number) <= CHAR_9 && isAllDigits(chars, start, end)) pack(chars, end);
  if (precision === 0) return end;

  // Only grids count cells upward from the south.
  const latFraction = point[POINT_LAT_FRACTION] as number;
  const lat = LAT_FRACTIONS * (inCell[IN_CELL_LAT] as number);
  return writeExtension(
    LAT_FRACTIONS * (inCell[IN_CELL_LON_QUARTERS] as number) +
      (point[POINT_LON_FRACTION] as number),
    LAT_FRACTIONS * (records[base + STEP_LON_QUARTERS] as number),
    kind === KIND_GRID ? lat + latFraction : lat - latFraction,
    LAT_FRACTIONS * (records[base + STEP_LAT] as number),
    precision,
    chars,
    end,
  );
}

function writeGrid(
  point: Point,
  base: number,
  traits: number,
  chars: Uint8Array,
  start: number,
): number {
  const gridLon = records[base + GRID_LON] as number;
  const gridLat = records[base + GRID_LAT] as number;
  const columns = records[base + GRID_COLUMNS] as number;
  const rows = records[base + GRID_ROWS] as number;
  const lonOffset = lonInRecord(base, point[POINT_LON] as number);
  const latOffset = (point[POINT_LAT] as number) - (records[base + LAT_MIN] as number);
  const column = (lonOffset / gridLon) | 0;
  const row = (latOffset / gridLat) | 0;

  let at = start;
  if (traits & LETTERED)
    chars[at++] = DIGIT_CHARS[(traits >> LETTER_SHIFT) & LETTER_MASK] as number;
  const prefixLength = (traits >> PREFIX_SHIFT) & LENGTH_MASK;
  const prefix =
    traits & SIX_WIDE ? sixWide(column, row, columns, rows) : column * rows + (rows - 1 - row);
  if (traits & SWAPPED) writeSwappedDigits(prefix, chars, at);
  else writeDigits(prefix, prefixLength, chars, at);
  at += prefixLength;
  chars[at] = CHAR_DOT;

  const stepLon = records[base + STEP_LON_QUARTERS] as number;
  const stepLat = records[base + STEP_LAT] as number;
  const lonQuarters = 4 * (lonOffset - column * gridLon);
  const latInGrid = latOffset - row * gridLat;
  const fineColumn = (lonQuarters / stepLon) | 0;
  const fineRow = (latInGrid / stepLat) | 0;
  inCell[IN_CELL_LON_QUARTERS] = lonQuarters - fineColumn * stepLon;
  inCell[IN_CELL_LAT] = latInGrid - fineRow * stepLat;

  const suffixLength = (traits >> SUFFIX_SHIFT) & LENGTH_MASK;
  writeSuffix(fineColumn, fineRow, suffixLength, chars, at + 1);
  if (traits & DOT_LEFT) {
    chars[at] = chars[at - 1] as number;
    chars[at - 1] = CHAR_DOT;
  }
  return at + 1 + suffixLength;
}

/** The cell within a first-level cell; rows come counted from the south and are written from the north. */
function writeSuffix(
  column: number,
  rowFromSouth: number,
  length: number,
  chars: Uint8Array,
  at: number,
): void {
  const side = Y_SIDE[length] as number;
  const row = side - 1 - rowFromSouth;
  if (length === 3) writeDigits(triple(column, row), 3, chars, at);
  else if (length === 4) writeSwappedDigits(column * side + row, chars, at);
  else writeDigits(column * side + row, length, chars, at);
}

function writeNameless(
  point: Point,
  base: number,
  traits: number,
  chars: Uint8Array,
  start: number,
): number {
  const divider = records[base + STEP_LON_QUARTERS] as number;
  const lonQuarters = 4 * ((point[POINT_LON] as number) - (records[base + LON_MIN] as number));
  const quarters = ((point[POINT_LON_FRACTION] as number) / LAT_FRACTIONS) | 0;
  const column = ((lonQuarters + quarters) / divider) | 0;
  // The quarters come back with the whole fraction in the extension.
  inCell[IN_CELL_LON_QUARTERS] = lonQuarters - column * divider;
  const row = rowFromNorth(point, base, CELL_LAT_MICRO_DEG);

  const columns = records[base + NAMELESS_COLUMNS] as number;
  const rows = records[base + NAMELESS_ROWS] as number;
  const isSpecial = (traits & KIND_MASK) === KIND_NAMELESS_SPECIAL;
  const cell = isSpecial ? sixWide(column, rows - 1 - row, columns, rows) : column * rows + row;
  const value = (records[base + VALUE_OFFSET] as number) + cell;

  const prefixLength = (traits >> PREFIX_SHIFT) & LENGTH_MASK;
  const suffixLength = (traits >> SUFFIX_SHIFT) & LENGTH_MASK;
  const end = start + prefixLength + 1 + suffixLength;
  const dot = start + prefixLength;
  // All digits in a row, then those before the dot move left to make room for it.
  writeDigits(value, prefixLength + suffixLength, chars, start + 1);
  chars.copyWithin(start, start + 1, dot + 1);
  chars[dot] = CHAR_DOT;
  if (traits & SWAPPED) {
    const before = chars[dot - 1] as number;
    chars[dot - 1] = chars[dot + 1] as number;
    chars[dot + 1] = before;
  }
  return end;
}

function writeAutoHeader(
  point: Point,
  base: number,
  traits: number,
  chars: Uint8Array,
  start: number,
): number {
  const stepLon = records[base + STEP_LON_QUARTERS] as number;
  const lonQuarters = 4 * ((point[POINT_LON] as number) - (records[base + LON_MIN] as number));
  const column = (lonQuarters / stepLon) | 0;
  inCell[IN_CELL_LON_QUARTERS] = lonQuarters - column * stepLon;
  const row = rowFromNorth(point, base, records[base + STEP_LAT] as number);

  const blockColumn = (column / BLOCK_COLUMNS) | 0;
  const blockRow = (row / BLOCK_ROWS) | 0;
  const block =
    (records[base + BLOCK_START] as number) +
    blockColumn * (records[base + BLOCKS_LAT] as number) +
    blockRow;
  const prefixLength = (traits >> PREFIX_SHIFT) & LENGTH_MASK;
  const dot = start + prefixLength;
  writeDigits(block, prefixLength, chars, start);
  chars[dot] = CHAR_DOT;
  const inBlock = triple(column - blockColumn * BLOCK_COLUMNS, row - blockRow * BLOCK_ROWS);
  writeDigits(inBlock, 3, chars, dot + 1);
  return dot + 4;
}

/**
 * Rows of nameless and auto header cells count from the north and own their upper edge: a point a
 * fraction above it belongs to the row before.
 */
function rowFromNorth(point: Point, base: number, stepLat: number): number {
  const latMax = (records[base + LAT_MIN] as number) + (records[base + LAT_HEIGHT] as number);
  const fromNorth = latMax - (point[POINT_LAT] as number);
  let row = (fromNorth / stepLat) | 0;
  let rest = fromNorth - row * stepLat;
  if (rest === 0 && (point[POINT_LAT_FRACTION] as number) > 0) {
    row--;
    rest = stepLat;
  }
  inCell[IN_CELL_LAT] = rest;
  return row;
}
