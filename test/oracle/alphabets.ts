/**
 * Alphabets: letters of all of them are read as Roman letters, and Roman letters are written in one
 * of them (format 7, format 9).
 */
import { ALPHABETS, at, FOREIGN_CHARACTERS, ROMAN_LETTERS } from "./tables.ts";

/** The alphabets whose codes have at most two letters in a row (format 9). */
const ABJADS: readonly string[] = ["GREEK", "HEBREW", "ARABIC", "KOREAN"];

/** A text after the first step of reading. */
export interface PreparedText {
  text: string;
  /** Whether the text had a letter of one of the four abjads. */
  abjad: boolean;
}

/** Whether codes in this alphabet are rewritten before their letters are replaced (format 9). */
export function isAbjad(alphabet: string): boolean {
  return ABJADS.includes(alphabet);
}

/** Removes spaces only: a tab or a line end is a wrong character. */
function withoutOuterSpaces(text: string): string {
  return text.replace(/^ +/, "").replace(/ +$/, "");
}

/** Removes outer spaces, converts to upper case and to ASCII (format 7). */
export function prepareText(input: string): PreparedText {
  let text = "";
  let abjad = false;
  for (const character of withoutOuterSpaces(input).toUpperCase()) {
    if (character.charCodeAt(0) < 128) {
      text += character;
      continue;
    }
    const foreign = FOREIGN_CHARACTERS.find((one) => one.character === character);
    text += foreign === undefined ? "?" : foreign.roman;
    if (foreign !== undefined && isAbjad(foreign.alphabet)) abjad = true;
  }
  return { text, abjad };
}

/** In the table, the placeholder of a letter that an alphabet lacks. */
const NO_LETTER = "?";

/** Replaces the Roman letters that the alphabet has; other characters are unchanged (format 9). */
export function writeLetters(roman: string, alphabetName: string): string {
  const alphabet = ALPHABETS.find((one) => one.name === alphabetName);
  if (alphabet === undefined) throw new Error(`no alphabet ${alphabetName}`);
  let written = "";
  for (const character of roman) {
    const letter = ROMAN_LETTERS.indexOf(character);
    const replacement = letter < 0 ? NO_LETTER : at(alphabet.letters, letter);
    written += replacement === NO_LETTER ? character : replacement;
  }
  return written;
}
