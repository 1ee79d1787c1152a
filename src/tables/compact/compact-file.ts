/** The file of the compact form: what it starts with, and how the arrays are made of it. */
import { type Published, publishedOf } from "../derive/boundaries.ts";
import type { Derived } from "../derive/derive.ts";
import { expand } from "../derive/descriptions.ts";
import { deriveNameTables } from "../derive/names.ts";
import { LAYOUT_VERSION, type Sections } from "../layout/sections.ts";
import { Decoder } from "./coder.ts";
import {
  type CompactRow,
  emptyRow,
  FormCoder,
  NUMBER_SECTIONS,
  type PlainSections,
  TEXT_SECTIONS,
} from "./form.ts";

/** First word of a compact file, "MAPC". All words are little-endian. */
export const COMPACT_MAGIC = 0x4350414d;

/** The words before the coded tables, for codegen. For the fingerprint, see HEADER in layout/sections.ts. */
export function compactHeader(fingerprint: number, coded: Uint8Array): number[] {
  return [COMPACT_MAGIC, LAYOUT_VERSION, fingerprint, coded.length, checksumOf(coded)];
}
export const COMPACT_HEADER_BYTES = 5 * Int32Array.BYTES_PER_ELEMENT;

/** A checksum of the coded tables: any damage would change every value after it. */
function checksumOf(coded: Uint8Array): number {
  let sum = 0;
  for (let index = 0; index < coded.length; index++) {
    sum = Math.imul(sum ^ coded[index], 0x01000193);
  }
  return sum;
}

/**
 * Codes all tables; see FormCoder.
 * @param texts the condensed descriptions; empty for a decoder
 * @returns the condensed descriptions
 */
export function codeTables(
  form: FormCoder,
  rows: CompactRow[],
  plain: PlainSections,
  texts: Uint8Array,
): Uint8Array {
  for (const name of NUMBER_SECTIONS) form.numbers(name, plain[name]);
  for (const name of TEXT_SECTIONS) form.text(plain[name]);
  const count = form.number("rows", rows.length);
  let last = emptyRow();
  for (let index = 0; index < count; index++) {
    rows[index] ??= emptyRow();
    form.row(rows[index], last);
    last = rows[index];
  }
  const length = form.number("texts", texts.length);
  const coded = length === texts.length ? texts : new Uint8Array(length);
  form.text(coded);
  return coded;
}

/** The number of elements of each array. */
export type Lengths = Readonly<Record<keyof Sections, number>>;

/** What a compact file contains: the boundary records, and all arrays that are not derived from them. */
export interface CompactTables {
  readonly published: Published;
  readonly texts: Omit<Sections, keyof Derived>;
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
  const rows: CompactRow[] = [];
  const form = new FormCoder(new Decoder(coded));
  const descriptions = expand(codeTables(form, rows, plain, new Uint8Array(0)));
  const firstRecords = firstRecordsOf(rows, plain.parents.length);
  return {
    published: publishedOf(rows, plain.parents, firstRecords),
    texts: { ...plain, ...deriveNameTables(plain), firstRecords, descriptions },
  };
}

/** First row of each territory, closed by the number of all rows. */
function firstRecordsOf(rows: readonly CompactRow[], territories: number): Uint16Array {
  const firsts = new Uint16Array(territories + 1);
  for (const { territory } of rows) firsts[territory + 1]++;
  for (let territory = 0; territory < territories; territory++) {
    firsts[territory + 1] += firsts[territory];
  }
  return firsts;
}
