/** Format 4.2 and 7.2: small areas that share the numbers of a group. */
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
import { expectRow } from "./expect.ts";
import { longitudeDivider } from "./longitude-divider.ts";
import type { BoundaryRow } from "./read.ts";
import { type RecordWords, recordWords, setSteps, shapeTraits } from "./records.ts";

const FILE = "boundaries.csv";
/** Side of an area that has one first digit to itself: 961 x 961 values. */
const SWAPPED_SIDE = 961;

export interface NamelessGroup {
  /** Its words in namelessGroups; undefined if the first digit alone selects the record. */
  readonly words: Int32Array | undefined;
  /** The record of each first digit, if the digit alone selects it. */
  readonly recordsByDigit: readonly number[] | undefined;
  readonly records: readonly RecordWords[];
  /** Reads the place after the last area, where codes lead there at all. */
  readonly overflow: RecordWords | undefined;
}

/** Lengths before and after the dot of the codes of nameless records. */
export function namelessShape(codex: number): [prefixLength: number, suffixLength: number] {
  if (codex === 21) return [2, 2];
  return codex === 22 ? [3, 2] : [2, 3];
}

/** The first digit tells the area: nothing is left for the engine to compute. */
const BY_DIGIT = -1;

interface Numbering {
  /** BY_DIGIT or one of the NUMBERED_* values. */
  readonly kind: number;
  readonly share: number;
  /** First value of the area in this place, and how many values it has. */
  offset(place: number): number;
  size(place: number): number;
  /** Whether the area owns one first digit whole, so that its codes are shuffled around the dot. */
  ownsOneDigit(place: number): boolean;
}

function numberByDigit(count: number): Numbering {
  const share = Math.trunc(BASE / count);
  const larger = BASE % count;
  return {
    kind: BY_DIGIT,
    share,
    offset: (place) => (place * share + Math.min(place, larger)) * PER_FIRST_DIGIT,
    size: (place) => (place < larger ? share + 1 : share) * PER_FIRST_DIGIT,
    ownsOneDigit: (place) => place >= larger && share === 1,
  };
}

function numberByHalfDigit(count: number): Numbering {
  const whole = 2 * BASE - count;
  return {
    kind: NUMBERED_BY_HALF_DIGIT,
    share: 0,
    offset(place) {
      if (place < whole) return place * PER_FIRST_DIGIT;
      const digit = whole + Math.trunc((place - whole) / 2);
      return digit * PER_FIRST_DIGIT + ((place + count) % 2 === 1 ? HALF_FIRST_DIGIT : 0);
    },
    size(place) {
      if (place < whole) return PER_FIRST_DIGIT;
      return (place + count) % 2 === 1 ? PER_FIRST_DIGIT - HALF_FIRST_DIGIT : HALF_FIRST_DIGIT;
    },
    ownsOneDigit: (place) => place < whole,
  };
}

function numberShared(values: number, count: number): Numbering {
  const share = Math.trunc(values / count / SWAPPED_SIDE) * SWAPPED_SIDE;
  return {
    kind: NUMBERED_SHARED,
    share,
    offset: (place) => place * share,
    size: () => share,
    ownsOneDigit: () => false,
  };
}

function valuesOfShape(codex: number): number {
  return DIGIT_POWERS[lengthOfCodex(codex) + 1];
}

function numberGroup(codex: number, count: number): Numbering {
  if (codex !== 21 && count <= BASE) return numberByDigit(count);
  if (codex !== 21 && count < 2 * BASE) return numberByHalfDigit(count);
  return numberShared(valuesOfShape(codex), count);
}

/** Words of a record as the area in one place of its group, whatever its own coding is. */
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
  words[TRAITS] = shapeTraits(kind, ...namelessShape(codex));
  return words;
}

/** Every point of an area must get a cell, and every cell a value of the area's own. */
function checkFits(row: BoundaryRow, words: RecordWords, size: number): void {
  const columns = words[NAMELESS_COLUMNS];
  const rows = words[NAMELESS_ROWS];
  const divider = longitudeDivider(row.latMin, row.latMax);
  const lastColumn = Math.trunc((4 * (row.lonMax - 1 - row.lonMin) + 3) / divider);
  // Counted from the north, and the southern edge is inside: a full row more than fits between.
  const lastRow = Math.trunc((row.latMax - row.latMin) / CELL_LAT_MICRO_DEG);
  const found = `${lastColumn + 1} x ${lastRow + 1} cells`;
  const isWithin = lastColumn < columns && lastRow < rows;
  expectRow(isWithin, FILE, row, found, `at most ${columns} x ${rows}`);
  const shape = `${columns} x ${rows} numbers`;
  expectRow(columns * rows <= size, FILE, row, shape, `at most the ${size} values of its share`);
  const isSpacious = !row.specialShape || columns >= 4;
  expectRow(isSpacious, FILE, row, shape, "at least 4 columns");
}

/**
 * Packs a group: rows that follow each other, and the row after them (a group ends no territory).
 * @param group its number in namelessGroups
 * @param first record number of its first row
 */
export function namelessGroup(
  rows: readonly BoundaryRow[],
  following: BoundaryRow,
  group: number,
  first: number,
): NamelessGroup {
  const { codex } = rows[0] as BoundaryRow;
  const numbering = numberGroup(codex, rows.length);
  const isByDigit = numbering.kind === BY_DIGIT;
  const records = rows.map((row, place) => {
    const words = areaWords(row, codex, isByDigit ? NO_GROUP : group);
    checkFits(row, words, numbering.size(place));
    words[VALUE_OFFSET] = numbering.offset(place);
    const isPlain = codex === 22 && !row.specialShape;
    const isSwapped = isPlain && row.smartDiv === SWAPPED_SIDE;
    const isReadSwapped = isPlain && numbering.ownsOneDigit(place);
    const found = `smartDiv is ${row.smartDiv}`;
    expectRow(isSwapped === isReadSwapped, FILE, row, found, "961 just where a digit is its own");
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
  return rows.flatMap((_, place) =>
    new Array<number>(numbering.size(place) / PER_FIRST_DIGIT).fill(first + place),
  );
}

/**
 * A share rounded down leaves values behind the last area; the format reads them by the shape of
 * the row that follows the group. That row gets a second record for it, as its own is of another
 * kind.
 */
function overflowOf(
  rows: readonly BoundaryRow[],
  following: BoundaryRow,
  group: number,
  numbering: Numbering,
): RecordWords | undefined {
  const { codex } = rows[0] as BoundaryRow;
  const isInside =
    following.lonMin >= -LON_LIMIT_MICRO_DEG && following.lonMax <= LON_LIMIT_MICRO_DEG;
  const end = rows.length * numbering.share;
  if (numbering.kind !== NUMBERED_SHARED || end >= valuesOfShape(codex)) return undefined;
  expectRow(isInside, FILE, following, "a group runs over into it", "it on this side of 180");
  const words = areaWords(following, codex, group);
  words[VALUE_OFFSET] = end;
  return words;
}

export function setOverflow(words: Int32Array, record: number): void {
  words[GROUP_OVERFLOW] = record;
}
