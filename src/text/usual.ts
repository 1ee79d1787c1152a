/**
 * Takes the usual text apart in one pass: `NLD 49.4V`, `US-CA XX.XXX-XX`, `VHXGB.1J9J`, with one
 * space at most, in ASCII, not packed (see digits/packing.ts). What it does not take means no
 * refusal: scan.ts takes all texts, with which decoding takes two thirds more time. Loops over parts of a text run as often
 * as it has characters, which is wrongly predicted for nearly each text; hence one loop over all of
 * it, and then the same steps whatever the lengths.
 */
import { CHAR_DOT, CHAR_HYPHEN, CHAR_SPACE, CHAR_VALUES, VALUE_A } from "../digits/digits.ts";
import { BASE, DIGIT_POWERS, MAX_PRECISION } from "../tables/format.ts";
import {
  extendKey,
  keySymbol,
  MAX_PREFIX,
  MAX_SUFFIX,
  MIN_PREFIX,
  MIN_SUFFIX,
  MOST_KEY_CHARS,
} from "../tables/layout.ts";
import { extensionValues, found } from "./scan.ts";

/** Territory, space, code and extension are not longer; there is room before and behind. */
const MOST_USUAL = 31;
const ROOM = MAX_PREFIX;

// What a character is, in one word.
const VALUE_MASK = 0x3f;
const NO_DIGIT = 1 << 6;
const SYMBOL_SHIFT = 7;
const SYMBOL_MASK = 0x3f;
const MARK_SHIFT = 13;

/** The characters whose last place counts. */
const NO_MARK = 0;
const MARK_SPACE = 1;
const MARK_DOT = 2;
const MARK_HYPHEN = 3;

const WHAT = Int32Array.from(CHAR_VALUES, (value, char) => {
  const isDigit = value >= 0 && value < VALUE_A;
  let mark = NO_MARK;
  if (char === CHAR_SPACE) mark = MARK_SPACE;
  if (char === CHAR_DOT) mark = MARK_DOT;
  if (char === CHAR_HYPHEN) mark = MARK_HYPHEN;
  const symbol = keySymbol(String.fromCharCode(char));
  return (isDigit ? value : NO_DIGIT) | (symbol << SYMBOL_SHIFT) | (mark << MARK_SHIFT);
});

const whats = new Int32Array(ROOM + MOST_USUAL + MAX_SUFFIX);
/** The key of the text up to each place. */
const keys = new Int32Array(MOST_USUAL);
const places = new Int32Array(4);

/** The territory's key, 0 for none. */
export let territoryKey = 0;

/**
 * Leaves lengths and values of the code in `found`, and the territory's key.
 * @returns false for any other text
 */
export function scanUsual(text: string): boolean {
  const length = text.length;
  if (length > MOST_USUAL) return false;
  places[MARK_SPACE] = -1;
  places[MARK_DOT] = -1;
  places[MARK_HYPHEN] = -1;
  let key = 0;
  let all = 0;
  for (let at = 0; at < length; at++) {
    const char = text.charCodeAt(at);
    all |= char;
    const what = WHAT[char & 0x7f] as number;
    whats[ROOM + at] = what;
    key = extendKey(key, (what >> SYMBOL_SHIFT) & SYMBOL_MASK);
    keys[at] = key;
    places[what >> MARK_SHIFT] = at;
  }
  if (all >= 0x80) return false;
  const space = places[MARK_SPACE] as number;
  const dot = places[MARK_DOT] as number;
  const hyphen = places[MARK_HYPHEN] as number;
  const end = hyphen > dot ? hyphen : length;
  if (space > MOST_KEY_CHARS || space === 0) return false;
  territoryKey = space < 0 ? 0 : (keys[space - 1] as number);
  return takeDigits(dot, dot - space - 1, end - dot - 1) && takeExtension(end, length);
}

/** Reads the digits around the dot. Those that there are not are masked out, not skipped. */
function takeDigits(dot: number, prefix: number, suffix: number): boolean {
  if (prefix < MIN_PREFIX || prefix > MAX_PREFIX) return false;
  if (suffix < MIN_SUFFIX || suffix > MAX_SUFFIX) return false;
  const at = ROOM + dot;
  const before1 = whats[at - 1] as number;
  const before2 = whats[at - 2] as number;
  const before3 = (whats[at - 3] as number) & ((2 - prefix) >> 31);
  const before4 = (whats[at - 4] as number) & ((3 - prefix) >> 31);
  const before5 = (whats[at - 5] as number) & ((4 - prefix) >> 31);
  const behind1 = whats[at + 1] as number;
  const behind2 = whats[at + 2] as number;
  const behind3 = (whats[at + 3] as number) & ((2 - suffix) >> 31);
  const behind4 = (whats[at + 4] as number) & ((3 - suffix) >> 31);
  const all =
    before1 | before2 | before3 | before4 | before5 | behind1 | behind2 | behind3 | behind4;
  if ((all & NO_DIGIT) !== 0) return false;
  const lower = (before1 & VALUE_MASK) + BASE * (before2 & VALUE_MASK);
  const upper = (before3 & VALUE_MASK) + BASE * (before4 & VALUE_MASK);
  found.prefix = prefix;
  found.suffix = suffix;
  found.prefixValue = lower + DIGIT_POWERS[2] * upper + DIGIT_POWERS[4] * (before5 & VALUE_MASK);
  const first = BASE * (behind1 & VALUE_MASK) + (behind2 & VALUE_MASK);
  const last = BASE * (behind3 & VALUE_MASK) + (behind4 & VALUE_MASK);
  const scale = DIGIT_POWERS[MAX_SUFFIX - suffix] as number;
  found.suffixValue = ((DIGIT_POWERS[2] * first + last) / scale) | 0;
  return true;
}

function takeExtension(hyphen: number, end: number): boolean {
  const count = hyphen === end ? 0 : end - hyphen - 1;
  found.extension = count;
  if (hyphen === end) return true;
  if (count === 0 || count > MAX_PRECISION) return false;
  for (let i = 0; i < count; i++) {
    const what = whats[ROOM + hyphen + 1 + i] as number;
    const value = what & VALUE_MASK;
    // The last digit has no place in an extension.
    if ((what & NO_DIGIT) !== 0 || value === BASE - 1) return false;
    extensionValues[i] = value;
  }
  return true;
}
