/** Numbers of degrees read from bytes, without a string where that is exact. */

const DOT = 46;
const PLUS = 43;
const MINUS = 45;
const ZERO = 48;

/** Integers of so many digits are exact in a double; so are these powers of ten. */
const MOST_DIGITS = 15;
const POWERS = Float64Array.from({ length: MOST_DIGITS + 1 }, (_, power) => 10 ** power);

/** Where readDegrees leaves the number, as returning it from a call would put it on the heap. */
export const degrees = new Float64Array(1);

/**
 * Reads `-12.345`. An exact integer divided by an exact power of ten is rounded once, hence to the
 * double that Number() gives; Number() itself reads longer ones.
 * @returns where the number ends, or -1 for texts of another kind, good ones or bad
 */
export function readDegrees(bytes: Buffer, from: number, to: number): number {
  let at = from;
  const sign = bytes[at] as number;
  if (sign === MINUS || sign === PLUS) at++;
  const firstDigit = at;
  let value = 0;
  let dot = -1;
  for (; at < to; at++) {
    const digit = (bytes[at] as number) - ZERO;
    if (digit >= 0 && digit <= 9) value = 10 * value + digit;
    else if (digit === DOT - ZERO && dot < 0 && at > firstDigit) dot = at;
    else break;
  }
  const digits = at - firstDigit - (dot < 0 ? 0 : 1);
  if (digits <= 0) return -1;
  if (digits > MOST_DIGITS) {
    value = Number(bytes.toString("latin1", firstDigit, at));
    // As the digits without end of a broken file.
    if (value === Number.POSITIVE_INFINITY) return -1;
  } else if (dot >= 0) {
    value /= POWERS[at - dot - 1] as number;
  }
  degrees[0] = sign === MINUS ? -value : value;
  return at;
}
