/** Codes and territories in the alphabets that requests ask for. */
import {
  alphabets,
  type CodeList,
  codeText,
  territories,
  territoryInAlphabet,
} from "../../index.ts";
import { encodedInAlphabet, lettersOf } from "../../internal.ts";
import { bytesOf } from "../formats/conversion-texts.ts";
import { writeText } from "./body.ts";

/** What an alphabet takes from tables. */
interface Spelling {
  /** The codes of all territories, by number. */
  readonly territories: readonly string[];
  /** UTF-8 of each character of Roman codes; undefined if the alphabet rearranges codes. */
  readonly characters: readonly Uint8Array[] | undefined;
}

const ASCII = 0x80;
const CHAR_A = "A".charCodeAt(0);

function charactersOf(alphabet: number): readonly Uint8Array[] | undefined {
  const letters = lettersOf(alphabet);
  if (letters === undefined) return undefined;
  return Array.from({ length: ASCII }, (_, char) =>
    bytesOf(letters[char - CHAR_A] ?? String.fromCharCode(char)),
  );
}

/** By number of the alphabet, once it was asked for. */
const spellings: (Spelling | undefined)[] = [];

function spellingOf(alphabet: number): Spelling {
  const known = spellings[alphabet];
  if (known !== undefined) return known;
  const name = alphabets()[alphabet];
  const spelling = {
    territories: territories().map(({ alphaCode }) => territoryInAlphabet(alphaCode, name)),
    characters: charactersOf(alphabet),
  };
  spellings[alphabet] = spelling;
  return spelling;
}

/** The code of a territory. @param territory its number */
export function territoryIn(alphabet: number, territory: number): string {
  return spellingOf(alphabet).territories[territory];
}

/** The code that was spelled last, in UTF-8. A character of an alphabet takes up to three bytes. */
export const spelled = new Uint8Array(128);

/**
 * Spells a code of a list in an alphabet.
 * @returns the length in bytes; 0 if the alphabet cannot write the code
 */
export function spellCode(list: CodeList, index: number, alphabet: number): number {
  const { characters } = spellingOf(alphabet);
  if (characters === undefined) {
    const text = encodedInAlphabet(codeText(list, index), alphabet);
    return text === undefined ? 0 : writeText(text, spelled, 0);
  }
  const { chars, starts, ends } = list;
  let length = 0;
  for (let next = starts[index]; next < ends[index]; next++) {
    const character = characters[chars[next]];
    for (let byte = 0; byte < character.length; byte++) spelled[length++] = character[byte];
  }
  return length;
}

/** Whether the code that was spelled last is the Roman one. @param length of it in bytes */
export function isRoman({ chars, starts, ends }: CodeList, index: number, length: number): boolean {
  const start = starts[index];
  if (ends[index] - start !== length) return false;
  for (let next = 0; next < length; next++) {
    if (chars[start + next] !== spelled[next]) return false;
  }
  return true;
}
