/** Converts texts in any alphabet to Roman letters and digits (format 7), and Roman codes to an alphabet (format 9). */
import { UPPER_A } from "../characters.ts";
import type { AlphabetName } from "../generated/name-types.ts";
import * as tables from "../tables/tables.ts";
import { fromAbjad, repackedOlder, toAbjad } from "./abjad.ts";

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

/** In the tables, a letter that an alphabet lacks: I and O of Devanagari, Gurmukhi and Tibetan. */
const MISSING_LETTER = UNREADABLE.charCodeAt(0);

function isGreek(alphabet: number): boolean {
  return tables.descriptions().alphabets[alphabet] === "GREEK";
}

/** The letters without a Greek character that reads back as the same letter. */
const NOT_GREEK = /[EU]/;

/** Roman letters in an alphabet. A letter that the alphabet lacks stays Roman, so that the text reads back. */
function lettersInAlphabet(roman: string, alphabet: number): string {
  // One string of many units takes half as long as one for each letter, and Array.from three times as long as a loop.
  const letters = tables.descriptions().letters[alphabet];
  const units: number[] = [];
  for (let at = 0; at < roman.length; at++) {
    const unit = roman.charCodeAt(at);
    const written = unit < UPPER_A ? unit : letters[unit - UPPER_A];
    units.push(written === MISSING_LETTER ? unit : written);
  }
  return String.fromCharCode(...units);
}

/** A Roman code as an alphabet arranges it; undefined for some codes of digits only, if Greek cannot write them. */
export function encodedInAlphabet(code: string, alphabet: number): string | undefined {
  if (!isAbjad(alphabet)) return lettersInAlphabet(code, alphabet);
  const hyphen = code.indexOf("-");
  const arranged = hyphen < 0 ? toAbjad(code) : toAbjad(code.slice(0, hyphen)) + code.slice(hyphen);
  if (!isGreek(alphabet) || !NOT_GREEK.test(arranged)) return lettersInAlphabet(arranged, alphabet);
  const older = hyphen < 0 ? repackedOlder(arranged) : undefined;
  return older === undefined ? undefined : lettersInAlphabet(older, alphabet);
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

/** As encodedInAlphabet, with `precision` extra characters: cut, or extended to the middle of the cell. */
export function codeInAlphabet(
  { code, extension }: CodeParts,
  alphabet: number,
  precision: number,
): string | undefined {
  const filler = extension.length % 2 === 0 ? MIDDLE : MIDDLE_OF_HALF;
  const written = (extension + filler).slice(0, precision);
  return encodedInAlphabet(joinedCode(code, written), alphabet);
}

/** A territory code in an alphabet. A code that Greek cannot write stays Roman. */
export function writeTerritoryCode(alphaCode: string, alphabet: number): string {
  if (isGreek(alphabet) && NOT_GREEK.test(alphaCode)) return alphaCode;
  return lettersInAlphabet(alphaCode, alphabet);
}
