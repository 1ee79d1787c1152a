/**
 * Checks of the arrays that callers of the `Into` functions hand in. V8 ignores writes beyond the end of a
 * typed array, so that arrays that are too small would lose results silently.
 */
import { wrongType } from "../messages.ts";
import { MAX_CODES } from "../tables/layout/grid.ts";
import { ARRAY_TOO_SMALL, type CodeList, createCodeList, MAX_CODE_CHARS } from "./code-arrays.ts";

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
  const isLargeEnough =
    hasListArrays(list) &&
    list.chars.length >= MAX_CHARS &&
    list.starts.length >= MAX_CODES &&
    list.ends.length >= MAX_CODES &&
    list.territories.length >= MAX_CODES;
  if (isLargeEnough) checkedList = list;
  return isLargeEnough;
}

/** Whether a list has arrays of the types of createCodeList, whatever their lengths. */
export function hasListArrays(list: CodeList): boolean {
  return (
    list?.chars instanceof Uint8Array &&
    list.starts instanceof Uint16Array &&
    list.ends instanceof Uint16Array &&
    list.territories instanceof Int16Array
  );
}

/** The error for a list that createCodeList has not made. */
export function wrongList(list: CodeList): TypeError {
  return wrongType("list of codes", list, "a list that createCodeList made");
}

/**
 * Handles a list that isCodeList does not accept.
 * @returns ARRAY_TOO_SMALL if an array is too small; the list is then empty
 * @throws TypeError if an array is of another type
 */
export function refuseList(list: CodeList): number {
  if (!hasListArrays(list)) throw wrongList(list);
  list.count = 0;
  return ARRAY_TOO_SMALL;
}

/** Whether an array has room for a latitude and a longitude. */
export function isPointArray(degrees: Float64Array): boolean {
  return degrees instanceof Float64Array && degrees.length >= 2;
}

/** Whether an array has room for RECTANGLE_NUMBERS. */
export function isRectangleArray(degrees: Float64Array): boolean {
  return degrees instanceof Float64Array && degrees.length >= 8;
}

/**
 * Handles an array that one of these does not accept.
 * @returns ARRAY_TOO_SMALL if it is too small
 * @throws TypeError if it is of another type
 */
export function refuseDegrees(degrees: Float64Array): number {
  if (degrees instanceof Float64Array) return ARRAY_TOO_SMALL;
  throw wrongType("array of degrees", degrees, "a Float64Array");
}
