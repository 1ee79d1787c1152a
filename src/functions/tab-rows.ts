/**
 * Rows of TabSeparated and of PostgreSQL's COPY: a line each, with tabs between the fields, `\N` for NULL and escapes
 * with a backslash. Hive and Spark write `\N`, but no escapes.
 */

import type { ByteWriter } from "../bytes.ts";
import { BACKSLASH, CARRIAGE_RETURN, LINE_FEED, TAB } from "../characters.ts";
import { utf8Text } from "../platform.ts";
import { type AnswerPlan, Answers, type Notation, planFields } from "./answers.ts";
import { INCOMPLETE, type RowFormat } from "./row-stream.ts";
import type { FunctionSettings, FunctionSignature, ListStyle, RowStyle } from "./signature.ts";

// Fields

const LETTER_N = 78;
const LETTER_X = 120;

/** The escapes that a format has beside `\x41`. */
export interface Escapes {
  /** The bytes by the byte after the backslash. Any other byte stands for itself. */
  readonly bytes: ReadonlyMap<number, number>;
  /** Whether one to three octal digits are the number of a byte. */
  readonly hasOctal: boolean;
}

function byCharCode(bytes: Readonly<Record<string, number>>): ReadonlyMap<number, number> {
  return new Map(Object.entries(bytes).map(([letter, byte]) => [letter.charCodeAt(0), byte]));
}

const COMMON_ESCAPES = { b: 8, f: 12, n: 10, r: 13, t: 9, v: 11 };

/**
 * The escapes by format. They exclude each other: `\060` is a NUL and `60` to ClickHouse, and `0` to COPY.
 */
export const ESCAPES: Readonly<Record<"TabSeparated" | "COPY", Escapes>> = {
  TabSeparated: { bytes: byCharCode({ ...COMMON_ESCAPES, a: 7, 0: 0 }), hasOctal: false },
  COPY: { bytes: byCharCode(COMMON_ESCAPES), hasOctal: true },
};

/** The value of the digits that a text of up to three bytes begins with, and the index after them. */
function numberedByte(
  bytes: Uint8Array,
  from: number,
  to: number,
  pattern: RegExp,
  radix: number,
): readonly [byte: number, next: number] | undefined {
  const text = utf8Text(bytes, from, Math.min(to, from + 3));
  const [digits] = pattern.exec(text) ?? [];
  if (digits === undefined) return undefined;
  return [Number.parseInt(digits, radix), from + digits.length];
}

const HEX_DIGITS = /^[\da-f]{1,2}/i;
const OCTAL_DIGITS = /^[0-7]{1,3}/;

/** The byte that the escape after a backslash stands for, and the index after it. */
function escapedByte(
  bytes: Uint8Array,
  from: number,
  to: number,
  escapes: Escapes,
): readonly [byte: number, next: number] {
  const letter = bytes[from];
  const numbered =
    letter === LETTER_X
      ? numberedByte(bytes, from + 1, to, HEX_DIGITS, 16)
      : escapes.hasOctal && numberedByte(bytes, from, to, OCTAL_DIGITS, 8);
  return numbered || [escapes.bytes.get(letter) ?? letter, from + 1];
}

/**
 * Reads a field: `\N` as null, any other one as text.
 * @returns undefined if it ends with half an escape
 */
export function readField(
  bytes: Uint8Array,
  from: number,
  to: number,
  escapes: Escapes,
): string | null | undefined {
  if (to - from === 2 && bytes[from] === BACKSLASH && bytes[from + 1] === LETTER_N) return null;
  const text = new Uint8Array(to - from);
  let length = 0;
  let at = from;
  while (at < to) {
    const byte = bytes[at++];
    if (byte !== BACKSLASH) {
      text[length++] = byte;
      continue;
    }
    if (at === to) return undefined;
    const [escaped, next] = escapedByte(bytes, at, to, escapes);
    text[length++] = escaped;
    at = next;
  }
  return utf8Text(text, 0, length);
}

// Answers

const WRITTEN_ESCAPES: Readonly<Record<string, string>> = {
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  "\0": "\\0",
  "\\": "\\\\",
};

/** Lists. ClickHouse has none that are NULL, so they are empty there. */
const LISTS: Readonly<Record<ListStyle, Notation["list"] & { readonly nullText: string }>> = {
  clickhouse: { opening: "[", closing: "]", quote: "'", nullText: "[]" },
  postgresql: { opening: "{", closing: "}", quote: '"', nullText: "\\N" },
};

