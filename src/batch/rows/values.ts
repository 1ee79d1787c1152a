/** Reads the values of a row where they stand in its bytes. */
import { LOWER_N, QUOTE, SPACE } from "../../characters.ts";
import { readDecimalWords } from "../../library/decimal-reading.ts";
import { viewOf } from "../text.ts";
import { JSON_VALUE, NO_SLOT, type Row, TEXT } from "./row.ts";

/** The range of the last text that `findText` found: empty if the row does not have it. */
export const text = { from: 0, to: 0 };

/**
 * Finds the text of a slot.
 * @returns false if the bytes are not its characters, or if it is no text
 */
export function findText(bytes: Uint8Array, row: Row, slot: number): boolean {
  text.from = 0;
  text.to = 0;
  if (slot === NO_SLOT) return true;
  const start = row.starts[slot];
  const form = row.forms[slot];
  if (form === TEXT) {
    text.from = start;
    text.to = row.ends[slot];
    return true;
  }
  if (form !== JSON_VALUE) return false;
  // No other JSON value begins with the letter of null.
  if (bytes[start] !== QUOTE) return bytes[start] === LOWER_N;
  text.from = start + 1;
  text.to = row.ends[slot] - 1;
  return true;
}

/**
 * Reads a decimal number, which may have spaces or quotes around it.
 * @param numbers receives the number at `index`
 * @returns false if the slot has no common number
 */
export function readNumber(
  bytes: Uint8Array,
  row: Row,
  slot: number,
  numbers: Float64Array,
  index: number,
): boolean {
  const quote = row.forms[slot] === JSON_VALUE && bytes[row.starts[slot]] === QUOTE ? 1 : 0;
  let from = row.starts[slot] + quote;
  const to = row.ends[slot] - quote;
  while (from < to && bytes[from] === SPACE) from++;
  let end = readDecimalWords(bytes, viewOf(bytes), from, to, numbers, index);
  if (end === to) return true;
  if (end < 0) return false;
  while (end < to && bytes[end] === SPACE) end++;
  return end === to;
}
