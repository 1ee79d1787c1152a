/** Base-31 digits as ASCII characters, and back (format 2). Codes without letters are packed (format 6). */
import { DIGIT_0, DOT, NOT_ASCII, UPPER_A } from "../characters.ts";
import { BASE, DIGIT_POWERS, DIGITS, VOWELS } from "../tables/format.ts";
import { MAX_PREFIX } from "../tables/layout/records.ts";
import { offHeapFrom } from "../tables/typed-arrays.ts";

/** The character of each value. The values 31 to 33 are the vowels A, E, U of packed codes. */
export const DIGIT_CHARS = offHeapFrom(
  Uint8Array,
  Array.from(DIGITS + VOWELS, (digit) => digit.charCodeAt(0)),
);

const VALUE_A = DIGITS.length;

/** The value of characters that no code contains. */
export const NO_VALUE = -1;

function valuesOfChars(): Int8Array {
  const values = new Int8Array(NOT_ASCII).fill(NO_VALUE);
  for (const [value, char] of DIGIT_CHARS.entries()) {
    values[char] = value;
    values[String.fromCharCode(char).toLowerCase().charCodeAt(0)] = value;
  }
  for (const letter of "Ii") values[letter.charCodeAt(0)] = 1;
  for (const letter of "Oo") values[letter.charCodeAt(0)] = 0;
  return values;
}

/** The value of each ASCII character, in either case; I is read as 1 and O as 0. */
export const CHAR_VALUES = valuesOfChars();

/** The characters of each pair of digits, the first one in the upper byte. */
const PAIR_CHARS = Uint16Array.from({ length: BASE * BASE }, (_, value) => {
  const first = DIGIT_CHARS[Math.trunc(value / BASE)];
  return (first << 8) | DIGIT_CHARS[value % BASE];
});

/** In a pair of characters, the bit that is set in ASCII letters and clear in ASCII digits. */
const LETTER_BITS = 0x4040;

/** By the length of a prefix: the factor that fills it with zeros up to MAX_PREFIX digits. */
const ZEROS_AFTER = offHeapFrom(
  Int32Array,
  Array.from({ length: MAX_PREFIX + 1 }, (_, length) => DIGIT_POWERS[MAX_PREFIX - length]),
);

/**
 * Writes `value` as up to five digits of a code. It always writes five, with trailing zeros that the dot and suffix
 * overwrite: a mispredicted loop costs more. writeAfterDot does the same. @returns not 0 if one of them is a letter
 */
export function writeBeforeDot(
  value: number,
  length: number,
  chars: Uint8Array,
  start: number,
): number {
  const five = Math.imul(value, ZEROS_AFTER[length]);
  const upper = (five / 961) | 0;
  const first = (upper / 961) | 0;
  const top = DIGIT_CHARS[first];
  const middle = PAIR_CHARS[upper - Math.imul(961, first)];
  const last = PAIR_CHARS[five - Math.imul(961, upper)];
  chars[start] = top;
  chars[start + 1] = middle >> 8;
  chars[start + 2] = middle;
  chars[start + 3] = last >> 8;
  chars[start + 4] = last;
  return (top | middle | last) & LETTER_BITS;
}

/** Writes the dot, and `value` as four digits after it, with trailing zeros that are not part of the code. */
export function writeAfterDot(value: number, chars: Uint8Array, dot: number): number {
  const upper = (value / 961) | 0;
  const first = PAIR_CHARS[upper];
  const last = PAIR_CHARS[value - Math.imul(961, upper)];
  chars[dot] = DOT;
  chars[dot + 1] = first >> 8;
  chars[dot + 2] = first;
  chars[dot + 3] = last >> 8;
  chars[dot + 4] = last;
  return (first | last) & LETTER_BITS;
}

const { fromCharCode } = String;

/**
 * ASCII characters as a string. For the lengths of codes, one call for all characters: with four at a time, `encode`
 * takes 15 to 20% longer.
 */
