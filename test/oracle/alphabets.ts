/**
 * Letters of other alphabets: any of them is read as Roman, and Roman is written in one of
 * them (format 7 step 1, format 9).
 */
import { ALPHABETS, at, FOREIGN_CHARACTERS, ROMAN_LETTERS } from "./tables.ts";

/** The alphabets whose codes never show more than two letters in a row (format 9). */
const ABJADS: readonly string[] = ["GREEK", "HEBREW", "ARABIC", "KOREAN"];

/** A text as every reading begins. */
export interface PreparedText {
  text: string;
  /** Whether a letter of one of the four abjads was in it. */
  abjad: boolean;
}

/** Whether codes in this alphabet are re-written before their letters are (format 9). */
export function isAbjad(alphabet: string): boolean {
  return ABJADS.includes(alphabet);
}

/** Only spaces go: a tab or a line end is a wrong character like any other. */
function withoutOuterSpaces(text: string): string {
  return text.replace(/^ +/, "").replace(/ +$/, "");
}

/** Takes off spaces, upper-cases, and reads every character as ASCII (format 7 step 1). */
export function prepareText(given: string): PreparedText {
  let text = "";
  let abjad = false;
  for (const character of withoutOuterSpaces(given).toUpperCase()) {
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

/** Writes letter by letter; what is no letter stays as it is (format 9). */
export function writeLetters(roman: string, alphabetName: string): string {
  const alphabet = ALPHABETS.find((one) => one.name === alphabetName);
  if (alphabet === undefined) throw new Error(`no alphabet ${alphabetName}`);
  let written = "";
  for (const character of roman) {
    const letter = ROMAN_LETTERS.indexOf(character);
    written += letter < 0 ? character : at(alphabet.letters, letter);
  }
  return written;
}
