/** Nameless groups (format 4.2 and 7.2): small areas that share one range of values. */
import * as F from "../format.ts";
import * as L from "../layout/records.ts";
import { type Boundary, lengthOfCodex, xDivider } from "./boundaries.ts";
import {
  flagsOf,
  type RecordLengths,
  type RecordSections,
  setBounds,
  setSteps,
} from "./records.ts";

/** Characters before the dot of the codes of nameless records. */
export function namelessPrefixLength(codex: number): number {
  return codex === 22 ? 3 : 2;
}

/** Characters after the dot. */
export function namelessSuffixLength(codex: number): number {
  return codex === 21 || codex === 22 ? 2 : 3;
}

/** The first digit alone selects the area: the engine has nothing to compute. */
export const BY_DIGIT = -1;

/** How a group divides its values among its areas: BY_DIGIT or one of the NUMBERED_* values. */
export function numberingOf(codex: number, count: number): number {
  if (codex === 21 || count >= 2 * F.BASE) return L.NUMBERED_SHARED;
  return count <= F.BASE ? BY_DIGIT : L.NUMBERED_BY_HALF_DIGIT;
}

/** The number of values of all areas of a group. */
function valueCount(codex: number): number {
  return F.DIGIT_POWERS[lengthOfCodex(codex) + 1];
}

/** The values of each area of a group that is NUMBERED_SHARED. */
function sharedValues(codex: number, count: number): number {
  return Math.trunc(valueCount(codex) / count / F.SWAPPED_SIDE) * F.SWAPPED_SIDE;
}

/**
 * The first value of an area of a group.
 * @param index of the area in the group; the number of areas, for the value after those of the last one
 */
export function firstValue(codex: number, count: number, index: number): number {
  const numbering = numberingOf(codex, count);
  if (numbering === L.NUMBERED_SHARED) return index * sharedValues(codex, count);
  if (numbering === BY_DIGIT) {
    const larger = F.BASE % count;
    return (index * Math.trunc(F.BASE / count) + Math.min(index, larger)) * F.PER_FIRST_DIGIT;
  }
  const whole = 2 * F.BASE - count;
  const halves = Math.max(index - whole, 0);
  const digits = Math.min(index, whole) + (halves >> 1);
  return digits * F.PER_FIRST_DIGIT + (halves % 2) * F.HALF_FIRST_DIGIT;
}

/** Rows of the cells of an area. */
export function areaRows(row: Boundary): number {
  if (!row.specialShape) return row.smartDiv;
  return 1 + Math.trunc((row.latMax - row.latMin) / F.CELL_LAT_MICRO_DEG);
}

/** Columns of the cells of an area. */
export function areaColumns(row: Boundary): number {
  const side = row.smartDiv;
  return row.specialShape ? Math.trunc((side * side) / areaRows(row)) : side;
}

/** Sets the words of a record as an area of a group, whatever the coding of its row. */
function setArea(
  records: Int32Array,
  at: number,
  row: Boundary,
  codex: number,
  group: number,
): void {
  setBounds(records, at, row);
  setSteps(records, at, xDivider(row.latMin, row.latMax), F.CELL_LAT_MICRO_DEG);
  records[at + L.NAMELESS_COLUMNS] = areaColumns(row);
  records[at + L.NAMELESS_ROWS] = areaRows(row);
  records[at + L.GROUP] = group;
  const kind = row.specialShape ? L.KIND_NAMELESS_SPECIAL : L.KIND_NAMELESS_PLAIN;
  records[at + L.FLAGS] = flagsOf(kind, namelessPrefixLength(codex), namelessSuffixLength(codex));
}

/**
 * Sets the words of a group of nameless rows: consecutive rows with the same codex.
 * @param first number of the record of the first row
 * @param following the row after the group, which exists because an encompassing record is never nameless
 */
export function setNamelessGroup(
  arrays: RecordSections,
  lengths: RecordLengths,
  rows: readonly Boundary[],
  first: number,
  following: Boundary,
): void {
  const { records } = arrays;
  const { codex } = rows[0];
  const isByDigit = numberingOf(codex, rows.length) === BY_DIGIT;
  const group = isByDigit ? L.NO_GROUP : lengths.namelessGroups / L.GROUP_WORDS;
  for (let index = 0; index < rows.length; index++) {
    const at = (first + index) * L.RECORD_WORDS;
    const row = rows[index];
    setArea(records, at, row, codex, group);
    records[at + L.VALUE_OFFSET] = firstValue(codex, rows.length, index);
    // An area of all values of one first digit.
    const isSwapped = codex === 22 && !row.specialShape && row.smartDiv === F.SWAPPED_SIDE;
    if (isSwapped) records[at + L.FLAGS] |= L.SWAPPED;
  }
  if (!isByDigit) addGroup(arrays, lengths, codex, rows.length, first, following);
}

/**
 * Adds the words of a group to namelessGroups. Shares are rounded down, which leaves values after the last area. The
 * format reads them with the bounds of the row that follows the group. That row gets a second record, because its own is
 * of another kind.
 */
function addGroup(
  { records, namelessGroups }: RecordSections,
  lengths: RecordLengths,
  codex: number,
  count: number,
  first: number,
  following: Boundary,
): void {
  const at = lengths.namelessGroups;
  lengths.namelessGroups += L.GROUP_WORDS;
  const numbering = numberingOf(codex, count);
  namelessGroups[at + L.GROUP_FIRST] = first;
  namelessGroups[at + L.GROUP_COUNT] = count;
  namelessGroups[at + L.GROUP_NUMBERING] = numbering;
  if (numbering !== L.NUMBERED_SHARED) return;
  namelessGroups[at + L.GROUP_SHARE] = sharedValues(codex, count);
  const end = firstValue(codex, count, count);
  if (end === valueCount(codex)) return;
  const overflow = lengths.records;
  lengths.records += L.RECORD_WORDS;
  setArea(records, overflow, following, codex, at / L.GROUP_WORDS);
  records[overflow + L.VALUE_OFFSET] = end;
  namelessGroups[at + L.GROUP_OVERFLOW] = overflow / L.RECORD_WORDS;
}
