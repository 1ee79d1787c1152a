/**
 * Rows of TabSeparated and of PostgreSQL's COPY: a line each, with tabs between the fields, `\N` for NULL and escapes
 * with a backslash. Hive and Spark write `\N`, but no escapes.
 */
import type { Answer, AnswerValue, ConvertArguments } from "../../batch/functions/conversion.ts";
import type { OutputBuffer } from "../../batch/output/frame.ts";
import { utf8Text } from "../../batch/text.ts";
import { BACKSLASH, CARRIAGE_RETURN, LINE_FEED, TAB } from "../../characters.ts";
import type { FastAnswers } from "./fast-answers.ts";
import type { TabSeparatedStyle } from "./punctuation.ts";
import { INCOMPLETE, type RowFormat } from "./row-stream.ts";
import type { Signature } from "./signature.ts";

const LETTER_N = 78;
const LETTER_X = 120;

/** The text of NULL in each column. */
function nullTexts({ columns, returns }: Signature, { row, list }: TabSeparatedStyle): string[] {
  return columns.map(() => (returns === "all" ? list.nullText : row.nullText));
}

// Reading fields

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

// Writing values

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

/** A text with the escapes of fields, and those of quotes if it is put in some. */
function escapedText(text: string, quote: string): string {
  const escaped = text.replace(/[\b\f\n\r\t\v\0\\]/g, (character) => WRITTEN_ESCAPES[character]);
  return quote === "" ? escaped : `${quote}${escaped.replaceAll(quote, `\\${quote}`)}${quote}`;
}

/** The text of a value that is not NULL. */
function valueText(
  value: Exclude<AnswerValue, undefined>,
  { row, list }: TabSeparatedStyle,
): string {
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return escapedText(value, row.quote);
  if (!isList(value)) return escapedText(JSON.stringify(value), row.quote);
  const texts = value.map((item) => escapedText(item, list.quote));
  return `${list.opening}${texts.join(list.separator)}${list.closing}`;
}

function isList(value: object): value is readonly string[] {
  return Array.isArray(value);
}

// Rows

export class TabSeparated implements RowFormat {
  readonly #signature: Signature;
  readonly #style: TabSeparatedStyle;
  readonly #escapes: Escapes;
  readonly #convert: ConvertArguments;
  readonly #fast: FastAnswers | undefined;
  readonly #fieldCount: number;
  /** The text of NULL in each column, and in that of the error. */
  readonly #nullTexts: readonly string[];
  /** The start and the end of each field of the current row, alternating. */
  readonly #bounds: Int32Array;
  #hasEscapes = false;
  /** Where the line feed of the current row is. */
  #lineFeed = 0;

  /** @param fast converts rows without escapes, if it can */
  constructor(
    signature: Signature,
    style: TabSeparatedStyle,
    escapes: Escapes,
    convert: ConvertArguments,
    fast: FastAnswers | undefined,
  ) {
    this.#signature = signature;
    this.#style = style;
    this.#escapes = escapes;
    this.#convert = convert;
    this.#fast = fast;
    this.#fieldCount = signature.args.length;
    this.#nullTexts = [...nullTexts(signature, style), style.row.nullText];
    this.#bounds = new Int32Array(2 * this.#fieldCount);
  }

  convert(bytes: Uint8Array, from: number, end: number, output: OutputBuffer): number {
    const fields = this.#findFields(bytes, from);
    const bounds = this.#bounds;
    const lineFeed = this.#lineFeed;
    if (lineFeed >= end) return INCOMPLETE;
    const isFast =
      fields === this.#fieldCount &&
      !this.#hasEscapes &&
      this.#fast?.convert(bytes, bounds, output) === true;
    if (!isFast) this.#convertGeneral(bytes, fields, output);
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

  #convertGeneral(bytes: Uint8Array, fields: number, output: OutputBuffer): void {
    const { args } = this.#signature;
    if (fields !== args.length) {
      const fieldWord = fields === 1 ? "field" : "fields";
      this.writeError(
        `The row has ${fields} ${fieldWord}, not ${args.length}: ${args.join(", ")}.`,
        output,
      );
      return;
    }
    const bounds = this.#bounds;
    const values = args.map((_, index) =>
      readField(bytes, bounds[2 * index], bounds[2 * index + 1], this.#escapes),
    );
    const broken = values.indexOf(undefined);
    if (broken < 0) this.#write(this.#convert(values), output);
    else
      this.writeError(`The field ${args[broken]} ends with half an escape: a backslash.`, output);
  }

  writeError(error: string, output: OutputBuffer): void {
    this.#write({ values: this.#signature.columns.map(() => undefined), error }, output);
  }

  #write({ values, error }: Answer, output: OutputBuffer): void {
    const { row } = this.#style;
    const all = this.#signature.withErrors ? [...values, error] : values;
    const texts = all.map((value, index) => {
      return value === undefined ? this.#nullTexts[index] : valueText(value, this.#style);
    });
    output.appendText(`${row.opening}${texts.join(row.separator)}${row.closing}\n`);
  }
}
