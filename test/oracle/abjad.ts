/**
 * Greek, Hebrew, Arabic and Korean codes are re-written so that no three letters stand in a
 * row, and re-written back when read (format 9). Both functions take the part of a code before
 * its "-". The layouts use s0, s1 ... for the characters of the code, its dot counted.
 */
import { digitOf, digitValue, div } from "./digits.ts";
import { pack, unpack } from "./packing.ts";

/** The forms that need no re-writing unless three letters meet. */
const SAFE_FORMS: readonly number[] = [22, 32, 33, 42, 43, 44, 54];

/** c1, c2 and c3 are the new digits; C1 is the digit four above c1. */
const WRITING: Readonly<Record<number, string>> = {
  22: "s0 s1 . c1 c2 s4",
  23: "s0 s1 . c1 c2 s4 s5",
  24: "s0 s1 c1 . s4 c2 s5 s6",
  32: "s0 s1 . C1 c2 s4 s5",
  33: "s0 s1 c1 . s4 c2 s5 s6",
  34: "s0 s1 c1 . s4 s5 c2 s6 s7",
  42: "s0 s1 c1 . s3 c2 s5 s6",
  43: "s0 s1 C1 . s3 s5 c2 s6 s7",
  44: "s0 s1 c1 s3 . c2 s5 s6 c3 s7",
  54: "s0 s1 c1 s3 s4 . c2 s6 s7 c3 s8",
};

/** One meaning of a form when it is read: for these numbers, this layout. */
interface Reading {
  from: number;
  to: number;
  layout: string;
}

/** In the layouts c is the number from `from` on; ch and cl are its two base-31 digits. */
const READING: Readonly<Record<number, readonly Reading[]>> = {
  23: [{ from: 0, to: 30, layout: "s0 s1 . c s5" }],
  24: [
    { from: 32, to: 62, layout: "s0 s1 c . s5 s6" },
    { from: 0, to: 30, layout: "s0 s1 . c s5 s6" },
  ],
  34: [
    { from: 0, to: 30, layout: "s0 s1 . c s4 s6 s7" },
    { from: 31, to: 61, layout: "s0 s1 c . s4 s6 s7" },
    { from: 62, to: 92, layout: "s0 s1 c s4 . s6 s7" },
  ],
  35: [
    { from: 32, to: 62, layout: "s0 s1 c s4 . s5 s7 s8" },
    { from: 0, to: 30, layout: "s0 s1 c . s4 s5 s7 s8" },
  ],
  45: [{ from: 0, to: 960, layout: "s0 s1 ch s3 . s6 s7 s9 cl" }],
  55: [{ from: 0, to: 960, layout: "s0 s1 ch s3 s4 . s7 s8 s10 cl" }],
};

/** Ten times the characters before the dot, plus those after it. */
function formOf(code: string): number {
  const dot = code.indexOf(".");
  return dot * 10 + (code.length - dot - 1);
}

/** Puts a code together: characters of the old one, the dot, and the named new digits. */
function layOut(layout: string, code: string, digits: Record<string, number>): string {
  return layout
    .split(" ")
    .map((part) => {
      if (part === ".") return part;
      if (part.startsWith("s")) return code.charAt(Number(part.slice(1)));
      return digitOf(digits[part] ?? -1);
    })
    .join("");
}

function hasThreeLettersInRow(code: string): boolean {
  return /[A-Z]{3}/.test(code.replace(".", ""));
}

/** The digits that stand for the character taken out (format 9). */
function newDigits(code: string, form: number): Record<string, number> {
  const taken = digitValue(code.charAt(2) === "." ? code.charAt(3) : code.charAt(2));
  if (form >= 44) {
    const c = taken * 31 + digitValue(code.slice(-1)) + 39;
    return { c1: div(c, 100), c2: div(c % 100, 10), c3: c % 10 };
  }
  const shift: Record<number, number> = { 24: 7, 33: 38, 42: 69 };
  const added = shift[form];
  if (added !== undefined) return { c1: div(taken + added, 10), c2: (taken + added) % 10 };
  const c1 = 2 + div(taken, 8);
  return { c1, C1: c1 + 4, c2: 2 + (taken % 8) };
}

/** Re-writes a code for an abjad; one that cannot be unpacked stays as it is (format 9). */
export function toAbjad(given: string): string {
  const code = unpack(given);
  if (code === undefined) return given;
  const form = formOf(code);
  const layout = WRITING[form];
  if (layout === undefined) return given;
  if (SAFE_FORMS.includes(form) && !hasThreeLettersInRow(code)) return given;
  return pack(layOut(layout, code, newDigits(code, form)));
}

/** The number hidden in the digits of a re-written code (format 9). */
function hiddenNumber(code: string, form: number): number {
  const v = (index: number): number => digitValue(code.charAt(index));
  if (form === 23 || form === 24) return 8 * v(3) + v(4) - 18;
  if (form === 34) return 10 * v(2) + v(5) - 7;
  if (form === 35) return 8 * v(2) + v(6) - 18;
  if (form === 45) return 100 * v(2) + 10 * v(5) + v(8) - 39;
  return 100 * v(2) + 10 * v(6) + v(9) - 39;
}

/** Re-writes a code of an abjad back; what is no such code stays as it is (format 9). */
export function fromAbjad(given: string): string {
  if (!/^[0-9A-Z]+\.[0-9A-Z]{2,}$/.test(given)) return given;
  const code = unpack(given);
  if (code === undefined) return given;
  const form = formOf(code);
  const c = hiddenNumber(code, form);
  const reading = READING[form]?.find((one) => one.from <= c && c <= one.to);
  if (reading === undefined) return given;
  const digits = { c: c - reading.from, ch: div(c, 31), cl: c % 31 };
  return pack(layOut(reading.layout, code, digits));
}
