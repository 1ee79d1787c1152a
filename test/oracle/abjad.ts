/**
 * Abjads: Greek, Hebrew, Arabic and Korean codes are rewritten so that no three letters follow each
 * other, and restored when read (format 9). Both functions take the part of a code before its "-".
 * In the layouts, s0, s1 ... are the characters of the code; its dot counts as one.
 */
import { digitOf, digitValue, div } from "./digits.ts";
import { pack, unpack } from "./packing.ts";

/** The forms that are rewritten only if three letters follow each other. */
const SAFE_FORMS: readonly number[] = [22, 32, 33, 42, 43, 44, 54];

/** The layout of each rewritten form. c1, c2 and c3 are the new digits; C1 is c1 + 4. */
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

/** The layout to read for hidden numbers in a range. */
interface Reading {
  from: number;
  to: number;
  layout: string;
}

/** In the layouts, c is the hidden number minus `from`; ch and cl are its two base-31 digits. */
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

/** Ten times the number of characters before the dot, plus the number after it. */
function formOf(code: string): number {
  const dot = code.indexOf(".");
  return dot * 10 + (code.length - dot - 1);
}

/** Builds a code of characters of the old one, the dot and the new digits. */
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

/** The digits that replace the removed character (format 9). */
function newDigits(code: string, form: number): Record<string, number> {
  const removed = digitValue(code.charAt(2) === "." ? code.charAt(3) : code.charAt(2));
  if (form >= 44) {
    const c = removed * 31 + digitValue(code.slice(-1)) + 39;
    return { c1: div(c, 100), c2: div(c % 100, 10), c3: c % 10 };
  }
  const shift: Record<number, number> = { 24: 7, 33: 38, 42: 69 };
  const added = shift[form];
  if (added !== undefined) return { c1: div(removed + added, 10), c2: (removed + added) % 10 };
  const c1 = 2 + div(removed, 8);
  return { c1, C1: c1 + 4, c2: 2 + (removed % 8) };
}

/** Rewrites a code for an abjad. A code that cannot be unpacked is unchanged (format 9). */
export function toAbjad(text: string): string {
  const code = unpack(text);
  if (code === undefined) return text;
  const form = formOf(code);
  const layout = WRITING[form];
  if (layout === undefined) return text;
  if (SAFE_FORMS.includes(form) && !hasThreeLettersInRow(code)) return text;
  return pack(layOut(layout, code, newDigits(code, form)));
}

/** The number hidden in the digits of a rewritten code (format 9). */
function hiddenNumber(code: string, form: number): number {
  const v = (index: number): number => digitValue(code.charAt(index));
  if (form === 23 || form === 24) return 8 * v(3) + v(4) - 18;
  if (form === 34) return 10 * v(2) + v(5) - 7;
  if (form === 35) return 8 * v(2) + v(6) - 18;
  if (form === 45) return 100 * v(2) + 10 * v(5) + v(8) - 39;
  return 100 * v(2) + 10 * v(6) + v(9) - 39;
}

/** Restores a rewritten code. A text of another form is unchanged (format 9). */
export function fromAbjad(text: string): string {
  if (!/^[0-9A-Z]+\.[0-9A-Z]{2,}$/.test(text)) return text;
  const code = unpack(text);
  if (code === undefined) return text;
  const form = formOf(code);
  const c = hiddenNumber(code, form);
  const reading = READING[form]?.find((one) => one.from <= c && c <= one.to);
  if (reading === undefined) return text;
  const digits = { c: c - reading.from, ch: div(c, 31), cl: c % 31 };
  return pack(layOut(reading.layout, code, digits));
}
