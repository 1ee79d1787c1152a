/**
 * Checks of the arrays that callers of the `Into` functions hand in. V8 ignores writes beyond the end of a
 * typed array, so that arrays that are too small would lose results silently.
 */
import { wrongType } from "../messages.ts";
import { MAX_CODES } from "../tables/layout/grid.ts";
import { type CodeList, createCodeList, MAX_CODE_CHARS } from "./code-arrays.ts";

const MAX_CHARS = MAX_CODES * MAX_CODE_CHARS;

/** The list that was checked last. Callers reuse theirs, so that most calls compare it and check nothing. */
let checkedList = createCodeList();

/**
 * Whether a list has the arrays of createCodeList, or larger ones. Reading the lengths of four arrays in each
 * call took 10% of encodeInternationalInto.
 */
export function isCodeList(list: CodeList): boolean {
  return list === checkedList || isNewCodeList(list);
}

function isNewCodeList(list: CodeList): boolean {
  const isRight =
    list?.chars instanceof Uint8Array &&
    list.starts instanceof Uint16Array &&
    list.ends instanceof Uint16Array &&
    list.territories instanceof Int16Array &&
    list.chars.length >= MAX_CHARS &&
    list.starts.length >= MAX_CODES &&
    list.ends.length >= MAX_CODES &&
    list.territories.length >= MAX_CODES;
  if (isRight) checkedList = list;
  return isRight;
}

/** The error for a list that isCodeList does not accept. */
export function wrongList(list: CodeList): TypeError {
  return wrongType("list of codes", list, "a list that createCodeList made");
}

/** Whether an array has room for a latitude and a longitude. */
export function isPointArray(degrees: Float64Array): boolean {
  return degrees instanceof Float64Array && degrees.length >= 2;
}

/** Whether an array has room for RECTANGLE_NUMBERS. */
export function isRectangleArray(degrees: Float64Array): boolean {
  return degrees instanceof Float64Array && degrees.length >= 8;
}

/** The error for an array that one of these does not accept. */
export function wrongDegrees(degrees: Float64Array, length: number): TypeError {
  return wrongType("array of degrees", degrees, `a Float64Array of ${length} numbers or more`);
}
