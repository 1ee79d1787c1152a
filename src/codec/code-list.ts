/** Where the engine writes mapcodes to: typed arrays that a caller makes once and reuses. */
import { asciiText } from "../digits/digits.ts";
import { MAX_PRECISION } from "../tables/format.ts";
import { MAX_PREFIX, MAX_SUFFIX } from "../tables/layout/codes.ts";
import { MAX_CODES } from "../tables/layout/spatial-index.ts";

/** Prefix, dot, suffix, hyphen and extension. */
export const MAX_CODE_CHARS = MAX_PREFIX + 1 + MAX_SUFFIX + 1 + MAX_PRECISION;

/**
 * The codes of one point in answer order. The i-th is of territory `territories[i]` and stands in
 * `chars` as ASCII from `starts[i]` up to `ends[i]` (excluded). Two entries may share characters:
 * a subdivision lists its country's codes as its own.
 */
export interface CodeList {
  count: number;
  readonly territories: Int16Array;
  readonly starts: Uint16Array;
  readonly ends: Uint16Array;
  readonly chars: Uint8Array;
}

/** A list with room for every code a point can have. */
export function createCodeList(): CodeList {
  return {
    count: 0,
    territories: new Int16Array(MAX_CODES),
    starts: new Uint16Array(MAX_CODES),
    ends: new Uint16Array(MAX_CODES),
    chars: new Uint8Array(MAX_CODES * MAX_CODE_CHARS),
  };
}

/** A code of a list as text. */
export function codeText(list: CodeList, index: number): string {
  return asciiText(list.chars, list.starts[index], list.ends[index]);
}
