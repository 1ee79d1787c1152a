/** Writes Roman codes in the letters of an alphabet (format 9). */
import { asciiText, CHAR_A } from "../digits/digits.ts";
import { codeChars, extensionChars, parsed } from "../scratch.ts";
import { alphabetLetters, descriptions } from "../tables/tables.ts";
import { packOlderText, toAbjad, unpackText } from "./abjad.ts";
import { scanCode } from "./general-scan.ts";
import { isAbjad, loadMapcode } from "./read.ts";

const LETTERS = 26;

/** Extra characters for the middle of a cell: after complete pairs, and after half a pair. */
const MIDDLE = "K3000000";
const MIDDLE_OF_HALF = "HH00000";

/** Letters without a Greek character that reads back as the same letter. */
const NOT_GREEK = /[EU]/;

function isGreek(alphabet: number): boolean {
  return descriptions().alphabets[alphabet] === "GREEK";
}

function writeLetters(roman: string, alphabet: number): string {
  return roman.replace(/[A-Z]/g, (letter) =>
    String.fromCharCode(alphabetLetters[alphabet * LETTERS + letter.charCodeAt(0) - CHAR_A]),
  );
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
