/**
 * The compact form of the tables: boundary records as they are published, and the texts. All other arrays are
 * derived when it is loaded. The functions below describe the form for both directions, see coder.ts: they
 * replace every value of the tables by itself, or by the value that the decoder reads.
 *
 * Values are coded as differences. Bounds of a record are often those of the record before it, or follow from
 * the size of its cells: such guesses are tried in turn before a difference is coded.
 */
import type { Boundary } from "../derive/boundaries.ts";
import { longitudeDivider } from "../derive/longitude-divider.ts";
import { CELL_LAT_MICRO_DEG, DIGITS } from "../format.ts";
import type { Sections } from "../layout/sections.ts";
import { type Coder, codeNumber, codeRest, FREE_SYMBOLS, symbolOf } from "./coder.ts";

/** A row for the decoder to fill. */
export type CompactRow = { -readonly [Name in keyof Boundary]: Boundary[Name] };

export function emptyRow(): CompactRow {
  return {
    territory: 0,
    lonMin: 0,
    latMin: 0,
    lonMax: 0,
    latMax: 0,
    codex: 0,
    nameless: false,
    recordType: 0,
    restricted: false,
    specialShape: false,
    headerLetter: "",
    smartDiv: 0,
  };
}

/** The arrays that the form contains as they are: as numbers, or as bytes of text. */
export const NUMBER_SECTIONS = [
  "parents",
  "nameStarts",
  "meaningStarts",
  "meanings",
  "alphabetLetters",
  "readableUnits",
  "readableRoman",
  "readableAlphabet",
] as const;
export const TEXT_SECTIONS = ["territoryCodes", "nameChars"] as const;

export type PlainSections = Pick<
  Sections,
  (typeof NUMBER_SECTIONS)[number] | (typeof TEXT_SECTIONS)[number]
>;

/** Stand for a value that one of three guesses equals. */
const [FIRST, SECOND, THIRD] = FREE_SYMBOLS;

// Contexts of symbols. The first ones are those of texts: the byte before. Each value of a record has one for every
// kind of record, and each other number has one, by its name.
const TEXT_CONTEXTS = 256;
const KINDS = 512;
const [CODEX, FLAGS, SMART_DIV, LAT_MIN, LAT_MAX, LON_MIN, LON_MAX, NUMBERS] = Array.from(
  { length: 8 },
  (_, column) => TEXT_CONTEXTS + column * KINDS,
);
const NUMBER_NAMES = [...NUMBER_SECTIONS, "rows", "texts", "territory", "header"] as const;
export const CONTEXTS = NUMBERS + NUMBER_NAMES.length;

/** Slots for the last height or width of records. Records share slots by chance: with twice as many, 0.1 kB less. */
const SIZE_SLOTS_BITS = 13;

/** The slot of records of the same kind, divider and, for the width, divider of longitudes. */
function sizeSlot(kind: number, smartDiv: number, divider: number): number {
  const key = (kind << 16) ^ (smartDiv << 6) ^ divider;
  return Math.imul(key, 0x9e3779b1) >>> (32 - SIZE_SLOTS_BITS);
}

/** Codes the tables with a coder. */
export class FormCoder {
  readonly #coder: Coder;
  /** The last height and width of records in each slot; 0 if there were none. */
  readonly #heights = new Int32Array(1 << SIZE_SLOTS_BITS);
  readonly #widths = new Int32Array(1 << SIZE_SLOTS_BITS);

  constructor(coder: Coder) {
    this.#coder = coder;
  }

