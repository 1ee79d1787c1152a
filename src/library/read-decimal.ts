/** Decimal numbers read from bytes and from texts, without a string of their own where that is exact. */

const DOT = 46;
const PLUS = 43;
const MINUS = 45;
const ZERO = 48;

/** Integers below are exact in a double; so are these powers of ten. */
const EXACT_LIMIT = 2 ** 53;
const MAX_DECIMALS = 22;
const POWERS = Float64Array.from({ length: MAX_DECIMALS + 1 }, (_, power) => Number(`1e${power}`));

const NOT_TAKEN = -1;

/** ASCII as a string, which a Buffer makes without a view of its own. */
function textOf(bytes: Uint8Array, from: number, to: number): string {
  const buffer =
    bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return buffer.toString("latin1", from, to);
}

/** Passes over a sign. */
function afterSign(from: number, first: number): number {
  return first === MINUS || first === PLUS ? from + 1 : from;
}

/**
 * Reads `-12.345`. An exact integer divided by an exact power of ten is rounded once, hence to the
 * double that Number() gives; Number() itself reads longer ones.
 * @param bytes ASCII
 * @param to where the bytes end that may be of the number
 * @param numbers where the number is left, at `place`: returned, it would be put on the heap
 * @returns where the number ends, or -1 for texts of another kind, good ones (`.5`, `1e5`) or bad
 */
export function readDecimal(
  bytes: Uint8Array,
  from: number,
  to: number,
  numbers: Float64Array,
  place: number,
): number {
  const sign = bytes[from];
  const firstDigit = afterSign(from, sign);
  let integer = 0;
  let dot = NOT_TAKEN;
  let at = firstDigit;
  for (; at < to; at++) {
    const digit = bytes[at] - ZERO;
    if (digit >= 0 && digit <= 9) integer = 10 * integer + digit;
    else if (digit === DOT - ZERO && dot < 0 && at > firstDigit) dot = at;
    else break;
  }
  const decimals = dot < 0 ? 0 : at - dot - 1;
  if (at - firstDigit <= (dot < 0 ? 0 : 1)) return NOT_TAKEN;
  const isExact = integer < EXACT_LIMIT && decimals <= MAX_DECIMALS;
  numbers[place] = isExact ? integer : Number(textOf(bytes, firstDigit, at));
  return finish(numbers, place, sign, isExact ? decimals : 0) ? at : NOT_TAKEN;
}

/** As readDecimal, from a text up to its end. One loop for bytes and texts would be slow for both. */
export function readDecimalText(
  text: string,
  from: number,
  numbers: Float64Array,
  place: number,
): number {
  const sign = text.charCodeAt(from);
  const firstDigit = afterSign(from, sign);
  let integer = 0;
  let dot = NOT_TAKEN;
  let at = firstDigit;
  for (; at < text.length; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit >= 0 && digit <= 9) integer = 10 * integer + digit;
    else if (digit === DOT - ZERO && dot < 0 && at > firstDigit) dot = at;
    else break;
  }
  const decimals = dot < 0 ? 0 : at - dot - 1;
  if (at - firstDigit <= (dot < 0 ? 0 : 1)) return NOT_TAKEN;
  const isExact = integer < EXACT_LIMIT && decimals <= MAX_DECIMALS;
  numbers[place] = isExact ? integer : Number(text.slice(firstDigit, at));
  return finish(numbers, place, sign, isExact ? decimals : 0) ? at : NOT_TAKEN;
}

/**
 * Gives a number its decimals and its sign.
 * @returns false for one of so many digits that it is infinite, as those of a broken file
 */
function finish(numbers: Float64Array, place: number, sign: number, decimals: number): boolean {
  const size = numbers[place] / POWERS[decimals];
  if (size === Number.POSITIVE_INFINITY) return false;
  numbers[place] = sign === MINUS ? -size : size;
  return true;
}
