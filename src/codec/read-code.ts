/** The digits in `found` and the record that reads them become a cell (format 7.1 to 7.3). */
import {
  CELL_X,
  CELL_Y,
  cell,
  columnOf,
  gridCell,
  NO_CELL,
  rowOf,
  sixWideCell,
} from "../digits/cells.ts";
import { lastRow, suffixCell, swapMiddle } from "../digits/suffixes.ts";
import {
  BASE,
  BLOCK_COLUMNS,
  BLOCK_ROWS,
  DIGIT_POWERS,
  HALF_FIRST_DIGIT,
  PER_FIRST_DIGIT,
} from "../tables/format.ts";
import { ENTRY_RECORD_SHIFT } from "../tables/layout/codes.ts";
import {
  BLOCK_END,
  BLOCK_START,
  BLOCKS_LAT,
  DOT_LEFT,
  ENDS_GROUP,
  GRID_COLUMNS,
  GRID_LAT,
  GRID_LON,
  GRID_ROWS,
  GROUP,
  GROUP_COUNT,
  GROUP_FIRST,
  GROUP_NUMBERING,
  GROUP_OVERFLOW,
  GROUP_SHARE,
  GROUP_WORDS,
  KIND_AUTO_HEADER,
  KIND_GRID,
  KIND_MASK,
  KIND_NAMELESS_SPECIAL,
  LAT_HEIGHT,
  LAT_MIN,
  LENGTH_MASK,
  LETTER_OFFSET,
  LON_MIN,
  LON_WIDTH,
  NAMELESS_COLUMNS,
  NAMELESS_ROWS,
  NO_GROUP,
  NUMBERED_BY_HALF_DIGIT,
  RECORD_WORDS,
  SIX_WIDE_SHIFT,
  STEP_LAT,
  STEP_LON_QUARTERS,
  SUFFIX_SHIFT,
  SWAPPED,
  SWAPPED_SHIFT,
  TRAITS,
  VALUE_OFFSET,
} from "../tables/layout/records.ts";
import { namelessGroups, records } from "../tables/tables.ts";
import { found } from "../text/scan.ts";
import { UNKNOWN_MAPCODE } from "./error-codes.ts";
import {
  CELL_EAST_LIMIT,
  CELL_LAT,
  CELL_LAT_LIMIT,
  CELL_LON_QUARTERS,
  CELL_STEP_LAT,
  CELL_STEP_LON_QUARTERS,
  codeCell,
} from "./zone.ts";

/**
 * Leaves the cell of the digits in `codeCell`.
 * @param reader see ENTRY_RECORD_SHIFT
 * @returns the record that reads the code, as a reader again, or UNKNOWN_MAPCODE
 */
export function readCode(reader: number): number {
  if ((reader & KIND_MASK) === KIND_GRID) return readGrid(reader);
  return (reader & KIND_MASK) === KIND_AUTO_HEADER ? readAutoHeader(reader) : readNameless(reader);
}

function readGrid(reader: number): number {
  const base = (reader >> ENTRY_RECORD_SHIFT) * RECORD_WORDS;
  const isDotLeft = (reader & DOT_LEFT) !== 0;
  const columns = records[base + GRID_COLUMNS];
  const rows = records[base + GRID_ROWS];
  // Math.imul and `| 0` spare V8 the checks for overflow, 3% of decoding; codegen proves that there is
  // none (see gridRecord).
  let prefix = found.prefixValue;
  if (isDotLeft) prefix = (Math.imul(BASE, prefix) + found.suffix1) | 0;
  prefix = (prefix - records[base + LETTER_OFFSET]) | 0;
  // The second and third digit change places, or, without a branch (see gridCell), none do.
  const isSwapped = -((reader >> SWAPPED_SHIFT) & 1);
  prefix += Math.imul(found.second - found.third, BASE * BASE - BASE) & isSwapped;
  const coarse = gridCell((reader >> SIX_WIDE_SHIFT) & 1, prefix, columns, rows);
  if (coarse === NO_CELL) return UNKNOWN_MAPCODE;
  const column = columnOf(coarse);
  const row = (rows - 1 - rowOf(coarse)) | 0;

  const suffixLength = (reader >> SUFFIX_SHIFT) & LENGTH_MASK;
  const fine = isDotLeft
    ? suffixCell(suffixLength, found.suffix2, found.suffix3, found.suffix4, 0)
    : suffixCell(suffixLength, found.suffix1, found.suffix2, found.suffix3, found.suffix4);
  const fineRow = (lastRow(suffixLength) - rowOf(fine)) | 0;
  const stepLon = records[base + STEP_LON_QUARTERS];
  const stepLat = records[base + STEP_LAT];
  const gridLon = records[base + GRID_LON];
  const gridLat = records[base + GRID_LAT];
  const lonMin = records[base + LON_MIN];
  const latMin = records[base + LAT_MIN];
  const lonMax = (lonMin + records[base + LON_WIDTH]) | 0;
  const latMax = (latMin + records[base + LAT_HEIGHT]) | 0;
  const cellLon = (lonMin + Math.imul(column, gridLon)) | 0;
  const cellLat = (latMin + Math.imul(row, gridLat)) | 0;
  const lonQuarters = ((cellLon << 2) + Math.imul(columnOf(fine), stepLon)) | 0;
  const lat = (cellLat + Math.imul(fineRow, stepLat)) | 0;
  if (lonQuarters >= lonMax << 2 || lat >= latMax) return UNKNOWN_MAPCODE;
  codeCell[CELL_LON_QUARTERS] = lonQuarters;
  codeCell[CELL_LAT] = lat;
  codeCell[CELL_STEP_LON_QUARTERS] = stepLon;
  codeCell[CELL_STEP_LAT] = stepLat;
  codeCell[CELL_EAST_LIMIT] = Math.min((cellLon + gridLon) | 0, lonMax);
  codeCell[CELL_LAT_LIMIT] = Math.min((cellLat + gridLat) | 0, latMax);
  return reader;
}

