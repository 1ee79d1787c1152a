/**
 * Takes the usual text apart: `NLD 49.4V`, `US-CA XX.XXX-XX`, `VHXGB.1J9J`, with one space at most,
 * in ASCII, not packed (see digits/packing.ts). What it does not take means no refusal: scan.ts takes
 * all texts, with which decoding takes two thirds more time. Loops over parts of a text run as often
 * as it has characters, which is wrongly predicted for nearly each text; hence the same steps
 * whatever the lengths: the dot is looked for at its three places from the end, the space at its four
 * places from the dot, and what a code does not have is masked out, not skipped.
 */
import { CHAR_DOT, CHAR_HYPHEN, CHAR_SPACE, CHAR_VALUES } from "../digits/digits.ts";
import { BASE, DIGIT_POWERS, MAX_PRECISION, MIN_TERRITORY_PART } from "../tables/format.ts";
import { formOf, MAX_PREFIX, MAX_SUFFIX, MIN_PREFIX, MIN_SUFFIX } from "../tables/layout/codes.ts";
import { keySymbol, MAX_KEY_CHARS, nameKey } from "../tables/layout/names.ts";
import { offHeap } from "../tables/off-heap.ts";
import { extensionValues, found } from "./scan.ts";

const MIN_CHARS = MIN_PREFIX + 1 + MIN_SUFFIX;
/** Territory, space, code and extension are not longer. */
const MAX_CHARS = 31;

/** So many characters in front of a text are looked at, whatever they are. */
export const ROOM = MAX_PREFIX + 1 - MIN_PREFIX;

/** The last place that is taken; masked by it, sums with places do not overflow, as V8 then knows. */
export const MAX_PLACE = (1 << 30) - 1;

/** Stands for characters that are no digit. */
const NO_DIGIT = 1 << 7;
const BYTES = 256;
const VALUES = new Uint8Array(BYTES).fill(NO_DIGIT);
const SYMBOLS = new Uint8Array(BYTES).fill(keySymbol("\u0080"));
for (const [char, value] of CHAR_VALUES.entries()) {
  if (value >= 0 && value < BASE) VALUES[char] = value;
  SYMBOLS[char] = keySymbol(String.fromCharCode(char));
}

const copied = offHeap(Uint8Array, ROOM + MAX_CHARS);

/**
 * Leaves lengths and digits of the code in `found`, and the territory's key.
 * @returns false for any other text
 */
export function fastScanText(text: string): boolean {
  const length = text.length;
  if (length > MAX_CHARS) return false;
  let all = 0;
  for (let at = 0; at < length; at++) {
    const char = text.charCodeAt(at);
    all |= char;
    copied[ROOM + at] = char;
  }
  return all < 0x80 && fastScan(copied, ROOM, ROOM + length);
}

/**
 * As fastScanText.
 * @param bytes the text from `start`, which is ROOM at least, up to `stop` (excluded), which is
 *   MAX_PLACE at most
 */
