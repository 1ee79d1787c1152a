/** Code lists: typed arrays for the codes of one point, which a caller creates once and reuses. */
import { asciiText } from "../digits/digits.ts";
import { MAX_PRECISION } from "../tables/format.ts";
import { MAX_PREFIX, MAX_SUFFIX } from "../tables/layout/codes.ts";
import { MAX_CODES } from "../tables/layout/spatial-index.ts";
import { INTERNATIONAL_TERRITORY } from "../tables/tables.ts";

/** Prefix, dot, suffix, hyphen and extension. */
export const MAX_CODE_CHARS = MAX_PREFIX + 1 + MAX_SUFFIX + 1 + MAX_PRECISION;

/** The index returned if there is no such code. */
export const NO_CODE = -1;

/**
 * The codes of one point in answer order. Code i belongs to territory `territories[i]`; its ASCII
 * characters are those of `chars` from `starts[i]` up to `ends[i]` (excluded). Two codes may share
 * characters: a subdivision lists the codes of its country as its own.
 */
export interface CodeList {
  count: number;
  readonly territories: Int16Array;
  readonly starts: Uint16Array;
  readonly ends: Uint16Array;
  readonly chars: Uint8Array;
}

/** Creates an empty list with room for all codes that a point can have (MAX_CODES). */
export function createCodeList(): CodeList {
  return {
    count: 0,
    territories: new Int16Array(MAX_CODES),
    starts: new Uint16Array(MAX_CODES),
    ends: new Uint16Array(MAX_CODES),
    chars: new Uint8Array(MAX_CODES * MAX_CODE_CHARS),
  };
}

/**
 * The text of a code, without its territory.
 * @param index of the code in the list, from 0 up to its count (excluded)
 */
export function codeText(list: CodeList, index: number): string {
  return asciiText(list.chars, list.starts[index], list.ends[index]);
}

/**
 * The shortest local code of a list, the first one on a tie. International codes are not local.
 * @returns its index in the list, or NO_CODE
 */
export function indexOfShortestLocal({ count, territories, starts, ends }: CodeList): number {
  let best = NO_CODE;
  let bestLength = 0;
  for (let index = 0; index < count; index++) {
    const length = ends[index] - starts[index];
    const isBetter = best === NO_CODE || length < bestLength;
    if (!isBetter || territories[index] === INTERNATIONAL_TERRITORY) continue;
    best = index;
    bestLength = length;
  }
  return best;
}
