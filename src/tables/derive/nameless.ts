/** Nameless groups (format 4.2 and 7.2): small areas that share one range of values. */
import {
  BASE,
  CELL_LAT_MICRO_DEG,
  DIGIT_POWERS,
  HALF_FIRST_DIGIT,
  PER_FIRST_DIGIT,
  SWAPPED_SIDE,
} from "../format.ts";
import {
  FLAGS,
  GROUP,
  GROUP_COUNT,
  GROUP_FIRST,
  GROUP_NUMBERING,
  GROUP_OVERFLOW,
  GROUP_SHARE,
  GROUP_WORDS,
  KIND_NAMELESS_PLAIN,
  KIND_NAMELESS_SPECIAL,
  NAMELESS_COLUMNS,
  NAMELESS_ROWS,
  NUMBERED_BY_HALF_DIGIT,
  NUMBERED_SHARED,
  RECORD_WORDS,
  SWAPPED,
  VALUE_OFFSET,
} from "../layout/records.ts";
import { type Boundary, lengthOfCodex, xDivider } from "./boundaries.ts";
import { flagsOf, setBounds, setSteps } from "./records.ts";

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

/** How a group divides its values among its areas. */
export interface Numbering {
  /** BY_DIGIT or one of the NUMBERED_* values. */
  readonly kind: number;
  readonly share: number;
  /** First value and number of values of the area with this index in the group. */
  offset(index: number): number;
  size(index: number): number;
  /** Whether the area has all values of one first digit: its codes are swapped around the dot. */
  hasOneDigit(index: number): boolean;
}

function numberByDigit(count: number): Numbering {
  const share = Math.trunc(BASE / count);
  const larger = BASE % count;
  return {
    kind: BY_DIGIT,
    share,
    offset: (index) => (index * share + Math.min(index, larger)) * PER_FIRST_DIGIT,
    size: (index) => (index < larger ? share + 1 : share) * PER_FIRST_DIGIT,
    hasOneDigit: (index) => index >= larger && share === 1,
  };
}

function numberByHalfDigit(count: number): Numbering {
  const whole = 2 * BASE - count;
  return {
    kind: NUMBERED_BY_HALF_DIGIT,
    share: 0,
    offset(index) {
      if (index < whole) return index * PER_FIRST_DIGIT;
      const digit = whole + Math.trunc((index - whole) / 2);
      return digit * PER_FIRST_DIGIT + ((index + count) % 2 === 1 ? HALF_FIRST_DIGIT : 0);
    },
    size(index) {
      if (index < whole) return PER_FIRST_DIGIT;
      return (index + count) % 2 === 1 ? PER_FIRST_DIGIT - HALF_FIRST_DIGIT : HALF_FIRST_DIGIT;
    },
    hasOneDigit: (index) => index < whole,
  };
}

function numberShared(values: number, count: number): Numbering {
  const share = Math.trunc(values / count / SWAPPED_SIDE) * SWAPPED_SIDE;
  return {
    kind: NUMBERED_SHARED,
    share,
    offset: (index) => index * share,
    size: () => share,
    hasOneDigit: () => false,
  };
}

/** The number of values of all areas of a group. */
function valueCount(codex: number): number {
  return DIGIT_POWERS[lengthOfCodex(codex) + 1];
}

export function numberGroup(codex: number, count: number): Numbering {
  if (codex !== 21 && count <= BASE) return numberByDigit(count);
  if (codex !== 21 && count < 2 * BASE) return numberByHalfDigit(count);
  return numberShared(valueCount(codex), count);
}

/** Rows of the cells of an area. */
export function areaRows(row: Boundary): number {
  if (!row.specialShape) return row.smartDiv;
  return 1 + Math.trunc((row.latMax - row.latMin) / CELL_LAT_MICRO_DEG);
}

/** Columns of the cells of an area. */
export function areaColumns(row: Boundary): number {
  const side = row.smartDiv;
  return row.specialShape ? Math.trunc((side * side) / areaRows(row)) : side;
}

/** Sets the words of a record as an area of a group, whatever the coding of its row. */
export function setArea(
  records: Int32Array,
  at: number,
  row: Boundary,
  codex: number,
  group: number,
): void {
  setBounds(records, at, row);
  setSteps(records, at, xDivider(row.latMin, row.latMax), CELL_LAT_MICRO_DEG);
  records[at + NAMELESS_COLUMNS] = areaColumns(row);
  records[at + NAMELESS_ROWS] = areaRows(row);
  records[at + GROUP] = group;
  const kind = row.specialShape ? KIND_NAMELESS_SPECIAL : KIND_NAMELESS_PLAIN;
  const prefixLength = namelessPrefixLength(codex);
  records[at + FLAGS] = flagsOf(kind, prefixLength, namelessSuffixLength(codex));
}

/** Whether the codes of an area are written swapped around the dot. */
export function isSwappedArea({ codex, specialShape, smartDiv }: Boundary): boolean {
  return codex === 22 && !specialShape && smartDiv === SWAPPED_SIDE;
}

/**
 * Sets the words of a group of nameless rows: consecutive rows with the same codex.
 * @param first number of the record of the first row
 * @param group number of the group, or NO_GROUP
 */
export function setNamelessGroup(
  records: Int32Array,
  rows: readonly Boundary[],
  first: number,
  numbering: Numbering,
  group: number,
): void {
  for (const [index, row] of rows.entries()) {
    const at = (first + index) * RECORD_WORDS;
    setArea(records, at, row, row.codex, group);
    records[at + VALUE_OFFSET] = numbering.offset(index);
    if (isSwappedArea(row)) records[at + FLAGS] |= SWAPPED;
  }
}

/**
 * Sets the words of a group in namelessGroups.
 * @param first number of the record of its first row
 * @param overflow number of its overflow record, or 0
 */
export function setGroup(
  groups: Int32Array,
  group: number,
  first: number,
  count: number,
  { kind, share }: Numbering,
  overflow: number,
): void {
  const at = group * GROUP_WORDS;
  groups[at + GROUP_FIRST] = first;
  groups[at + GROUP_COUNT] = count;
  groups[at + GROUP_NUMBERING] = kind;
  groups[at + GROUP_SHARE] = share;
  groups[at + GROUP_OVERFLOW] = overflow;
}

/**
 * Shares are rounded down, which leaves values after the last area. The format reads them with the bounds
 * of the row that follows the group. That row gets a second record, because its own is of another kind.
 * @returns the first of these values; undefined if there are none
 */
export function overflowValue(
  numbering: Numbering,
  codex: number,
  count: number,
): number | undefined {
  const end = count * numbering.share;
  return numbering.kind === NUMBERED_SHARED && end < valueCount(codex) ? end : undefined;
}
