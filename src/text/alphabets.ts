/**
 * Texts in any alphabet, or in several, become Roman letters and digits (format 7), and Roman codes
 * are written in the letters of an alphabet (format 9).
 */
import { HYPHEN, UPPER_A, UPPER_E, UPPER_U } from "../characters.ts";
import { asciiText } from "../digits/digits.ts";
import { codeChars, extensionChars, MAX_TEXT, parsed } from "../scratch.ts";
import { MAX_PRECISION } from "../tables/format.ts";
import {
  alphabetLetters,
  descriptions,
  readableAlphabet,
  readableRoman,
  readableUnits,
} from "../tables/tables.ts";
import { fromAbjad, repackOlder, toAbjad } from "./abjad.ts";
import { endOfText, loadText, scanMapcode, skipSpaces } from "./general-scan.ts";

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

export function isAbjad(alphabet: number): boolean {
  return abjads().includes(alphabet);
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

/** A text in Roman, without outer spaces and in upper case. Upper case may turn one letter into several. */
export function toRoman(text: string): RomanText {
  let roman = "";
  let hadAbjad = false;
  const upper = text.slice(skipSpaces(text, 0), endOfText(text)).toUpperCase();
  // Nearly all texts are Roman.
  if (isAscii(upper)) return { text: upper, hadAbjad };
  for (const unit of upper.split("")) {
    const code = unit.charCodeAt(0);
    if (code < 0x80) {
      roman += unit;
      continue;
    }
    const index = indexOfReadable(code);
    if (index < 0) {
      roman += UNREADABLE;
      continue;
    }
    roman += String.fromCharCode(readableRoman[index]);
    hadAbjad ||= isAbjad(readableAlphabet[index]);
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

/** Letters of ASCII are Roman already, which nearly all texts are. */
function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) >= 0x80) return false;
  }
  return true;
}

const ABJAD_CODE = /^[0-9A-Z]{2,5}\.[0-9A-Z]{2,5}$/;

/** Room for the longest code in any alphabet: five characters on each side of the dot, a hyphen and eight more. */
const MAX_CODE = 5 + 1 + 5 + 1 + MAX_PRECISION;

const textBytes = new Uint8Array(MAX_CODE);

/** @param text ASCII @returns its bytes, until the next call */
function asciiBytes(text: string): Uint8Array {
  for (let index = 0; index < text.length; index++) textBytes[index] = text.charCodeAt(index);
  return textBytes;
}

/** A mapcode in Roman. The code of an abjad, from the last space to the hyphen, is rewritten. */
function romanMapcode(text: string): string {
  const { text: roman, hadAbjad } = toRoman(text);
  if (!hadAbjad) return roman;
  const start = roman.lastIndexOf(" ") + 1;
  const hyphen = roman.indexOf("-", start);
  const end = hyphen < 0 ? roman.length : hyphen;
  const code = roman.slice(start, end);
  if (!ABJAD_CODE.test(code)) return roman;
  const length = fromAbjad(asciiBytes(code), code.length);
  return roman.slice(0, start) + asciiText(textBytes, 0, length) + roman.slice(end);
}

