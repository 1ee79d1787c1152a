/** Base-31 digits as ASCII characters, and back (format 2). Codes without letters are packed (format 6). */
import { DIGIT_0, DIGIT_9, DOT } from "../characters.ts";
import { BASE, DIGIT_POWERS, DIGITS, VOWELS } from "../tables/format.ts";
import { MAX_PREFIX } from "../tables/layout/records.ts";
import { offHeapFrom } from "../tables/memory.ts";

/** The character of each value. The values 31 to 33 are the vowels A, E, U of packed codes. */
export const DIGIT_CHARS = offHeapFrom(
  Uint8Array,
  Array.from(DIGITS + VOWELS, (digit) => digit.charCodeAt(0)),
);

export const VALUE_A = DIGITS.length;

/** The value of characters that no code contains. */
export const NO_VALUE = -1;

const ASCII_CHARS = 0x80;

function valuesOfChars(): Int8Array {
  const values = new Int8Array(ASCII_CHARS).fill(NO_VALUE);
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

/** By the number of digits before the dot: the factor that appends zeros up to MAX_PREFIX digits. */
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

/** An unpacked code without letters in the older form, without E and U: an A replaces its first digit. */
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
