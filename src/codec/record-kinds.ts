/**
 * Codes by the kinds of records. The write functions write the digits of a point's code, and its offset in the cell to
 * `cellOffset`; see writeCode. The read functions read the digits in `parsed`; see readCode.
 */
import * as cells from "../digits/cells.ts";
import { writeAfterDot, writeBeforeDot } from "../digits/digits.ts";
import * as format from "../tables/format.ts";
import * as layout from "../tables/layout/records.ts";
import { records } from "../tables/tables.ts";
import { parsed } from "../text/fast-scan.ts";
import { UNKNOWN_MAPCODE } from "./error-codes.ts";
import { offsetEast } from "./find.ts";
import * as scratch from "./scratch.ts";

/**
 * Writes the numbers before and after the dot, from `start` on. Each kind calls it: numbers that passed through an array
 * took 5% of encoding. @returns 0 for a code without letters
 */
function writeDigits(
  prefix: number,
  suffix: number,
  flags: number,
  chars: Uint8Array,
  start: number,
): number {
  const length = (flags >> layout.PREFIX_SHIFT) & layout.LENGTH_MASK;
  return (
    writeBeforeDot(prefix, length, chars, start) | writeAfterDot(suffix, chars, start + length)
  );
}

/** Writes the digits of a point's code in the record at `base`, as writeDigits does. */
type WriteDigitsOf = (
  point: scratch.Point,
  base: number,
  flags: number,
  chars: Uint8Array,
  start: number,
) => number;

// ---- Grids (format 4.1 and 7.1): digits before the dot select a first-level cell, the others a cell within it

export const writeGrid: WriteDigitsOf = (point, base, flags, chars, start) => {
  const gridLon = records[base + layout.GRID_LON];
  const gridLat = records[base + layout.GRID_LAT];
  const lonOffset = offsetEast(records[base + layout.LON_MIN], point[scratch.POINT_LON]) | 0;
  const latOffset = (point[scratch.POINT_LAT] - records[base + layout.LAT_MIN]) | 0;
  const column = (lonOffset / gridLon) | 0;
  const row = (latOffset / gridLat) | 0;
  const rows = records[base + layout.GRID_ROWS];
  let prefix: number;
  if (flags & layout.SIX_WIDE) {
    prefix = cells.numberSixWide(column, row, records[base + layout.GRID_COLUMNS], rows);
  } else if (flags & layout.SWAPPED) {
    prefix =
      (Math.imul(format.BASE, cells.spreadDigits(column)) + cells.spreadDigits(rows - 1 - row)) | 0;
  } else {
    prefix = (Math.imul(column, rows) + (rows - 1 - row)) | 0;
  }

  const stepLon = records[base + layout.STEP_LON_QUARTERS];
  const stepLat = records[base + layout.STEP_LAT];
  const lonQuarters = (lonOffset - Math.imul(column, gridLon)) << 2;
  const latInGrid = (latOffset - Math.imul(row, gridLat)) | 0;
  const fineColumn = (lonQuarters / stepLon) | 0;
  const fineRow = (latInGrid / stepLat) | 0;
  scratch.cellOffset[scratch.CELL_OFFSET_LON_QUARTERS] =
    lonQuarters - Math.imul(fineColumn, stepLon);
  scratch.cellOffset[scratch.CELL_OFFSET_LAT] = latInGrid - Math.imul(fineRow, stepLat);

  const suffixLength = (flags >> layout.SUFFIX_SHIFT) & layout.LENGTH_MASK;
  const suffix = cells.suffixNumber(suffixLength, fineColumn, fineRow);
  prefix = (prefix + records[base + layout.LETTER_OFFSET]) | 0;
  return writeDigits(prefix, suffix, flags, chars, start);
};

