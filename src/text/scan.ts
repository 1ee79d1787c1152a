/**
 * Takes a text of ASCII apart into territory, code and extension (format 7, steps 3 and 4). The
 * characters are copied once and read from the copy, which takes a tenth off the time of decoding;
 * what is found is kept in arrays, as strings would cost more than all the rest.
 */
import {
  CHAR_DOT,
  CHAR_HYPHEN,
  CHAR_SPACE,
  CHAR_VALUES,
  DIGIT_CHARS,
  NO_VALUE,
} from "../digits/digits.ts";
import { BASE, MAX_PRECISION, MAX_TERRITORY_PART, MIN_TERRITORY_PART } from "../tables/format.ts";
import { formOf, MAX_PREFIX, MAX_SUFFIX, MIN_PREFIX, MIN_SUFFIX } from "../tables/layout/codes.ts";
import { offHeap } from "../tables/off-heap.ts";

const CHAR_UNDERSCORE = 95;
const CHAR_LOWER_A = 97;
const TO_UPPER = 32;
/** The 31st digit; an extension's characters number 30 cells, so none has it. */
const CHAR_Z = 90;

/** The longest text that is taken; none that means anything comes near it. */
export const MAX_TEXT = 127;

/** The text without its outer spaces, and a character behind it that belongs to nothing. */
const textChars = new Uint8Array(MAX_TEXT + 1);
const TEXT_END = 0;

/** The territory found last: upper case, a hyphen where an underscore stood. */
export const territoryChars = new Uint8Array(2 * MAX_TERRITORY_PART + 1);

/** The code found last: prefix, dot and suffix in upper case, I as 1 and O as 0. */
export const codeChars = new Uint8Array(MAX_PREFIX + 1 + MAX_SUFFIX);
export const extensionChars = new Uint8Array(MAX_PRECISION);
/** The values of the extension's characters, after takeValues. */
export const extensionValues = offHeap(Int32Array, MAX_PRECISION);

/** What was found last: lengths, and after takeValues the digits of the code. */
export const found = {
  territory: 0,
  /** The key of a territory's name (see nameKey), 0 for none; only usual.ts tells it. */
  territoryKey: 0,
  /** The form of the code's two parts, see formOf. */
  form: 0,
  prefix: 0,
  suffix: 0,
  extension: 0,
  /** The number before the dot, and its first digit. */
  prefixValue: 0,
  firstDigit: 0,
  /** Its second and third digit, counted from the dot; the third is 0 where there are two. */
  second: 0,
  third: 0,
  /** The digits behind the dot; those that the code does not have are 0. */
  suffix1: 0,
  suffix2: 0,
  suffix3: 0,
  suffix4: 0,
};

/** Returned in place of a position. */
export const NOT_THERE = -1;

/** Where a text ends that spaces may follow. */
export function endOfText(text: string): number {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === CHAR_SPACE) end--;
  return end;
}

export function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === CHAR_SPACE) at++;
  return at;
}

/**
 * Takes a text for the scans below.
 * @returns false when it is too long or not in ASCII, after which there is no text
 */
export function takeText(text: string): boolean {
  const from = skipSpaces(text, 0);
  let length = text.length - from;
  let all = 0;
  if (length <= MAX_TEXT) {
    for (let at = 0; at < length; at++) {
      const char = text.charCodeAt(from + at);
      all |= char;
      textChars[at] = char;
    }
  }
  if (length > MAX_TEXT || all >= 0x80) {
    textChars[0] = TEXT_END;
    return false;
  }
  while (length > 0 && textChars[length - 1] === CHAR_SPACE) length--;
  textChars[length] = TEXT_END;
  return true;
}

function valueAt(at: number): number {
  return CHAR_VALUES[textChars[at]];
}

/** Where a run of letters and digits ends. */
function endOfRun(from: number): number {
  let at = from;
  while (valueAt(at) !== NO_VALUE) at++;
  return at;
}

