/** Writes Roman codes in the letters of an alphabet (format 9). */
import { asciiText, CHAR_A } from "../digits/digits.ts";
import { alphabetLetters, descriptions } from "../tables/tables.ts";
import { packOlderText, toAbjad, unpackText } from "./abjad.ts";
import { isAbjad, takeMapcode } from "./read.ts";
import { codeChars, extensionChars, found, scanCode } from "./scan.ts";

const LETTERS = 26;

/** The middle of a cell, seen from one without half a pair of extra digits and from one with it. */
const MIDDLE = "K3000000";
const MIDDLE_OF_HALF = "HH00000";

/** Letters that Greek has nothing for, at least nothing that would read back. */
const NOT_GREEK = /[EU]/;

function isGreek(alphabet: number): boolean {
  return descriptions().alphabets[alphabet] === "GREEK";
}

function writeLetters(roman: string, alphabet: number): string {
  return roman.replace(/[A-Z]/g, (letter) =>
    String.fromCharCode(alphabetLetters[alphabet * LETTERS + letter.charCodeAt(0) - CHAR_A]),
  );
}

/** A mapcode without territory, taken apart. */
export interface CodeParts {
  /** Prefix, dot and suffix in Roman letters. */
  readonly code: string;
  readonly extension: string;
}

/** Reads a code of any alphabet; undefined when there is a territory or anything else with it. */
export function readCodeParts(text: string): CodeParts | undefined {
  takeMapcode(text);
  if (!scanCode(0)) return undefined;
  return {
    code: asciiText(codeChars, 0, found.prefix + 1 + found.suffix),
    extension: asciiText(extensionChars, 0, found.extension),
  };
}

/** Cuts an extension, or fills it up so that it means the middle of the cell it meant. */
function extensionAt(extension: string, precision: number): string {
  const filler = extension.length % 2 === 0 ? MIDDLE : MIDDLE_OF_HALF;
  return (extension + filler).slice(0, precision);
}

/** E and U become the older form where it can be written; undefined where it cannot. */
function inGreek(code: string, extension: string): string | undefined {
  if (!NOT_GREEK.test(code + extension)) return code;
  const plain = extension === "" ? unpackText(code) : undefined;
  return plain === undefined ? undefined : packOlderText(plain);
}

/**
 * A code in an alphabet with `precision` extra characters.
 * @returns undefined when the alphabet has no way to write it: Greek, for some codes of digits
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

/** A territory code in an alphabet; in Greek, one that it has no letters for stays Roman. */
export function writeTerritoryCode(alphaCode: string, alphabet: number): string {
  if (isGreek(alphabet) && NOT_GREEK.test(alphaCode)) return alphaCode;
  return writeLetters(alphaCode, alphabet);
}