  /** A number, see codeNumber. */
  number(name: (typeof NUMBER_NAMES)[number], value: number): number {
    return codeNumber(this.#coder, NUMBERS + NUMBER_NAMES.indexOf(name), value);
  }

  /** The numbers of an array, each as its difference from the one before it. */
  numbers(name: (typeof NUMBER_SECTIONS)[number], array: Sections[keyof Sections]): void {
    let last = 0;
    for (let index = 0; index < array.length; index++) {
      array[index] = last + this.number(name, array[index] - last);
      last = array[index];
    }
  }

  /** The bytes of a text. */
  text(bytes: Uint8Array): void {
    let before = 0;
    for (let index = 0; index < bytes.length; index++) {
      before = this.#coder.symbol(before, bytes[index]);
      bytes[index] = before;
    }
  }

  /** A row, given the one before it. */
  row(row: CompactRow, last: Boundary): void {
    this.#attributes(row, last);
    const kind = kindOf(row);
    this.#latitudes(row, last, kind);
    this.#longitudes(row, last, kind);
  }

  #attributes(row: CompactRow, last: Boundary): void {
    const isNext = this.number("territory", row.territory - last.territory);
    row.territory = last.territory + isNext;
    row.codex = this.#guessed(CODEX + isNext, row.codex, 0, last.codex, 22, 24);
    const flagsKind = 8 * row.codex + (flagsOf(last) & 7);
    const coded = this.#coder.symbol(FLAGS + flagsKind, flagsOf(row));
    row.nameless = (coded & 1) === 1;
    row.recordType = (coded >> 1) & 3;
    row.restricted = ((coded >> 3) & 1) === 1;
    row.specialShape = coded >> 4 === 1;
    if (row.recordType === 1) {
      const lastDigit = headerDigit(last);
      row.headerLetter = DIGITS[lastDigit + this.number("header", headerDigit(row) - lastDigit)];
    }
    row.smartDiv = this.#guessed(SMART_DIV + kindOf(row), row.smartDiv, 0, last.smartDiv, 1, 961);
  }

  #latitudes(row: CompactRow, last: Boundary, kind: number): void {
    const lastHeight = last.latMax - last.latMin;
    const { latMin: south, latMax: north } = last;
    row.latMin = this.#guessed(
      LAT_MIN + (kind & 7),
      row.latMin,
      south,
      south,
      north,
      south - lastHeight,
    );
    const slot = sizeSlot(kind, row.smartDiv, 0);
    row.latMax = this.#guessed(
      LAT_MAX + kind,
      row.latMax,
      row.latMin + (row.nameless ? CELL_LAT_MICRO_DEG * row.smartDiv : 0),
      row.latMin + (this.#heights[slot] || lastHeight),
      north,
      row.latMin + lastHeight,
    );
    this.#heights[slot] = row.latMax - row.latMin;
  }

  #longitudes(row: CompactRow, last: Boundary, kind: number): void {
    const lastWidth = last.lonMax - last.lonMin;
    const { lonMin: west, lonMax: east } = last;
    row.lonMin = this.#guessed(
      LON_MIN + (kind & 7),
      row.lonMin,
      west,
      west,
      east,
      west - lastWidth,
    );
    const divider = longitudeDivider(row.latMin, row.latMax);
    const slot = sizeSlot(kind, row.smartDiv, divider);
    row.lonMax = this.#guessed(
      LON_MAX + kind,
      row.lonMax,
      row.lonMin + (row.nameless ? Math.trunc((divider * row.smartDiv) / 4) : 0),
      row.lonMin + (this.#widths[slot] || lastWidth),
      east,
      row.lonMin + lastWidth,
    );
    this.#widths[slot] = row.lonMax - row.lonMin;
  }

  /**
   * Codes a value as the first guess that equals it, or as its difference from a base.
   */
  #guessed(
    context: number,
    value: number,
    base: number,
    first: number,
    second: number,
    third: number,
  ): number {
    let symbol = symbolOf(value - base);
    if (value === first) symbol = FIRST;
    else if (value === second) symbol = SECOND;
    else if (value === third) symbol = THIRD;
    symbol = this.#coder.symbol(context, symbol);
    if (symbol === FIRST) return first;
    if (symbol === SECOND) return second;
    if (symbol === THIRD) return third;
    return base + codeRest(this.#coder, symbol, value - base);
  }
}

/** The header letter of a row as a digit; 0 if there is none. */
function headerDigit({ headerLetter }: Boundary): number {
  return headerLetter === "" ? 0 : DIGITS.indexOf(headerLetter);
}

function flagsOf({ nameless, recordType, restricted, specialShape }: Boundary): number {
  return (nameless ? 1 : 0) + 2 * recordType + (restricted ? 8 : 0) + (specialShape ? 16 : 0);
}

/** The kind of a record in contexts: its codex and, in three bits, its way of coding. */
function kindOf({ codex, nameless, recordType, specialShape }: Boundary): number {
  if (!nameless) return 8 * codex + recordType;
  return 8 * codex + (specialShape ? 5 : 4);
}
