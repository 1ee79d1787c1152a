/** Nameless groups (format 4.2 and 7.2): small areas that share one range of values. */
import * as F from "../format.ts";
import * as L from "../layout/records.ts";
import {
  type Boundary,
  lengthOfCodex,
  prefixLengthOf,
  suffixLengthOf,
  xDivider,
} from "./boundaries.ts";
import {
  flagsOf,
  type RecordLengths,
  type RecordSections,
  setBounds,
  setSteps,
} from "./records.ts";

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

/** The first value of an area of a group. @param index of the area; `count`, for the value after those of the last one */
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

/**
 * Sets the words of a group of nameless rows: consecutive rows with the same codex. Shares are rounded down, which leaves values
 * after the last area. The format reads them with the bounds of the row that follows, which is never nameless: it gets a
 * second record, because its own is of another kind. @param first number of the record of the first row
 */
export function setNamelessGroup(
  { records, namelessGroups }: RecordSections,
  lengths: RecordLengths,
  rows: readonly Boundary[],
  first: number,
  following: Boundary,
): void {
  const { codex } = rows[0];
  const numbering = numberingOf(codex, rows.length);
  const at = lengths.namelessGroups;
  const group = numbering === BY_DIGIT ? L.NO_GROUP : at / L.GROUP_WORDS;
  const setArea = (record: number, row: Boundary, index: number) => {
    const base = record * L.RECORD_WORDS;
    setBounds(records, base, row);
    setSteps(records, base, xDivider(row.latMin, row.latMax), F.CELL_LAT_MICRO_DEG);
    records[base + L.NAMELESS_COLUMNS] = areaColumns(row);
    records[base + L.NAMELESS_ROWS] = areaRows(row);
    records[base + L.GROUP] = group;
    records[base + L.VALUE_OFFSET] = firstValue(codex, rows.length, index);
    const kind = row.specialShape ? L.KIND_NAMELESS_SPECIAL : L.KIND_NAMELESS_PLAIN;
    records[base + L.FLAGS] = flagsOf(kind, prefixLengthOf(rows[0]), suffixLengthOf(rows[0]));
  };
  for (const [index, row] of rows.entries()) {
    setArea(first + index, row, index);
    // An area of all values of one first digit.
    const isSwapped = codex === 22 && !row.specialShape && row.smartDiv === F.SWAPPED_SIDE;
    if (isSwapped) records[(first + index) * L.RECORD_WORDS + L.FLAGS] |= L.SWAPPED;
  }
  if (numbering === BY_DIGIT) return;
  lengths.namelessGroups += L.GROUP_WORDS;
  namelessGroups[at + L.GROUP_FIRST] = first;
  namelessGroups[at + L.GROUP_COUNT] = rows.length;
  namelessGroups[at + L.GROUP_NUMBERING] = numbering;
  if (numbering !== L.NUMBERED_SHARED) return;
  namelessGroups[at + L.GROUP_SHARE] = sharedValues(codex, rows.length);
  if (firstValue(codex, rows.length, rows.length) === valueCount(codex)) return;
  const overflow = lengths.records / L.RECORD_WORDS;
  lengths.records += L.RECORD_WORDS;
  setArea(overflow, following, rows.length);
  namelessGroups[at + L.GROUP_OVERFLOW] = overflow;
}
