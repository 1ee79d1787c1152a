/**
 * The digits of a code and the record that reads them become a zone (format 7.1 to 7.3). All
 * functions work on the values in `found` and return false for an unknown mapcode.
 */
import { CELL_X, CELL_Y, cell, sixWideCell, tripleCell } from "../digits/cells.ts";
import { swapMiddle } from "../digits/suffixes.ts";
import {
  BASE,
  BLOCK_COLUMNS,
  BLOCK_ROWS,
  DIGIT_POWERS,
  HALF_FIRST_DIGIT,
  PER_FIRST_DIGIT,
  Y_SIDE,
} from "../tables/format.ts";
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
  GROUP_LARGER,
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
  NUMBERED_BY_DIGIT,
  NUMBERED_BY_HALF_DIGIT,
  RECORD_WORDS,
  SIX_WIDE,
  STEP_LAT,
  STEP_LON_QUARTERS,
  SUFFIX_SHIFT,
  SWAPPED,
  TRAITS,
  VALUE_OFFSET,
} from "../tables/layout.ts";
import { namelessGroups, records } from "../tables/tables.ts";
import { extensionValues, found } from "../text/scan.ts";
import { readExtension } from "./extension.ts";
import { setZone, type Zone } from "./zone.ts";

const UNKNOWN_RECORD = -1;

/** @param record the one that `forms` or `letteredRecords` name for the code */
export function readCode(record: number, zone: Zone): boolean {
  const kind = (records[record * RECORD_WORDS + TRAITS] as number) & KIND_MASK;
  if (kind === KIND_GRID) return readGrid(record, zone);
  if (kind === KIND_AUTO_HEADER) return readAutoHeader(record, zone);
  return readNameless(record, zone);
}

function readGrid(record: number, zone: Zone): boolean {
  const base = record * RECORD_WORDS;
  const traits = records[base + TRAITS] as number;
  const suffixLength = (traits >> SUFFIX_SHIFT) & LENGTH_MASK;
  let prefix = found.prefixValue;
  let suffix = found.suffixValue;
  if (traits & DOT_LEFT) {
    const power = DIGIT_POWERS[suffixLength] as number;
    const first = (suffix / power) | 0;
    prefix = BASE * prefix + first;
    suffix -= power * first;
  }
  prefix -= records[base + LETTER_OFFSET] as number;
  if (traits & SWAPPED) prefix = swapMiddle(prefix);
  const columns = records[base + GRID_COLUMNS] as number;
  const rows = records[base + GRID_ROWS] as number;
  let column: number;
  let row: number;
  if (traits & SIX_WIDE) {
    sixWideCell(prefix, columns, rows);
    column = cell[CELL_X] as number;
    row = cell[CELL_Y] as number;
  } else {
    column = (prefix / rows) | 0;
    row = rows - 1 - (prefix - column * rows);
  }
  if (column >= columns || row < 0) return false;

  readSuffix(suffixLength, suffix);
  const gridLon = records[base + GRID_LON] as number;
  const gridLat = records[base + GRID_LAT] as number;
  const stepLon = records[base + STEP_LON_QUARTERS] as number;
  const stepLat = records[base + STEP_LAT] as number;
  const cellLon = (records[base + LON_MIN] as number) + column * gridLon;
  const cellLat = (records[base + LAT_MIN] as number) + row * gridLat;
  const lonMax = (records[base + LON_MIN] as number) + (records[base + LON_WIDTH] as number);
  const latMax = (records[base + LAT_MIN] as number) + (records[base + LAT_HEIGHT] as number);
  const lonQuarters = 4 * cellLon + (cell[CELL_X] as number) * stepLon;
  const lat = cellLat + (cell[CELL_Y] as number) * stepLat;
  if (lonQuarters >= 4 * lonMax || lat >= latMax) return false;

  if (!readExtension(extensionValues, found.extension, stepLon, stepLat)) return false;
  const east = Math.min(cellLon + gridLon, lonMax);
  return setZone(zone, lonQuarters, lat, east, Math.min(cellLat + gridLat, latMax));
}

/** Leaves the cell within a first-level cell in `cell`, its row counted from the south. */
function readSuffix(length: number, suffix: number): void {
  const side = Y_SIDE[length] as number;
  if (length === 3) {
    tripleCell(suffix);
  } else {
    const value = length === 4 ? swapMiddle(suffix) : suffix;
    const column = (value / side) | 0;
    cell[CELL_X] = column;
    cell[CELL_Y] = value - column * side;
  }
  cell[CELL_Y] = side - 1 - (cell[CELL_Y] as number);
}

/** The value of all digits together. */
function valueWithoutDot(): number {
  return found.prefixValue * (DIGIT_POWERS[found.suffix] as number) + found.suffixValue;
}