/**
 * As endOfRun, and copies the run as digits to `place`.
 * @returns where the run ends, or where it has become too long, where another digit stands
 */
function copyRun(from: number, most: number, chars: Uint8Array, place: number): number {
  const limit = from + most;
  let at = from;
  for (; at < limit; at++) {
    const value = valueAt(at);
    if (value === NO_VALUE) break;
    chars[place + at - from] = DIGIT_CHARS[value];
  }
  return at;
}

function isTerritoryPart(length: number): boolean {
  return length >= MIN_TERRITORY_PART && length <= MAX_TERRITORY_PART;
}

/**
 * Finds a territory and the spaces behind it in the text.
 * @returns where the text goes on, or NOT_THERE (with `found` unchanged) when it starts otherwise
 */
export function scanTerritory(from: number): number {
  let at = endOfRun(from);
  if (!isTerritoryPart(at - from)) return NOT_THERE;
  const joint = textChars[at];
  if (joint === CHAR_HYPHEN || joint === CHAR_UNDERSCORE) {
    const part = at + 1;
    at = endOfRun(part);
    if (!isTerritoryPart(at - part)) return NOT_THERE;
  }
  if (textChars[at] !== CHAR_SPACE) return NOT_THERE;
  found.territory = at - from;
  for (let i = 0; i < at - from; i++) {
    const char = textChars[from + i];
    const upper = char >= CHAR_LOWER_A ? char - TO_UPPER : char;
    territoryChars[i] = char === CHAR_UNDERSCORE ? CHAR_HYPHEN : upper;
  }
  do at++;
  while (textChars[at] === CHAR_SPACE);
  return at;
}

/** Finds prefix, suffix and extension, to the very end of the text; @returns whether they are there. */
export function scanCode(from: number): boolean {
  const dot = copyRun(from, MAX_PREFIX, codeChars, 0);
  const prefix = dot - from;
  if (prefix < MIN_PREFIX || textChars[dot] !== CHAR_DOT) return false;
  codeChars[prefix] = CHAR_DOT;
  const at = copyRun(dot + 1, MAX_SUFFIX, codeChars, prefix + 1);
  const suffix = at - dot - 1;
  if (suffix < MIN_SUFFIX) return false;
  found.prefix = prefix;
  found.suffix = suffix;
  found.extension = 0;
  return textChars[at] === TEXT_END || scanExtension(at);
}

/** Reads the digits of the code, which must be unpacked, and of its extension. */
export function takeValues(): void {
  found.form = formOf(found.prefix, found.suffix);
  found.prefixValue = 0;
  for (let at = 0; at < found.prefix; at++) {
    found.prefixValue = BASE * found.prefixValue + codeDigit(at);
  }
  found.firstDigit = codeDigit(0);
  found.second = codeDigit(found.prefix - 2);
  found.third = found.prefix > 2 ? codeDigit(found.prefix - 3) : 0;
  found.suffix1 = digitBehind(1);
  found.suffix2 = digitBehind(2);
  found.suffix3 = digitBehind(3);
  found.suffix4 = digitBehind(4);
  for (let i = 0; i < found.extension; i++) {
    extensionValues[i] = CHAR_VALUES[extensionChars[i]];
  }
}

function codeDigit(at: number): number {
  return CHAR_VALUES[codeChars[at]];
}

function digitBehind(place: number): number {
  return place > found.suffix ? 0 : codeDigit(found.prefix + place);
}

function scanExtension(hyphen: number): boolean {
  if (textChars[hyphen] !== CHAR_HYPHEN) return false;
  const at = copyRun(hyphen + 1, MAX_PRECISION, extensionChars, 0);
  const count = at - hyphen - 1;
  if (textChars[at] !== TEXT_END || count === 0) return false;
  for (let i = 0; i < count; i++) if (extensionChars[i] === CHAR_Z) return false;
  found.extension = count;
  return true;
}
