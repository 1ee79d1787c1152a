/** Converts boundary rows to the words of `records`, by the kinds of records (format 4). */
import * as format from "../format.ts";
import * as layout from "../layout/records.ts";
import type { Sections } from "../layout/sections.ts";
import * as boundaries from "./boundaries.ts";

/** The arrays derived from boundary records, except the index and the bands of latitude. */
export type RecordSections = Pick<
  Sections,
  "records" | "decodeEntryStarts" | "decodeEntries" | "earlierBounds" | "earlierHints"
>;

/** A derivation, territory by territory. */
export interface Derivation {
  readonly table: boundaries.BoundaryTable;
  readonly arrays: RecordSections;
  /** By array, the number of its filled elements. */
  readonly filledLengths: Record<keyof RecordSections, number>;
  /** By territory, 1 after its derivation. */
  readonly isDerived: Uint8Array;
}

/** Starts a derivation in arrays of zeros, with the bounds of all encompassing records: all codes lie within them. */
export function startDerivation(
  table: boundaries.BoundaryTable,
  arrays: RecordSections,
): Derivation {
  const { parents, firsts, encompassing } = table;
  for (const [territory, row] of encompassing.entries()) {
    setBounds(arrays.records, (firsts[territory + 1] - 1) * layout.RECORD_WORDS, row);
  }
  const filledLengths = {
    // Overflow records follow the records of all rows.
    records: firsts[parents.length] * layout.RECORD_WORDS,
    decodeEntryStarts: parents.length * layout.LENGTHS_PER_TERRITORY,
    // The first entry stands for all lengths that no record reads.
    decodeEntries: 1,
    earlierBounds: 0,
    earlierHints: 0,
  };
  return { table, arrays, filledLengths, isDerived: new Uint8Array(parents.length) };
}

/** Sets the words of a group. @param number of its first row among all rows @param following the row after the group */
export function setGroup(
  derivation: Derivation,
  group: readonly boundaries.Boundary[],
  number: number,
  following: boundaries.Boundary,
): void {
  const [row] = group;
  if (row.nameless) setNameless(derivation, group, number, following);
  else if (row.recordType > 1) setAutoHeaders(derivation, group, number);
  else if (!boundaries.isNonEncoding(derivation.table, row, number))
    setGrid(derivation, row, number);
  else {
    const flags = layout.KIND_NON_ENCODING | (row.restricted ? layout.RESTRICTED : 0);
    setRecord(derivation, row, number, flags);
  }
}

// ---- Words of all records. A view for each record would take more time than all the words.

function setBounds(records: Int32Array, base: number, row: boundaries.Boundary): void {
  records[base + layout.LON_MIN] = row.lonMin;
  records[base + layout.LON_WIDTH] = row.lonMax - row.lonMin;
  records[base + layout.LAT_MIN] = row.latMin;
  records[base + layout.LAT_HEIGHT] = row.latMax - row.latMin;
}

/** Sets the words that all records have. @returns the start of the record */
function setRecord(
  { table, arrays: { records } }: Derivation,
  row: boundaries.Boundary,
  number: number,
  flags: number,
): number {
  const base = number * layout.RECORD_WORDS;
  const encompassing = table.firsts[row.territory + 1] - 1;
  setBounds(records, base, row);
  records[base + layout.ENCOMPASSING] = encompassing;
  // Rows that count from the north include their northern edge: zones reach a fraction beyond the record.
  const minNorth = (flags & layout.KIND_MASK) === layout.KIND_GRID ? 0 : 1;
  const isInside = isWithin(records, base, encompassing * layout.RECORD_WORDS, minNorth);
  records[base + layout.FLAGS] = flags | (isInside ? layout.WITHIN_ENCOMPASSING : 0);
  return base;
}

/** Whether a record lies within another one, at least `minNorth` south of its northern edge. */
function isWithin(records: Int32Array, base: number, outer: number, minNorth: number): boolean {
  const west = records[base + layout.LON_MIN] - records[outer + layout.LON_MIN];
  const south = records[base + layout.LAT_MIN] - records[outer + layout.LAT_MIN];
  return (
    west >= 0 &&
    records[outer + layout.LON_WIDTH] - records[base + layout.LON_WIDTH] - west >= 0 &&
    south >= 0 &&
    records[outer + layout.LAT_HEIGHT] - records[base + layout.LAT_HEIGHT] - south >= minNorth
  );
}

/** The flags of every record with codes: its kind, and the lengths of the codes of a row before a dot is moved. */
function flagsOf(kind: number, row: boundaries.Boundary): number {
  // With codex 14, digits of the prefix come after the dot.
  const moved = row.codex === 14 ? row.recordType : 0;
  const prefixLength = boundaries.prefixLengthOf(row) + moved;
  const suffixLength = boundaries.suffixLengthOf(row) - moved;
  return kind | (prefixLength << layout.PREFIX_SHIFT) | (suffixLength << layout.SUFFIX_SHIFT);
}

