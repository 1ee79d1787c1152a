/**
 * The fast scan splits texts of the common form: `NLD 49.4V`, `US-CA XX.XXX-XX`, `VHXGB.1J9J`; ASCII, at most one
 * space, not packed (see digits/digits.ts). It leaves other texts to grammar.ts. The processor mispredicts a loop that
 * ends after a different number of characters for most texts. So the scan takes the same steps for all lengths: it
 * tests all possible positions of the dot and the space, and masks out missing digits instead of skipping them.
 */
import { DOT, HYPHEN, SPACE } from "../characters.ts";
import { CHAR_VALUES } from "../digits/digits.ts";
import { BASE, DIGIT_POWERS, MAX_PRECISION, MIN_TERRITORY_PART } from "../tables/format.ts";
import * as layout from "../tables/layout/records.ts";
import { keySymbol, MAX_KEY_CHARS, nameKey } from "../tables/layout/short-names.ts";
import { offHeap } from "../tables/typed-arrays.ts";

const MIN_CHARS = layout.MIN_PREFIX + 1 + layout.MIN_SUFFIX;
/** Longer texts are not of the common form, whose territory, code and extension have 26 characters at most. */
const MAX_CHARS = 31;

/** The scan reads and ignores this many characters before the text. */
export const BYTES_BEFORE_TEXT = layout.MAX_PREFIX + 1 - layout.MIN_PREFIX;

/** The largest index in the bytes. V8 knows that sums of indices masked by it cannot overflow. */
export const MAX_INDEX = (1 << 30) - 1;

/** The value of characters that are not digits: a bit above the bits of all digits. */
const NO_DIGIT = 1 << 7;

/** A table with an element for each byte. Bytes that are not ASCII have the element `otherwise`. */
function byChar(otherwise: number, elementOf: (char: number) => number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, char) => {
    return char < CHAR_VALUES.length ? elementOf(char) : otherwise;
  });
}

const VALUES = byChar(NO_DIGIT, (char) => {
  const value = CHAR_VALUES[char];
  return value >= 0 && value < BASE ? value : NO_DIGIT;
});
const SYMBOLS = byChar(keySymbol("\u0080"), (char) => keySymbol(String.fromCharCode(char)));

/** The result of the fast scan: lengths, and the digits of the code as numbers. */
export const parsed = {
  /** The key of the territory's name (see nameKey), 0 for none. */
  territoryKey: 0,
  /** Prefix and suffix length as one number, see codeLengthsOf. */
  lengths: 0,
  suffixLength: 0,
  extensionLength: 0,
  /** The number before the dot, and its first digit. */
  prefixValue: 0,
  firstDigit: 0,
  /** Its second and third digit, counted from the dot; the third is 0 if there are two. */
  prefix2: 0,
  prefix3: 0,
  /** The digits after the dot; missing digits are 0. */
  suffix1: 0,
  suffix2: 0,
  suffix3: 0,
  suffix4: 0,
};

/** The values of the extension's characters. */
export const extensionDigits = offHeap(Int32Array, MAX_PRECISION);

/** The characters of a text, after a margin. Only fastScanText uses it. */
const fastChars = offHeap(Uint8Array, BYTES_BEFORE_TEXT + MAX_CHARS);

/** Writes lengths and digits of the code, and the key of the territory, to `parsed`. @returns false for other texts */
export function fastScanText(text: string): boolean {
  const length = text.length;
  if (length > MAX_CHARS) return false;
  let all = 0;
  for (let index = 0; index < length; index++) {
    const char = text.charCodeAt(index);
    all |= char;
    fastChars[BYTES_BEFORE_TEXT + index] = char;
  }
  return all < 0x80 && fastScanBytes(fastChars, BYTES_BEFORE_TEXT, BYTES_BEFORE_TEXT + length);
}