export function readGrid(entry: number): number {
  const base = (entry >> layout.ENTRY_RECORD_SHIFT) * layout.RECORD_WORDS;
  const isDotLeft = (entry & layout.DOT_LEFT) !== 0;
  const columns = records[base + layout.GRID_COLUMNS];
  const rows = records[base + layout.GRID_ROWS];
  // Math.imul and `| 0` spare V8 the checks for overflow, 3% of decoding. Codegen proves that nothing
  // overflows (see checkGrid in codegen/check.ts).
  let prefix = parsed.prefixValue;
  if (isDotLeft) prefix = (Math.imul(format.BASE, prefix) + parsed.suffix1) | 0;
  prefix = (prefix - records[base + layout.LETTER_OFFSET]) | 0;
  // Swaps the second and third digit, or adds 0, without a branch (see cellOfNumber).
  const swapMask = -((entry >> layout.SWAPPED_SHIFT) & 1);
  prefix +=
    Math.imul(parsed.prefix2 - parsed.prefix3, format.BASE * format.BASE - format.BASE) & swapMask;
  const coarse = cells.cellOfNumber((entry >> layout.SIX_WIDE_SHIFT) & 1, prefix, columns, rows);
  if (coarse === cells.NO_CELL) return UNKNOWN_MAPCODE;
  const column = cells.columnOf(coarse);
  const row = (rows - 1 - cells.rowOf(coarse)) | 0;

  const suffixLength = (entry >> layout.SUFFIX_SHIFT) & layout.LENGTH_MASK;
  const { suffix1, suffix2, suffix3, suffix4 } = parsed;
  const fine = isDotLeft
    ? cells.suffixCell(suffixLength, suffix2, suffix3, suffix4, 0)
    : cells.suffixCell(suffixLength, suffix1, suffix2, suffix3, suffix4);
  const stepLon = records[base + layout.STEP_LON_QUARTERS];
  const stepLat = records[base + layout.STEP_LAT];
  const gridLon = records[base + layout.GRID_LON];
  const gridLat = records[base + layout.GRID_LAT];
  const lonMin = records[base + layout.LON_MIN];
  const latMin = records[base + layout.LAT_MIN];
  const lonMax = (lonMin + records[base + layout.LON_WIDTH]) | 0;
  const latMax = (latMin + records[base + layout.LAT_HEIGHT]) | 0;
  const cellLon = (lonMin + Math.imul(column, gridLon)) | 0;
  const cellLat = (latMin + Math.imul(row, gridLat)) | 0;
  const lonQuarters = ((cellLon << 2) + Math.imul(cells.columnOf(fine), stepLon)) | 0;
  const lat = (cellLat + Math.imul(cells.rowOf(fine), stepLat)) | 0;
  if (lonQuarters >= lonMax << 2 || lat >= latMax) return UNKNOWN_MAPCODE;
  scratch.codeCell[scratch.CELL_LON_QUARTERS] = lonQuarters;
  scratch.codeCell[scratch.CELL_LAT] = lat;
  scratch.codeCell[scratch.CELL_STEP_LON_QUARTERS] = stepLon;
  scratch.codeCell[scratch.CELL_STEP_LAT] = stepLat;
  scratch.codeCell[scratch.CELL_EAST_LIMIT] = Math.min((cellLon + gridLon) | 0, lonMax);
  scratch.codeCell[scratch.CELL_LAT_LIMIT] = Math.min((cellLat + gridLat) | 0, latMax);
  return entry;
}

// ---- Rows that count from the north, as in all other kinds

/** The row of a point; its offset there goes to `cellOffset`. Rows include their northern edge, not their southern one. */
function rowFromNorth(point: scratch.Point, base: number, stepLat: number): number {
  const latMax = records[base + layout.LAT_MIN] + records[base + layout.LAT_HEIGHT];
  const fromNorth = latMax - point[scratch.POINT_LAT];
  let row = (fromNorth / stepLat) | 0;
  let inRow = fromNorth - row * stepLat;
  if (inRow === 0 && point[scratch.POINT_LAT_FRACTION] > 0) {
    row--;
    inRow = stepLat;
  }
  scratch.cellOffset[scratch.CELL_OFFSET_LAT] = inRow;
  return row;
}