export function fastScan(bytes: Uint8Array, start: number, stop: number): boolean {
  const from = start & MAX_PLACE;
  const to = stop & MAX_PLACE;
  if (to - from < MIN_CHARS) return false;
  let end = to;
  let suffix = suffixBefore(bytes, end);
  found.extension = 0;
  // Behind a hyphen, one character and the two in front of it look like four.
  if (suffix === 0 || bytes[to - 2] === CHAR_HYPHEN) {
    end = takeExtension(bytes, from, to) & MAX_PLACE;
    if (end === 0) return false;
    suffix = suffixBefore(bytes, end);
  }
  const dot = end - 1 - suffix;
  if (suffix < MIN_SUFFIX || suffix > MAX_SUFFIX || dot < from + MIN_PREFIX) return false;
  let prefix = prefixBefore(bytes, dot);
  const territory = dot - 1 - prefix - from;
  found.territoryKey = 0;
  // A space in front of the text is none of its own.
  if (prefix === 0 || territory < 0) prefix = dot - from;
  else if (territory < MIN_TERRITORY_PART || territory > MAX_KEY_CHARS) return false;
  else found.territoryKey = keyOf(bytes, from, territory);
  if (prefix < MIN_PREFIX || prefix > MAX_PREFIX) return false;

  // What is masked out is read from within the text.
  const three = (2 - suffix) >> 31;
  const suffix1 = VALUES[bytes[dot + 1]];
  const suffix2 = VALUES[bytes[dot + 2]];
  const suffix3 = VALUES[bytes[dot + 2 - three]] & three;
  const suffix4 = VALUES[bytes[dot + suffix]] & ((3 - suffix) >> 31);
  const last = VALUES[bytes[dot - 1]];
  const second = VALUES[bytes[dot - 2]];
  const third = VALUES[bytes[dot - 3]] & ((2 - prefix) >> 31);
  const fourth = VALUES[bytes[dot - 4]] & ((3 - prefix) >> 31);
  const fifth = VALUES[bytes[dot - 5]] & ((4 - prefix) >> 31);
  const lower = last + BASE * second;
  const upper = third + BASE * fourth;
  found.prefixValue = lower + DIGIT_POWERS[2] * upper + DIGIT_POWERS[4] * fifth;
  found.firstDigit = VALUES[bytes[dot - prefix]];
  found.second = second;
  found.third = third;
  found.form = formOf(prefix, suffix);
  found.prefix = prefix;
  found.suffix = suffix;
  found.suffix1 = suffix1;
  found.suffix2 = suffix2;
  found.suffix3 = suffix3;
  found.suffix4 = suffix4;
  const all = suffix1 | suffix2 | suffix3 | suffix4 | last | second | third | fourth | fifth;
  return all < NO_DIGIT;
}

/** 1 when a byte is a character, else 0; a comparison would become a branch. */
function is(byte: number, char: number): number {
  return ((byte ^ char) - 1) >>> 31;
}

/** How many characters are behind the dot, 0 without one; some other number when there are several. */
function suffixBefore(bytes: Uint8Array, end: number): number {
  return (
    2 * is(bytes[end - 3], CHAR_DOT) +
    3 * is(bytes[end - 4], CHAR_DOT) +
    4 * is(bytes[end - 5], CHAR_DOT)
  );
}

/** How many characters are between space and dot, 0 without one; any number when there are several. */
function prefixBefore(bytes: Uint8Array, dot: number): number {
  return (
    2 * is(bytes[dot - 3], CHAR_SPACE) +
    3 * is(bytes[dot - 4], CHAR_SPACE) +
    4 * is(bytes[dot - 5], CHAR_SPACE) +
    5 * is(bytes[dot - 6], CHAR_SPACE)
  );
}

function keyOf(bytes: Uint8Array, from: number, length: number): number {
  return nameKey(
    symbolAt(bytes, from),
    symbolAt(bytes, from + 1),
    symbolAt(bytes, from + 2) & ((2 - length) >> 31),
    symbolAt(bytes, from + 3) & ((3 - length) >> 31),
    symbolAt(bytes, from + 4) & ((4 - length) >> 31),
    symbolAt(bytes, from + 5) & ((5 - length) >> 31),
  );
}

function symbolAt(bytes: Uint8Array, at: number): number {
  return SYMBOLS[bytes[at]];
}

/** @returns where the hyphen stands, or 0 when no extension ends the text */
function takeExtension(bytes: Uint8Array, from: number, to: number): number {
  const least = Math.max(from + MIN_CHARS, to - 1 - MAX_PRECISION);
  let hyphen = to - 1;
  while (hyphen > least && bytes[hyphen] !== CHAR_HYPHEN) hyphen--;
  const count = to - 1 - hyphen;
  if (count === 0 || hyphen < least || bytes[hyphen] !== CHAR_HYPHEN) return 0;
  for (let i = 0; i < count; i++) {
    const value = VALUES[bytes[hyphen + 1 + i]];
    // The last digit has no place in an extension.
    if (value >= BASE - 1) return 0;
    extensionValues[i] = value;
  }
  found.extension = count;
  return hyphen;
}
