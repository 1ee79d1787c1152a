/**
 * Codes must not look like numbers: a code without letters gets a vowel (format 6). In all functions,
 * `chars` contains a code from `start` up to `end` (excluded): prefix, dot and suffix.
 */
import { DIGIT_0, DIGIT_9, UPPER_A } from "../characters.ts";
import { CHAR_VALUES, DIGIT_CHARS, VALUE_A, VALUE_U } from "./digits.ts";

/** Whether a code has no letters. In ASCII, letters come after the digits and the dot before them. */
export function isAllDigits(chars: Uint8Array, start: number, end: number): boolean {
  for (let index = end - 1; index >= start; index--) if (chars[index] > DIGIT_9) return false;
  return true;
}

function lastTwo(chars: Uint8Array, end: number): number {
  return (chars[end - 2] - DIGIT_0) * 10 + chars[end - 1] - DIGIT_0;
}

/** Replaces the last two digits of a code without letters by a vowel and a digit or vowel. */
export function pack(chars: Uint8Array, end: number): void {
  const value = lastTwo(chars, end);
  const vowel = (value / 34) | 0;
  chars[end - 2] = DIGIT_CHARS[VALUE_A + vowel];
  chars[end - 1] = DIGIT_CHARS[value - 34 * vowel];
}

/** The older form, which needs no E and no U: an A replaces the first digit. */
export function packOlder(chars: Uint8Array, start: number, end: number): void {
  const value = (chars[start] - DIGIT_0) * 100 + lastTwo(chars, end);
  const upper = value >> 5;
  chars[start] = UPPER_A;
  chars[end - 2] = DIGIT_CHARS[upper];
  chars[end - 1] = DIGIT_CHARS[value & 31];
}

function setLastTwo(chars: Uint8Array, end: number, value: number): void {
  const tens = (value / 10) | 0;
  chars[end - 2] = DIGIT_0 + tens;
  chars[end - 1] = DIGIT_0 + value - 10 * tens;
}

/**
 * Restores the digits of a packed code, in place; leaves other codes as they are.
 * @returns false if the vowels have neither form: the mapcode is unknown
 */
export function unpack(chars: Uint8Array, start: number, end: number): boolean {
  const upper = CHAR_VALUES[chars[end - 2]];
  const lower = CHAR_VALUES[chars[end - 1]];
  if (chars[start] === UPPER_A) {
    const value = 32 * Math.min(upper, VALUE_A) + Math.min(lower, VALUE_A);
    const hundreds = (value / 100) | 0;
    chars[start] = DIGIT_0 + (hundreds % 10);
    setLastTwo(chars, end, value - 100 * hundreds);
    return isAllDigits(chars, start, end);
  }
  if (upper >= VALUE_A) {
    const value = 34 * (upper - VALUE_A) + lower;
    if (value >= 100) return false;
    setLastTwo(chars, end, value);
    return isAllDigits(chars, start, end);
  }
  for (let index = start; index < end; index++) {
    const value = CHAR_VALUES[chars[index]];
    if (value >= VALUE_A && value <= VALUE_U) return false;
  }
  return true;
}
