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
import { CELL_LAT_MICRO_DEG, SWAPPED_SIDE } from "../format.ts";
import type { Sections } from "../layout/sections.ts";
import type { Coder, Column } from "./coder.ts";
import { CODEX_SHIFT, type Columns, LETTERED, NAMELESS, WAY_MASK, wayOf } from "./columns.ts";

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

// Contexts of symbols. The first ones are those of texts: the byte before. Each value of a record has one for every
// kind of record, and each other number has one, by its name.
const TEXT_CONTEXTS = 256;
const KINDS = 1024;
const [WAY, RUN, HEADER, SMART_DIV, LAT_MIN, LAT_MAX, LON_MIN, LON_MAX, NUMBERS] = Array.from(
  { length: 9 },
  (_, column) => TEXT_CONTEXTS + column * KINDS,
);
const NUMBER_NAMES = [...NUMBER_SECTIONS, "runs", "texts", "count", "codex"] as const;
type NumberName = (typeof NUMBER_NAMES)[number];

/** Slots for the last height or width of a territory's records, which share slots by chance. */
const SIZE_SLOTS_BITS = 8;

/** The slot of records of the same kind, divider and, for the width, divider of longitudes. */
function sizeSlot(kind: number, smartDiv: number, divider: number): number {
  const key = (kind << 16) ^ (smartDiv << 6) ^ divider;
  return Math.imul(key, 0x9e3779b1) >>> (32 - SIZE_SLOTS_BITS);
}

/** Consecutive rows of one kind. */
interface Runs {
  readonly codices: Uint16Array;
  readonly ways: Uint16Array;
  readonly lengths: Uint16Array;
}

export type RowBounds = Pick<Boundary, "latMin" | "latMax" | "lonMin" | "lonMax">;

/** Codes the tables with a coder. */
export class FormCoder {
  readonly #coder: Coder;

  constructor(coder: Coder) {
    this.#coder = coder;
  }

  /** Begins a part, see Coder. */
  part(index: number): void {
    this.#coder.part(index);
  }

  /** A number, see Coder. */
  number(name: NumberName, value: number): number {
    return this.#coder.number(contextOf(name), value);
  }

  /** The numbers of an array, each as its difference from the one before it. */
  numbers(name: NumberName, array: Sections[keyof Sections]): void {
    const column = this.#coder.column(contextOf(name), new Uint16Array(array.length));
    let last = 0;
    for (let index = 0; index < array.length; index++) {
      last = column.number(index, array[index], last);
      array[index] = last;
    }
  }

  /** The bytes of a text. */
  text(bytes: Uint8Array): void {
    this.#coder.text(bytes);
  }

  /**
   * Rows, column by column.
   * @param before which bounds those of the first row are likely to be near to
   */
  rows(columns: Columns, before: RowBounds): void {
    this.#kinds(columns.kinds);
    this.#headers(columns);
    this.#smartDivs(columns);
    this.#latitudes(columns, before);
    this.#longitudes(columns, before);
  }

  /** Kinds in runs, as three rows of four have that of the row before. */
  #kinds(kinds: Uint16Array): void {
    const { codices, ways, lengths } = runsOf(kinds, this.number("runs", runCount(kinds)));
    this.numbers("codex", codices);
    codeEach(this.#coder.column(WAY, codices), ways);
    const runKinds = codices.map((codex, run) => (codex << CODEX_SHIFT) | ways[run]);
    codeEach(this.#coder.column(RUN, runKinds), lengths);
    let row = 0;
    for (let run = 0; run < lengths.length; run++) {
      kinds.fill(runKinds[run], row, row + lengths[run]);
      row += lengths[run];
    }
  }

  /** Headers follow the one of the row before. All others are 0, which takes no bits. */
  #headers({ kinds, headers }: Columns): void {
    const column = this.#coder.column(HEADER, kinds);
    let last = 0;
    for (let row = 0; row < kinds.length; row++) {
      last = column.number(row, headers[row], wayOf(kinds[row]) === LETTERED ? last : 0);
      headers[row] = last;
    }
  }

