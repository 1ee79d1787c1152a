/** Codes and territories in the alphabets that requests ask for. */
import {
  alphabets,
  type CodeList,
  codeText,
  territories,
  territoryInAlphabet,
} from "../../index.ts";
import { encodedInAlphabet } from "../../internal.ts";

const encoder = new TextEncoder();

/** The codes of all territories, by number of the alphabet, once it was asked for. */
const spellings: (readonly string[] | undefined)[] = [];

function spellingOf(alphabet: number): readonly string[] {
  const name = alphabets()[alphabet];
  spellings[alphabet] ??= territories().map(({ alphaCode }) =>
    territoryInAlphabet(alphaCode, name),
  );
  return spellings[alphabet];
}

/** The code of a territory. @param territory its number */
export function territoryIn(alphabet: number, territory: number): string {
  return spellingOf(alphabet)[territory];
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
  const text = encodedInAlphabet(codeText(list, index), alphabet);
  return text === undefined ? 0 : encoder.encodeInto(text, spelled).written;
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
