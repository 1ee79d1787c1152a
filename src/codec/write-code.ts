/** A point and the record that holds it become the characters of a mapcode (format 4.1 to 4.3). */
import { sixWide } from "../digits/cells.ts";
import { CHAR_DOT, writeBeforeDot, writeBehindDot } from "../digits/digits.ts";
import { pack } from "../digits/packing.ts";
import { interleaveBits, suffixNumber } from "../digits/suffixes.ts";
import {
  BASE,
  BLOCK_COLUMNS,
  BLOCK_ROWS,
  CELL_LAT_MICRO_DEG,
  DIGIT_POWERS,
  LAT_FRACTIONS,
} from "../tables/format.ts";
import { MAX_SUFFIX } from "../tables/layout/codes.ts";
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
  LETTER_OFFSET,
  LON_MIN,
  NAMELESS_COLUMNS,
  NAMELESS_ROWS,
  SIX_WIDE,
  STEP_LAT,
  STEP_LON_QUARTERS,
  SUFFIX_SHIFT,
  SWAPPED,
  TRAITS,
  VALUE_OFFSET,
} from "../tables/layout/records.ts";
import { offHeap } from "../tables/off-heap.ts";
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
const inCell = offHeap(Int32Array, 2);
const IN_CELL_LON_QUARTERS = 0;
const IN_CELL_LAT = 1;

/**
 * Writes the code that `record` makes for a point it holds. It stands around the dot, as long as
 * the record's traits tell; what is written in front and behind is of no meaning.
 * @param base where the record starts in `records`
 * @param precision extra characters, 0 to 8
 * @param dot place of the dot (before codex 14 moves it): MAX_PREFIX places in front of it and
 *   MAX_SUFFIX + 1 + MAX_PRECISION behind are written to
 */
export function writeCode(
  point: Point,
  base: number,
  precision: number,
  chars: Uint8Array,
  dot: number,
): void {
  const traits = records[base + TRAITS];
  const kind = traits & KIND_MASK;
  let letters: number;
  if (kind === KIND_GRID) letters = writeGrid(point, base, traits, chars, dot);
  else if (kind === KIND_AUTO_HEADER) letters = writeAutoHeader(point, base, traits, chars, dot);
  else letters = writeNameless(point, base, traits, chars, dot);

  const end = dot + 1 + ((traits >> SUFFIX_SHIFT) & LENGTH_MASK);
  if (letters === 0) pack(chars, end);
  if (precision === 0) return;

  // Only grids count cells upward from the south.
  const latFraction = point[POINT_LAT_FRACTION];
  const lat = LAT_FRACTIONS * inCell[IN_CELL_LAT];
  writeExtension(
    LAT_FRACTIONS * inCell[IN_CELL_LON_QUARTERS] + point[POINT_LON_FRACTION],
    records[base + STEP_LON_QUARTERS],
    kind === KIND_GRID ? lat + latFraction : lat - latFraction,
    records[base + STEP_LAT],
    chars,
    end,
  );
}

// The functions for the kinds of records return 0 for a code of digits only.

function writeGrid(
  point: Point,
  base: number,
  traits: number,
  chars: Uint8Array,
  dot: number,
): number {
  const gridLon = records[base + GRID_LON];
  const gridLat = records[base + GRID_LAT];
  const lonOffset = lonInRecord(base, point[POINT_LON]) | 0;
  const latOffset = (point[POINT_LAT] - records[base + LAT_MIN]) | 0;
  const column = (lonOffset / gridLon) | 0;
  const row = (latOffset / gridLat) | 0;
  const rows = records[base + GRID_ROWS];
  let prefix: number;
  if (traits & SIX_WIDE) {
    prefix = sixWide(column, row, records[base + GRID_COLUMNS], rows);
  } else if (traits & SWAPPED) {
    prefix = (Math.imul(BASE, interleaveBits(column)) + interleaveBits(rows - 1 - row)) | 0;
  } else {
    prefix = (Math.imul(column, rows) + (rows - 1 - row)) | 0;
  }

  const stepLon = records[base + STEP_LON_QUARTERS];
  const stepLat = records[base + STEP_LAT];
  const lonQuarters = (lonOffset - Math.imul(column, gridLon)) << 2;
  const latInGrid = (latOffset - Math.imul(row, gridLat)) | 0;
  const fineColumn = (lonQuarters / stepLon) | 0;
  const fineRow = (latInGrid / stepLat) | 0;
  inCell[IN_CELL_LON_QUARTERS] = lonQuarters - Math.imul(fineColumn, stepLon);
  inCell[IN_CELL_LAT] = latInGrid - Math.imul(fineRow, stepLat);

  const suffix = suffixNumber((traits >> SUFFIX_SHIFT) & LENGTH_MASK, fineColumn, fineRow);
  prefix = (prefix + records[base + LETTER_OFFSET]) | 0;
  chars[dot] = CHAR_DOT;
  const letters = writeBeforeDot(prefix, chars, dot) | writeBehindDot(suffix, chars, dot);
  if (traits & DOT_LEFT) {
    chars[dot] = chars[dot - 1];
    chars[dot - 1] = CHAR_DOT;
  }
  return letters;
}