/** Sets `codeCell` to a column and a row of a record, counted from its north-western corner. */
function setCellFromNorth(base: number, column: number, row: number): void {
  const stepLon = records[base + layout.STEP_LON_QUARTERS];
  const stepLat = records[base + layout.STEP_LAT];
  const lonMin = records[base + layout.LON_MIN];
  const latMin = records[base + layout.LAT_MIN];
  scratch.codeCell[scratch.CELL_LON_QUARTERS] = 4 * lonMin + column * stepLon;
  scratch.codeCell[scratch.CELL_LAT] = latMin + records[base + layout.LAT_HEIGHT] - row * stepLat;
  scratch.codeCell[scratch.CELL_STEP_LON_QUARTERS] = stepLon;
  scratch.codeCell[scratch.CELL_STEP_LAT] = -stepLat;
  scratch.codeCell[scratch.CELL_EAST_LIMIT] = lonMin + records[base + layout.LON_WIDTH];
  scratch.codeCell[scratch.CELL_LAT_LIMIT] = latMin;
}

/** The decode entry of a record. The entry of a group is the entry of its first record. */
function entryOf(record: number): number {
  return (
    (record << layout.ENTRY_RECORD_SHIFT) | records[record * layout.RECORD_WORDS + layout.FLAGS]
  );
}

// ---- Nameless records (format 4.2 and 7.2): the small areas of a group share one range of values. The value of all digits
// ---- selects the area and its cell.

export const writeNameless: WriteDigitsOf = (point, base, flags, chars, start) => {
  const stepLon = records[base + layout.STEP_LON_QUARTERS];
  const lonQuarters = 4 * (point[scratch.POINT_LON] - records[base + layout.LON_MIN]);
  const quarters = (point[scratch.POINT_LON_FRACTION] / format.LAT_FRACTIONS) | 0;
  const column = ((lonQuarters + quarters) / stepLon) | 0;
  // Without `quarters`: the extension adds the whole fraction, including them.
  scratch.cellOffset[scratch.CELL_OFFSET_LON_QUARTERS] = lonQuarters - column * stepLon;
  const row = rowFromNorth(point, base, format.CELL_LAT_MICRO_DEG);

  const columns = records[base + layout.NAMELESS_COLUMNS];
  const rows = records[base + layout.NAMELESS_ROWS];
  const isSpecial = (flags & layout.KIND_MASK) === layout.KIND_NAMELESS_SPECIAL;
  const cell = isSpecial
    ? cells.numberSixWide(column, rows - 1 - row, columns, rows)
    : column * rows + row;
  const value = records[base + layout.VALUE_OFFSET] + cell;

  const suffixLength = (flags >> layout.SUFFIX_SHIFT) & layout.LENGTH_MASK;
  const power = format.DIGIT_POWERS[suffixLength];
  const prefix = (value / power) | 0;
  const suffix = (value - prefix * power) * format.DIGIT_POWERS[layout.MAX_SUFFIX - suffixLength];
  return writeDigits(prefix, suffix, flags, chars, start);
};