// ---- Grids (format 4.1): first-level cells, each divided once more

/** The division of a grid record into first-level cells, and of these into cells. */
export function gridShape(row: boundaries.Boundary) {
  // The characters of a cell, without the header letter. Codex 14 has a digit of the prefix after the dot.
  const isDotLeft = row.codex === 14;
  const prefixLength = boundaries.prefixLengthOf(row) - (isDotLeft ? 0 : row.recordType);
  const suffixLength = boundaries.suffixLengthOf(row) - (isDotLeft ? row.recordType : 0);
  const isStandard = row.smartDiv === 1;
  const rows = isStandard ? format.Y_SIDE[prefixLength] : row.smartDiv;
  const columns = isStandard
    ? format.X_SIDE[prefixLength]
    : Math.trunc(format.DIGIT_POWERS[prefixLength] / rows);
  const gridLon = Math.ceil((row.lonMax - row.lonMin) / columns);
  const gridLat = Math.ceil((row.latMax - row.latMin) / rows);
  const stepLonQuarters = 4 * Math.ceil(gridLon / format.X_SIDE[suffixLength]);
  const stepLat = Math.ceil(gridLat / format.Y_SIDE[suffixLength]);
  const isSixWide = columns !== rows && prefixLength > 2;
  return {
    ...{ prefixLength, suffixLength, columns, rows, isSixWide },
    ...{ gridLon, gridLat, stepLonQuarters, stepLat },
  };
}

function setGrid(derivation: Derivation, row: boundaries.Boundary, number: number): void {
  const { records } = derivation.arrays;
  const shape = gridShape(row);
  const { prefixLength, columns, rows } = shape;
  const isLettered = row.recordType === 1;
  const isSwapped = columns === format.SWAPPED_SIDE && rows === format.SWAPPED_SIDE;
  let flags = flagsOf(layout.KIND_GRID, row);
  if (shape.isSixWide) flags |= layout.SIX_WIDE;
  if (isSwapped) flags |= layout.SWAPPED;
  if (row.codex === 14) flags |= layout.DOT_LEFT;
  if (row.restricted)
    flags |= isLettered ? layout.RESTRICTED : layout.RESTRICTED | layout.VALID_WITHIN_EARLIER;
  const base = setRecord(derivation, row, number, flags);
  records[base + layout.STEP_LON_QUARTERS] = shape.stepLonQuarters;
  records[base + layout.STEP_LAT] = shape.stepLat;
  records[base + layout.GRID_LON] = shape.gridLon;
  records[base + layout.GRID_LAT] = shape.gridLat;
  records[base + layout.GRID_COLUMNS] = columns;
  records[base + layout.GRID_ROWS] = rows;
  if (!isLettered) return;
  records[base + layout.LETTER_OFFSET] =
    format.DIGITS.indexOf(row.headerLetter) * format.DIGIT_POWERS[prefixLength];
}

// ---- Auto headers (format 4.3): a group shares one running count of blocks, of 168 x 176 cells

function roundUp(value: number, unit: number): number {
  return Math.ceil(value / unit) * unit;
}

/**
 * The blocks of a group, consecutive rows of a territory with recordType 2 or 3 and the same codex: from `start` up to
 * `end` (excluded), `rows` from north to south, with the size of a cell.
 */
export function blocksOf(rows: readonly boundaries.Boundary[]) {
  // The number of blocks of a record of type 2 is rounded up to a multiple of 961 or 31: its last two header digits, or
  // the last one, take all values.
  const wholeBlocks = format.DIGIT_POWERS[rows[0].codex >= 23 ? 2 : 1];
  let start = 0;
  return rows.map((row) => {
    const lonMicroDeg = row.lonMax - row.lonMin;
    const latMicroDeg = row.latMax - row.latMin;
    const divider = boundaries.xDivider(row.latMin, row.latMax);
    const columns = roundUp(Math.ceil((4 * lonMicroDeg) / divider), format.BLOCK_COLUMNS);
    const cellRows = roundUp(Math.ceil(latMicroDeg / format.CELL_LAT_MICRO_DEG), format.BLOCK_ROWS);
    const end = start + (columns / format.BLOCK_COLUMNS) * (cellRows / format.BLOCK_ROWS);
    const blocks = {
      start,
      end: row.recordType === 2 ? roundUp(end, wholeBlocks) : end,
      rows: cellRows / format.BLOCK_ROWS,
      stepLonQuarters: 4 * Math.ceil(lonMicroDeg / columns),
      stepLat: Math.ceil(latMicroDeg / cellRows),
    };
    start = blocks.end;
    return blocks;
  });
}

