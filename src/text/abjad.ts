/**
 * Codes in Greek, Hebrew, Arabic and Korean never have more than two letters in a row, so that they do not
 * spell a word: one letter is removed, and digits that stand for it are inserted (format 9). Codes here are
 * prefix, dot and suffix, at the start of an array of bytes, and are rewritten in place: strings took 2.5 times as long.
 */
import { DOT, UPPER_A } from "../characters.ts";
import { CHAR_VALUES, DIGIT_CHARS, NO_VALUE } from "../digits/digits.ts";
import { isAllDigits, pack, packOlder, unpack } from "../digits/packing.ts";

/**
 * The symbols of layouts, as indices of `chars`: `0` to `9` and `X` are the characters of a code in their order,
 * counting the dot; the letters are new digits.
 */
const SYMBOLS = "0123456789XpqrPtu.";

const NEW_P = SYMBOLS.indexOf("p");
const NEW_Q = SYMBOLS.indexOf("q");
const NEW_R = SYMBOLS.indexOf("r");
const NEW_P_PLUS_4 = SYMBOLS.indexOf("P");
const REMOVED_T = SYMBOLS.indexOf("t");
const REMOVED_U = SYMBOLS.indexOf("u");

/** How to rearrange a code: indices of `chars`. */
type Layout = Uint8Array;

function layout(symbols: string): Layout {
  return Uint8Array.from(symbols, (symbol) => SYMBOLS.indexOf(symbol));
}

/** By lengths: ten times the prefix length plus the suffix length. */
type ByLengths<Value> = Readonly<Record<number, Value>>;

/** Codes of these lengths stay as they are unless they have three letters in a row. */
const OFTEN_UNCHANGED = [22, 32, 33, 42, 43, 44, 54];

/** `p`, `q` and `r` are the new digits; `P` is four more than `p`. */
const ABJAD_LAYOUTS: ByLengths<Layout> = {
  22: layout("01.pq4"),
  23: layout("01.pq45"),
  24: layout("01p.4q56"),
  32: layout("01.Pq45"),
  33: layout("01p.4q56"),
  34: layout("01p.45q67"),
  42: layout("01p.3q56"),
  43: layout("01P.35q67"),
  44: layout("01p3.q56r7"),
  54: layout("01p34.q67r8"),
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
  23: [{ min: 0, max: 30, layout: layout("01.t5") }],
  24: [
    { min: 0, max: 30, layout: layout("01.t56") },
    { min: 32, max: 62, layout: layout("01t.56") },
  ],
  34: [
    { min: 0, max: 30, layout: layout("01.t467") },
    { min: 31, max: 61, layout: layout("01t.467") },
    { min: 62, max: 92, layout: layout("01t4.67") },
  ],
  35: [
    { min: 0, max: 30, layout: layout("01t.4578") },
    { min: 32, max: 62, layout: layout("01t4.578") },
  ],
  45: [{ min: 0, max: 960, layout: layout("01t3.679u") }],
  55: [{ min: 0, max: 960, layout: layout("01t34.78Xu") }],
};

/** The code that a function works on, unpacked, with at most five characters on each side of the dot; then new digits. */
const chars = new Uint8Array(SYMBOLS.length);
chars[SYMBOLS.indexOf(".")] = DOT;

/**
 * Copies a code to `chars`, I as 1 and O as 0, and unpacks it.
 * @returns its lengths; 0 if its vowels are invalid
 */
function load(code: Uint8Array, length: number): number {
  let dot = 0;
  for (let index = 0; index < length; index++) {
    const char = code[index];
    const value = CHAR_VALUES[char];
    chars[index] = value === NO_VALUE ? char : DIGIT_CHARS[value];
    if (char === DOT) dot = index;
  }
  return unpack(chars, 0, length) ? 10 * dot + (length - 1 - dot) : 0;
}

