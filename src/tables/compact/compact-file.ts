/** The file of the compact form: what it starts with, and how the arrays are made of it. */
import type { Boundary, Published } from "../derive/boundaries.ts";
import type { Derived } from "../derive/derive.ts";
import { expand } from "../derive/descriptions.ts";
import { deriveNameTables } from "../derive/names.ts";
import { LAYOUT_VERSION, type Sections } from "../layout/sections.ts";
import { Decoder } from "./coder.ts";
import { type Columns, emptyColumns, rowOf } from "./columns.ts";
import { FormCoder, NUMBER_SECTIONS, type PlainSections, TEXT_SECTIONS } from "./form.ts";

/** First word of a compact file, "MAPC". All words are little-endian. */
export const COMPACT_MAGIC = 0x4350414d;

/** The words before the coded tables, for codegen. For the fingerprint, see HEADER in layout/sections.ts. */
export function compactHeader(fingerprint: number, coded: Uint8Array): number[] {
  return [COMPACT_MAGIC, LAYOUT_VERSION, fingerprint, coded.length, checksumOf(coded)];
}
export const COMPACT_HEADER_BYTES = 5 * Int32Array.BYTES_PER_ELEMENT;

/** A checksum of the coded tables: any damage would change every value after it. */
function checksumOf(coded: Uint8Array): number {
  const { byteLength } = coded;
  const view = new DataView(coded.buffer, coded.byteOffset, byteLength);
  let sum = 0;
  let at = 0;
  // Words, as this runs once and is interpreted: byte by byte, it took three times as long.
  for (; at + 4 <= byteLength; at += 4) {
    sum = Math.imul(sum ^ view.getInt32(at, true), 0x01000193);
    sum ^= sum >>> 15;
  }
  for (; at < byteLength; at++) sum = Math.imul(sum ^ coded[at], 0x01000193);
  return sum;
}

// The parts of the form: what every answer needs, the condensed descriptions, and the rows of each territory.
const COMMON_PART = 0;
const DESCRIPTIONS_PART = 1;
const FIRST_TERRITORY_PART = 2;

/** Codes names, alphabets, the number of rows of each territory without its outline, and the outlines. */
export function codeCommon(
  form: FormCoder,
  plain: PlainSections,
  counts: Uint16Array,
  outlines: Columns,
): void {
  form.part(COMMON_PART);
  for (const name of NUMBER_SECTIONS) form.numbers(name, plain[name]);
  for (const name of TEXT_SECTIONS) form.text(plain[name]);
  form.numbers("count", counts);
  form.rows(outlines, { latMin: 0, latMax: 0, lonMin: 0, lonMax: 0 });
}

/**
 * Codes the condensed descriptions.
 * @param texts empty for a decoder
 * @returns the condensed descriptions
 */
export function codeDescriptions(form: FormCoder, texts: Uint8Array): Uint8Array {
  form.part(DESCRIPTIONS_PART);
  const length = form.number("texts", texts.length);
  const coded = length === texts.length ? texts : new Uint8Array(length);
  form.text(coded);
  return coded;
}

/** Codes the rows of a territory without its outline. */
export function codeTerritory(form: FormCoder, outline: Boundary, rows: Columns): void {
  form.part(FIRST_TERRITORY_PART + outline.territory);
  form.rows(rows, outline);
}

/** The number of elements of each array. */
export type Lengths = Readonly<Record<keyof Sections, number>>;

/**
 * What a compact file contains: the boundary records, which are read territory by territory, and all arrays that are not
 * derived from them.
 */
export interface CompactTables {
  readonly published: Published;
  readonly texts: Omit<Sections, keyof Derived | "descriptions">;
  /** Reads the array of descriptions, which most programs do without. */
  readDescriptions(): Uint8Array;
}

/** @param coded the coded tables of a compact file */
export function readCompact(coded: Uint8Array, lengths: Lengths): CompactTables {
  const plain: PlainSections = {
    parents: new Int16Array(lengths.parents),
    territoryCodes: new Uint8Array(lengths.territoryCodes),
    nameStarts: new Uint16Array(lengths.nameStarts),
    nameChars: new Uint8Array(lengths.nameChars),
    meaningStarts: new Uint16Array(lengths.meaningStarts),
    meanings: new Int16Array(lengths.meanings),
    alphabetLetters: new Uint16Array(lengths.alphabetLetters),
    readableUnits: new Uint16Array(lengths.readableUnits),
    readableRoman: new Uint8Array(lengths.readableRoman),
    readableAlphabet: new Uint8Array(lengths.readableAlphabet),
  };
  const form = new FormCoder(new Decoder(coded));
  const counts = new Uint16Array(lengths.parents);
  const outlineColumns = emptyColumns(lengths.parents);
  codeCommon(form, plain, counts, outlineColumns);
  const outlines = Array.from(counts, (_, territory) =>
    rowOf(outlineColumns, territory, territory),
  );
  const firstRecords = firstRecordsOf(counts);
  const rows: (readonly Boundary[] | undefined)[] = [];
  return {
    published: {
      parents: plain.parents,
      firsts: firstRecords,
      outlines,
      rowsOf(territory) {
        rows[territory] ??= readRows(form, outlines[territory], counts[territory]);
        return rows[territory];
      },
    },
    texts: { ...plain, ...deriveNameTables(plain), firstRecords },
    readDescriptions: () => expand(codeDescriptions(form, new Uint8Array(0))),
  };
}

/** All rows of a territory. */
function readRows(form: FormCoder, outline: Boundary, count: number): readonly Boundary[] {
  const columns = emptyColumns(count);
  codeTerritory(form, outline, columns);
  const rows: Boundary[] = [];
  for (let row = 0; row < count; row++) rows.push(rowOf(columns, row, outline.territory));
  rows.push(outline);
  return rows;
}

/** First row of each territory, closed by the number of all rows. */
function firstRecordsOf(counts: Uint16Array): Uint16Array {
  const firsts = new Uint16Array(counts.length + 1);
  for (let territory = 0; territory < counts.length; territory++) {
    firsts[territory + 1] = firsts[territory] + counts[territory] + 1;
  }
  return firsts;
}
