/** Packs nameless groups (format 4.2 and 7.2): small areas that share one range of values. */
import {
  BASE,
  CELL_LAT_MICRO_DEG,
  DIGIT_POWERS,
  HALF_FIRST_DIGIT,
  LON_LIMIT_MICRO_DEG,
  PER_FIRST_DIGIT,
} from "../src/tables/format.ts";
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
  SWAPPED,
  TRAITS,
  VALUE_OFFSET,
} from "../src/tables/layout/records.ts";
import { lengthOfCodex } from "./check-boundaries.ts";
import { expectRow } from "./errors.ts";
import { longitudeDivider } from "./longitude-divider.ts";
import type { BoundaryRow } from "./read.ts";
import { type RecordWords, recordWords, setSteps, traitsOf } from "./records.ts";

const FILE = "boundaries.csv";
/** Side of an area that has all values of one first digit: 961 x 961. */
const SWAPPED_SIDE = 961;

export interface NamelessGroup {
  /** Its words in namelessGroups; undefined if the first digit alone selects the record. */
  readonly words: Int32Array | undefined;
  /** The record of each first digit, if the digit alone selects it. */
  readonly recordsByDigit: readonly number[] | undefined;
  readonly records: readonly RecordWords[];
  /** The overflow record, which reads the values after the last area, if there are any. */
  readonly overflow: RecordWords | undefined;
}

/** Lengths before and after the dot of the codes of nameless records. */
export function namelessLengths(codex: number): [prefixLength: number, suffixLength: number] {
  if (codex === 21) return [2, 2];
  return codex === 22 ? [3, 2] : [2, 3];
}

/** The first digit alone selects the area: the engine has nothing to compute. */
const BY_DIGIT = -1;

interface Numbering {
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

function valueCount(codex: number): number {
  return DIGIT_POWERS[lengthOfCodex(codex) + 1];
}

function numberGroup(codex: number, count: number): Numbering {
  if (codex !== 21 && count <= BASE) return numberByDigit(count);
  if (codex !== 21 && count < 2 * BASE) return numberByHalfDigit(count);
  return numberShared(valueCount(codex), count);
}

/** Words of a row as an area of a group, whatever the coding of the row itself. */
function areaWords(row: BoundaryRow, codex: number, group: number): RecordWords {
  const words = recordWords(row);
  setSteps(words, row, longitudeDivider(row.latMin, row.latMax), CELL_LAT_MICRO_DEG);
  const side = row.smartDiv;
  const rows = row.specialShape
    ? 1 + Math.trunc((row.latMax - row.latMin) / CELL_LAT_MICRO_DEG)
    : side;
  words[NAMELESS_ROWS] = rows;
  words[NAMELESS_COLUMNS] = row.specialShape ? Math.trunc((side * side) / rows) : side;
  words[GROUP] = group;
  const kind = row.specialShape ? KIND_NAMELESS_SPECIAL : KIND_NAMELESS_PLAIN;
  words[TRAITS] = traitsOf(kind, ...namelessLengths(codex));
  return words;
}

/** Checks that every point of an area has a cell, and that all its cells have values of its share. */
function checkFits(row: BoundaryRow, words: RecordWords, size: number): void {
  const columns = words[NAMELESS_COLUMNS];
  const rows = words[NAMELESS_ROWS];
  const divider = longitudeDivider(row.latMin, row.latMax);
  const lastColumn = Math.trunc((4 * (row.lonMax - 1 - row.lonMin) + 3) / divider);
  // Rows count from the north and the southern edge is inside: one row more than fits between the edges.
  const lastRow = Math.trunc((row.latMax - row.latMin) / CELL_LAT_MICRO_DEG);
  const actual = `${lastColumn + 1} x ${lastRow + 1} cells`;
  const isWithin = lastColumn < columns && lastRow < rows;
  expectRow(isWithin, FILE, row, actual, `at most ${columns} x ${rows}`);
  const values = `${columns} x ${rows} values`;
  expectRow(columns * rows <= size, FILE, row, values, `at most the ${size} values of its share`);
  const isSpacious = !row.specialShape || columns >= 4;
  expectRow(isSpacious, FILE, row, values, "at least 4 columns");
}

/**
 * Packs a group of nameless rows.
 * @param rows consecutive rows with the same codex
 * @param following the row after them, which exists because an outline is never nameless
 * @param group number of the group in namelessGroups
 * @param first record number of the first row
 */
export function namelessGroup(
  rows: readonly BoundaryRow[],
  following: BoundaryRow,
  group: number,
  first: number,
): NamelessGroup {
  const { codex } = rows[0];
  const numbering = numberGroup(codex, rows.length);
  const isByDigit = numbering.kind === BY_DIGIT;
  const records = rows.map((row, index) => {
    const words = areaWords(row, codex, isByDigit ? NO_GROUP : group);
    checkFits(row, words, numbering.size(index));
    words[VALUE_OFFSET] = numbering.offset(index);
    const isPlain = codex === 22 && !row.specialShape;
    const isSwapped = isPlain && row.smartDiv === SWAPPED_SIDE;
    const isReadSwapped = isPlain && numbering.hasOneDigit(index);
    const actual = `smartDiv is ${row.smartDiv}`;
    expectRow(
      isSwapped === isReadSwapped,
      FILE,
      row,
      actual,
      "961 if, and only if, the area has all values of one first digit",
    );
    if (isSwapped) words[TRAITS] = words[TRAITS] | SWAPPED;
    return words;
  });
  const overflow = overflowOf(rows, following, group, numbering);
  if (isByDigit) {
    const byDigit = recordsByDigit(numbering, rows, first);
    return { words: undefined, recordsByDigit: byDigit, records, overflow };
  }
  const words = new Int32Array(GROUP_WORDS);
  words[GROUP_FIRST] = first;
  words[GROUP_COUNT] = rows.length;
  words[GROUP_NUMBERING] = numbering.kind;
  words[GROUP_SHARE] = numbering.share;
  return { words, recordsByDigit: undefined, records, overflow };
}

/** The record of each first digit: each record as often as it has digits. */
function recordsByDigit(
  numbering: Numbering,
  rows: readonly BoundaryRow[],
  first: number,
): number[] {
  return rows.flatMap((_, index) =>
    new Array<number>(numbering.size(index) / PER_FIRST_DIGIT).fill(first + index),
  );
}

/**
 * Shares are rounded down, which leaves values after the last area. The format reads them with the bounds
 * of the row that follows the group. That row gets a second record, because its own is of another kind.
 */
function overflowOf(
  rows: readonly BoundaryRow[],
  following: BoundaryRow,
  group: number,
  numbering: Numbering,
): RecordWords | undefined {
  const { codex } = rows[0];
  const isInside =
    following.lonMin >= -LON_LIMIT_MICRO_DEG && following.lonMax <= LON_LIMIT_MICRO_DEG;
  const end = rows.length * numbering.share;
  if (numbering.kind !== NUMBERED_SHARED || end >= valueCount(codex)) return undefined;
  expectRow(isInside, FILE, following, "a group runs over into it", "it on this side of 180");
  const words = areaWords(following, codex, group);
  words[VALUE_OFFSET] = end;
  return words;
}

export function setOverflow(words: Int32Array, record: number): void {
  words[GROUP_OVERFLOW] = record;
}
