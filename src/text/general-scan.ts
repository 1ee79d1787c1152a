/**
 * Splits any ASCII text into territory, code and extension (format 7). It copies the
 * characters once and scans the copy, which saves a tenth of decoding. The results go to arrays (see
 * scratch.ts), because strings would cost more than everything else.
 */
import {
  CARRIAGE_RETURN,
  DOT,
  HYPHEN,
  LOWER_A,
  SPACE,
  TAB,
  UNDERSCORE,
  UPPER_Z,
} from "../characters.ts";
import { CHAR_VALUES, DIGIT_CHARS, NO_VALUE } from "../digits/digits.ts";
import {
  codeChars,
  extensionChars,
  extensionDigits,
  MAX_TEXT,
  parsed,
  TEXT_END,
  territoryChars,
  textChars,
} from "../scratch.ts";
import { BASE, MAX_PRECISION, MAX_TERRITORY_PART, MIN_TERRITORY_PART } from "../tables/format.ts";
import {
  codeLengthsOf,
  MAX_PREFIX,
  MAX_SUFFIX,
  MIN_PREFIX,
  MIN_SUFFIX,
} from "../tables/layout/records.ts";

const TO_UPPER = 32;
/** In place of an index in the text. */
export const NOT_FOUND = -1;

/** Whether a character is white space in ASCII: tab, line feed, ..., carriage return, or space. */
function isWhiteSpace(char: number): boolean {
  return char === SPACE || (char >= TAB && char <= CARRIAGE_RETURN);
}

/** The end of a text without the white space behind it, such as the line feed of a line. */
export function endOfText(text: string): number {
  let end = text.length;
  while (end > 0 && isWhiteSpace(text.charCodeAt(end - 1))) end--;
  return end;
}

/** The index of the first character from `from` on that is not white space. */
export function skipSpaces(text: string, from: number): number {
  let index = from;
  while (isWhiteSpace(text.charCodeAt(index))) index++;
  return index;
}

/**
 * Loads a text for the scans below.
 * @returns false if it is too long or not in ASCII; the scans then see an empty text
 */
export function loadText(text: string): boolean {
  const from = skipSpaces(text, 0);
  let length = text.length - from;
  let all = 0;
  if (length <= MAX_TEXT) {
    for (let index = 0; index < length; index++) {
      const char = text.charCodeAt(from + index);
      all |= char;
      textChars[index] = char;
    }
  }
  if (length > MAX_TEXT || all >= 0x80) {
    textChars[0] = TEXT_END;
    return false;
  }
  while (length > 0 && isWhiteSpace(textChars[length - 1])) length--;
  textChars[length] = TEXT_END;
  return true;
}

function valueAt(index: number): number {
  return CHAR_VALUES[textChars[index]];
}

/** The end of a run of letters and digits. */
function endOfRun(from: number): number {
  let end = from;
  while (valueAt(end) !== NO_VALUE) end++;
  return end;
}

/**
 * As endOfRun, and copies the run as upper-case digits to `chars` from index `start` on.
 * @returns the end of the run; after `maxLength` digits, where the next one would be
 */
function copyRun(from: number, maxLength: number, chars: Uint8Array, start: number): number {
  const limit = from + maxLength;
  let index = from;
  for (; index < limit; index++) {
    const value = valueAt(index);
    if (value === NO_VALUE) break;
    chars[start + index - from] = DIGIT_CHARS[value];
  }
  return index;
}

function isTerritoryPart(length: number): boolean {
  return length >= MIN_TERRITORY_PART && length <= MAX_TERRITORY_PART;
}

/**
 * Scans a territory and the white space after it.
 * @returns index of the next character; NOT_FOUND, with `parsed` unchanged, if there is no territory
 */
export function scanTerritory(from: number): number {
  let end = endOfRun(from);
  if (!isTerritoryPart(end - from)) return NOT_FOUND;
  const separator = textChars[end];
  if (separator === HYPHEN || separator === UNDERSCORE) {
    const secondPart = end + 1;
    end = endOfRun(secondPart);
    if (!isTerritoryPart(end - secondPart)) return NOT_FOUND;
  }
  if (!isWhiteSpace(textChars[end])) return NOT_FOUND;
  parsed.territoryLength = end - from;
  for (let i = 0; i < end - from; i++) {
    const char = textChars[from + i];
    const upper = char >= LOWER_A ? char - TO_UPPER : char;
    territoryChars[i] = char === UNDERSCORE ? HYPHEN : upper;
  }
  do end++;
  while (isWhiteSpace(textChars[end]));
  return end;
}

/** Scans prefix, suffix and extension. @returns whether they are there and reach the end of the text */
export function scanCode(from: number): boolean {
  const dot = copyRun(from, MAX_PREFIX, codeChars, 0);
  const prefixLength = dot - from;
  if (prefixLength < MIN_PREFIX || textChars[dot] !== DOT) return false;
  codeChars[prefixLength] = DOT;
  const end = copyRun(dot + 1, MAX_SUFFIX, codeChars, prefixLength + 1);
  const suffixLength = end - dot - 1;
  if (suffixLength < MIN_SUFFIX) return false;
  parsed.prefixLength = prefixLength;
  parsed.suffixLength = suffixLength;
  parsed.extensionLength = 0;
  return textChars[end] === TEXT_END || scanExtension(end);
}

/** Scans a mapcode with or without a territory. @returns whether it is there and reaches the end of the text */
export function scanMapcode(): boolean {
  const afterTerritory = scanTerritory(0);
  return scanCode(afterTerritory === NOT_FOUND ? 0 : afterTerritory);
}

function scanExtension(hyphen: number): boolean {
  if (textChars[hyphen] !== HYPHEN) return false;
  const end = copyRun(hyphen + 1, MAX_PRECISION, extensionChars, 0);
  const count = end - hyphen - 1;
  if (textChars[end] !== TEXT_END || count === 0) return false;
  // Z is the 31st digit. The characters of an extension number 30 cells.
  for (let i = 0; i < count; i++) if (extensionChars[i] === UPPER_Z) return false;
  parsed.extensionLength = count;
  return true;
}

/** Parses the digits of the scanned code, which must be unpacked, and of its extension. */
export function parseDigits(): void {
  const { prefixLength } = parsed;
  parsed.lengths = codeLengthsOf(prefixLength, parsed.suffixLength);
  parsed.prefixValue = 0;
  for (let index = 0; index < prefixLength; index++) {
    parsed.prefixValue = BASE * parsed.prefixValue + codeDigit(index);
  }
  parsed.firstDigit = codeDigit(0);
  parsed.prefix2 = codeDigit(prefixLength - 2);
  parsed.prefix3 = prefixLength > 2 ? codeDigit(prefixLength - 3) : 0;
  parsed.suffix1 = suffixDigit(1);
  parsed.suffix2 = suffixDigit(2);
  parsed.suffix3 = suffixDigit(3);
  parsed.suffix4 = suffixDigit(4);
  for (let i = 0; i < parsed.extensionLength; i++) {
    extensionDigits[i] = CHAR_VALUES[extensionChars[i]];
  }
}

function codeDigit(index: number): number {
  return CHAR_VALUES[codeChars[index]];
}

/** The first to fourth digit after the dot; 0 if the code does not have it. */
function suffixDigit(ordinal: number): number {
  return ordinal > parsed.suffixLength ? 0 : codeDigit(parsed.prefixLength + ordinal);
}
