/** Reads a text in any alphabet, or in several, as Roman letters and digits (format 7, step 1). */

import { descriptions, readableAlphabet, readableRoman, readableUnits } from "../tables/tables.ts";
import { fromAbjad } from "./abjad.ts";
import { endOfText, MAX_TEXT, skipSpaces, takeText } from "./scan.ts";

/** What stands for characters that no alphabet has. */
const UNREADABLE = "?";

/** These never show three letters in a row; their codes are re-written, see abjad.ts. */
const ABJADS = ["GREEK", "HEBREW", "ARABIC", "KOREAN"];

let abjadNumbers: readonly number[] | undefined;

export function isAbjad(alphabet: number): boolean {
  abjadNumbers ??= ABJADS.map((name) => descriptions().alphabets.indexOf(name));
  return abjadNumbers.includes(alphabet);
}

export interface RomanText {
  readonly text: string;
  /** Whether any letter or digit was of an abjad. */
  readonly hadAbjad: boolean;
}

/** The place of a code unit in the tables of readable characters, or -1. */
function findReadable(unit: number): number {
  let low = 0;
  let high = readableUnits.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = readableUnits[middle];
    if (found === unit) return middle;
    if (found < unit) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Takes off outer spaces and upper-cases, in full: one letter may become several. */
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
    const place = findReadable(code);
    if (place < 0) {
      roman += UNREADABLE;
      continue;
    }
    roman += String.fromCharCode(readableRoman[place]);
    hadAbjad ||= isAbjad(readableAlphabet[place]);
  }
  return { text: roman, hadAbjad };
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 0x80) return false;
  return true;
}

/** A mapcode text in Roman, an abjad's code (what follows the last space, up to the hyphen) re-written. */
function romanMapcode(text: string): string {
  const { text: roman, hadAbjad } = readRoman(text);
  if (!hadAbjad) return roman;
  const start = roman.lastIndexOf(" ") + 1;
  const hyphen = roman.indexOf("-", start);
  const end = hyphen < 0 ? roman.length : hyphen;
  return roman.slice(0, start) + fromAbjad(roman.slice(start, end)) + roman.slice(end);
}

/** Takes a mapcode text for the scans of scan.ts: as it is when it is ASCII, else in Roman. */
export function takeMapcode(text: string): void {
  if (!takeText(text)) takeUnusual(text);
}

/** Texts of other alphabets, and long ones: those may have many spaces, or else mean nothing. */
function takeUnusual(text: string): void {
  const roman = isAscii(text) ? text : romanMapcode(text);
  const trimmed = roman.slice(skipSpaces(roman, 0), endOfText(roman));
  // What is cut off belongs to a code that is too long in any case.
  takeText(trimmed.replace(/ +/g, " ").slice(0, MAX_TEXT));
}
