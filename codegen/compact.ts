/** Writes the compact form of the tables, and proves that the same arrays come out of it. */
import { isDeepStrictEqual } from "node:util";
import * as C from "../src/tables/compact/compact-form.ts";
import type { Sections } from "../src/tables/layout/sections.ts";
import { deriveArrays } from "./pack.ts";
import { check, type Tables } from "./read.ts";

/** Writes numbers and texts, one after another; NumberReader reads them. */
export class NumberWriter {
  readonly #parts: string[] = [];

  /** A whole number from 0 to 2^32 - 1. */
  count(count: number): void {
    let text = C.DIGIT_CHARS[count % C.LAST_DIGITS];
    let rest = Math.floor(count / C.LAST_DIGITS);
    for (; rest > 0; rest = Math.floor(rest / C.FURTHER_DIGITS)) {
      rest--;
      text = C.DIGIT_CHARS[C.LAST_DIGITS + (rest % C.FURTHER_DIGITS)] + text;
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

  /** All that is written, in ASCII. */
  end(): string {
    return this.#parts.join("");
  }
}

/**
 * The compact form, which is the same on every machine.
 * @throws TableError if an array that the compact form gives differs from the array of the table file
 */
export function compactText({ boundaries, territories }: Tables, sections: Sections): string {
  const writer = new NumberWriter();
  for (const name of C.NUMBER_SECTIONS) {
    const column = Int32Array.from(sections[name]);
    C.subtract(column);
    C.subtract(column);
    writer.column(column);
  }
  writer.text(territories.map(({ alphaCode }) => alphaCode).join(C.CODE_END));
  const decoder = new TextDecoder();
  writer.text(decoder.decode(sections.nameChars));
  writer.text(decoder.decode(sections.descriptions));
  const columns = C.columnsOf(boundaries);
  C.subtractRows(columns);
  for (const name of C.COLUMN_NAMES) writer.column(columns[name]);
  const compact = writer.end();
  const lengths = Object.entries(sections).map(([name, { length }]) => [name, length]);
  const bytes = new TextEncoder().encode(compact);
  const { table, texts } = C.readCompact(bytes, Object.fromEntries(lengths));
  for (const [name, array] of Object.entries({ ...texts, ...deriveArrays(table) })) {
    const isSame = isDeepStrictEqual(array, sections[name as keyof Sections]);
    check(isSame, "the compact form", `it does not lead to the array ${name}`);
  }
  return compact;
}
