/**
 * Texts in any alphabet, or in several, become Roman letters and digits (format 7), and Roman codes
 * are written in the letters of an alphabet (format 9).
 */
import { UPPER_A } from "../characters.ts";
import {
  alphabetLetters,
  descriptions,
  readableAlphabet,
  readableRoman,
  readableUnits,
} from "../tables/tables.ts";
import { fromAbjad, repackedOlder, toAbjad } from "./abjad.ts";

// ---- From any alphabet to Roman letters

/** Replaces characters that no alphabet contains. */
const UNREADABLE = "?";

/** Alphabets that never write three letters in a row: see abjad.ts. */
const ABJADS = ["GREEK", "HEBREW", "ARABIC", "KOREAN"] as const;

let knownAbjads: readonly number[] | undefined;

/** The numbers of ABJADS. */
function abjads(): readonly number[] {
  knownAbjads ??= ABJADS.map((name) => descriptions().alphabets.indexOf(name));
  return knownAbjads;
}

export interface RomanText {
  readonly text: string;
  /** Whether any letter or digit belongs to an abjad. */
  readonly hadAbjad: boolean;
}

/** The index of a code unit in readableUnits, or -1. */
function indexOfReadable(unit: number): number {
  let low = 0;
  let high = readableUnits.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const middleUnit = readableUnits[middle];
    if (middleUnit === unit) return middle;
    if (middleUnit < unit) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Letters of ASCII are Roman already, which nearly all texts are. */
function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) >= 0x80) return false;
  }
  return true;
}

/** The white space of ASCII around a text. The look behind keeps the time linear. */
const OUTER_ASCII_SPACE = /^[\t-\r ]+|(?<![\t-\r ])[\t-\r ]+$/g;

/** A text in Roman, without outer spaces and in upper case. Upper case may turn one letter into several. */
export function toRoman(text: string): RomanText {
  const upper = text.replace(OUTER_ASCII_SPACE, "").toUpperCase();
  let hadAbjad = false;
  if (isAscii(upper)) return { text: upper, hadAbjad };
  let roman = "";
  for (let at = 0; at < upper.length; at++) {
    const unit = upper.charCodeAt(at);
    const index = unit < 0x80 ? -1 : indexOfReadable(unit);
    if (index >= 0) {
      roman += String.fromCharCode(readableRoman[index]);
      hadAbjad ||= abjads().includes(readableAlphabet[index]);
    } else {
      roman += unit < 0x80 ? upper[at] : UNREADABLE;
    }
  }
  return { text: roman, hadAbjad };
}

const ROMAN = 0;

/** The alphabet of the first letter or digit that is not Roman; ROMAN if there is none. */
export function firstAlphabetOf(text: string): number {
  for (const unit of text.toUpperCase().split("")) {
    const code = unit.charCodeAt(0);
    const index = code < 0x80 ? -1 : indexOfReadable(code);
    if (index >= 0) return readableAlphabet[index];
  }
  return ROMAN;
}

/** In a class of a regular expression, the white space of Unicode: JavaScript's own, and NEL. */
export const WHITE_SPACE = "\\s\\u0085";

const INNER_WHITE_SPACE = new RegExp(
  `(?<=[^${WHITE_SPACE}])[${WHITE_SPACE}]+(?=[^${WHITE_SPACE}])`,
  "g",
);

/**
 * A byte order mark counts as white space in regular expressions. The look behind keeps the time linear: a long white space
 * in the text is tried once, not from each of its characters.
 */
const OUTER_WHITE_SPACE =
  /^(?:[^\S\uFEFF]|\u0085)+|(?<![^\S\uFEFF]|\u0085)(?:[^\S\uFEFF]|\u0085)+$/g;

/**
 * A text with one space in place of each white space between other characters, and none around them. A byte order mark
 * in front is left out: texts from files may start with one.
 */
export function withPlainSpaces(text: string): string {
  const unmarked = text.replace(/^\uFEFF/, "");
  return unmarked.replace(OUTER_WHITE_SPACE, "").replace(INNER_WHITE_SPACE, " ");
}

const ABJAD_CODE = /^[0-9A-Z]{2,5}\.[0-9A-Z]{2,5}$/;

/** A mapcode in Roman, with plain spaces and in upper case. The code of an abjad, from the last space to the hyphen, is rewritten. */
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

const LETTERS = 26;

function isGreek(alphabet: number): boolean {
  return alphabet === abjads()[0];
}

/** The letters without a Greek character that reads back as the same letter. */
const NOT_GREEK = /[EU]/;

/** In the tables, the place of a letter that an alphabet lacks: I and O of Devanagari, Gurmukhi and Tibetan. */
const NO_LETTER = "?".charCodeAt(0);

/** Roman letters in an alphabet. A letter that the alphabet lacks stays Roman, so that the text reads back. */
function writeLetters(roman: string, alphabet: number): string {
  // One string of many units takes half as long as one for each letter.
  const units: number[] = [];
  for (let index = 0; index < roman.length; index++) {
    const unit = roman.charCodeAt(index);
    const letter = unit - UPPER_A;
    const isLetter = letter >= 0 && letter < LETTERS;
    const written = isLetter ? alphabetLetters[alphabet * LETTERS + letter] : NO_LETTER;
    units.push(written === NO_LETTER ? unit : written);
  }
  return String.fromCharCode(...units);
}

/**
 * A Roman code in the letters of an alphabet, arranged as the alphabet writes it.
 * @param code with or without its extension
 * @returns undefined if the alphabet cannot write it: Greek, for some codes of digits only
 */
export function encodedInAlphabet(code: string, alphabet: number): string | undefined {
  if (!abjads().includes(alphabet)) return writeLetters(code, alphabet);
  const hyphen = code.indexOf("-");
  const arranged = hyphen < 0 ? toAbjad(code) : toAbjad(code.slice(0, hyphen)) + code.slice(hyphen);
  if (!isGreek(alphabet) || !NOT_GREEK.test(arranged)) return writeLetters(arranged, alphabet);
  const older = hyphen < 0 ? repackedOlder(arranged) : undefined;
  return older === undefined ? undefined : writeLetters(older, alphabet);
}

/** Extra characters for the middle of a cell: after complete pairs, and after half a pair. */
const MIDDLE = "K3000000";
const MIDDLE_OF_HALF = "HH00000";

/** The parts of a mapcode without territory, in Roman letters. */
export interface CodeParts {
  /** Prefix, dot and suffix. */
  readonly code: string;
  readonly extension: string;
}

/** As encodedInAlphabet, with `precision` extra characters: fewer, or more up to the middle of the cell. */
export function writeCodeParts(
  { code, extension }: CodeParts,
  alphabet: number,
  precision: number,
): string | undefined {
  const filler = extension.length % 2 === 0 ? MIDDLE : MIDDLE_OF_HALF;
  const written = (extension + filler).slice(0, precision);
  return encodedInAlphabet(written === "" ? code : `${code}-${written}`, alphabet);
}

/** A territory code in an alphabet. A code that Greek has no letters for stays Roman. */
export function writeTerritoryCode(alphaCode: string, alphabet: number): string {
  if (isGreek(alphabet) && NOT_GREEK.test(alphaCode)) return alphaCode;
  return writeLetters(alphaCode, alphabet);
}