/** Loads the text of a mapcode for the general scan: ASCII as it is, other texts in Roman. */
export function loadMapcode(text: string): void {
  if (!loadText(text)) loadRareText(text);
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

/** Loads texts in other alphabets, and long ones, which are mapcodes only if they have many spaces. */
function loadRareText(marked: string): void {
  const text = withPlainSpaces(marked);
  const roman = isAscii(text) ? text : romanMapcode(text);
  const trimmed = roman.slice(skipSpaces(roman, 0), endOfText(roman));
  // A text that is still longer than MAX_TEXT is not a mapcode, cut or not.
  loadText(trimmed.replace(/ +/g, " ").slice(0, MAX_TEXT));
}

// ---- From Roman letters to an alphabet

const LETTERS = 26;

/** Extra characters for the middle of a cell: after complete pairs, and after half a pair. */
const MIDDLE = "K3000000";
const MIDDLE_OF_HALF = "HH00000";

function isGreek(alphabet: number): boolean {
  return alphabet === abjads()[0];
}

/** Whether a text has a letter without a Greek character that reads back as the same letter. */
function isNotGreek(roman: Uint8Array, length: number): boolean {
  for (let index = 0; index < length; index++) {
    if (roman[index] === UPPER_E || roman[index] === UPPER_U) return true;
  }
  return false;
}

/** In the tables, the place of a letter that an alphabet lacks: I and O of Devanagari, Gurmukhi and Tibetan. */
const NO_LETTER = "?".charCodeAt(0);

/** Roman letters in an alphabet. A letter that the alphabet lacks stays Roman, so that the text reads back. */
export function writeLetters(roman: string, alphabet: number): string {
  let text = "";
  for (let index = 0; index < roman.length; index++) {
    const letter = roman.charCodeAt(index) - UPPER_A;
    const isLetter = letter >= 0 && letter < LETTERS;
    const written = isLetter ? alphabetLetters[alphabet * LETTERS + letter] : NO_LETTER;
    text += written === NO_LETTER ? roman[index] : String.fromCharCode(written);
  }
  return text;
}

/** The letters of an alphabet for A to Z; Roman ones that it lacks. */
export function lettersOf(alphabet: number): string {
  return writeLetters("ABCDEFGHIJKLMNOPQRSTUVWXYZ", alphabet);
}

/** The parts of a mapcode without territory. */
export interface CodeParts {
  /** Prefix, dot and suffix in Roman letters. */
  readonly code: string;
  readonly extension: string;
}

function scannedParts(): CodeParts {
  return {
    code: asciiText(codeChars, 0, parsed.prefixLength + 1 + parsed.suffixLength),
    extension: asciiText(extensionChars, 0, parsed.extensionLength),
  };
}

/**
 * Parses the code of a mapcode with or without territory; undefined if the text is not a mapcode. It takes the
 * territory too, because one letter of an abjad in it makes the code one in an abjad.
 */
export function readCodePartsOf(text: string): CodeParts | undefined {
  loadMapcode(text);
  return scanMapcode() ? scannedParts() : undefined;
}

/** Shortens an extension, or extends it to the middle of its cell. */
function extensionAt(extension: string, precision: number): string {
  const filler = extension.length % 2 === 0 ? MIDDLE : MIDDLE_OF_HALF;
  return (extension + filler).slice(0, precision);
}

/** The code that arrangeCode has arranged. */
// Typed, as declarations must fit TypeScript 5.0.
export const arranged: Uint8Array = new Uint8Array(MAX_CODE);

/**
 * Arranges a code as an abjad writes it, in `arranged`, but in Roman letters.
 * @param source contains a Roman code, with its extension if it has one, from `start` to `end` (excluded)
 * @returns the length; 0 if the alphabet cannot write it: Greek, for some codes of digits only
 */
export function arrangeCode(source: Uint8Array, start: number, end: number, abjad: number): number {
  let next = start;
  for (; next < end && source[next] !== HYPHEN; next++) arranged[next - start] = source[next];
  const hasExtension = next < end;
  let length = toAbjad(arranged, next - start);
  for (; next < end; next++) arranged[length++] = source[next];
  if (!isGreek(abjad) || !isNotGreek(arranged, length)) return length;
  return !hasExtension && repackOlder(arranged, length) ? length : 0;
}

/**
 * A Roman code in the letters of an alphabet, arranged as the alphabet writes it.
 * @returns undefined if the alphabet cannot write it
 */
export function encodedInAlphabet(code: string, alphabet: number): string | undefined {
  if (!isAbjad(alphabet)) return writeLetters(code, alphabet);
  const length = arrangeCode(asciiBytes(code), 0, code.length, alphabet);
  return length === 0 ? undefined : writeLetters(asciiText(arranged, 0, length), alphabet);
}

/** As encodedInAlphabet, with `precision` extra characters. */
export function writeCodeParts(
  { code, extension }: CodeParts,
  alphabet: number,
  precision: number,
): string | undefined {
  const written = extensionAt(extension, precision);
  return encodedInAlphabet(written === "" ? code : `${code}-${written}`, alphabet);
}

/** A territory code in an alphabet. A code that Greek has no letters for stays Roman. */
export function writeTerritoryCode(alphaCode: string, alphabet: number): string {
  if (isGreek(alphabet) && isNotGreek(asciiBytes(alphaCode), alphaCode.length)) return alphaCode;
  return writeLetters(alphaCode, alphabet);
}
