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
import { CONTEXTS, type Coder, codeNumber, codeRest, FREE_SYMBOLS, symbolOf } from "./coder.ts";

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

/** The first contexts are those of texts: the byte before. */
const TEXT_CONTEXTS = 256;

/** Codes the tables with a coder, whose contexts it hands out. */
export class FormCoder {
  readonly #coder: Coder;
  /** The first context of each value that was coded, by name and kind. */
  readonly #contexts = new Map<string, number[]>();
  #nextContext = TEXT_CONTEXTS;
  /** The last height and width of records with the same kind, divider and, for the width, latitude. */
  readonly #heights = new Map<number, number>();
  readonly #widths = new Map<number, number>();

  constructor(coder: Coder) {
    this.#coder = coder;
  }

  /** A number, see codeNumber. */
  number(name: string, value: number): number {
    return codeNumber(this.#coder, this.#contextOf(name, 0), value);
  }

  /** The numbers of an array, each as its difference from the one before it. */
  numbers(name: string, array: Sections[keyof Sections]): void {
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
    row.codex = this.#guessed("codex", isNext, row.codex, 0, last.codex, 22, 24);
    const flagsKind = 8 * row.codex + (flagsOf(last) & 7);
    const coded = this.#coder.symbol(this.#contextOf("flags", flagsKind), flagsOf(row));
    row.nameless = (coded & 1) === 1;
    row.recordType = (coded >> 1) & 3;
    row.restricted = ((coded >> 3) & 1) === 1;
    row.specialShape = coded >> 4 === 1;
    if (row.recordType === 1) {
      const lastDigit = headerDigit(last);
      row.headerLetter = DIGITS[lastDigit + this.number("header", headerDigit(row) - lastDigit)];
    }
    row.smartDiv = this.#guessed("smartDiv", kindOf(row), row.smartDiv, 0, last.smartDiv, 1, 961);
  }

  #latitudes(row: CompactRow, last: Boundary, kind: number): void {
    const lastHeight = last.latMax - last.latMin;
    const { latMin: south, latMax: north } = last;
    row.latMin = this.#guessed(
      "latMin",
      kind & 7,
      row.latMin,
      south,
      south,
      north,
      south - lastHeight,
    );
    const key = KEYS * kind + row.smartDiv;
    row.latMax = this.#guessed(
      "latMax",
      kind,
      row.latMax,
      row.latMin + (row.nameless ? CELL_LAT_MICRO_DEG * row.smartDiv : 0),
      row.latMin + (this.#heights.get(key) ?? lastHeight),
      north,
      row.latMin + lastHeight,
    );
    this.#heights.set(key, row.latMax - row.latMin);
  }

  #longitudes(row: CompactRow, last: Boundary, kind: number): void {
    const lastWidth = last.lonMax - last.lonMin;
    const { lonMin: west, lonMax: east } = last;
    row.lonMin = this.#guessed("lonMin", kind & 7, row.lonMin, west, west, east, west - lastWidth);
    const divider = longitudeDivider(row.latMin, row.latMax);
    const key = KEYS * (KEYS * kind + row.smartDiv) + divider;
    row.lonMax = this.#guessed(
      "lonMax",
      kind,
      row.lonMax,
      row.lonMin + (row.nameless ? Math.trunc((divider * row.smartDiv) / 4) : 0),
      row.lonMin + (this.#widths.get(key) ?? lastWidth),
      east,
      row.lonMin + lastWidth,
    );
    this.#widths.set(key, row.lonMax - row.lonMin);
  }

  /**
   * Codes a value as the first guess that equals it, or as its difference from a base.
   * @param kind contexts are those of the name and kind
   */
  #guessed(
    name: string,
    kind: number,
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
    symbol = this.#coder.symbol(this.#contextOf(name, kind), symbol);
    if (symbol === FIRST) return first;
    if (symbol === SECOND) return second;
    if (symbol === THIRD) return third;
    return base + codeRest(this.#coder, symbol, value - base);
  }

  #contextOf(name: string, kind: number): number {
    let contexts = this.#contexts.get(name);
    if (contexts === undefined) {
      contexts = [];
      this.#contexts.set(name, contexts);
    }
    if (contexts[kind] === undefined) {
      contexts[kind] = this.#nextContext++;
      if (this.#nextContext > CONTEXTS) throw new RangeError("The form needs more contexts.");
    }
    return contexts[kind];
  }
}

/** More than any divider of a record or of longitudes. */
const KEYS = 1 << 16;

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