export function readNameless(entry: number): number {
  const codeValue = valueWithoutDot();
  const first = entry >> layout.ENTRY_RECORD_SHIFT;
  const count = records[first * layout.RECORD_WORDS + layout.GROUP_COUNT];
  const record = count === 0 ? first : recordOfValue(first, count, codeValue);
  if (record < 0) return UNKNOWN_MAPCODE;
  const base = record * layout.RECORD_WORDS;
  const flags = records[base + layout.FLAGS];
  // Plain areas of codex 22: the digits around the dot are swapped.
  const swap = flags & layout.SWAPPED ? parsed.suffix1 - (parsed.prefixValue % format.BASE) : 0;
  const value =
    codeValue +
    swap * (format.BASE * format.BASE - format.BASE) -
    records[base + layout.VALUE_OFFSET];
  const specialBit = (flags & layout.KIND_MASK) === layout.KIND_NAMELESS_SPECIAL ? 1 : 0;
  const rows = records[base + layout.NAMELESS_ROWS];
  const cell = cells.cellOfNumber(specialBit, value, records[base + layout.NAMELESS_COLUMNS], rows);
  if (cell === cells.NO_CELL) return UNKNOWN_MAPCODE;
  setCellFromNorth(base, cells.columnOf(cell), cells.rowOf(cell));
  return entryOf(record);
}

/** The value of all digits of a nameless code, with two or three digits after the dot. */
function valueWithoutDot(): number {
  const two = format.BASE * parsed.suffix1 + parsed.suffix2;
  return parsed.suffixLength === 2
    ? parsed.prefixValue * format.DIGIT_POWERS[2] + two
    : parsed.prefixValue * format.DIGIT_POWERS[3] + format.BASE * two + parsed.suffix3;
}

/** The record of a group for a value, or UNKNOWN_MAPCODE. */
function recordOfValue(first: number, count: number, value: number): number {
  const base = first * layout.RECORD_WORDS;
  const shareValues = records[base + layout.GROUP_SHARE];
  if (shareValues === 0) {
    const digit = parsed.firstDigit;
    const whole = 2 * format.BASE - count;
    if (digit < whole) return first + digit;
    const isUpperHalf = value - digit * format.PER_FIRST_DIGIT >= format.HALF_FIRST_DIGIT;
    return first + 2 * digit - whole + (isUpperHalf ? 1 : 0);
  }
  const share = (value / shareValues) | 0;
  if (share < count) return first + share;
  return share === count ? records[base + layout.GROUP_OVERFLOW] : UNKNOWN_MAPCODE;
}

// ---- Auto headers (format 4.3 and 7.3): the areas of a group share one running count of blocks (168 x 176 cells). The
// ---- digits before the dot select the block, the three after the dot its cell.

export const writeAutoHeader: WriteDigitsOf = (point, base, flags, chars, start) => {
  const stepLon = records[base + layout.STEP_LON_QUARTERS];
  const lonQuarters = 4 * (point[scratch.POINT_LON] - records[base + layout.LON_MIN]);
  const column = (lonQuarters / stepLon) | 0;
  scratch.cellOffset[scratch.CELL_OFFSET_LON_QUARTERS] = lonQuarters - column * stepLon;
  const row = rowFromNorth(point, base, records[base + layout.STEP_LAT]);

  const blockColumn = (column / format.BLOCK_COLUMNS) | 0;
  const blockRow = (row / format.BLOCK_ROWS) | 0;
  const suffix = cells.suffixNumber(
    (flags >> layout.SUFFIX_SHIFT) & layout.LENGTH_MASK,
    column - blockColumn * format.BLOCK_COLUMNS,
    format.BLOCK_ROWS - 1 - (row - blockRow * format.BLOCK_ROWS),
  );
  const block =
    records[base + layout.BLOCK_START] + blockColumn * records[base + layout.BLOCKS_LAT] + blockRow;
  return writeDigits(block, suffix, flags, chars, start);
};

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
  const inBlock = cells.suffixCell(3, parsed.suffix1, parsed.suffix2, parsed.suffix3, 0);
  const column = blockColumn * format.BLOCK_COLUMNS + cells.columnOf(inBlock);
  const blockRow = blockInArea - blockColumn * blocksLat;
  const row = blockRow * format.BLOCK_ROWS + (format.BLOCK_ROWS - 1 - cells.rowOf(inBlock));
  // Of a cell past the edges of the record, nothing remains: see setZoneFromCell.
  setCellFromNorth(base, column, row);
  return entryOf(record);
}
