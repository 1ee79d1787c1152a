/**
 * Texts in any alphabet, or in several, become Roman letters and digits (format 7), and Roman codes
 * are written in the letters of an alphabet (format 9).
 */
import { asciiText, CHAR_A } from "../digits/digits.ts";
import { codeChars, extensionChars, MAX_TEXT, parsed } from "../scratch.ts";
import {
  alphabetLetters,
  descriptions,
  readableAlphabet,
  readableRoman,
  readableUnits,
  requireTables,
} from "../tables/tables.ts";
import { fromAbjad, packOlderText, toAbjad, unpackText } from "./abjad.ts";
import { endOfText, loadText, scanCode, skipSpaces } from "./general-scan.ts";

// ---- From any alphabet to Roman letters

/** Replaces characters that no alphabet contains. */
const UNREADABLE = "?";

/** Alphabets that never write three letters in a row: see abjad.ts. */
const ABJADS = ["GREEK", "HEBREW", "ARABIC", "KOREAN"] as const;

let abjadNumbers: readonly number[] | undefined;

export function isAbjad(alphabet: number): boolean {
  abjadNumbers ??= ABJADS.map((name) => descriptions().alphabets.indexOf(name));
  return abjadNumbers.includes(alphabet);
}

export interface RomanText {
  readonly text: string;
  /** Whether any letter or digit belongs to an abjad. */
  readonly hadAbjad: boolean;
}

/** The index of a code unit in readableUnits, or -1. */
function indexOfReadable(unit: number): number {
  requireTables();
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
  const trimmed = text.slice(skipSpaces(text, 0), endOfText(text));
  for (const unit of trimmed.toUpperCase().split("")) {
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

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) >= 0x80) return false;
  }
  return true;
}

/** A mapcode in Roman. The code of an abjad, from the last space to the hyphen, is rewritten. */
function romanMapcode(text: string): string {
  const { text: roman, hadAbjad } = toRoman(text);
  if (!hadAbjad) return roman;
  const start = roman.lastIndexOf(" ") + 1;
  const hyphen = roman.indexOf("-", start);
  const end = hyphen < 0 ? roman.length : hyphen;
  return roman.slice(0, start) + fromAbjad(roman.slice(start, end)) + roman.slice(end);
}

/** Loads the text of a mapcode for the general scan: ASCII as it is, other texts in Roman. */
export function loadMapcode(text: string): void {
  if (!loadText(text)) loadRareText(text);
}

/** White space of Unicode between other characters: JavaScript's own, and NEL. */
const INNER_WHITE_SPACE = /(?<=[^\s\u0085])[\s\u0085]+(?=[^\s\u0085])/g;

/**
 * Loads texts in other alphabets, and long ones, which are mapcodes only if they have many spaces. A byte
 * order mark in front is left out: texts from files may start with one.
 */
function loadRareText(marked: string): void {
  const text = marked.replace(/^\uFEFF/, "").replace(INNER_WHITE_SPACE, " ");
  const roman = isAscii(text) ? text : romanMapcode(text);
  const trimmed = roman.slice(skipSpaces(roman, 0), endOfText(roman));
  // A text that is still longer than MAX_TEXT is no mapcode, cut or not.
  loadText(trimmed.replace(/ +/g, " ").slice(0, MAX_TEXT));
}

// ---- From Roman letters to an alphabet

const LETTERS = 26;

/** Extra characters for the middle of a cell: after complete pairs, and after half a pair. */
const MIDDLE = "K3000000";
const MIDDLE_OF_HALF = "HH00000";

/** Letters without a Greek character that reads back as the same letter. */
const NOT_GREEK = /[EU]/;

function isGreek(alphabet: number): boolean {
  return descriptions().alphabets[alphabet] === "GREEK";
}

/** In the tables, the place of a letter that an alphabet lacks: I and O of Devanagari, Gurmukhi and Tibetan. */
const NO_LETTER = "?".charCodeAt(0);

/** Roman letters in an alphabet. A letter that the alphabet lacks stays Roman, so that the text reads back. */
function writeLetters(roman: string, alphabet: number): string {
  let text = "";
  for (let index = 0; index < roman.length; index++) {
    const letter = roman.charCodeAt(index) - CHAR_A;
    const isLetter = letter >= 0 && letter < LETTERS;
    const written = isLetter ? alphabetLetters[alphabet * LETTERS + letter] : NO_LETTER;
    text += written === NO_LETTER ? roman[index] : String.fromCharCode(written);
  }
  return text;
}

/** The letters of an alphabet for A to Z; undefined for an abjad, which rearranges codes as well. */
export function lettersOf(alphabet: number): string | undefined {
  return isAbjad(alphabet) ? undefined : writeLetters("ABCDEFGHIJKLMNOPQRSTUVWXYZ", alphabet);
}

/** The parts of a mapcode without territory. */
export interface CodeParts {
  /** Prefix, dot and suffix in Roman letters. */
  readonly code: string;
  readonly extension: string;
}

/** Parses a code in any alphabet; undefined if the text contains a territory or is no code. */
export function readCodeParts(text: string): CodeParts | undefined {
  loadMapcode(text);
  if (!scanCode(0)) return undefined;
  return {
    code: asciiText(codeChars, 0, parsed.prefixLength + 1 + parsed.suffixLength),
    extension: asciiText(extensionChars, 0, parsed.extensionLength),
  };
}

/** Shortens an extension, or extends it to the middle of its cell. */
function extensionAt(extension: string, precision: number): string {
  const filler = extension.length % 2 === 0 ? MIDDLE : MIDDLE_OF_HALF;
  return (extension + filler).slice(0, precision);
}

/** A code with E or U in the older packed form; undefined if it cannot be written so. */
function inGreek(code: string, extension: string): string | undefined {
  if (!NOT_GREEK.test(code + extension)) return code;
  const plain = extension === "" ? unpackText(code) : undefined;
  return plain === undefined ? undefined : packOlderText(plain);
}

/**
 * A code in an alphabet, with `precision` extra characters.
 * @returns undefined if the alphabet cannot write it: Greek, for some codes of digits only
 */
export function writeCodeParts(
  parts: CodeParts,
  alphabet: number,
  precision: number,
): string | undefined {
  const extension = extensionAt(parts.extension, precision);
  const rewritten = isAbjad(alphabet) ? toAbjad(parts.code) : parts.code;
  const code = isGreek(alphabet) ? inGreek(rewritten, extension) : rewritten;
  if (code === undefined) return undefined;
  return writeLetters(extension === "" ? code : `${code}-${extension}`, alphabet);
}

/** A territory code in an alphabet. A code that Greek has no letters for stays Roman. */
export function writeTerritoryCode(alphaCode: string, alphabet: number): string {
  if (isGreek(alphabet) && NOT_GREEK.test(alphaCode)) return alphaCode;
  return writeLetters(alphaCode, alphabet);
}
