/**
 * Greek, Hebrew, Arabic and Korean codes never show more than two letters in a row, lest they
 * spell a word: a letter of the code is taken out and comes back as digits between the others
 * (format 9). Codes here are texts of prefix, dot and suffix.
 */
import { asciiText, CHAR_VALUES, DIGIT_CHARS, NO_VALUE } from "../digits/digits.ts";
import { isAllDigits, pack, packOlder, unpack } from "../digits/packing.ts";

/**
 * How a code is rearranged, by its form (ten times the prefix length plus the suffix length). A
 * digit stands for the character in that place of the code, its dot counted (X is the tenth), and
 * other letters for new digits.
 */
type Layouts = Readonly<Record<number, string>>;

/** Forms left as they are when they have no three letters in a row. */
const FORMS_OFTEN_FINE = [22, 32, 33, 42, 43, 44, 54];

/** `p q r` are the new digits, `P` is four more than p. */
const WRITTEN: Layouts = {
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

/** What is added to the letter taken out, so that reading can tell these forms of seven apart. */
const MARKS: Readonly<Record<number, number>> = { 24: 7, 33: 38, 42: 69 };

/** From this form on, the last character is taken out too. */
const TWO_TAKEN_FROM = 44;
const TWO_TAKEN_MARK = 39;

/** A way to read a form: for marks from `least` on; `t` is the letter taken out, `u` a second. */
interface Reading {
  readonly least: number;
  readonly most: number;
  readonly layout: string;
}

const READ: Readonly<Record<number, readonly Reading[]>> = {
  23: [{ least: 0, most: 30, layout: "01.t5" }],
  24: [
    { least: 0, most: 30, layout: "01.t56" },
    { least: 32, most: 62, layout: "01t.56" },
  ],
  34: [
    { least: 0, most: 30, layout: "01.t467" },
    { least: 31, most: 61, layout: "01t.467" },
    { least: 62, most: 92, layout: "01t4.67" },
  ],
  35: [
    { least: 0, most: 30, layout: "01t.4578" },
    { least: 32, most: 62, layout: "01t4.578" },
  ],
  45: [{ least: 0, most: 960, layout: "01t3.679u" }],
  55: [{ least: 0, most: 960, layout: "01t34.78Xu" }],
};

/** The characters of a code, I as 1 and O as 0; what is no digit (its dot) stays as it is. */
function bytesOf(code: string): Uint8Array {
  return Uint8Array.from(code, (char) => {
    const unit = char.charCodeAt(0);
    const value = CHAR_VALUES[unit];
    return value === NO_VALUE ? unit : DIGIT_CHARS[value];
  });
}

/** A code with its digits back in place of vowels, or undefined when its vowels make no sense. */
export function unpackText(code: string): string | undefined {
  const chars = bytesOf(code);
  return unpack(chars, 0, chars.length) ? asciiText(chars, 0, chars.length) : undefined;
}

function packText(code: string): string {
  const chars = bytesOf(code);
  if (isAllDigits(chars, 0, chars.length)) pack(chars, chars.length);
  return asciiText(chars, 0, chars.length);
}

/** A code of digits only in the older packed form. */
export function packOlderText(code: string): string {
  const chars = bytesOf(code);
  packOlder(chars, 0, chars.length);
  return asciiText(chars, 0, chars.length);
}

function formOf(code: string): number {
  const prefixLength = code.indexOf(".");
  return 10 * prefixLength + (code.length - 1 - prefixLength);
}

function valueAt(code: string, place: number): number {
  return CHAR_VALUES[code.charCodeAt(place)];
}

function rearrange(code: string, layout: string, added: Readonly<Record<string, number>>): string {
  return layout.replace(/\w/g, (sign) => {
    const value = added[sign];
    if (value !== undefined) return String.fromCharCode(DIGIT_CHARS[value]);
    return code.charAt(sign === "X" ? 10 : Number(sign));
  });
}

/** Re-writes a Roman code for an abjad; one that cannot be unpacked stays as it is. */
export function toAbjad(code: string): string {
  const plain = unpackText(code);
  if (plain === undefined) return code;
  const form = formOf(plain);
  const layout = WRITTEN[form];
  const isFine = FORMS_OFTEN_FINE.includes(form) && !/[A-Z]{3}/.test(plain.replace(".", ""));
  if (layout === undefined || isFine) return code;

  const taken = valueAt(plain, plain.charAt(2) === "." ? 3 : 2);
  const mark = MARKS[form];
  if (form >= TWO_TAKEN_FROM) {
    const number = 31 * taken + valueAt(plain, plain.length - 1) + TWO_TAKEN_MARK;
    const p = Math.floor(number / 100);
    return packText(
      rearrange(plain, layout, { p, q: Math.floor(number / 10) % 10, r: number % 10 }),
    );
  }
  if (mark !== undefined) {
    const number = taken + mark;
    return packText(rearrange(plain, layout, { p: Math.floor(number / 10), q: number % 10 }));
  }
  const p = 2 + (taken >> 3);
  return packText(rearrange(plain, layout, { p, P: p + 4, q: 2 + (taken & 7) }));
}

/** The number that the digits of a re-written code hold. */
function numberIn(code: string, form: number): number {
  const value = (place: number) => valueAt(code, place);
  switch (form) {
    case 34:
      return 10 * value(2) + value(5) - 7;
    case 35:
      return 8 * value(2) + value(6) - 18;
    case 45:
      return 100 * value(2) + 10 * value(5) + value(8) - TWO_TAKEN_MARK;
    case 55:
      return 100 * value(2) + 10 * value(6) + value(9) - TWO_TAKEN_MARK;
    default:
      return 8 * value(3) + value(4) - 18;
  }
}

/** Re-writes the code of an abjad back; what is no such code stays as it is. */
export function fromAbjad(code: string): string {
  if (!/^[0-9A-Z]{2,5}\.[0-9A-Z]{2,5}$/.test(code)) return code;
  const plain = unpackText(code);
  if (plain === undefined) return code;
  const form = formOf(plain);
  const number = numberIn(plain, form);
  const reading = READ[form]?.find(({ least, most }) => number >= least && number <= most);
  if (reading === undefined) return code;
  const isPair = form >= TWO_TAKEN_FROM;
  const t = isPair ? Math.floor(number / 31) : number - reading.least;
  return packText(rearrange(plain, reading.layout, isPair ? { t, u: number % 31 } : { t }));
}
