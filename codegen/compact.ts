/** Writes the compact form of the tables, and proves that the same arrays come out of it. */
import { COLUMN_NAMES, columnsOf, subtract, subtractRows } from "../src/tables/compact/columns.ts";
import {
  CODE_END,
  type CompactTables,
  NUMBER_SECTIONS,
  readCompact,
} from "../src/tables/compact/compact-file.ts";
import { DIGIT_CHARS, FURTHER_DIGITS, LAST_DIGITS } from "../src/tables/compact/numbers.ts";
import { deriveAll } from "../src/tables/derive/derive.ts";
import { condense } from "../src/tables/derive/descriptions.ts";
import type { Sections } from "../src/tables/layout/sections.ts";
import { lengthsOf } from "./emit.ts";
import type { Tables } from "./read.ts";
import { TableError } from "./table-error.ts";

/** Writes numbers and texts, one after another; NumberReader reads them. */
export class NumberWriter {
  readonly #parts: string[] = [];

  /** A whole number from 0 to 2^32 - 1. */
  count(count: number): void {
    let text = DIGIT_CHARS[count % LAST_DIGITS];
    let rest = Math.floor(count / LAST_DIGITS);
    for (; rest > 0; rest = Math.floor(rest / FURTHER_DIGITS)) {
      rest--;
      text = DIGIT_CHARS[LAST_DIGITS + (rest % FURTHER_DIGITS)] + text;
    }
    this.#parts.push(text);
  }

  /** A column of integers of 32 bits. */
  column(column: ArrayLike<number>): void {
    for (let index = 0; index < column.length; ) {
      const value = column[index++];
      this.count(value < 0 ? -2 * value - 1 : 2 * value);
      if (value !== 0) continue;
      const first = index;
      while (index < column.length && column[index] === 0) index++;
      this.count(index - first);
    }
  }

  /** A text of ASCII characters. */
  text(text: string): void {
    this.count(text.length);
    this.#parts.push(text);
  }

  /** The bytes of all that is written. */
  bytes(): Uint8Array {
    return new TextEncoder().encode(this.#parts.join(""));
  }
}

/** The compact form in UTF-8, which is the same on every machine. */
export function compactContent(
  { boundaries, territories }: Tables,
  sections: Sections,
): Uint8Array {
  const writer = new NumberWriter();
  for (const name of NUMBER_SECTIONS) {
    const column = Int32Array.from(sections[name]);
    subtract(column);
    subtract(column);
    writer.column(column);
  }
  writer.text(territories.map(({ alphaCode }) => alphaCode).join(CODE_END));
  const decoder = new TextDecoder();
  writer.text(decoder.decode(sections.nameChars));
  writer.text(decoder.decode(condense(sections.descriptions)));
  const columns = columnsOf(boundaries);
  subtractRows(columns);
  for (const name of COLUMN_NAMES) writer.column(columns[name]);
  return writer.bytes();
}

/** @throws TableError if an array that the compact form gives differs from the array of the table file */
export function checkCompact(content: Uint8Array, sections: Sections): void {
  const derived = deriveCompact(readCompact(content, lengthsOf(sections)));
  for (const name of Object.keys(derived) as (keyof typeof derived)[]) {
    if (!isSame(derived[name], sections[name])) {
      throw new TableError(`The compact form does not lead to the array ${name}`);
    }
  }
}

/** All arrays of the compact form but for the grid. */
export function deriveCompact({
  published,
  texts,
}: CompactTables): Omit<Sections, "cells" | "leaves"> {
  return { ...texts, ...deriveAll(published) };
}

function isSame(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
}

/** The source of a module that contains the compact form, for entries with embedded tables. */
export function embeddedSource(compact: Uint8Array): string {
  const content = new TextDecoder().decode(compact);
  // Quotes of the other kind are frequent in the texts.
  const escaped = content.replaceAll(/[\\']/g, "\\$&");
  return `/** Written by \`npm run codegen\`: the compact tables. */
export const EMBEDDED_TABLES: string =
  '${escaped}';
`;
}