/** Which record of a nameless group the code is of. */
function areaOf(group: number): number {
  const at = group * GROUP_WORDS;
  const first = namelessGroups[at + GROUP_FIRST] as number;
  const count = namelessGroups[at + GROUP_COUNT] as number;
  const share = namelessGroups[at + GROUP_SHARE] as number;
  const numbering = namelessGroups[at + GROUP_NUMBERING] as number;
  const digit = (found.prefixValue / (DIGIT_POWERS[found.prefix - 1] as number)) | 0;
  if (numbering === NUMBERED_BY_DIGIT) {
    const larger = namelessGroups[at + GROUP_LARGER] as number;
    const inLarger = larger * (share + 1);
    if (digit < inLarger) return first + ((digit / (share + 1)) | 0);
    return first + larger + (((digit - inLarger) / share) | 0);
  }
  const value = valueWithoutDot();
  if (numbering === NUMBERED_BY_HALF_DIGIT) {
    const whole = 2 * BASE - count;
    if (digit < whole) return first + digit;
    const isUpperHalf = value - digit * PER_FIRST_DIGIT >= HALF_FIRST_DIGIT;
    return first + 2 * digit - whole + (isUpperHalf ? 1 : 0);
  }
  const place = (value / share) | 0;
  if (place < count) return first + place;
  return place === count ? (namelessGroups[at + GROUP_OVERFLOW] as number) : UNKNOWN_RECORD;
}

function readNameless(firstOfGroup: number, zone: Zone): boolean {
  const record = areaOf(records[firstOfGroup * RECORD_WORDS + GROUP] as number);
  if (record === UNKNOWN_RECORD) return false;
  const base = record * RECORD_WORDS;
  const traits = records[base + TRAITS] as number;
  // Plain areas of codex 22: the digits around the dot are the middle ones of four.
  const written = valueWithoutDot();
  const value =
    (traits & SWAPPED ? swapMiddle(written) : written) - (records[base + VALUE_OFFSET] as number);
  const columns = records[base + NAMELESS_COLUMNS] as number;
  const rows = records[base + NAMELESS_ROWS] as number;
  let column: number;
  let row: number;
  if ((traits & KIND_MASK) === KIND_NAMELESS_SPECIAL) {
    sixWideCell(value, columns, rows);
    column = cell[CELL_X] as number;
    row = rows - 1 - (cell[CELL_Y] as number);
  } else {
    column = (value / rows) | 0;
    row = value - column * rows;
  }
  if (column >= columns) return false;
  const lonQuarters =
    4 * (records[base + LON_MIN] as number) +
    column * (records[base + STEP_LON_QUARTERS] as number);
  return setZoneFromNorth(base, lonQuarters, row, zone);
}

function readAutoHeader(firstOfGroup: number, zone: Zone): boolean {
  const block = found.prefixValue;
  let base = firstOfGroup * RECORD_WORDS;
  while (block >= (records[base + BLOCK_END] as number)) {
    if ((records[base + TRAITS] as number) & ENDS_GROUP) return false;
    base += RECORD_WORDS;
  }
  const blocksLat = records[base + BLOCKS_LAT] as number;
  const ownBlock = block - (records[base + BLOCK_START] as number);
  const blockColumn = (ownBlock / blocksLat) | 0;
  tripleCell(found.suffixValue);
  const column = blockColumn * BLOCK_COLUMNS + (cell[CELL_X] as number);
  const row = (ownBlock - blockColumn * blocksLat) * BLOCK_ROWS + (cell[CELL_Y] as number);

  const lonMin = records[base + LON_MIN] as number;
  const latHeight = records[base + LAT_HEIGHT] as number;
  const offsetQuarters = column * (records[base + STEP_LON_QUARTERS] as number);
  if (offsetQuarters >= 4 * (records[base + LON_WIDTH] as number)) return false;
  if (row * (records[base + STEP_LAT] as number) > latHeight) return false;
  return setZoneFromNorth(base, 4 * lonMin + offsetQuarters, row, zone);
}

/** The zone of a cell in a row counted from the northern edge of its record. */
function setZoneFromNorth(base: number, lonQuarters: number, row: number, zone: Zone): boolean {
  const stepLon = records[base + STEP_LON_QUARTERS] as number;
  const stepLat = records[base + STEP_LAT] as number;
  const latMin = records[base + LAT_MIN] as number;
  const latMax = latMin + (records[base + LAT_HEIGHT] as number);
  if (!readExtension(extensionValues, found.extension, stepLon, -stepLat)) return false;
  const lonMax = (records[base + LON_MIN] as number) + (records[base + LON_WIDTH] as number);
  return setZone(zone, lonQuarters, latMax - row * stepLat, lonMax, latMin);
}
