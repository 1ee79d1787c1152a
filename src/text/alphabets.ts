/** Converts texts in any alphabet to Roman letters and digits (format 7), and Roman codes to an alphabet (format 9). */
import { HYPHEN, UPPER_A, UPPER_E, UPPER_U, utf8Bytes, utf8Text } from "../characters.ts";
import { packOlder, unpack } from "../digits/digits.ts";
import type { AlphabetName } from "../generated/name-types.ts";
import * as tables from "../tables/tables.ts";
import { arrangeAsAbjad, arranged, fromAbjad } from "./abjad.ts";

// ---- From any alphabet to Roman letters

/** Replaces characters that no alphabet contains. */
const UNREADABLE = "?";

/** The alphabets that never write three letters in a row (see abjad.ts). */
const ABJADS: readonly AlphabetName[] = ["GREEK", "HEBREW", "ARABIC", "KOREAN"];

function isAbjad(alphabet: number): boolean {
  return ABJADS.includes(tables.descriptions().alphabets[alphabet]);
}

let readable: ReadonlyMap<number, { roman: string; alphabet: number }> | undefined;

/** The Roman letter or digit that a code unit outside ASCII is read as, and the number of its alphabet. */
function readableAs(unit: number) {
  readable ??= new Map(
    tables.descriptions().characters.map(([unit, roman, alphabet]) => [unit, { roman, alphabet }]),
  );
  return readable.get(unit);
}

/** Printable ASCII with single spaces inside: nearly all texts. The test takes an eighth of the time that it saves. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** The white space of ASCII around a text. The lookbehind keeps the time linear. */
const OUTER_ASCII_SPACE = /^[\t-\r ]+|(?<![\t-\r ])[\t-\r ]+$/g;

/** A text in Roman, in upper case without outer spaces, and whether any letter or digit was from an abjad. */
export function toRoman(text: string) {
  if (PLAIN.test(text)) return { text: text.toUpperCase(), hadAbjad: false };
  const upper = text.replace(OUTER_ASCII_SPACE, "").toUpperCase();
  let roman = "";
  let hadAbjad = false;
  for (let at = 0; at < upper.length; at++) {
    const unit = upper.charCodeAt(at);
    const read = unit < 0x80 ? undefined : readableAs(unit);
    roman += read?.roman ?? (unit < 0x80 ? upper[at] : UNREADABLE);
    hadAbjad ||= read !== undefined && isAbjad(read.alphabet);
  }
  return { text: roman, hadAbjad };
}

/** The alphabet of the first letter or digit that is not Roman; 0 (ROMAN) if there is none. */
export function firstAlphabetOf(text: string): number {
  const read = text
    .toUpperCase()
    .split("")
    .map((unit) => readableAs(unit.charCodeAt(0)));
  return read.find((readable) => readable !== undefined)?.alphabet ?? 0;
}

/** The white space of Unicode: JavaScript's own, and NEL. */
const INNER_WHITE_SPACE = /(?<=[^\s\u0085])[\s\u0085]+(?=[^\s\u0085])/g;

/** A byte order mark is not white space here, but in regular expressions it is. */
const OUTER_WHITE_SPACE =
  /^(?:[^\S\uFEFF]|\u0085)+|(?<![^\S\uFEFF]|\u0085)(?:[^\S\uFEFF]|\u0085)+$/g;

/** A text with one space for each inner white space, without outer white space and byte order mark. */
export function withPlainSpaces(text: string): string {
  if (PLAIN.test(text)) return text;
  const unmarked = text.replace(/^\uFEFF/, "");
  return unmarked.replace(OUTER_WHITE_SPACE, "").replace(INNER_WHITE_SPACE, " ");
}

const ABJAD_CODE = /^[0-9A-Z]{2,5}\.[0-9A-Z]{2,5}$/;

/** A mapcode in Roman, with plain spaces and in upper case. Converts the code of an abjad, up to the hyphen. */
export function romanMapcode(text: string): string {
  const { text: roman, hadAbjad } = toRoman(withPlainSpaces(text));
  if (!hadAbjad) return roman;
  const start = roman.lastIndexOf(" ") + 1;
  const hyphen = roman.indexOf("-", start);
  const end = hyphen < 0 ? roman.length : hyphen;
  const code = roman.slice(start, end);
  if (!ABJAD_CODE.test(code)) return roman;
  return roman.slice(0, start) + fromAbjad(code) + roman.slice(end);
}

// ---- From Roman letters to an alphabet

/** The `?` that tables have for a letter that an alphabet lacks: I and O of Devanagari, Gurmukhi and Tibetan. */
const MISSING_LETTER = 0x3f;

