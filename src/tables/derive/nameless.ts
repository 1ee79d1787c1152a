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
  GROUP_SHARE,
  GROUP_WORDS,
  KIND_NAMELESS_PLAIN,
  KIND_NAMELESS_SPECIAL,
  NAMELESS_COLUMNS,
  NAMELESS_ROWS,
  NO_GROUP,
  NUMBERED_BY_HALF_DIGIT,
  NUMBERED_SHARED,
  SWAPPED,
  TRAITS,
  VALUE_OFFSET,
} from "../layout/records.ts";
import { type Boundary, lengthOfCodex } from "./boundaries.ts";
import { longitudeDivider } from "./longitude-divider.ts";
import { type RecordWords, setBounds, setSteps, traitsOf } from "./records.ts";

/** Side of an area that has all values of one first digit: 961 x 961. */
const SWAPPED_SIDE = 961;

export interface NamelessGroup {
  /** Its words in namelessGroups; undefined if the first digit alone selects the record. */
  readonly words: Int32Array | undefined;
  /** The record of each first digit, if the digit alone selects it. */
  readonly recordsByDigit: number[] | undefined;
  /** The first value of the overflow record, which reads those after the last area, if there are any. */
  readonly overflowValue: number | undefined;
}

/** Lengths before and after the dot of the codes of nameless records. */
export function namelessLengths(codex: number): [prefixLength: number, suffixLength: number] {
  if (codex === 21) return [2, 2];
  return codex === 22 ? [3, 2] : [2, 3];
}

/** The first digit alone selects the area: the engine has nothing to compute. */
const BY_DIGIT = -1;

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

/** Sets the words of a row as an area of a group, whatever the coding of the row itself. */
export function setArea(words: RecordWords, row: Boundary, codex: number, group: number): void {
  setBounds(words, row);
  setSteps(words, longitudeDivider(row.latMin, row.latMax), CELL_LAT_MICRO_DEG);
  const [columns, rows] = areaSides(row);
  words[NAMELESS_COLUMNS] = columns;
  words[NAMELESS_ROWS] = rows;
  words[GROUP] = group;
  const kind = row.specialShape ? KIND_NAMELESS_SPECIAL : KIND_NAMELESS_PLAIN;
  words[TRAITS] = traitsOf(kind, ...namelessLengths(codex));
}

/** Whether the codes of an area are written swapped around the dot. */
export function isSwappedArea({ codex, specialShape, smartDiv }: Boundary): boolean {
  return codex === 22 && !specialShape && smartDiv === SWAPPED_SIDE;
}

/**
 * Sets the words of a group of nameless rows.
 * @param rows consecutive rows with the same codex
 * @param wordsOf the words of a row of the group, by its index
 * @param group number of the group in namelessGroups
 * @param first record number of the first row
 */
export function setNamelessGroup(
  rows: readonly Boundary[],
  wordsOf: (index: number) => RecordWords,
  group: number,
  first: number,
): NamelessGroup {
  const { codex } = rows[0];
  const numbering = numberGroup(codex, rows.length);
  const isByDigit = numbering.kind === BY_DIGIT;
  for (const [index, row] of rows.entries()) {
    const words = wordsOf(index);
    setArea(words, row, codex, isByDigit ? NO_GROUP : group);
    words[VALUE_OFFSET] = numbering.offset(index);
    if (isSwappedArea(row)) words[TRAITS] = words[TRAITS] | SWAPPED;
  }
  if (isByDigit) {
    const byDigit = recordsByDigit(numbering, rows, first);
    return { words: undefined, recordsByDigit: byDigit, overflowValue: undefined };
  }
  const words = new Int32Array(GROUP_WORDS);
  words[GROUP_FIRST] = first;
  words[GROUP_COUNT] = rows.length;
  words[GROUP_NUMBERING] = numbering.kind;
  words[GROUP_SHARE] = numbering.share;
  return {
    words,
    recordsByDigit: undefined,
    overflowValue: overflowValue(numbering, codex, rows.length),
  };
}

/** The record of each first digit: each record as often as it has digits. */
function recordsByDigit(numbering: Numbering, rows: readonly Boundary[], first: number): number[] {
  return rows.flatMap((_, index) =>
    new Array<number>(numbering.size(index) / PER_FIRST_DIGIT).fill(first + index),
  );
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
