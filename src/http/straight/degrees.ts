/** Numbers of degrees in a path, read without making a string of them. */

const CHAR_DOT = 46;
const CHAR_MINUS = 45;
const CHAR_0 = 48;

/** Integers of so many digits are exact in a double; 10 to the power of up to 22 is as well. */
const MOST_DIGITS = 15;
const POWERS = Array.from({ length: MOST_DIGITS + 1 }, (_, power) => 10 ** power);

/** Where readDegrees leaves the number, as returning it from a call would put it on the heap. */
export const degrees = new Float64Array(1);

/**
 * Reads `-12.345`. An exact integer divided by an exact power of ten is rounded once, hence to the
 * double that Number() gives.
 * @returns where the number ends, or -1 for texts of another kind, good ones or bad
 */
export function readDegrees(text: string, from: number): number {
  let at = from;
  const isNegative = text.charCodeAt(at) === CHAR_MINUS;
  if (isNegative) at++;
  let value = 0;
  let digits = 0;
  let decimals = -1;
  for (; at < text.length; at++) {
    const digit = text.charCodeAt(at) - CHAR_0;
    if (digit >= 0 && digit <= 9) {
      value = 10 * value + digit;
      digits++;
      if (decimals >= 0) decimals++;
    } else if (digit === CHAR_DOT - CHAR_0 && decimals < 0 && digits > 0) {
      decimals = 0;
    } else {
      break;
    }
  }
  if (digits === 0 || digits > MOST_DIGITS) return -1;
  if (decimals > 0) value /= POWERS[decimals] as number;
  degrees[0] = isNegative ? -value : value;
  return at;
}
