/** Writes decimal numbers to bytes as String() does, in half its time or less: without a string for each number. */
import { DIGIT_0, DOT, MINUS, writeUtf8 } from "../characters.ts";
import { EXACT_LIMIT, POWERS, roundingError } from "./decimal-reading.ts";

/** The maximum number of bytes of a number: `-0.0000012345678901234567`. */
export const MAX_DECIMAL_BYTES = 25;

/** String() writes smaller numbers with an exponent. */
const MIN_PLAIN = 1e-6;

/** Limit of the numbers written here: at most three digits before the dot, as in degrees. */
const PLAIN_LIMIT = 1000;

/** Most degrees have at most six decimals; writeDecimal tries that first. */
const COMMON_DECIMALS = 6;
const COMMON_POWER = 10 ** COMMON_DECIMALS;
const COMMON_LIMIT = PLAIN_LIMIT * COMMON_POWER;

/** Most other numbers have more decimals than this. */
const MANY_DECIMALS = 12;
const MANY_POWER = 10 ** MANY_DECIMALS;

/** Adding and subtracting it rounds to an integer, ties to even, as String() does. */
const ROUNDER = 1.5 * 2 ** 52;

/** The fraction is written as two integers; the lower one has this many digits. */
const LOWER_DIGITS = 8;
const LOWER_LIMIT = 10 ** LOWER_DIGITS;

/**
 * Writes a number as String() does, in ASCII: the shortest decimal with a round trip, on a tie the closest. With d
 * decimals, the only candidate is the integer closest to `value * 10^d`, divided by 10^d. One division of exact doubles
 * checks its round trip. From 2^53 on (d is at most 22), the closest integer always has one.
 * @param bytes has room for MAX_DECIMAL_BYTES from `start` on @param start modulo 2^32, so that all loops end
 * @returns the index after the number
 */
export function writeDecimal(value: number, bytes: Uint8Array, start: number): number {
  const magnitude = Math.abs(value);
  const micros = (magnitude * COMMON_POWER + 0.5) | 0;
  // Short enough for V8 to inline it, as it allocates the doubles of other calls.
  return micros / COMMON_POWER === magnitude && micros < COMMON_LIMIT
    ? writeMicros(micros, bytes, afterMinus(value, bytes, start | 0))
    : writeLong(value, bytes, start | 0);
}

/** Writes a minus. A positive number overwrites it. @returns the index of the first digit */
function afterMinus(value: number, bytes: Uint8Array, start: number): number {
  bytes[start] = MINUS;
  return value < 0 ? start + 1 : start;
}

/** Writes a number with more than six decimals, an exponent, or more than three digits before the dot. */
function writeLong(value: number, bytes: Uint8Array, start: number): number {
  const magnitude = Math.abs(value);
  if (!(magnitude >= MIN_PLAIN && magnitude < PLAIN_LIMIT))
    return writeUtf8(String(value), bytes, start);
  const index = afterMinus(value, bytes, start);
  const whole = magnitude | 0;
  // A shorter decimal would have a round trip here as well.
  const isMany = Math.round(magnitude * MANY_POWER) / MANY_POWER !== magnitude;
  let decimals = isMany ? MANY_DECIMALS : COMMON_DECIMALS;
  let power: number;
  let product: number;
  let closest: number;
  do {
    power = POWERS[++decimals];
    product = magnitude * power;
    closest = Math.round(product);
    // The product may have been rounded up to the half; then the integer below may be closer.
    if (closest - product === 0.5 && (closest - 1) / power === magnitude) closest--;
  } while (closest < EXACT_LIMIT && closest / power !== magnitude);
  const fraction = closest - whole * power;
  const error =
    closest < EXACT_LIMIT ? 0 : roundingError(magnitude, decimals, product) + ROUNDER - ROUNDER;
  const dot = writeWhole(whole, bytes, index);
  return writeFraction(fraction, error, decimals, bytes, dot);
}