/**
 * Changes a packed code to the older form, which needs no E and no U.
 * @returns false, with nothing changed, if its vowels are invalid
 */
export function repackOlder(code: Uint8Array, length: number): boolean {
  if (load(code, length) === 0) return false;
  packOlder(chars, 0, length);
  for (let index = 0; index < length; index++) code[index] = chars[index];
  return true;
}

function valueAt(index: number): number {
  return CHAR_VALUES[chars[index]];
}

function setDigit(index: number, value: number): void {
  chars[index] = DIGIT_CHARS[value];
}

/** Whether `chars` has three letters in a row; the dot does not count. */
function hasThreeLetters(length: number): boolean {
  let letters = 0;
  for (let index = 0; index < length && letters < 3; index++) {
    if (chars[index] >= UPPER_A) letters++;
    else if (chars[index] !== DOT) letters = 0;
  }
  return letters === 3;
}

/** Writes `chars` to a code in another layout, packed. @returns the length */
function rearrange(layout: Layout, code: Uint8Array): number {
  const { length } = layout;
  for (let index = 0; index < length; index++) code[index] = chars[layout[index]];
  if (isAllDigits(code, 0, length)) pack(code, length);
  return length;
}

/** Sets the new digits, which stand for the letters that a layout removes. */
function setNewDigits(lengths: number, length: number): void {
  const removed = valueAt(chars[2] === DOT ? 3 : 2);
  const mark = MARKS[lengths];
  if (lengths >= TWO_REMOVED_FROM) {
    const number = 31 * removed + valueAt(length - 1) + TWO_REMOVED_MARK;
    setDigit(NEW_P, (number / 100) | 0);
    setDigit(NEW_Q, ((number / 10) | 0) % 10);
    setDigit(NEW_R, number % 10);
  } else if (mark !== undefined) {
    const number = removed + mark;
    setDigit(NEW_P, (number / 10) | 0);
    setDigit(NEW_Q, number % 10);
  } else {
    const p = 2 + (removed >> 3);
    setDigit(NEW_P, p);
    setDigit(NEW_P_PLUS_4, p + 4);
    setDigit(NEW_Q, 2 + (removed & 7));
  }
}

/** Rewrites a Roman code for an abjad. A code that cannot be unpacked stays as it is. @returns its new length */
export function toAbjad(code: Uint8Array, length: number): number {
  const lengths = load(code, length);
  const layout = ABJAD_LAYOUTS[lengths];
  if (layout === undefined) return length;
  if (OFTEN_UNCHANGED.includes(lengths) && !hasThreeLetters(length)) return length;
  setNewDigits(lengths, length);
  return rearrange(layout, code);
}

/** The number in the inserted digits of a rewritten code. */
function numberIn(lengths: number): number {
  switch (lengths) {
    case 34:
      return 10 * valueAt(2) + valueAt(5) - 7;
    case 35:
      return 8 * valueAt(2) + valueAt(6) - 18;
    case 45:
      return 100 * valueAt(2) + 10 * valueAt(5) + valueAt(8) - TWO_REMOVED_MARK;
    case 55:
      return 100 * valueAt(2) + 10 * valueAt(6) + valueAt(9) - TWO_REMOVED_MARK;
    default:
      return 8 * valueAt(3) + valueAt(4) - 18;
  }
}

/** Restores the Roman code from the code of an abjad. Any other code stays as it is. @returns its new length */
export function fromAbjad(code: Uint8Array, length: number): number {
  const lengths = load(code, length);
  const number = numberIn(lengths);
  const restored = ROMAN_LAYOUTS[lengths]?.find(({ min, max }) => number >= min && number <= max);
  if (restored === undefined) return length;
  const isPair = lengths >= TWO_REMOVED_FROM;
  setDigit(REMOVED_T, isPair ? (number / 31) | 0 : number - restored.min);
  setDigit(REMOVED_U, number % 31);
  return rearrange(restored.layout, code);
}
