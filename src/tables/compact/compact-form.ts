/**
 * The compact form of the tables: the boundary records as they are published, and the texts. All other arrays are derived when
 * it is loaded. The transport compresses it: see codegen/README.md.
 */
import { utf8Text } from "../../characters.ts";
import { type Boundary, boundaryTableOf, xDivider } from "../derive/boundaries.ts";
import { deriveShortNames, territoryCodeBytes } from "../derive/names.ts";
import { DIGITS } from "../format.ts";
import { SECTIONS, type Sections } from "../layout/sections.ts";

// ---- Numbers as printable ASCII characters, in which gzip and brotli find what repeats: further digits, from the greatest on,
// ---- and a last digit. Most differences are small and take one character.

/** The characters of digits. Modules and pages would have to escape `"`, `<` and `\`, which are left out. */
export const DIGIT_CHARS =
  " !#$%&'()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~";
/** The first characters stand for last digits, all others for further digits. */
export const LAST_DIGITS = 28;
export const FURTHER_DIGITS = DIGIT_CHARS.length - LAST_DIGITS;

/** Reads numbers and texts, one after another; codegen/compact.ts has written them. */
export class NumberReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  /** By character. */
  readonly #digits = new Uint8Array(1 << 8);

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    for (let digit = 0; digit < DIGIT_CHARS.length; digit++) {
      this.#digits[DIGIT_CHARS.charCodeAt(digit)] = digit;
    }
  }

  /** A whole number from 0 to 2^32 - 1. */
  count(): number {
    let count = 0;
    let digit = this.#digits[this.#bytes[this.#at++]];
    while (digit >= LAST_DIGITS) {
      // Plus 1, as a smaller number is written with fewer digits.
      count = count * FURTHER_DIGITS + digit - LAST_DIGITS + 1;
      digit = this.#digits[this.#bytes[this.#at++]];
    }
    return count * LAST_DIGITS + digit;
  }

  /** A column of integers, whose lowest bit is the sign. After a 0 follows how many more zeros there are. */
  column(length: number): Int32Array {
    const column = new Int32Array(length);
    for (let index = 0; index < length; index++) {
      const doubled = this.count();
      if (doubled === 0) index += this.count();
      else column[index] = (doubled >>> 1) ^ -(doubled & 1);
    }
    return column;
  }

  /** The bytes of a text, after their number. */
  text(): Uint8Array {
    const length = this.count();
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}

// ---- Boundary records by column: each column consists of differences

// How a row is coded: 0 to 3 are recordTypes, 4 nameless, 5 nameless special; +8 restricted.
const NAMELESS = 4;
const NAMELESS_SPECIAL = 5;
const LETTERED = 1;
const RESTRICTED_WAY = 8;

/** The kind of a row: its codex above these bits, which say how it is coded. */
const CODEX_SHIFT = 4;

/** The columns in the order of the file: each is found with those before it. */
export const COLUMN_NAMES = [
  "kinds",
  // The header letters as digits; 0 where there is none.
  "headers",
  "smartDivs",
  "latMins",
  "heights",
  "widths",
  "lonMins",
] as const;

/** All rows in published order, column by column. */
export type Columns = Readonly<Record<(typeof COLUMN_NAMES)[number], Int32Array>>;

/** A row of columns. */
export function rowOf(columns: Columns, row: number, territory: number): Boundary {
  const kind = columns.kinds[row];
  const way = kind & (RESTRICTED_WAY - 1);
  const lonMin = columns.lonMins[row];
  const latMin = columns.latMins[row];
  return {
    territory,
    lonMin,
    latMin,
    lonMax: lonMin + columns.widths[row],
    latMax: latMin + columns.heights[row],
    codex: kind >> CODEX_SHIFT,
    nameless: way >= NAMELESS,
    recordType: way < NAMELESS ? way : 0,
    restricted: (kind & RESTRICTED_WAY) !== 0,
    specialShape: way === NAMELESS_SPECIAL,
    headerLetter: way === LETTERED ? DIGITS[columns.headers[row]] : "",
    smartDiv: columns.smartDivs[row],
  };
}

/** The columns of rows. */
export function columnsOf(rows: readonly Boundary[]): Columns {
  const columnOf = (value: (row: Boundary) => number) => Int32Array.from(rows, value);
  return {
    kinds: columnOf(kindOf),
    headers: columnOf(({ headerLetter }) => Math.max(DIGITS.indexOf(headerLetter), 0)),
    smartDivs: columnOf(({ smartDiv }) => smartDiv),
    latMins: columnOf(({ latMin }) => latMin),
    heights: columnOf(({ latMin, latMax }) => latMax - latMin),
    widths: columnOf(({ lonMin, lonMax }) => lonMax - lonMin),
    lonMins: columnOf(({ lonMin }) => lonMin),
  };
}

