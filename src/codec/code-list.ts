/** Lists of codes: typed arrays that a caller creates once and reuses. */
import { wrongType } from "../messages.ts";
import { MAX_PRECISION } from "../tables/format.ts";
import { MAX_CODES } from "../tables/layout/point-index.ts";
import { MAX_PREFIX, MAX_SUFFIX } from "../tables/layout/records.ts";

/** Prefix, dot, suffix, hyphen and extension. */
export const MAX_CODE_CHARS = MAX_PREFIX + 1 + MAX_SUFFIX + 1 + MAX_PRECISION;

/** The length of all characters of a list: one code more, as copies by words read past the last one. */
const LIST_CHARS = (MAX_CODES + 1) * MAX_CODE_CHARS;

/** The index returned if there is no such code. */
export const NO_CODE = -1;

/**
 * The codes of one point in published order. Code i belongs to territory `territories[i]`; its ASCII
 * characters are in `chars`, from `starts[i]` up to `ends[i]` (excluded). Two codes may share
 * characters: a subdivision lists the codes of its country as its own.
 */
export interface CodeList {
  /** The number of codes. */
  count: number;
  /** For each code, the number of its territory. */
  readonly territories: Int16Array;
  /** For each code, the index of its first character in `chars`. */
  readonly starts: Uint16Array;
  /** For each code, the index after its last character. */
  readonly ends: Uint16Array;
  /** The characters of all codes in ASCII. */
  readonly chars: Uint8Array;
}

/**
 * Creates an empty list with room for all codes that a point can have (MAX_CODES).
 * @example
 * ```ts
 * const list = createCodeList();
 * encodeInto(52.376514, 4.908543, 0, list); // 5
 * codeText(list, 0); // "49.4V"
 * ```
 */
export function createCodeList(): CodeList {
  return {
    count: 0,
    territories: new Int16Array(MAX_CODES),
    starts: new Uint16Array(MAX_CODES),
    ends: new Uint16Array(MAX_CODES),
    chars: new Uint8Array(LIST_CHARS),
  };
}

// ---- The check: V8 ignores writes beyond the end of a typed array, so that short arrays would lose results silently

const sample = createCodeList();

/** The last checked list. Callers reuse theirs, so most calls compare it and check nothing. */
let checkedList = sample;

/** Whether the arrays of a list are large enough. Reading lengths in each call took 10% of encodeInternationalInto. */
export function isCodeList(list: CodeList): boolean {
  return list === checkedList || isNewCodeList(list);
}

function isNewCodeList(list: CodeList): boolean {
  const isRight = (["territories", "starts", "ends", "chars"] as const).every((name) => {
    const smallest = sample[name];
    return list?.[name] instanceof smallest.constructor && list[name].length >= smallest.length;
  });
  if (isRight) checkedList = list;
  return isRight;
}

export function wrongList(list: CodeList): TypeError {
  return wrongType("list of codes", list, "a list that createCodeList made");
}
