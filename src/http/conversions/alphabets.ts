/** Codes and territories in the alphabets that requests ask for. */
import { UPPER_A } from "../../characters.ts";
import { alphabets, type CodeList, territories, territoryInAlphabet } from "../../index.ts";
import { arrangeCode, arranged, isAbjad, lettersOf } from "../../internal.ts";

/** What an alphabet takes from tables. */
interface Spelling {
  /** The codes of all territories, by number. */
  readonly territories: readonly string[];
  /** By character of Roman codes: up to three bytes of UTF-8, the first in the lowest byte, and their number. */
  readonly characters: Int32Array;
  /** Whether the alphabet rearranges codes. */
  readonly isAbjad: boolean;
}

const ASCII = 0x80;

const encoder = new TextEncoder();

const COUNT_SHIFT = 24;

function charactersOf(alphabet: number): Int32Array {
  const letters = lettersOf(alphabet);
  return Int32Array.from({ length: ASCII }, (_, char) => {
    const bytes = encoder.encode(letters[char - UPPER_A] ?? String.fromCharCode(char));
    return bytes.reduce(
      (packed, byte, index) => packed | (byte << (8 * index)),
      bytes.length << COUNT_SHIFT,
    );
  });
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
    isAbjad: isAbjad(alphabet),
  };
  spellings[alphabet] = spelling;
  return spelling;
}

/** The code of a territory. @param territory its number */
export function territoryIn(alphabet: number, territory: number): string {
  return spellingOf(alphabet).territories[territory];
}

/** The code that was spelled last, in UTF-8. A character of an alphabet takes up to three bytes. */
const spelled = new Uint8Array(128);

/** The same, to be copied by words. */
export const spelledWords = new DataView(spelled.buffer);

/**
 * Spells a code of a list in an alphabet.
 * @returns the length in bytes; 0 if the alphabet cannot write the code
 */
export function spellCode(list: CodeList, index: number, alphabet: number): number {
  const { characters, isAbjad } = spellingOf(alphabet);
  const { chars, starts, ends } = list;
  const start = starts[index];
  const end = ends[index];
  return isAbjad
    ? spell(arranged, 0, arrangeCode(chars, start, end, alphabet), characters)
    : spell(chars, start, end, characters);
}

/** Spells Roman characters. @returns the length in bytes */
function spell(roman: Uint8Array, start: number, end: number, characters: Int32Array): number {
  let length = 0;
  for (let next = start; next < end; next++) {
    // Three bytes for each character: how many it has can hardly be predicted, and the next one overwrites the rest.
    const packed = characters[roman[next]];
    spelled[length] = packed;
    spelled[length + 1] = packed >> 8;
    spelled[length + 2] = packed >> 16;
    length += packed >> COUNT_SHIFT;
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
