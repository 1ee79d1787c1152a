/**
 * Codes in Greek, Hebrew, Arabic and Korean never have more than two letters in a row, so that they do not
 * spell a word: one letter is removed, and digits that stand for it are inserted (format 9). Codes are prefix, dot and
 * suffix in Roman letters.
 */
import { CHAR_VALUES } from "../digits/digits.ts";
import { packed, packedOlder, unpacked, withoutIAndO } from "../digits/packing.ts";
import { DIGITS } from "../tables/format.ts";

/** By lengths: ten times the prefix length plus the suffix length. */
type ByLengths<Value> = Readonly<Record<number, Value>>;

/**
 * How to rearrange a code: `0` to `9` and `X` are its characters in their order, counting the dot; letters are new
 * digits.
 */
type Layout = string;

/** Codes of these lengths stay as they are unless they have three letters in a row. */
const OFTEN_UNCHANGED = [22, 32, 33, 42, 43, 44, 54];

/** `p`, `q` and `r` are the new digits; `P` is four more than `p`. */
const ABJAD_LAYOUTS: ByLengths<Layout> = {
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

/** Added to the removed letter, to distinguish codes of different lengths that become equally long. */
const MARKS: ByLengths<number> = { 24: 7, 33: 38, 42: 69 };

/** From these lengths on, the last character is removed too. */
const TWO_REMOVED_FROM = 44;
const TWO_REMOVED_MARK = 39;

/** How to restore a code whose number is in a range; `t` is the removed letter, `u` a second one. */
interface RomanLayout {
  readonly min: number;
  readonly max: number;
  readonly layout: Layout;
}

const ROMAN_LAYOUTS: ByLengths<readonly RomanLayout[]> = {
  23: [{ min: 0, max: 30, layout: "01.t5" }],
  24: [
    { min: 0, max: 30, layout: "01.t56" },
    { min: 32, max: 62, layout: "01t.56" },
  ],
  34: [
    { min: 0, max: 30, layout: "01.t467" },
    { min: 31, max: 61, layout: "01t.467" },
    { min: 62, max: 92, layout: "01t4.67" },
  ],
  35: [
    { min: 0, max: 30, layout: "01t.4578" },
    { min: 32, max: 62, layout: "01t4.578" },
  ],
  45: [{ min: 0, max: 960, layout: "01t3.679u" }],
  55: [{ min: 0, max: 960, layout: "01t34.78Xu" }],
};

const INDEXES = "0123456789X";
/** In a row, whether the dot is between them or not. */
const THREE_LETTERS = /[A-Z](?:\.?[A-Z]){2}/;

function lengthsOf(code: string): number {
  const dot = code.indexOf(".");
  return 10 * dot + code.length - dot - 1;
}

function valueAt(code: string, index: number): number {
  return CHAR_VALUES[code.charCodeAt(index)];
}

/** A code in another layout, packed. @param digits the values of the new digits, by their letters in the layout */
function rearranged(
  code: string,
  layout: Layout,
  digits: Readonly<Record<string, number>>,
): string {
  let text = "";
  for (const symbol of layout) {
    const index = INDEXES.indexOf(symbol);
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
  switch (lengths) {
    case 34:
      return 10 * at(2) + at(5) - 7;
    case 35:
      return 8 * at(2) + at(6) - 18;
    case 45:
      return 100 * at(2) + 10 * at(5) + at(8) - TWO_REMOVED_MARK;
    case 55:
      return 100 * at(2) + 10 * at(6) + at(9) - TWO_REMOVED_MARK;
    default:
      return 8 * at(3) + at(4) - 18;
  }
}

/** The Roman code of the code of an abjad. Any other code stays as it is. */
export function fromAbjad(code: string): string {
  const digits = unpacked(withoutIAndO(code));
  if (digits === undefined) return code;
  const lengths = lengthsOf(digits);
  const number = numberIn(digits, lengths);
  const restored = ROMAN_LAYOUTS[lengths]?.find(({ min, max }) => number >= min && number <= max);
  if (restored === undefined) return code;
  const isPair = lengths >= TWO_REMOVED_FROM;
  const t = isPair ? Math.trunc(number / 31) : number - restored.min;
  return rearranged(digits, restored.layout, { t, u: number % 31 });
}