function setAutoHeaders(
  derivation: Derivation,
  rows: readonly boundaries.Boundary[],
  first: number,
): void {
  const { records } = derivation.arrays;
  const flags = flagsOf(layout.KIND_AUTO_HEADER, rows[0]);
  for (const [index, blocks] of blocksOf(rows).entries()) {
    const ending = index === rows.length - 1 ? layout.ENDS_GROUP : 0;
    const base = setRecord(derivation, rows[index], first + index, flags | ending);
    records[base + layout.STEP_LON_QUARTERS] = blocks.stepLonQuarters;
    records[base + layout.STEP_LAT] = blocks.stepLat;
    records[base + layout.BLOCK_START] = blocks.start;
    records[base + layout.BLOCK_END] = blocks.end;
    records[base + layout.BLOCKS_LAT] = blocks.rows;
  }
}

// ---- Nameless groups (format 4.2 and 7.2): small areas that share one range of values

/** Whether the areas of a group have equal shares of its values. */
function isShared(codex: number, count: number): boolean {
  return codex === 21 || count >= 2 * format.BASE;
}

/** Whether the first digit alone selects an area, so that the engine has nothing to compute. */
export function isByDigit(codex: number, count: number): boolean {
  return !isShared(codex, count) && count <= format.BASE;
}

/** The number of values of all areas of a group. */
function valueCount(codex: number): number {
  return format.DIGIT_POWERS[boundaries.lengthOfCodex(codex) + 1];
}

/** The share of each area. */
function sharedValues(codex: number, count: number): number {
  // Rounded down to all values of two digits.
  const unit = format.DIGIT_POWERS[2];
  return Math.trunc(valueCount(codex) / count / unit) * unit;
}

/** The first value of an area of a group. @param index of the area; `count` for the value after the last area */
export function firstValue(codex: number, count: number, index: number): number {
  if (isShared(codex, count)) return index * sharedValues(codex, count);
  if (isByDigit(codex, count)) {
    const larger = format.BASE % count;
    return (
      (index * Math.trunc(format.BASE / count) + Math.min(index, larger)) * format.PER_FIRST_DIGIT
    );
  }
  const whole = 2 * format.BASE - count;
  const halves = Math.max(index - whole, 0);
  const digits = Math.min(index, whole) + (halves >> 1);
  return digits * format.PER_FIRST_DIGIT + (halves % 2) * format.HALF_FIRST_DIGIT;
}

export function areaRows(row: boundaries.Boundary): number {
  if (!row.specialShape) return row.smartDiv;
  return 1 + Math.trunc((row.latMax - row.latMin) / format.CELL_LAT_MICRO_DEG);
}

export function areaColumns(row: boundaries.Boundary): number {
  const side = row.smartDiv;
  return row.specialShape ? Math.trunc((side * side) / areaRows(row)) : side;
}

/**
 * Sets the words of a group of nameless rows: consecutive rows with the same codex. Shares are rounded down and leave
 * values after the last area. The format reads them with the bounds of the next row. That row is never nameless: it
 * gets a second record, because its own is of another kind.
 */
function setNameless(
  derivation: Derivation,
  rows: readonly boundaries.Boundary[],
  first: number,
  following: boundaries.Boundary,
): void {
  const { records } = derivation.arrays;
  const { codex } = rows[0];
  const setArea = (number: number, row: boundaries.Boundary, index: number) => {
    const kind = row.specialShape ? layout.KIND_NAMELESS_SPECIAL : layout.KIND_NAMELESS_PLAIN;
    // An area with all values of one first digit.
    const isSwapped = codex === 22 && row.nameless && kind === layout.KIND_NAMELESS_PLAIN;
    const swapped = isSwapped && row.smartDiv === format.SWAPPED_SIDE ? layout.SWAPPED : 0;
    const base = setRecord(derivation, row, number, flagsOf(kind, rows[0]) | swapped);
    records[base + layout.STEP_LON_QUARTERS] = boundaries.xDivider(row.latMin, row.latMax);
    records[base + layout.STEP_LAT] = format.CELL_LAT_MICRO_DEG;
    records[base + layout.NAMELESS_COLUMNS] = areaColumns(row);
    records[base + layout.NAMELESS_ROWS] = areaRows(row);
    records[base + layout.VALUE_OFFSET] = firstValue(codex, rows.length, index);
  };
  for (const [index, row] of rows.entries()) setArea(first + index, row, index);
  if (isByDigit(codex, rows.length)) return;
  const groupBase = first * layout.RECORD_WORDS;
  records[groupBase + layout.GROUP_COUNT] = rows.length;
  if (!isShared(codex, rows.length)) return;
  records[groupBase + layout.GROUP_SHARE] = sharedValues(codex, rows.length);
  if (firstValue(codex, rows.length, rows.length) === valueCount(codex)) return;
  const overflow = derivation.filledLengths.records / layout.RECORD_WORDS;
  derivation.filledLengths.records += layout.RECORD_WORDS;
  setArea(overflow, following, rows.length);
  records[groupBase + layout.GROUP_OVERFLOW] = overflow;
}