function readerOf(record: number): number {
  return (record << ENTRY_RECORD_SHIFT) | records[record * RECORD_WORDS + TRAITS];
}

/** The value of all digits of a nameless code together, of which two or three are behind the dot. */
function valueWithoutDot(): number {
  const two = BASE * found.suffix1 + found.suffix2;
  return found.suffix === 2
    ? found.prefixValue * DIGIT_POWERS[2] + two
    : found.prefixValue * DIGIT_POWERS[3] + BASE * two + found.suffix3;
}

/** Which record of a nameless group a value is of. */
function areaOf(group: number, value: number): number {
  const at = group * GROUP_WORDS;
  const first = namelessGroups[at + GROUP_FIRST];
  const count = namelessGroups[at + GROUP_COUNT];
  if (namelessGroups[at + GROUP_NUMBERING] === NUMBERED_BY_HALF_DIGIT) {
    const digit = found.firstDigit;
    const whole = 2 * BASE - count;
    if (digit < whole) return first + digit;
    const isUpperHalf = value - digit * PER_FIRST_DIGIT >= HALF_FIRST_DIGIT;
    return first + 2 * digit - whole + (isUpperHalf ? 1 : 0);
  }
  const place = (value / namelessGroups[at + GROUP_SHARE]) | 0;
  if (place < count) return first + place;
  return place === count ? namelessGroups[at + GROUP_OVERFLOW] : UNKNOWN_MAPCODE;
}

function readNameless(reader: number): number {
  const written = valueWithoutDot();
  const first = reader >> ENTRY_RECORD_SHIFT;
  const group = records[first * RECORD_WORDS + GROUP];
  const record = group === NO_GROUP ? first : areaOf(group, written);
  if (record < 0) return UNKNOWN_MAPCODE;
  const base = record * RECORD_WORDS;
  const traits = records[base + TRAITS];
  // Plain areas of codex 22: the digits around the dot are the middle ones of four.
  const value = (traits & SWAPPED ? swapMiddle(written) : written) - records[base + VALUE_OFFSET];
  const columns = records[base + NAMELESS_COLUMNS];
  const rows = records[base + NAMELESS_ROWS];
  let column: number;
  let row: number;
  if ((traits & KIND_MASK) === KIND_NAMELESS_SPECIAL) {
    sixWideCell(value, columns, rows);
    column = cell[CELL_X];
    row = rows - 1 - cell[CELL_Y];
  } else {
    column = (value / rows) | 0;
    row = value - column * rows;
  }
  if (column >= columns) return UNKNOWN_MAPCODE;
  setCellFromNorth(base, column, row);
  return readerOf(record);
}

function readAutoHeader(reader: number): number {
  const block = found.prefixValue;
  let record = reader >> ENTRY_RECORD_SHIFT;
  let base = record * RECORD_WORDS;
  while (block >= records[base + BLOCK_END]) {
    if (records[base + TRAITS] & ENDS_GROUP) return UNKNOWN_MAPCODE;
    record++;
    base += RECORD_WORDS;
  }
  const blocksLat = records[base + BLOCKS_LAT];
  const ownBlock = block - records[base + BLOCK_START];
  const blockColumn = (ownBlock / blocksLat) | 0;
  const inBlock = suffixCell(3, found.suffix1, found.suffix2, found.suffix3, 0);
  const column = blockColumn * BLOCK_COLUMNS + columnOf(inBlock);
  const row = (ownBlock - blockColumn * blocksLat) * BLOCK_ROWS + rowOf(inBlock);
  const offsetQuarters = column * records[base + STEP_LON_QUARTERS];
  if (offsetQuarters >= 4 * records[base + LON_WIDTH]) return UNKNOWN_MAPCODE;
  const offsetLat = row * records[base + STEP_LAT];
  if (offsetLat > records[base + LAT_HEIGHT]) return UNKNOWN_MAPCODE;
  setCellFromNorth(base, column, row);
  return readerOf(record);
}

/** The cell in a column and a row of a record, counted from its north-western corner. */
function setCellFromNorth(base: number, column: number, row: number): void {
  const stepLon = records[base + STEP_LON_QUARTERS];
  const stepLat = records[base + STEP_LAT];
  const lonMin = records[base + LON_MIN];
  const latMin = records[base + LAT_MIN];
  codeCell[CELL_LON_QUARTERS] = 4 * lonMin + column * stepLon;
  codeCell[CELL_LAT] = latMin + records[base + LAT_HEIGHT] - row * stepLat;
  codeCell[CELL_STEP_LON_QUARTERS] = stepLon;
  codeCell[CELL_STEP_LAT] = -stepLat;
  codeCell[CELL_EAST_LIMIT] = lonMin + records[base + LON_WIDTH];
  codeCell[CELL_LAT_LIMIT] = latMin;
}
