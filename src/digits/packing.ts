/** Codes must not look like numbers: a code without letters gets a vowel (format 6). Codes are prefix, dot and suffix. */
import { DIGIT_0, DIGIT_9 } from "../characters.ts";
import { DIGITS, VOWELS } from "../tables/format.ts";
import { CHAR_VALUES, DIGIT_CHARS, VALUE_A } from "./digits.ts";

/** Packs a code of digits only, up to `end` (excluded): a vowel and a digit or vowel replace its last two digits. */
export function pack(chars: Uint8Array, end: number): void {
  const value = (chars[end - 2] - DIGIT_0) * 10 + chars[end - 1] - DIGIT_0;
  const vowel = (value / 34) | 0;
  chars[end - 2] = DIGIT_CHARS[VALUE_A + vowel];
  chars[end - 1] = DIGIT_CHARS[value - 34 * vowel];
}

// ---- The same on texts, for codes that are read or written in another alphabet

const ALL_DIGITS = DIGITS + VOWELS;
const VOWEL = /[AEU]/;

/** Whether a code has no letters. In ASCII, letters come after the digits and the dot before them. */
function hasNoLetters(code: string): boolean {
  for (let index = 0; index < code.length; index++) {
    if (code.charCodeAt(index) > DIGIT_9) return false;
  }
  return true;
}

/** A code, packed if it has no letters. */
export function packed(code: string): string {
  if (!hasNoLetters(code)) return code;
  const value = Number(code.slice(-2));
  const vowel = (value / 34) | 0;
  return code.slice(0, -2) + VOWELS[vowel] + ALL_DIGITS[value - 34 * vowel];
}

/** An unpacked code without letters in the older form, which needs no E and no U: an A replaces its first digit. */
export function packedOlder(code: string): string {
  const value = Number(code[0]) * 100 + Number(code.slice(-2));
  return `A${code.slice(1, -2)}${ALL_DIGITS[value >> 5]}${ALL_DIGITS[value & 31]}`;
}

const I_OR_O = /[IO]/;

/** A code in upper case with I read as 1 and O as 0. Few have one. */
export function withoutIAndO(code: string): string {
  return I_OR_O.test(code) ? code.replaceAll("I", "1").replaceAll("O", "0") : code;
}

/** The digits of a packed code without I and O; any other code as it is; undefined if its vowels have neither form. */
export function unpacked(code: string): string | undefined {
  const upper = CHAR_VALUES[code.charCodeAt(code.length - 2)];
  const lower = CHAR_VALUES[code.charCodeAt(code.length - 1)];
  let digits: string;
  if (code[0] === "A") {
    const value = 32 * Math.min(upper, VALUE_A) + Math.min(lower, VALUE_A);
    digits = `${Math.trunc(value / 100) % 10}${code.slice(1, -2)}${twoDigits(value % 100)}`;
  } else if (upper >= VALUE_A) {
    const value = 34 * (upper - VALUE_A) + lower;
    if (value >= 100) return undefined;
    digits = code.slice(0, -2) + twoDigits(value);
  } else {
    return VOWEL.test(code) ? undefined : code;
  }
  return hasNoLetters(digits) ? digits : undefined;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
}
