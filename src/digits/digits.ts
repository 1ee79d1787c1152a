/** Base-31 digits as ASCII characters, and back (format 2). */
import { DIGITS, VOWELS } from "../tables/format.ts";

export const CHAR_SPACE = 32;
export const CHAR_HYPHEN = 45;
export const CHAR_DOT = 46;
export const CHAR_0 = 48;
export const CHAR_9 = 57;
export const CHAR_A = 65;

/** The character of each value; 31 to 33 are the vowels A, E, U that only packed codes have. */
export const DIGIT_CHARS = Uint8Array.from(DIGITS + VOWELS, (digit) => digit.charCodeAt(0));

export const VALUE_A = DIGITS.length;
export const VALUE_U = DIGITS.length + 2;

/** Stands for characters that no code has. */
export const NO_VALUE = -1;

/** The value of each ASCII character in either case, I read as 1 and O as 0. */
export const CHAR_VALUES = new Int8Array(128).fill(NO_VALUE);
for (const [value, char] of DIGIT_CHARS.entries()) {
  CHAR_VALUES[char] = value;
  CHAR_VALUES[String.fromCharCode(char).toLowerCase().charCodeAt(0)] = value;
}
for (const [text, value] of [
  ["Ii", 1],
  ["Oo", 0],
] as const) {
  for (const letter of text) CHAR_VALUES[letter.charCodeAt(0)] = value;
}

/** Writes `value` as `count` digits, most significant first, from `at` on. */
export function writeDigits(value: number, count: number, chars: Uint8Array, at: number): void {
  let rest = value;
  for (let place = at + count - 1; place >= at; place--) {
    const higher = (rest / 31) | 0;
    chars[place] = DIGIT_CHARS[rest - 31 * higher] as number;
    rest = higher;
  }
}

/** Four digits of which the middle two change places: neighbouring cells then differ late. */
export function writeSwappedDigits(value: number, chars: Uint8Array, at: number): void {
  const upper = (value / 961) | 0;
  const lower = value - 961 * upper;
  const first = (upper / 31) | 0;
  const third = (lower / 31) | 0;
  chars[at] = DIGIT_CHARS[first] as number;
  chars[at + 1] = DIGIT_CHARS[third] as number;
  chars[at + 2] = DIGIT_CHARS[upper - 31 * first] as number;
  chars[at + 3] = DIGIT_CHARS[lower - 31 * third] as number;
}

/** The value of `count` digits; no vowel may be left among them. */
export function readDigits(chars: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let place = at; place < at + count; place++) {
    value = 31 * value + (CHAR_VALUES[chars[place] as number] as number);
  }
  return value;
}

export function readSwappedDigits(chars: Uint8Array, at: number): number {
  const upper = readDigits(chars, at, 1) * 31 + readDigits(chars, at + 2, 1);
  return upper * 961 + readDigits(chars, at + 1, 1) * 31 + readDigits(chars, at + 3, 1);
}

/**
 * ASCII characters as a string. Four at a time take a tenth off the time of the comfortable encode();
 * Buffer.latin1Slice was slower for so few.
 */
export function asciiText(chars: Uint8Array, start: number, end: number): string {
  let text = "";
  let at = start;
  for (; at + 4 <= end; at += 4) {
    text += String.fromCharCode(
      chars[at] as number,
      chars[at + 1] as number,
      chars[at + 2] as number,
      chars[at + 3] as number,
    );
  }
  for (; at < end; at++) text += String.fromCharCode(chars[at] as number);
  return text;
}