/** The characters of 0 to 999, three digits each, the first in the lowest byte. */
function threeDigits(integer: number): number {
  const hundreds = (integer / 100) | 0;
  const tens = (integer / 10) | 0;
  const first = DIGIT_0 + hundreds;
  const second = DIGIT_0 + tens - 10 * hundreds;
  const third = DIGIT_0 + integer - 10 * tens;
  return first | (second << 8) | (third << 16);
}

/** In the tables below, the highest byte is a count, above three characters. */
const COUNT_SHIFT = 24;

/** The digits of 0 to 999, and their count. Counts replace unpredictable branches: a quarter of the time. */
const WHOLES = Int32Array.from({ length: 1000 }, (_, integer) => {
  const count = integer < 10 ? 1 : integer < 100 ? 2 : 3;
  return (threeDigits(integer) >> (8 * (3 - count))) | (count << COUNT_SHIFT);
});

/** The digits of 0 to 999 with leading zeros, and the count of trailing zeros. */
const THREE_DIGITS = Int32Array.from({ length: 1000 }, (_, integer) => {
  const zeros = integer === 0 ? 3 : integer % 100 === 0 ? 2 : integer % 10 === 0 ? 1 : 0;
  return threeDigits(integer) | (zeros << COUNT_SHIFT);
});

/** Writes the three characters of an entry of `WHOLES` or `THREE_DIGITS`. */
function writePacked(packed: number, bytes: Uint8Array, start: number): void {
  bytes[start] = packed;
  bytes[start + 1] = packed >> 8;
  bytes[start + 2] = packed >> 16;
}

/** Writes an integer of up to three digits, always as three bytes. The next characters overwrite the rest. */
function writeWhole(whole: number, bytes: Uint8Array, start: number): number {
  const digits = WHOLES[whole];
  writePacked(digits, bytes, start);
  return start + (digits >> COUNT_SHIFT);
}

/** Fills the bytes from `from` to `end` with the last digits of an integer. */
function writeDigits(integer: number, bytes: Uint8Array, from: number, end: number): void {
  let remaining = integer;
  let index = end;
  for (; index >= from + 3; index -= 3) {
    const upper = (remaining / 1000) | 0;
    writePacked(THREE_DIGITS[remaining - 1000 * upper], bytes, index - 3);
    remaining = upper;
  }
  for (; index > from; index--) {
    const upper = (remaining / 10) | 0;
    bytes[index - 1] = DIGIT_0 + remaining - 10 * upper;
    remaining = upper;
  }
}

/** Writes a number of millionths without trailing zeros. */
function writeMicros(micros: number, bytes: Uint8Array, start: number): number {
  const whole = (micros / COMMON_POWER) | 0;
  const fraction = micros - whole * COMMON_POWER;
  const dot = writeWhole(whole, bytes, start);
  if (fraction === 0) return dot;
  bytes[dot] = DOT;
  const upper = (fraction / 1000) | 0;
  const lower = fraction - 1000 * upper;
  const upperDigits = THREE_DIGITS[upper];
  const lowerDigits = THREE_DIGITS[lower];
  writePacked(upperDigits, bytes, dot + 1);
  writePacked(lowerDigits, bytes, dot + 4);
  return lower === 0
    ? dot + 4 - (upperDigits >> COUNT_SHIFT)
    : dot + 7 - (lowerDigits >> COUNT_SHIFT);
}

/** Writes the dot and `decimals` digits of an integer plus an error. A double may not hold their sum. */
function writeFraction(
  fraction: number,
  error: number,
  decimals: number,
  bytes: Uint8Array,
  dot: number,
): number {
  let upper = Math.floor(fraction / LOWER_LIMIT);
  let lower = fraction - upper * LOWER_LIMIT + error;
  if (lower < 0) {
    upper--;
    lower += LOWER_LIMIT;
  } else if (lower >= LOWER_LIMIT) {
    upper++;
    lower -= LOWER_LIMIT;
  }
  bytes[dot] = DOT;
  const end = dot + 1 + decimals;
  const middle = Math.max(dot + 1, end - LOWER_DIGITS);
  writeDigits(lower | 0, bytes, middle, end);
  writeDigits(upper | 0, bytes, dot + 1, middle);
  return end;
}