function kindOf({ codex, nameless, recordType, restricted, specialShape }: Boundary): number {
  const way = nameless ? NAMELESS + Number(specialShape) : recordType;
  return (codex << CODEX_SHIFT) | (restricted ? RESTRICTED_WAY : 0) | way;
}

/** Replaces differences by values: each from the row before, or from another one before it. */
export function addUp(column: Int32Array, bases?: Int32Array): void {
  for (let row = 1; row < column.length; row++) column[row] += column[bases?.[row] ?? row - 1];
}

/** Replaces values by such differences. */
export function subtract(column: Int32Array, bases?: Int32Array): void {
  for (let row = column.length - 1; row > 0; row--) column[row] -= column[bases?.[row] ?? row - 1];
}

/**
 * Replaces the differences of all columns by values. Heights and widths are close to the last row of the same kind, and a
 * row often begins where the row before ends.
 */
export function addUpRows(columns: Columns): void {
  const { kinds, headers, smartDivs, latMins, heights, widths, lonMins } = columns;
  for (const column of [kinds, headers, smartDivs, latMins]) addUp(column);
  addUp(heights, rowsAlike(kinds, smartDivs));
  addUp(widths, rowsAlike(kinds, smartDivs, dividersOf(columns)));
  for (let row = 1; row < lonMins.length; row++) lonMins[row] += widths[row - 1];
  addUp(lonMins);
}

/** Replaces the values of all columns by differences. */
export function subtractRows(columns: Columns): void {
  const { kinds, headers, smartDivs, latMins, heights, widths, lonMins } = columns;
  subtract(lonMins);
  for (let row = 1; row < lonMins.length; row++) lonMins[row] -= widths[row - 1];
  subtract(widths, rowsAlike(kinds, smartDivs, dividersOf(columns)));
  subtract(heights, rowsAlike(kinds, smartDivs));
  for (const column of [kinds, headers, smartDivs, latMins]) subtract(column);
}

function dividersOf({ latMins, heights }: Columns): Int32Array {
  return latMins.map((latMin, row) => xDivider(latMin, latMin + heights[row]));
}

/** For each row, the last one before it with the same keys; others share a slot by chance. Without any, the row before. */
function rowsAlike(...keys: readonly Int32Array[]): Int32Array {
  const lasts = new Int32Array(1 << 16);
  return keys[0].map((_, row) => {
    let hash = 0;
    for (const key of keys) hash = Math.imul(hash ^ key[row], 0x9e3779b1);
    const slot = hash >>> 16;
    const last = lasts[slot] || row - 1;
    lasts[slot] = row;
    return last;
  });
}

// ---- The whole form

/** The arrays that the form contains as they are. Most rise evenly: each is a column of differences of differences. */
export const NUMBER_SECTIONS = [
  "firstRecords",
  "parents",
  "nameStarts",
  "candidateStarts",
  "candidateTerritories",
  "alphabetLetters",
  "readableUnits",
  "readableRoman",
  "readableAlphabet",
] as const;

/** Separates the codes of territories. */
export const CODE_END = " ";

type NumberSections = Pick<Sections, (typeof NUMBER_SECTIONS)[number]>;

/** The number of elements of each array. */
export type Lengths = Readonly<Record<keyof Sections, number>>;

/** The boundary records of the compact form, in UTF-8, and all arrays that are not derived from them. */
export function readCompact(content: Uint8Array, lengths: Lengths) {
  const reader = new NumberReader(content);
  const numbers = Object.fromEntries(
    NUMBER_SECTIONS.map((name) => {
      const column = reader.column(lengths[name]);
      addUp(column);
      addUp(column);
      const Section: new (values: Int32Array) => ArrayBufferView = SECTIONS[name];
      return [name, new Section(column)];
    }),
  ) as NumberSections;
  const territoryCodes = territoryCodeBytes(utf8Text(reader.text()).split(CODE_END));
  const names = { ...numbers, nameChars: reader.text() };
  const descriptions = reader.text();
  const rows = numbers.firstRecords[lengths.parents];
  const columns = Object.fromEntries(
    COLUMN_NAMES.map((name) => [name, reader.column(rows)]),
  ) as unknown as Columns;
  addUpRows(columns);
  return {
    table: boundaryTableOf(numbers.parents, numbers.firstRecords, (row, territory) =>
      rowOf(columns, row, territory),
    ),
    texts: { ...names, shortNames: deriveShortNames(names), territoryCodes, descriptions },
  };
}
