/** From a text in any alphabet, or in several, to Roman letters and digits (format 7, step 1). */

import { MAX_TEXT } from "../scratch.ts";
import { descriptions, readableAlphabet, readableRoman, readableUnits } from "../tables/tables.ts";
import { fromAbjad } from "./abjad.ts";
import { endOfText, loadText, skipSpaces } from "./general-scan.ts";

/** Replaces characters that no alphabet contains. */
const UNREADABLE = "?";

/** Alphabets that never write three letters in a row: see abjad.ts. */
const ABJADS = ["GREEK", "HEBREW", "ARABIC", "KOREAN"];

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

/** A text in Roman, without outer spaces and in upper case, where one letter may become several. */
export function readRoman(text: string): RomanText {
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

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 0x80) return false;
  return true;
}

/** A mapcode in Roman. The code of an abjad, from the last space to the hyphen, is rewritten. */
function romanMapcode(text: string): string {
  const { text: roman, hadAbjad } = readRoman(text);
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

/** Texts in other alphabets, and long ones, which are mapcodes only if they have many spaces. */
function loadRareText(text: string): void {
  const roman = isAscii(text) ? text : romanMapcode(text);
  const trimmed = roman.slice(skipSpaces(roman, 0), endOfText(roman));
  // A text that is still longer than MAX_TEXT is no mapcode, cut or not.
  loadText(trimmed.replace(/ +/g, " ").slice(0, MAX_TEXT));
}
