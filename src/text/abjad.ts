/**
 * Codes in Greek, Hebrew, Arabic and Korean never have more than two letters in a row, so they spell no words. Two
 * digits replace one character; in codes of eight or nine characters, three replace two (format 9).
 */
import { DOT, utf8Bytes } from "../characters.ts";
import * as digits from "../digits/digits.ts";
import { BASE } from "../tables/format.ts";

/** Ten times the prefix length plus the suffix length. */
function lengthPairOf(dot: number, end: number): number {
  return 10 * dot + end - dot - 1;
}

/** In place of a character of the code. */
const INSERTED = -1;

/**
 * The arrangement of codes by their lengths. In a layout, `0` to `8` are the characters of the code, with the dot, and
 * `_` the inserted digits: the number of the removed letters, plus an offset that distinguishes codes that become equally
 * long. Octal digits start at 2.
 */
function arrangement(lengthPair: number, layout: string, base: 8 | 10, offset: number) {
  const dot = Math.trunc(lengthPair / 10);
  const last = dot + (lengthPair % 10);
  const isPair = lengthPair >= 44;
  return {
    ...{ lengthPair, base, offset, last, isPair },
    /** Codes of other lengths stay as they are unless they have three letters in a row. */
    isForAll: [23, 24, 34].includes(lengthPair),
    /** For each character, its index in the code, or INSERTED. */
    sources: Int8Array.from(layout, (symbol) => {
      if (symbol === "_") return INSERTED;
      return symbol === "." ? dot : Number(symbol);
    }),
    arrangedLengthPair: lengthPairOf(layout.indexOf("."), layout.length),
    removed: dot === 2 ? 3 : 2,
    end: isPair ? BASE * BASE : BASE,
    low: base === 8 ? 2 : 0,
  };
}

const ARRANGEMENTS = [
  arrangement(22, "01.__4", 8, 0),
  arrangement(23, "01.__45", 8, 0),
  arrangement(24, "01_.4_56", 10, 7),
  arrangement(32, "01.__45", 8, 32),
  arrangement(33, "01_.4_56", 10, 38),
  arrangement(34, "01_.45_67", 8, 0),
  arrangement(42, "01_.3_56", 10, 69),
  arrangement(43, "01_.35_67", 8, 32),
  arrangement(44, "01_3._56_7", 10, 39),
  arrangement(54, "01_34._67_8", 10, 39),
];

const BY_LENGTH_PAIR = Array.from({ length: 100 }, (_, pair) =>
  ARRANGEMENTS.find(({ lengthPair }) => lengthPair === pair),
);

/** No code without extra digits is longer. */
const MAX_CHARS = 16;

/** The code that is converted, without vowels. */
const code = new Uint8Array(MAX_CHARS);

/** The last arranged code. */
export const arranged = new Uint8Array(MAX_CHARS);

/**
 * Sets `arranged` to a Roman code as an abjad arranges it. A code that cannot be unpacked stays as it is.
 * @returns the number of its characters
 */
export function arrangeAsAbjad(chars: Uint8Array, start: number, end: number): number {
  const length = end - start;
  let dot = 0;
  // A bit for each character but the dot: branches would be mispredicted, as letters and digits are random.
  let letters = 0;
  for (let at = 0; at < length; at++) {
    const char = chars[start + at];
    arranged[at] = char;
    code[at] = char;
    if (char === DOT) dot = at;
    else letters = (letters << 1) | (char >> 6);
  }
  if (!digits.unpack(code, length)) return length;
  const rule = BY_LENGTH_PAIR[lengthPairOf(dot, length)];
  const hasThreeLetters = (letters & (letters << 1) & (letters << 2)) !== 0;
  if (rule === undefined || !(rule.isForAll || hasThreeLetters)) return length;
  const { sources, base, low } = rule;
  let number = digits.CHAR_VALUES[code[rule.removed]];
  if (rule.isPair) number = BASE * number + digits.CHAR_VALUES[code[rule.last]];
  number += rule.offset;
  // The last digit of the number comes first.
  for (let at = sources.length - 1; at >= 0; at--) {
    if (sources[at] === INSERTED) {
      arranged[at] = digits.DIGIT_CHARS[(number % base) + low];
      number = (number / base) | 0;
    } else arranged[at] = code[sources[at]];
  }
  if (digits.areBelow(10, arranged, sources.length)) digits.pack(arranged, sources.length);
  return sources.length;
}

/** The Roman form of an abjad's code. Any other code stays as it is. */
export function fromAbjad(text: string): string {
  const chars = utf8Bytes(digits.withoutIAndO(text));
  if (!digits.unpack(chars, chars.length)) return text;
  const lengthPair = lengthPairOf(chars.indexOf(DOT), chars.length);
  for (const rule of ARRANGEMENTS) {
    if (rule.arrangedLengthPair !== lengthPair) continue;
    const { sources, base, low, last } = rule;
    let number = 0;
    for (const [at, source] of sources.entries()) {
      if (source !== INSERTED) code[source] = chars[at];
      else number = number * base + digits.CHAR_VALUES[chars[at]] - low;
    }
    number -= rule.offset;
    if (number < 0 || number >= rule.end) continue;
    code[rule.removed] = digits.DIGIT_CHARS[rule.isPair ? Math.trunc(number / BASE) : number];
    if (rule.isPair) code[last] = digits.DIGIT_CHARS[number % BASE];
    if (digits.areBelow(10, code, last + 1)) digits.pack(code, last + 1);
    return digits.asciiText(code, 0, last + 1);
  }
  return text;
}
