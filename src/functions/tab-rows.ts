/**
 * Rows of TabSeparated and of PostgreSQL's COPY: a line each, with tabs between the fields, `\N` for NULL and escapes
 * with a backslash. Hive and Spark write `\N`, but no escapes.
 */

import type { ByteWriter } from "../bytes.ts";
import { BACKSLASH, CARRIAGE_RETURN, LINE_FEED, TAB } from "../characters.ts";
import { utf8Text } from "../platform.ts";
import { type AnswerPlan, Answers, type Notation, planFields } from "./answers.ts";
import { INCOMPLETE, type RowFormat } from "./row-stream.ts";
import type {
  FunctionSignature,
  ListStyle,
  ResolvedFunctionOptions,
  RowStyle,
} from "./signature.ts";

// Fields

/** The letters of escapes that both formats have. */
const COMMON_ESCAPES = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

/** The escapes that a format has beside `\x41`. */
export interface Escapes {
  /** What follows the backslash of an escape, after the number of a byte: any character, or nothing. */
  readonly pattern: RegExp;
  /** Whether octal digits are the number of a byte. */
  readonly hasOctal: boolean;
  /** Characters by letter. Any other one stands for itself. */
  readonly characters: Readonly<Record<string, string>>;
}

/**
 * The escapes by format. They exclude each other: `\060` is a NUL and `60` to ClickHouse, and `0` to COPY.
 */
export const ESCAPES: Readonly<Record<"TabSeparated" | "COPY", Escapes>> = {
  TabSeparated: {
    pattern: /\\(x[\dA-Fa-f]{1,2}|[\s\S]?)/g,
    hasOctal: false,
    characters: { ...COMMON_ESCAPES, a: "\x07", 0: "\0" },
  },
  COPY: {
    pattern: /\\(x[\dA-Fa-f]{1,2}|[0-7]{1,3}|[\s\S]?)/g,
    hasOctal: true,
    characters: COMMON_ESCAPES,
  },
};

/** The character that an escape stands for. @param sequence without its backslash */
function escapedCharacter(sequence: string, { characters, hasOctal }: Escapes): string {
  if (sequence.length > 1 && sequence[0] === "x") return byteCharacter(sequence.slice(1), 16);
  if (hasOctal && /^[0-7]/.test(sequence)) return byteCharacter(sequence, 8);
  return characters[sequence] ?? sequence;
}

function byteCharacter(digits: string, radix: number): string {
  return String.fromCharCode(Number.parseInt(digits, radix) & 0xff);
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
  // A character for each byte, as escapes may be bytes of a character.
  const field = Buffer.from(bytes.subarray(from, to)).toString("latin1");
  if (field === "\\N") return null;
  let isCut = false;
  const text = field.replace(escapes.pattern, (_, sequence: string) => {
    isCut ||= sequence === "";
    return escapedCharacter(sequence, escapes);
  });
  const read = Buffer.from(text, "latin1");
  return isCut ? undefined : utf8Text(read, 0, read.length);
}

// Answers

/** How answers escape characters. */
const WRITTEN_ESCAPES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(COMMON_ESCAPES).map(
    ([letter, character]) => [character, `\\${letter}`] as const,
  ),
  ["\0", "\\0"],
  ["\\", "\\\\"],
]);

/** Lists. ClickHouse has none that are NULL, so they are empty there. */
const LISTS: Readonly<Record<ListStyle, Notation["list"] & { readonly nullText: string }>> = {
  clickhouse: { opening: "[", closing: "]", quote: "'", nullText: "[]" },
  postgresql: { opening: "{", closing: "}", quote: '"', nullText: "\\N" },
};

function tabNotation(nullText: string, quote: string, list: Notation["list"]): Notation {
  const escapeText = (text: string): string => {
    const escaped = text.replace(
      /[\b\f\n\r\t\v\0\\]/g,
      (character) => WRITTEN_ESCAPES.get(character) ?? "",
    );
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

  constructor(signature: FunctionSignature, options: ResolvedFunctionOptions, style: RowStyle) {
    this.#signature = signature;
    this.#escapes = ESCAPES[style.format === "COPY" ? "COPY" : "TabSeparated"];
    this.#answers = new Answers(signature, options, tabPlan(signature, style));
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
