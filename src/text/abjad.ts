/**
 * Codes in Greek, Hebrew, Arabic and Korean never have more than two letters in a row, so that they do not
 * spell a word: one letter is removed, and digits that stand for it are inserted (format 9). Codes here are
 * texts of prefix, dot and suffix.
 */
import { asciiText, CHAR_VALUES, DIGIT_CHARS, NO_VALUE } from "../digits/digits.ts";
import { isAllDigits, pack, packOlder, unpack } from "../digits/packing.ts";

/**
 * How to rearrange a code, by its lengths (ten times the prefix length plus the suffix length). A digit of a
 * layout is the index of a character of the code, counting its dot (X is index 10); a letter is a new digit.
 */
type Layouts = Readonly<Record<number, string>>;

/** Codes of these lengths stay as they are unless they have three letters in a row. */
const OFTEN_UNCHANGED = [22, 32, 33, 42, 43, 44, 54];

/** `p`, `q` and `r` are the new digits; `P` is four more than `p`. */
const ABJAD_LAYOUTS: Layouts = {
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
const MARKS: Readonly<Record<number, number>> = { 24: 7, 33: 38, 42: 69 };

/** From these lengths on, the last character is removed too. */
const TWO_REMOVED_FROM = 44;
const TWO_REMOVED_MARK = 39;

/** How to restore a code whose number is in a range; `t` is the removed letter, `u` a second one. */
interface RomanLayout {
  readonly min: number;
  readonly max: number;
  readonly layout: string;
}

const ROMAN_LAYOUTS: Readonly<Record<number, readonly RomanLayout[]>> = {
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

/** The characters of the code that a function works on: at most five on each side of the dot. */
const chars = new Uint8Array(11);

/** Copies the characters of a code to `chars`, I as 1 and O as 0; its dot stays as it is. */
function load(code: string): void {
  for (let index = 0; index < code.length; index++) {
    const unit = code.charCodeAt(index);
    const value = CHAR_VALUES[unit];
    chars[index] = value === NO_VALUE ? unit : DIGIT_CHARS[value];
  }
}

/** A code with the digits of its packed form restored; undefined if its vowels are invalid. */
export function unpackText(code: string): string | undefined {
  load(code);
  return unpack(chars, 0, code.length) ? asciiText(chars, 0, code.length) : undefined;
}

function packText(code: string): string {
  load(code);
  if (isAllDigits(chars, 0, code.length)) pack(chars, code.length);
  return asciiText(chars, 0, code.length);
}

/** A code without letters, in the older packed form. */
export function packOlderText(code: string): string {
  load(code);
  packOlder(chars, 0, code.length);
  return asciiText(chars, 0, code.length);
}

/** Ten times the prefix length plus the suffix length. */
function lengthsOf(code: string): number {
  const prefixLength = code.indexOf(".");
  return 10 * prefixLength + (code.length - 1 - prefixLength);
}

function valueAt(code: string, index: number): number {
  return CHAR_VALUES[code.charCodeAt(index)];
}

/** Writes a code in another layout. @param added the values of the new digits, by their letters */
function rearrange(code: string, layout: string, added: Readonly<Record<string, number>>): string {
  let text = "";
  // A loop takes a fifth of the time of a regular expression with a function.
  for (let index = 0; index < layout.length; index++) {
    const symbol = layout[index];
    const value = added[symbol];
    if (value !== undefined) text += String.fromCharCode(DIGIT_CHARS[value]);
    else if (symbol === ".") text += symbol;
    else text += code.charAt(symbol === "X" ? 10 : Number(symbol));
  }
  return text;
}

/** Rewrites a Roman code for an abjad. A code that cannot be unpacked stays as it is. */
export function toAbjad(code: string): string {
  const plain = unpackText(code);
  if (plain === undefined) return code;
  const lengths = lengthsOf(plain);
  const layout = ABJAD_LAYOUTS[lengths];
  const isUnchanged = OFTEN_UNCHANGED.includes(lengths) && !/[A-Z]{3}/.test(plain.replace(".", ""));
  if (layout === undefined || isUnchanged) return code;

  const removed = valueAt(plain, plain.charAt(2) === "." ? 3 : 2);
  const mark = MARKS[lengths];
  if (lengths >= TWO_REMOVED_FROM) {
    const number = 31 * removed + valueAt(plain, plain.length - 1) + TWO_REMOVED_MARK;
    const p = Math.floor(number / 100);
    return packText(
      rearrange(plain, layout, { p, q: Math.floor(number / 10) % 10, r: number % 10 }),
    );
  }
  if (mark !== undefined) {
    const number = removed + mark;
    return packText(rearrange(plain, layout, { p: Math.floor(number / 10), q: number % 10 }));
  }
  const p = 2 + (removed >> 3);
  return packText(rearrange(plain, layout, { p, P: p + 4, q: 2 + (removed & 7) }));
}

/** The number in the inserted digits of a rewritten code. */
function numberIn(code: string, lengths: number): number {
  const value = (index: number) => valueAt(code, index);
  switch (lengths) {
    case 34:
      return 10 * value(2) + value(5) - 7;
    case 35:
      return 8 * value(2) + value(6) - 18;
    case 45:
      return 100 * value(2) + 10 * value(5) + value(8) - TWO_REMOVED_MARK;
    case 55:
      return 100 * value(2) + 10 * value(6) + value(9) - TWO_REMOVED_MARK;
    default:
      return 8 * value(3) + value(4) - 18;
  }
}

/** Restores the Roman code from that of an abjad. Any other text stays as it is. */
export function fromAbjad(code: string): string {
  if (!/^[0-9A-Z]{2,5}\.[0-9A-Z]{2,5}$/.test(code)) return code;
  const plain = unpackText(code);
  if (plain === undefined) return code;
  const lengths = lengthsOf(plain);
  const number = numberIn(plain, lengths);
  const restored = ROMAN_LAYOUTS[lengths]?.find(({ min, max }) => number >= min && number <= max);
  if (restored === undefined) return code;
  const isPair = lengths >= TWO_REMOVED_FROM;
  const t = isPair ? Math.floor(number / 31) : number - restored.min;
  return packText(rearrange(plain, restored.layout, isPair ? { t, u: number % 31 } : { t }));
}
