/** Numbers as decimal digits, written into bytes: what String() gives, in half of its time or less. */

const ZERO = 48;
const DOT = 46;
const MINUS = 45;

/** No number takes more: `-0.0000012345678901234567`. */
export const MAX_DECIMAL_BYTES = 25;

/** Smaller numbers have an exponent in JavaScript. */
const LEAST = 1e-6;
/** Degrees are less; so are all numbers of three digits before the dot. */
const LIMIT = 1000;

/** Degrees are most often given with so many decimals. */
const USUAL_DECIMALS = 6;
const USUAL_POWER = 10 ** USUAL_DECIMALS;

/** Numbers that are no short decimals have more than so many. */
const MANY_DECIMALS = 12;
const MANY_POWER = 10 ** MANY_DECIMALS;

/** Integers below are exact in a double. */
const EXACT_LIMIT = 2 ** 53;

/** Powers of ten that are exact in a double; numbers not below LEAST need no others. */
const MAX_DECIMALS = 22;
const POWERS = Float64Array.from({ length: MAX_DECIMALS + 1 }, (_, power) => Number(`1e${power}`));

/** Multiplying by it parts a double into halves whose products are exact (Veltkamp). */
const SPLITTER = 2 ** 27 + 1;

function upperHalf(value: number): number {
  const scaled = SPLITTER * value;
  return scaled - (scaled - value);
}

const UPPER_POWERS = POWERS.map(upperHalf);

/** Adding it and taking it off rounds to an integer, of two as close to the even one, as String() does. */
const ROUNDER = 1.5 * 2 ** 52;

/** Digits behind the dot are written in two integers, the lower one of so many digits. */
const LOWER_DIGITS = 8;
const LOWER_LIMIT = 10 ** LOWER_DIGITS;

/**
 * Writes a number as String() does, in ASCII.
 *
 * Of the decimals that read back as the number, String() takes the shortest, and the closest of
 * those. With d decimals that can only be the integer closest to `value * 10^d`, divided by 10^d;
 * one division of exact doubles tells whether it reads back. From 2^53 on, where d is 22 at most, integers are closer to
 * each other than the doubles around `value` times 10^d, so that the closest one always does.
 *
 * @param bytes have room for MAX_DECIMAL_BYTES
 * @param at where to begin
 * @returns where the number ends
 */
export function writeDecimal(value: number, bytes: Uint8Array, at: number): number {
  const size = Math.abs(value);
  if (!(size >= LEAST && size < LIMIT)) return writeText(String(value), bytes, at);
  let start = at;
  if (value < 0) bytes[start++] = MINUS;
  const whole = size | 0;
  const usual = (size * USUAL_POWER + 0.5) | 0;
  if (usual / USUAL_POWER === size) {
    return writeUsual(whole, usual - whole * USUAL_POWER, bytes, start);
  }
  // A decimal of fewer places would read back here as well.
  const isMany = Math.round(size * MANY_POWER) / MANY_POWER !== size;
  let decimals = isMany ? MANY_DECIMALS : USUAL_DECIMALS;
  let power: number;
  let product: number;
  let closest: number;
  do {
    power = POWERS[++decimals];
    product = size * power;
    closest = Math.round(product);
    // The product may have been rounded up to the half, and the integer below be the closer one.
    if (closest - product === 0.5 && (closest - 1) / power === size) closest--;
  } while (closest < EXACT_LIMIT && closest / power !== size);
  const fraction = closest - whole * power;
  const error = closest < EXACT_LIMIT ? 0 : lost(size, decimals, product) + ROUNDER - ROUNDER;
  const dot = writeWhole(whole, bytes, start);
  return writeFraction(fraction, error, decimals, bytes, dot);
}

/** What a product of a number and a power of ten lost by rounding (Dekker). */
function lost(size: number, decimals: number, product: number): number {
  const upper = upperHalf(size);
  const lower = size - upper;
  const upperPower = UPPER_POWERS[decimals];
  const lowerPower = POWERS[decimals] - upperPower;
  return (
    upper * upperPower - product + upper * lowerPower + lower * upperPower + lower * lowerPower
  );
}

function writeText(text: string, bytes: Uint8Array, at: number): number {
  for (let place = 0; place < text.length; place++) bytes[at + place] = text.charCodeAt(place);
  return at + text.length;
}

/** Up to three digits. */
function writeWhole(whole: number, bytes: Uint8Array, at: number): number {
  const end = at + (whole < 10 ? 1 : whole < 100 ? 2 : 3);
  writeDigits(whole, bytes, at, end);
  return end;
}

/** Fills the bytes from `from` to `end` with the last digits of an integer. */
function writeDigits(integer: number, bytes: Uint8Array, from: number, end: number): void {
  let rest = integer;
  for (let place = end - 1; place >= from; place--) {
    const upper = (rest / 10) | 0;
    bytes[place] = ZERO + rest - 10 * upper;
    rest = upper;
  }
}

/** The digits before the dot, and up to six behind it. */
function writeUsual(whole: number, fraction: number, bytes: Uint8Array, at: number): number {
  const dot = writeWhole(whole, bytes, at);
  if (fraction === 0) return dot;
  bytes[dot] = DOT;
  let end = dot + 1 + USUAL_DECIMALS;
  writeDigits(fraction, bytes, dot + 1, end);
  while (bytes[end - 1] === ZERO) end--;
  return end;
}

/**
 * Writes dot and digits.
 * @param fraction what stands behind the dot, as an integer
 * @param error to be added to it; the sum may be more than a double can hold
 */
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
