/**
 * Codes in Greek, Hebrew, Arabic and Korean never have more than two letters in a row, so that they do not spell a word: one
 * letter is removed, and digits that stand for it are inserted (format 9).
 */
import { CHAR_VALUES } from "../digits/digits.ts";
import { packed, packedOlder, unpacked, withoutIAndO } from "../digits/packing.ts";
import { DIGITS } from "../tables/format.ts";

/**
 * How to rearrange codes: by lengths, ten times the prefix length plus the suffix length. `0` to `9` and `X` are the characters
 * of the code, counting the dot; `p`, `q` and `r` are new digits, `P` is four more than `p`.
 */
const ABJAD_LAYOUTS: Readonly<Record<number, string>> = {
  22: "01.pq4",
  23: "01.pq45",
  24: "01p.4q56",
  32: "01.Pq45",
  33: "01p.4q56",
  34: "01p.45q67",
  42: "01p.3q56",
  43: "01P.35q67",
  44: "01p3.q56r7",
  54: "01p34.q67r8",
};

/** Codes of these lengths stay as they are unless they have three letters in a row. */
const OFTEN_UNCHANGED = [22, 32, 33, 42, 43, 44, 54];

/** Added to the removed letter, to distinguish codes of different lengths that become equally long. */
const MARKS: Readonly<Record<number, number>> = { 24: 7, 33: 38, 42: 69 };

/** From these lengths on, the last character is removed too. */
const TWO_REMOVED_FROM = 44;
const TWO_REMOVED_MARK = 39;

/** How to restore codes of some lengths whose number is in a range: `t` is the removed letter, `u` a second one. */
const ROMAN_LAYOUTS = [
  { lengths: 23, min: 0, max: 30, layout: "01.t5" },
  { lengths: 24, min: 0, max: 30, layout: "01.t56" },
  { lengths: 24, min: 32, max: 62, layout: "01t.56" },
  { lengths: 34, min: 0, max: 30, layout: "01.t467" },
  { lengths: 34, min: 31, max: 61, layout: "01t.467" },
  { lengths: 34, min: 62, max: 92, layout: "01t4.67" },
  { lengths: 35, min: 0, max: 30, layout: "01t.4578" },
  { lengths: 35, min: 32, max: 62, layout: "01t4.578" },
  { lengths: 45, min: 0, max: 960, layout: "01t3.679u" },
  { lengths: 55, min: 0, max: 960, layout: "01t34.78Xu" },
];

/** In a row, whether the dot is between them or not. */
const THREE_LETTERS = /[A-Z](?:\.?[A-Z]){2}/;

function lengthsOf(code: string): number {
  const dot = code.indexOf(".");
  return 10 * dot + code.length - dot - 1;
}

function valueAt(code: string, index: number): number {
  return CHAR_VALUES[code.charCodeAt(index)];
}

/** A code in another layout, packed. @param digits the values of the new digits */
function rearranged(code: string, layout: string, digits: Readonly<Record<string, number>>) {
  // A loop, as Array.from takes three times as long.
  let text = "";
  for (const symbol of layout) {
    const index = "0123456789X".indexOf(symbol);
    if (symbol === ".") text += symbol;
    else text += index < 0 ? DIGITS[digits[symbol]] : code[index];
  }
  return packed(text);
}

/** The new digits, which stand for the letters that a layout removes. */
function newDigits(code: string, lengths: number): Readonly<Record<string, number>> {
  const removed = valueAt(code, code[2] === "." ? 3 : 2);
  if (lengths >= TWO_REMOVED_FROM) {
    const number = 31 * removed + valueAt(code, code.length - 1) + TWO_REMOVED_MARK;
    return { p: Math.trunc(number / 100), q: Math.trunc(number / 10) % 10, r: number % 10 };
  }
  const mark = MARKS[lengths];
  if (mark !== undefined) {
    const number = removed + mark;
    return { p: Math.trunc(number / 10), q: number % 10 };
  }
  const p = 2 + (removed >> 3);
  return { p, P: p + 4, q: 2 + (removed & 7) };
}

/** A Roman code as an abjad arranges it. A code that cannot be unpacked stays as it is. */
export function toAbjad(code: string): string {
  const digits = unpacked(code);
  if (digits === undefined) return code;
  const lengths = lengthsOf(digits);
  const layout = ABJAD_LAYOUTS[lengths];
  if (layout === undefined) return code;
  const isFine = OFTEN_UNCHANGED.includes(lengths) && !THREE_LETTERS.test(digits);
  return isFine ? code : rearranged(digits, layout, newDigits(digits, lengths));
}

/** A packed code in the older form, which needs no E and no U; undefined if its vowels are invalid. */
export function repackedOlder(code: string): string | undefined {
  const digits = unpacked(code);
  return digits === undefined ? undefined : packedOlder(digits);
}

/** The number in the inserted digits of a rewritten code. */
function numberIn(code: string, lengths: number): number {
  const at = (index: number) => valueAt(code, index);
  if (lengths === 34) return 10 * at(2) + at(5) - 7;
  if (lengths === 35) return 8 * at(2) + at(6) - 18;
  if (lengths < TWO_REMOVED_FROM) return 8 * at(3) + at(4) - 18;
  const middle = code.indexOf(".") + 1;
  return 100 * at(2) + 10 * at(middle) + at(code.length - 2) - TWO_REMOVED_MARK;
}

/** The Roman code of the code of an abjad. Any other code stays as it is. */
export function fromAbjad(code: string): string {
  const digits = unpacked(withoutIAndO(code));
  if (digits === undefined) return code;
  const lengths = lengthsOf(digits);
  const number = numberIn(digits, lengths);
  const restored = ROMAN_LAYOUTS.find(
    (one) => one.lengths === lengths && number >= one.min && number <= one.max,
  );
  if (restored === undefined) return code;
  const isPair = lengths >= TWO_REMOVED_FROM;
  const t = isPair ? Math.trunc(number / 31) : number - restored.min;
  return rearranged(digits, restored.layout, { t, u: number % 31 });
}
