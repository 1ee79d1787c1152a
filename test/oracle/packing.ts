/**
 * Packing: a code that would look like a number gets a vowel in place of some digits (format 6).
 * All functions take the part of a code before its "-".
 */
import { digitOf, digitValue, div, withoutIAndO } from "./digits.ts";

const ALL_DIGITS = /^[0-9]*\.[0-9]{2,}$/;
const NO_VOWEL = /^[^AEU]*$/;

/** Whether a code must be packed: digits and one dot, with at least two digits after it. */
function looksLikeNumber(code: string): boolean {
  return ALL_DIGITS.test(code);
}

/** Packs a code of digits only; any other code is unchanged. */
export function pack(code: string): string {
  if (!looksLikeNumber(code)) return code;
  const v = Number(code.slice(-2));
  return code.slice(0, -2) + digitOf(31 + div(v, 34)) + digitOf(v % 34);
}

/** Packs a code of digits only in the older form, which needs no E or U. */
export function packOlder(code: string): string {
  if (!looksLikeNumber(code)) return code;
  const v = Number(code.charAt(0)) * 100 + Number(code.slice(-2));
  return `A${code.slice(1, -2)}${digitOf(div(v, 32))}${digitOf(v % 32)}`;
}

function twoDigits(v: number): string {
  return String(v).padStart(2, "0");
}

/** The value of a character in the older form, where all vowels have the same value. */
function olderValue(character: string): number {
  return Math.min(digitValue(character), 31);
}

/** Unpacks a code in the older form. */
function unpackOlder(code: string): string | undefined {
  const v = 32 * olderValue(code.charAt(code.length - 2)) + olderValue(code.slice(-1));
  const digits = String(div(v, 100) % 10) + code.slice(1, -2) + twoDigits(v % 100);
  return looksLikeNumber(digits) ? digits : undefined;
}

/**
 * Unpacks a code, with I and O read as digits. Returns undefined if its vowels make no sense. The
 * code must have at least two characters after its dot.
 */
export function unpack(code: string): string | undefined {
  const read = withoutIAndO(code);
  if (read.startsWith("A")) return unpackOlder(read);
  const vowel = digitValue(read.charAt(read.length - 2)) - 31;
  if (vowel < 0) return NO_VOWEL.test(read) ? read : undefined;
  const v = 34 * vowel + digitValue(read.slice(-1));
  if (v >= 100) return undefined;
  const digits = read.slice(0, -2) + twoDigits(v);
  return looksLikeNumber(digits) ? digits : undefined;
}