function writeNameless(
  point: Point,
  base: number,
  traits: number,
  chars: Uint8Array,
  dot: number,
): number {
  const divider = records[base + STEP_LON_QUARTERS];
  const lonQuarters = 4 * (point[POINT_LON] - records[base + LON_MIN]);
  const quarters = (point[POINT_LON_FRACTION] / LAT_FRACTIONS) | 0;
  const column = ((lonQuarters + quarters) / divider) | 0;
  // The quarters come back with the whole fraction in the extension.
  inCell[IN_CELL_LON_QUARTERS] = lonQuarters - column * divider;
  const row = rowFromNorth(point, base, CELL_LAT_MICRO_DEG);

  const columns = records[base + NAMELESS_COLUMNS];
  const rows = records[base + NAMELESS_ROWS];
  const isSpecial = (traits & KIND_MASK) === KIND_NAMELESS_SPECIAL;
  const cell = isSpecial ? sixWide(column, rows - 1 - row, columns, rows) : column * rows + row;
  const value = records[base + VALUE_OFFSET] + cell;

  const suffixLength = (traits >> SUFFIX_SHIFT) & LENGTH_MASK;
  const power = DIGIT_POWERS[suffixLength];
  const prefix = (value / power) | 0;
  const suffix = (value - prefix * power) * DIGIT_POWERS[MAX_SUFFIX - suffixLength];
  chars[dot] = CHAR_DOT;
  const letters = writeBeforeDot(prefix, chars, dot) | writeBehindDot(suffix, chars, dot);
  if (traits & SWAPPED) {
    const before = chars[dot - 1];
    chars[dot - 1] = chars[dot + 1];
    chars[dot + 1] = before;
  }
  return letters;
}

function writeAutoHeader(
  point: Point,
  base: number,
  traits: number,
  chars: Uint8Array,
  dot: number,
): number {
  const stepLon = records[base + STEP_LON_QUARTERS];
  const lonQuarters = 4 * (point[POINT_LON] - records[base + LON_MIN]);
  const column = (lonQuarters / stepLon) | 0;
  inCell[IN_CELL_LON_QUARTERS] = lonQuarters - column * stepLon;
  const row = rowFromNorth(point, base, records[base + STEP_LAT]);

  const blockColumn = (column / BLOCK_COLUMNS) | 0;
  const blockRow = (row / BLOCK_ROWS) | 0;
  const block = records[base + BLOCK_START] + blockColumn * records[base + BLOCKS_LAT] + blockRow;
  const inBlock = suffixNumber(
    (traits >> SUFFIX_SHIFT) & LENGTH_MASK,
    column - blockColumn * BLOCK_COLUMNS,
    BLOCK_ROWS - 1 - (row - blockRow * BLOCK_ROWS),
  );
  chars[dot] = CHAR_DOT;
  return writeBeforeDot(block, chars, dot) | writeBehindDot(inBlock, chars, dot);
}

/**
 * Rows of nameless and auto header cells count from the north and own their upper edge: a point a
 * fraction above it belongs to the row before.
 */
function rowFromNorth(point: Point, base: number, stepLat: number): number {
  const latMax = records[base + LAT_MIN] + records[base + LAT_HEIGHT];
  const fromNorth = latMax - point[POINT_LAT];
  let row = (fromNorth / stepLat) | 0;
  let rest = fromNorth - row * stepLat;
  if (rest === 0 && point[POINT_LAT_FRACTION] > 0) {
    row--;
    rest = stepLat;
  }
  inCell[IN_CELL_LAT] = rest;
  return row;
}