/** Whether there is an E or U, the letters without a Greek character that reads back as the same letter. */
function lacksGreek(chars: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    if (chars[at] === UPPER_E || chars[at] === UPPER_U) return true;
  }
  return false;
}

/**
 * For each character of ASCII, its letter in UTF-8 from the lowest byte on, and in the highest the number of bytes. A letter
 * that the alphabet lacks stays Roman, so that the text reads back.
 */
function lettersIn(alphabet: number): Uint32Array {
  const letters = tables.descriptions().letters[alphabet];
  return Uint32Array.from({ length: 0x80 }, (_, unit) => {
    const letter = unit < UPPER_A ? unit : letters[unit - UPPER_A];
    const bytes = utf8Bytes(String.fromCharCode(letter === MISSING_LETTER ? unit : letter));
    const [first, second = 0, third = 0] = bytes;
    return first | (second << 8) | (third << 16) | (bytes.length << 24);
  });
}

const writings: { isAbjad: boolean; isGreek: boolean; letters: Uint32Array }[] = [];

function writingOf(alphabet: number) {
  writings[alphabet] ??= {
    isAbjad: isAbjad(alphabet),
    isGreek: tables.descriptions().alphabets[alphabet] === "GREEK",
    letters: lettersIn(alphabet),
  };
  return writings[alphabet];
}

/** Writes characters, and up to two bytes after them. @returns the index after them */
function writeLetters(
  letters: Uint32Array,
  chars: Uint8Array,
  start: number,
  end: number,
  target: Uint8Array,
  from: number,
): number {
  let to = from;
  for (let at = start; at < end; at++) {
    const letter = letters[chars[at]];
    target[to] = letter;
    target[to + 1] = letter >> 8;
    target[to + 2] = letter >> 16;
    to += letter >>> 24;
  }
  return to;
}

/** In place of an index: Greek cannot write some codes of digits only. */
export const NOT_WRITABLE = -1;

/**
 * Writes a Roman code as an alphabet arranges it, in UTF-8.
 * @param chars contain the code from `start` to `end`, and may be `target`
 * @param target has room for three bytes for each character and six more, from index `at` on
 * @returns the index after the code, or NOT_WRITABLE
 */
export function writeInAlphabet(
  chars: Uint8Array,
  start: number,
  end: number,
  alphabet: number,
  target: Uint8Array,
  at: number,
): number {
  const { isAbjad, isGreek, letters } = writingOf(alphabet);
  if (!isAbjad) return writeLetters(letters, chars, start, end, target, at);
  let hyphen = start;
  while (hyphen < end && chars[hyphen] !== HYPHEN) hyphen++;
  const length = arrangeAsAbjad(chars, start, hyphen);
  if (isGreek && (lacksGreek(arranged, 0, length) || lacksGreek(chars, hyphen, end))) {
    if (hyphen < end || !unpack(arranged, length)) return NOT_WRITABLE;
    packOlder(arranged, length);
  }
  const after = writeLetters(letters, arranged, 0, length, target, at);
  return writeLetters(letters, chars, hyphen, end, target, after);
}

/** Extra characters for the middle of a cell: after complete pairs, and after half a pair. */
const MIDDLE = "K3000000";
const MIDDLE_OF_HALF = "HH00000";

/** A code in Roman letters. */
export interface CodeParts {
  /** Prefix, dot and suffix. */
  readonly code: string;
  /** The characters after the hyphen, perhaps none. */
  readonly extension: string;
}

export function joinedCode(code: string, extension: string): string {
  return extension === "" ? code : `${code}-${extension}`;
}

/** No code takes more bytes in any alphabet. */
const written = new Uint8Array(128);

/**
 * A Roman code in an alphabet, with `precision` extra characters: cut, or extended to the middle of the cell; undefined if
 * Greek cannot write it.
 */
export function codeInAlphabet(
  { code, extension }: CodeParts,
  alphabet: number,
  precision: number,
): string | undefined {
  const filler = extension.length % 2 === 0 ? MIDDLE : MIDDLE_OF_HALF;
  const chars = utf8Bytes(joinedCode(code, (extension + filler).slice(0, precision)));
  const end = writeInAlphabet(chars, 0, chars.length, alphabet, written, 0);
  return end === NOT_WRITABLE ? undefined : utf8Text(written, 0, end);
}

/** A territory code in an alphabet. A code that Greek cannot write stays Roman. */
export function writeTerritoryCode(alphaCode: string, alphabet: number): string {
  const { isGreek, letters } = writingOf(alphabet);
  const chars = utf8Bytes(alphaCode);
  if (isGreek && lacksGreek(chars, 0, chars.length)) return alphaCode;
  return utf8Text(written, 0, writeLetters(letters, chars, 0, chars.length, written, 0));
}