function tabNotation(nullText: string, quote: string, list: Notation["list"]): Notation {
  const escapeText = (text: string): string => {
    const escaped = text.replace(/[\b\f\n\r\t\v\0\\]/g, (character) => WRITTEN_ESCAPES[character]);
    return quote === "" ? escaped : escaped.replaceAll(quote, `\\${quote}`);
  };
  return {
    nullText,
    quote,
    list,
    escapeText,
    objectText: (json) => quote + escapeText(json) + quote,
  };
}

/** A column for each value, or one column with all values: a tuple of ClickHouse. */
function tabPlan({ columns, returns }: FunctionSignature, style: RowStyle): AnswerPlan {
  const { isTuple, withErrors } = style;
  // Lists are those of the engine that the format comes from.
  const list = LISTS[style.lists ?? (style.format === "COPY" ? "postgresql" : "clickhouse")];
  const notation = isTuple ? tabNotation("NULL", "'", list) : tabNotation("\\N", "", list);
  return planFields({
    notation,
    opening: isTuple ? "(" : "",
    names: Array.from({ length: columns.length + Number(withErrors) }, () => ""),
    withErrors,
    separator: isTuple ? "," : "\t",
    closing: isTuple ? ")\n" : "\n",
    nullText: returns === "all" ? list.nullText : notation.nullText,
  });
}

// Rows

export class TabRows implements RowFormat {
  readonly #signature: FunctionSignature;
  readonly #escapes: Escapes;
  readonly #answers: Answers;
  /** The start and the end of each field of the current row, alternating. */
  readonly #bounds: Int32Array;
  #hasEscapes = false;
  /** Where the line feed of the current row is. */
  #lineFeed = 0;

  constructor(signature: FunctionSignature, settings: FunctionSettings, style: RowStyle) {
    this.#signature = signature;
    this.#escapes = ESCAPES[style.format === "COPY" ? "COPY" : "TabSeparated"];
    this.#answers = new Answers(signature, settings, tabPlan(signature, style));
    this.#bounds = new Int32Array(2 * signature.args.length);
  }

  convert(bytes: Uint8Array, from: number, end: number, output: ByteWriter): number {
    const fields = this.#findFields(bytes, from);
    const lineFeed = this.#lineFeed;
    if (lineFeed >= end) return INCOMPLETE;
    const problem = this.#setFields(bytes, fields);
    if (problem === "") this.#answers.write(output);
    else this.writeError(problem, output);
    return lineFeed + 1;
  }

  /**
   * Finds the fields of a row and its line feed.
   * @returns how many fields the row has
   */
  #findFields(bytes: Uint8Array, from: number): number {
    const bounds = this.#bounds;
    let hasEscapes = false;
    let index = 0;
    let start = from;
    let at = from;
    for (; ; at++) {
      const byte = bytes[at];
      // Digits, points and signs are between them.
      if (byte > TAB + 1 && byte !== BACKSLASH) continue;
      if (byte === TAB) {
        bounds[index++] = start;
        bounds[index++] = at;
        start = at + 1;
      } else if (byte === LINE_FEED) break;
      else if (byte === BACKSLASH) hasEscapes = true;
    }
    bounds[index++] = start;
    bounds[index++] = at > start && bytes[at - 1] === CARRIAGE_RETURN ? at - 1 : at;
    this.#hasEscapes = hasEscapes;
    this.#lineFeed = at;
    return index >> 1;
  }

  /** Sets the arguments. @returns why the row cannot be read; empty if it can */
  #setFields(bytes: Uint8Array, fields: number): string {
    const { args } = this.#signature;
    if (fields !== args.length) {
      const fieldWord = fields === 1 ? "field" : "fields";
      return `The row has ${fields} ${fieldWord}, not ${args.length}: ${args.join(", ")}.`;
    }
    const bounds = this.#bounds;
    const { converted } = this.#answers;
    for (let index = 0; index < fields; index++) {
      const from = bounds[2 * index];
      const to = bounds[2 * index + 1];
      if (!this.#hasEscapes) {
        converted.setBytes(index, bytes, from, to);
        continue;
      }
      const value = readField(bytes, from, to, this.#escapes);
      if (value === undefined) {
        return `The field ${args[index]} ends with half an escape: a backslash.`;
      }
      converted.set(index, value);
    }
    return "";
  }

  writeError(error: string, output: ByteWriter): void {
    this.#answers.writeError(error, output);
  }
}