  #smartDivs({ kinds, smartDivs }: Columns): void {
    const column = this.#coder.column(SMART_DIV, kinds);
    let last = 0;
    for (let row = 0; row < kinds.length; row++) {
      last = column.guessed(row, smartDivs[row], 0, last, 1, SWAPPED_SIDE);
      smartDivs[row] = last;
    }
  }

  #latitudes({ kinds, smartDivs, latMins, latMaxs }: Columns, before: RowBounds): void {
    const souths = this.#coder.column(LAT_MIN, kinds);
    const norths = this.#coder.column(LAT_MAX, kinds);
    /** The last height of records in each slot; 0 if there were none. */
    const heights = new Int32Array(1 << SIZE_SLOTS_BITS);
    let south = before.latMin;
    let north = before.latMax;
    for (let row = 0; row < kinds.length; row++) {
      const kind = kinds[row];
      const height = north - south;
      south = souths.guessed(row, latMins[row], south, south, north, south - height);
      const slot = sizeSlot(kind, smartDivs[row], 0);
      const cells = wayOf(kind) >= NAMELESS ? CELL_LAT_MICRO_DEG * smartDivs[row] : 0;
      const likely = south + (heights[slot] || height);
      north = norths.guessed(row, latMaxs[row], south + cells, likely, north, south + height);
      heights[slot] = north - south;
      latMins[row] = south;
      latMaxs[row] = north;
    }
  }

  #longitudes(columns: Columns, before: RowBounds): void {
    const { kinds, smartDivs, latMins, latMaxs, lonMins, lonMaxs } = columns;
    const wests = this.#coder.column(LON_MIN, kinds);
    const easts = this.#coder.column(LON_MAX, kinds);
    const widths = new Int32Array(1 << SIZE_SLOTS_BITS);
    let west = before.lonMin;
    let east = before.lonMax;
    for (let row = 0; row < kinds.length; row++) {
      const kind = kinds[row];
      const width = east - west;
      west = wests.guessed(row, lonMins[row], west, west, east, west - width);
      const divider = longitudeDivider(latMins[row], latMaxs[row]);
      const slot = sizeSlot(kind, smartDivs[row], divider);
      const cells = wayOf(kind) >= NAMELESS ? (divider * smartDivs[row]) >> 2 : 0;
      const likely = west + (widths[slot] || width);
      east = easts.guessed(row, lonMaxs[row], west + cells, likely, east, west + width);
      widths[slot] = east - west;
      lonMins[row] = west;
      lonMaxs[row] = east;
    }
  }
}

function contextOf(name: NumberName): number {
  return NUMBERS + NUMBER_NAMES.indexOf(name);
}

/** Codes each value of an array as it is. */
function codeEach(column: Column, values: Uint16Array): void {
  for (let index = 0; index < values.length; index++) {
    values[index] = column.number(index, values[index], 0);
  }
}

function runCount(kinds: Uint16Array): number {
  let count = 0;
  let last = 0;
  for (let row = 0; row < kinds.length; row++) {
    if (kinds[row] !== last) count++;
    last = kinds[row];
  }
  return count;
}

/** The runs of kinds. For a decoder, whose kinds are zeros yet, runs of zeros. */
function runsOf(kinds: Uint16Array, count: number): Runs {
  const codices = new Uint16Array(count);
  const ways = new Uint16Array(count);
  const lengths = new Uint16Array(count);
  let run = -1;
  let last = 0;
  for (let row = 0; row < kinds.length; row++) {
    const kind = kinds[row];
    if (kind === 0) break;
    if (kind !== last) run++;
    codices[run] = kind >> CODEX_SHIFT;
    ways[run] = kind & WAY_MASK;
    lengths[run]++;
    last = kind;
  }
  return { codices, ways, lengths };
}