/** As fastScanText, for a text in bytes, from at least BYTES_BEFORE_TEXT up to at most MAX_INDEX (excluded). */
export function fastScanBytes(bytes: Uint8Array, start: number, stop: number): boolean {
  const from = start & MAX_INDEX;
  const to = stop & MAX_INDEX;
  if (to - from < MIN_CHARS) return false;
  let end = to;
  let suffixLength = suffixLengthBefore(bytes, end);
  parsed.extensionLength = 0;
  // In XX.XX-X, suffix, hyphen and the one extra character look like a suffix of four.
  if (suffixLength === 0 || bytes[to - 2] === HYPHEN) {
    end = scanExtension(bytes, from, to) & MAX_INDEX;
    if (end === 0) return false;
    suffixLength = suffixLengthBefore(bytes, end);
  }
  const dot = end - 1 - suffixLength;
  if (suffixLength < layout.MIN_SUFFIX || suffixLength > layout.MAX_SUFFIX) return false;
  if (dot < from + layout.MIN_PREFIX) return false;
  let prefixLength = prefixLengthBefore(bytes, dot);
  const territoryLength = dot - 1 - prefixLength - from;
  parsed.territoryKey = 0;
  // A space before `from` is not part of the text.
  if (prefixLength === 0 || territoryLength < 0) prefixLength = dot - from;
  else if (territoryLength < MIN_TERRITORY_PART || territoryLength > MAX_KEY_CHARS) return false;
  else parsed.territoryKey = keyOf(bytes, from, territoryLength);
  if (prefixLength < layout.MIN_PREFIX || prefixLength > layout.MAX_PREFIX) return false;

  // Digits that are masked out are still read, from within the text or its margin.
  const suffix3Mask = (2 - suffixLength) >> 31;
  const suffix1 = VALUES[bytes[dot + 1]];
  const suffix2 = VALUES[bytes[dot + 2]];
  const suffix3 = VALUES[bytes[dot + 2 - suffix3Mask]] & suffix3Mask;
  const suffix4 = VALUES[bytes[dot + suffixLength]] & ((3 - suffixLength) >> 31);
  const last = VALUES[bytes[dot - 1]];
  const second = VALUES[bytes[dot - 2]];
  const third = VALUES[bytes[dot - 3]] & ((2 - prefixLength) >> 31);
  const fourth = VALUES[bytes[dot - 4]] & ((3 - prefixLength) >> 31);
  const fifth = VALUES[bytes[dot - 5]] & ((4 - prefixLength) >> 31);
  const lower = last + BASE * second;
  const upper = third + BASE * fourth;
  parsed.prefixValue = lower + DIGIT_POWERS[2] * upper + DIGIT_POWERS[4] * fifth;
  parsed.firstDigit = VALUES[bytes[dot - prefixLength]];
  parsed.prefix2 = second;
  parsed.prefix3 = third;
  parsed.lengths = layout.codeLengthsOf(prefixLength, suffixLength);
  parsed.suffixLength = suffixLength;
  parsed.suffix1 = suffix1;
  parsed.suffix2 = suffix2;
  parsed.suffix3 = suffix3;
  parsed.suffix4 = suffix4;
  const all = suffix1 | suffix2 | suffix3 | suffix4 | last | second | third | fourth | fifth;
  return all < NO_DIGIT;
}

/** 1 if a byte is this character, else 0. A comparison would become a branch. */
function equalBit(byte: number, char: number): number {
  return ((byte ^ char) - 1) >>> 31;
}

/** Length of the suffix that ends at `end`; 0 without a dot; with several dots, another number. */
function suffixLengthBefore(bytes: Uint8Array, end: number): number {
  return (
    2 * equalBit(bytes[end - 3], DOT) +
    3 * equalBit(bytes[end - 4], DOT) +
    4 * equalBit(bytes[end - 5], DOT)
  );
}

/** Length of the prefix between space and dot; 0 without a space; with several spaces, another number. */
function prefixLengthBefore(bytes: Uint8Array, dot: number): number {
  return (
    2 * equalBit(bytes[dot - 3], SPACE) +
    3 * equalBit(bytes[dot - 4], SPACE) +
    4 * equalBit(bytes[dot - 5], SPACE) +
    5 * equalBit(bytes[dot - 6], SPACE)
  );
}

function keyOf(bytes: Uint8Array, from: number, length: number): number {
  return nameKey(
    SYMBOLS[bytes[from]],
    SYMBOLS[bytes[from + 1]],
    SYMBOLS[bytes[from + 2]] & ((2 - length) >> 31),
    SYMBOLS[bytes[from + 3]] & ((3 - length) >> 31),
    SYMBOLS[bytes[from + 4]] & ((4 - length) >> 31),
    SYMBOLS[bytes[from + 5]] & ((5 - length) >> 31),
  );
}

/** @returns index of the hyphen, or 0 if the text does not end in an extension */
function scanExtension(bytes: Uint8Array, from: number, to: number): number {
  const minHyphen = Math.max(from + MIN_CHARS, to - 1 - MAX_PRECISION);
  let hyphen = to - 1;
  while (hyphen > minHyphen && bytes[hyphen] !== HYPHEN) hyphen--;
  const count = to - 1 - hyphen;
  if (count === 0 || hyphen < minHyphen || bytes[hyphen] !== HYPHEN) return 0;
  for (let i = 0; i < count; i++) {
    const value = VALUES[bytes[hyphen + 1 + i]];
    // An extension never contains the last digit: its characters number 30 cells.
    if (value >= BASE - 1) return 0;
    extensionDigits[i] = value;
  }
  parsed.extensionLength = count;
  return hyphen;
}