export function asciiText(chars: Uint8Array, start: number, end: number): string {
  const c = chars;
  const s = start;
  const c0 = c[s];
  const c1 = c[s + 1];
  const c2 = c[s + 2];
  const c3 = c[s + 3];
  const c4 = c[s + 4];
  switch (end - start) {
    case 5:
      return fromCharCode(c0, c1, c2, c3, c4);
    case 6:
      return fromCharCode(c0, c1, c2, c3, c4, c[s + 5]);
    case 7:
      return fromCharCode(c0, c1, c2, c3, c4, c[s + 5], c[s + 6]);
    case 8:
      return fromCharCode(c0, c1, c2, c3, c4, c[s + 5], c[s + 6], c[s + 7]);
    case 9:
      return fromCharCode(c0, c1, c2, c3, c4, c[s + 5], c[s + 6], c[s + 7], c[s + 8]);
    case 10:
      return fromCharCode(c0, c1, c2, c3, c4, c[s + 5], c[s + 6], c[s + 7], c[s + 8], c[s + 9]);
    default:
      return longText(chars, start, end);
  }
}

/** Any length, four characters at a time. */
function longText(chars: Uint8Array, start: number, end: number): string {
  let text = "";
  let index = start;
  for (; index + 4 <= end; index += 4) {
    text += fromCharCode(chars[index], chars[index + 1], chars[index + 2], chars[index + 3]);
  }
  for (; index < end; index++) text += fromCharCode(chars[index]);
  return text;
}

// ---- Codes must not look like numbers: a code without letters gets a vowel. Codes are prefix, dot and suffix

/** Packs a code of digits only, up to `end` (excluded): a vowel and a digit or vowel replace its last two digits. */
export function pack(chars: Uint8Array, end: number): void {
  const value = (chars[end - 2] - DIGIT_0) * 10 + chars[end - 1] - DIGIT_0;
  const vowel = (value / 34) | 0;
  chars[end - 2] = DIGIT_CHARS[VALUE_A + vowel];
  chars[end - 1] = DIGIT_CHARS[value - 34 * vowel];
}

/** Packs a code of digits only in the older form, without E and U: an A replaces its first digit. */
export function packOlder(chars: Uint8Array, end: number): void {
  const last = (chars[end - 2] - DIGIT_0) * 10 + chars[end - 1] - DIGIT_0;
  const value = (chars[0] - DIGIT_0) * 100 + last;
  chars[0] = UPPER_A;
  chars[end - 2] = DIGIT_CHARS[value >> 5];
  chars[end - 1] = DIGIT_CHARS[value & 31];
}

/** Whether all digits of a code are less than `limit`: 10 without letters, VALUE_A without vowels. */
export function areBelow(limit: number, chars: Uint8Array, end: number): boolean {
  for (let at = 0; at < end; at++) {
    if (CHAR_VALUES[chars[at]] >= limit) return false;
  }
  return true;
}

/** Unpacks a code in upper case without I and O, up to `end` (excluded). @returns false if its vowels have neither form */
export function unpack(chars: Uint8Array, end: number): boolean {
  const upper = CHAR_VALUES[chars[end - 2]];
  const lower = CHAR_VALUES[chars[end - 1]];
  const isOlder = chars[0] === UPPER_A;
  if (!isOlder && upper < VALUE_A) return areBelow(VALUE_A, chars, end);
  let value = 34 * (upper - VALUE_A) + lower;
  if (isOlder) {
    value = 32 * Math.min(upper, VALUE_A) + Math.min(lower, VALUE_A);
    chars[0] = DIGIT_0 + (Math.trunc(value / 100) % 10);
    value %= 100;
  }
  if (value >= 100) return false;
  chars[end - 2] = DIGIT_0 + Math.trunc(value / 10);
  chars[end - 1] = DIGIT_0 + (value % 10);
  return areBelow(10, chars, end);
}

const I_OR_O = /[IO]/;

/** A code in upper case with I read as 1 and O as 0. Few have one. */
export function withoutIAndO(code: string): string {
  return I_OR_O.test(code) ? code.replaceAll("I", "1").replaceAll("O", "0") : code;
}
