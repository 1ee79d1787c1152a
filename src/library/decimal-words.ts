/** Reads decimal numbers from bytes, four digits at a time, as most files have many digits in each number. */
import { DIGIT_0, DOT, MINUS } from "../characters.ts";
import { dividedParts, EXACT_LIMIT, POWERS, readDecimal } from "./decimal.ts";

const WORD_BYTES = 4;

/** Degrees have no more digits before the dot. */
const MAX_WHOLE_DIGITS = 3;

/** With the digits before the dot and three words after it, an integer is exact. */
const EXACT_DECIMALS = 3 * WORD_BYTES;

/** The digits after those. Programs print at most five for degrees from 1 on. */
const MAX_LOWER_DIGITS = 9;

/** Bytes that are read from the start of a number on: its sign, digits and dot, and a byte after them. */
const MAX_READ_BYTES = 1 + MAX_WHOLE_DIGITS + 1 + EXACT_DECIMALS + MAX_LOWER_DIGITS + 1;

/**
 * Whether all bytes of a word are digits. Counting the digits of a word without a branch takes longer: where the next
 * bytes are would then have to be computed before they can be read, instead of predicted.
 */
function areDigits(word: number): boolean {
  const others = (word & 0xf0f0f0f0) ^ 0x30303030;
  return (others | (((word & 0x0f0f0f0f) + 0x06060606) & 0xf0f0f0f0)) === 0;
}

/** 1 for a minus, else 0: without a branch, as signs cannot be predicted. */
function minusCount(byte: number): number {
  return ((byte ^ MINUS) - 1) >>> 31;
}

/** The number of the digits of a word, of which the lowest byte is the first. */
function wordNumber(word: number): number {
  const digits = word & 0x0f0f0f0f;
  const pairs = (Math.imul(digits, 10) + (digits >>> 8)) & 0x00ff00ff;
  return Math.imul(pairs & 0xff, 100) + (pairs >>> 16);
}

/**
 * As readDecimal, in less time for numbers with a dot that is followed by at least four digits.
 * @param view of `bytes`
 */
export function readDecimalWords(
  bytes: Uint8Array,
  view: DataView,
  from: number,
  to: number,
  numbers: Float64Array,
  target: number,
): number {
  if (from + MAX_READ_BYTES > bytes.length) return readDecimal(bytes, from, to, numbers, target);
  const isNegative = minusCount(bytes[from]);
  const first = from + isNegative;
  let small = 0;
  let at = first;
  for (; at < first + MAX_WHOLE_DIGITS; at++) {
    const digit = bytes[at] - DIGIT_0;
    if (digit < 0 || digit > 9) break;
    small = (Math.imul(10, small) + digit) | 0;
  }
  const dot = at;
  let word = view.getInt32(dot + 1, true);
  if (dot === first || bytes[dot] !== DOT || !areDigits(word)) {
    return readDecimal(bytes, from, to, numbers, target);
  }
  // At most seven digits.
  let integer = (Math.imul(small, 10_000) + wordNumber(word)) | 0;
  at += 1 + WORD_BYTES;
  word = view.getInt32(at, true);
  if (areDigits(word)) {
    integer = integer * 10_000.0 + wordNumber(word);
    at += WORD_BYTES;
    word = view.getInt32(at, true);
    if (areDigits(word)) {
      numbers[target] = integer * 10_000 + wordNumber(word);
      return readManyDecimals(bytes, from, to, dot, numbers, target);
    }
  }
  for (;;) {
    const digit = bytes[at] - DIGIT_0;
    if (digit < 0 || digit > 9) break;
    integer = 10 * integer + digit;
    at++;
  }
  if (at > to) return readDecimal(bytes, from, to, numbers, target);
  numbers[target] = (integer / POWERS[at - dot - 1]) * (1 - 2 * isNegative);
  return at;
}

/** Reads the rest of a number, of which `numbers` has the integer of the digits up to EXACT_DECIMALS. */
function readManyDecimals(
  bytes: Uint8Array,
  from: number,
  to: number,
  dot: number,
  numbers: Float64Array,
  target: number,
): number {
  const upper = numbers[target];
  let at = dot + 1 + EXACT_DECIMALS;
  let lower = 0;
  for (const limit = at + MAX_LOWER_DIGITS; ; at++) {
    const digit = bytes[at] - DIGIT_0;
    if (digit < 0 || digit > 9) break;
    if (at === limit) return readDecimal(bytes, from, to, numbers, target);
    lower = (Math.imul(10, lower) + digit) | 0;
  }
  const decimals = at - dot - 1;
  const lowerDigits = decimals - EXACT_DECIMALS;
  const integer = upper * POWERS[lowerDigits] + lower;
  const isExact = integer < EXACT_LIMIT;
  const size = isExact
    ? integer / POWERS[decimals]
    : dividedParts(upper, lower, lowerDigits, decimals);
  if (at > to || size < 0) return readDecimal(bytes, from, to, numbers, target);
  numbers[target] = size * (1 - 2 * minusCount(bytes[from]));
  return at;
}
