/**
 * The compact form of the tables: boundary records as they are published, and the texts. All other arrays are
 * derived when it is loaded. The functions below describe the form for both directions, see coder.ts: they
 * replace every value of the tables by itself, or by the value that the decoder reads.
 *
 * Values are coded as differences. Bounds of a record are often those of the record before it, or follow from
 * the size of its cells: such guesses are tried in turn before a difference is coded.
 */
import { longitudeDivider } from "../derive/longitude-divider.ts";
import { CELL_LAT_MICRO_DEG } from "../format.ts";
import type { Sections } from "../layout/sections.ts";
import {
  CONTEXTS,
  type Coder,
  codeByte,
  codeNumber,
  NUMBER_CONTEXTS,
  TEXT_CONTEXTS,
} from "./coder.ts";

/** A row of data/boundaries.csv in whole numbers; flags are 0 or 1. */
export interface CompactRow {
  territory: number;
  codex: number;
  nameless: number;
  recordType: number;
  restricted: number;
  specialShape: number;
  /** The header letter as a digit; 0 if there is none. */
  headerDigit: number;
  smartDiv: number;
  latMin: number;
  latMax: number;
  lonMin: number;
  lonMax: number;
}

/** A row for the decoder to fill. */
export function emptyRow(): CompactRow {
  return {
    territory: 0,
    codex: 0,
    nameless: 0,
    recordType: 0,
    restricted: 0,
    specialShape: 0,
    headerDigit: 0,
    smartDiv: 0,
    latMin: 0,
    latMax: 0,
    lonMin: 0,
    lonMax: 0,
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

/** Contexts for whether a guess is right, after those of the difference. */
const GUESS_CONTEXTS = 3;
/** Contexts of a value that is guessed. */
const VALUE_CONTEXTS = NUMBER_CONTEXTS + GUESS_CONTEXTS;

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
      const byte = codeByte(this.#coder, before, bytes[index]);
      bytes[index] = byte;
      before = ((before << 8) | byte) & 0xffff;
    }
  }

  /** A row, given the one before it. */
  row(row: CompactRow, last: CompactRow): void {
    this.#attributes(row, last);
    const kind = kindOf(row);
    this.#latitudes(row, last, kind);
    this.#longitudes(row, last, kind);
  }

  #attributes(row: CompactRow, last: CompactRow): void {
    const isNext = this.#coder.bit(this.#contextOf("territory", 0), row.territory - last.territory);
    row.territory = last.territory + isNext;
    row.codex = this.#guessed("codex", isNext, row.codex, 0, last.codex, 22, 24);
    const flags = row.nameless + 2 * row.recordType + 8 * row.restricted + 16 * row.specialShape;
    const flagsKind = 8 * row.codex + 2 * last.recordType + last.nameless;
    const coded = codeNumber(this.#coder, this.#contextOf("flags", flagsKind), flags);
    row.nameless = coded & 1;
    row.recordType = (coded >> 1) & 3;
    row.restricted = (coded >> 3) & 1;
    row.specialShape = coded >> 4;
    if (row.recordType === 1) {
      row.headerDigit =
        last.headerDigit + this.number("header", row.headerDigit - last.headerDigit);
    }
    row.smartDiv = this.#guessed("smartDiv", kindOf(row), row.smartDiv, 0, last.smartDiv, 1, 961);
  }

  #latitudes(row: CompactRow, last: CompactRow, kind: number): void {
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
      row.latMin + row.nameless * CELL_LAT_MICRO_DEG * row.smartDiv,
      row.latMin + (this.#heights.get(key) ?? lastHeight),
      north,
      row.latMin + lastHeight,
    );
    this.#heights.set(key, row.latMax - row.latMin);
  }

  #longitudes(row: CompactRow, last: CompactRow, kind: number): void {
    const lastWidth = last.lonMax - last.lonMin;
    const { lonMin: west, lonMax: east } = last;
    row.lonMin = this.#guessed("lonMin", kind & 7, row.lonMin, west, west, east, west - lastWidth);
    const divider = longitudeDivider(row.latMin, row.latMax);
    const key = KEYS * (KEYS * kind + row.smartDiv) + divider;
    row.lonMax = this.#guessed(
      "lonMax",
      kind,
      row.lonMax,
      row.lonMin + row.nameless * Math.trunc((divider * row.smartDiv) / 4),
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
    const context = this.#contextOf(name, kind);
    const guess = context + NUMBER_CONTEXTS;
    if (this.#coder.bit(guess, value === first ? 1 : 0) === 1) return first;
    // An equal guess that was wrong costs next to nothing: its context becomes nearly certain.
    if (this.#coder.bit(guess + 1, value === second ? 1 : 0) === 1) return second;
    if (this.#coder.bit(guess + 2, value === third ? 1 : 0) === 1) return third;
    return base + codeNumber(this.#coder, context, value - base);
  }

  #contextOf(name: string, kind: number): number {
    let contexts = this.#contexts.get(name);
    if (contexts === undefined) {
      contexts = [];
      this.#contexts.set(name, contexts);
    }
    if (contexts[kind] === undefined) {
      contexts[kind] = this.#nextContext;
      this.#nextContext += VALUE_CONTEXTS;
      if (this.#nextContext > CONTEXTS) throw new RangeError("The form needs more contexts.");
    }
    return contexts[kind];
  }
}

/** More than any divider of a record or of longitudes. */
const KEYS = 1 << 16;

/** The kind of a record in contexts: its codex and, in three bits, its way of coding. */
function kindOf({ codex, nameless, recordType, specialShape }: CompactRow): number {
  return 8 * codex + (nameless === 1 ? 4 + specialShape : recordType);
}
