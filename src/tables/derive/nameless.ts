/** Nameless groups (format 4.2 and 7.2): small areas that share one range of values. */
import {
  BASE,
  CELL_LAT_MICRO_DEG,
  DIGIT_POWERS,
  HALF_FIRST_DIGIT,
  PER_FIRST_DIGIT,
} from "../format.ts";
import {
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
  NO_GROUP,
  NUMBERED_BY_HALF_DIGIT,
  NUMBERED_SHARED,
  RECORD_WORDS,
  SWAPPED,
  TRAITS,
  VALUE_OFFSET,
} from "../layout/records.ts";
import { type Boundary, lengthOfCodex } from "./boundaries.ts";
import { longitudeDivider } from "./longitude-divider.ts";
import { setBounds, setSteps, traitsOf } from "./records.ts";

/** Side of an area that has all values of one first digit: 961 x 961. */
const SWAPPED_SIDE = 961;

/** Lengths before and after the dot of the codes of nameless records. */
export function namelessLengths(codex: number): [prefixLength: number, suffixLength: number] {
  if (codex === 21) return [2, 2];
  return codex === 22 ? [3, 2] : [2, 3];
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
export function valueCount(codex: number): number {
  return DIGIT_POWERS[lengthOfCodex(codex) + 1];
}

export function numberGroup(codex: number, count: number): Numbering {
  if (codex !== 21 && count <= BASE) return numberByDigit(count);
  if (codex !== 21 && count < 2 * BASE) return numberByHalfDigit(count);
  return numberShared(valueCount(codex), count);
}

/** Columns and rows of the cells of an area. */
export function areaSides(row: Boundary): [columns: number, rows: number] {
  const side = row.smartDiv;
  if (!row.specialShape) return [side, side];
  const rows = 1 + Math.trunc((row.latMax - row.latMin) / CELL_LAT_MICRO_DEG);
  return [Math.trunc((side * side) / rows), rows];
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
  setSteps(records, at, longitudeDivider(row.latMin, row.latMax), CELL_LAT_MICRO_DEG);
  const [columns, rows] = areaSides(row);
  records[at + NAMELESS_COLUMNS] = columns;
  records[at + NAMELESS_ROWS] = rows;
  records[at + GROUP] = group;
  const kind = row.specialShape ? KIND_NAMELESS_SPECIAL : KIND_NAMELESS_PLAIN;
  records[at + TRAITS] = traitsOf(kind, ...namelessLengths(codex));
}

/** Whether the codes of an area are written swapped around the dot. */
export function isSwappedArea({ codex, specialShape, smartDiv }: Boundary): boolean {
  return codex === 22 && !specialShape && smartDiv === SWAPPED_SIDE;
}

/**
 * Sets the words of a group of nameless rows.
 * @param rows consecutive rows with the same codex
 * @param first record number of the first row
 * @param groups the words of all groups so far; those of this one are added, unless the first digit of a code
 *   alone selects the record
 */
export function setNamelessGroup(
  records: Int32Array,
  rows: readonly Boundary[],
  first: number,
  groups: number[],
): void {
  const { codex } = rows[0];
  const numbering = numberGroup(codex, rows.length);
  const isByDigit = numbering.kind === BY_DIGIT;
  const group = isByDigit ? NO_GROUP : groups.length / GROUP_WORDS;
  let at = first * RECORD_WORDS;
  for (const [index, row] of rows.entries()) {
    setArea(records, at, row, codex, group);
    records[at + VALUE_OFFSET] = numbering.offset(index);
    if (isSwappedArea(row)) records[at + TRAITS] |= SWAPPED;
    at += RECORD_WORDS;
  }
  if (isByDigit) return;
  const words = groups.length;
  groups.length += GROUP_WORDS;
  groups[words + GROUP_FIRST] = first;
  groups[words + GROUP_COUNT] = rows.length;
  groups[words + GROUP_NUMBERING] = numbering.kind;
  groups[words + GROUP_SHARE] = numbering.share;
  groups[words + GROUP_OVERFLOW] = 0;
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
