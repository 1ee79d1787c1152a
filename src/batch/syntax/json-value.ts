/** Checks JSON in bytes by the rules of JSON.parse, and finds where its values end. */
import {
  BACKSLASH,
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COLON,
  COMMA,
  DIGIT_0,
  DIGIT_9,
  DOT,
  LOWER_E,
  LOWER_U,
  MINUS,
  OPENING_BRACE,
  OPENING_BRACKET,
  PLUS,
  QUOTE,
  SPACE,
} from "../../characters.ts";
import { utf8Bytes } from "../../platform.ts";
import { afterJsonSpace } from "../scan.ts";

/** Returned instead of a position: the bytes are not JSON. */
export const NO_VALUE = -1;
/** Returned instead of a position: arrays and objects are nested too deep. */
export const TOO_DEEP = -2;

const LOWER_CASE = 0x20;
const HEX_DIGITS = 4;

function isHexDigit(byte: number): boolean {
  const lower = byte | LOWER_CASE;
  return (byte >= DIGIT_0 && byte <= DIGIT_9) || (lower >= 97 && lower <= 102);
}

const ESCAPED = new Set(Array.from('"\\/bfnrt', (char) => char.charCodeAt(0)));

/** The position after an escape, whose backslash is at `from`. */
function afterEscape(bytes: Uint8Array, from: number): number {
  if (ESCAPED.has(bytes[from + 1])) return from + 2;
  if (bytes[from + 1] !== LOWER_U) return NO_VALUE;
  const digits = from + 2;
  for (let at = digits; at < digits + HEX_DIGITS; at++) {
    if (!isHexDigit(bytes[at])) return NO_VALUE;
  }
  return digits + HEX_DIGITS;
}

/** The position after the string whose opening quote is at `from`. */
export function afterString(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === QUOTE) return at + 1;
    if (byte < SPACE) return NO_VALUE;
    if (byte !== BACKSLASH) {
      at++;
      continue;
    }
    at = afterEscape(bytes, at);
    if (at < 0) return NO_VALUE;
  }
  return NO_VALUE;
}

/** The position after at least one digit. */
function afterDigits(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] >= DIGIT_0 && bytes[at] <= DIGIT_9) at++;
  return at > from ? at : NO_VALUE;
}

/** The position after the number that begins at `from`. */
function afterNumber(bytes: Uint8Array, from: number): number {
  const first = bytes[from] === MINUS ? from + 1 : from;
  let at = bytes[first] === DIGIT_0 ? first + 1 : afterDigits(bytes, first);
  if (at < 0) return NO_VALUE;
  if (bytes[at] === DOT) {
    at = afterDigits(bytes, at + 1);
    if (at < 0) return NO_VALUE;
  }
  if ((bytes[at] | LOWER_CASE) !== LOWER_E) return at;
  const isSigned = bytes[at + 1] === MINUS || bytes[at + 1] === PLUS;
  return afterDigits(bytes, isSigned ? at + 2 : at + 1);
}

const WORDS = ["true", "false", "null"].map((word) => utf8Bytes(word));

/** The position after `true`, `false` or `null`. */
function afterWord(bytes: Uint8Array, from: number): number {
  const word = WORDS.find((candidate) => candidate[0] === bytes[from]);
  if (!word?.every((byte, index) => bytes[from + index] === byte)) return NO_VALUE;
  return from + word.length;
}

/** The position after a value without members and elements. */
function afterScalar(bytes: Uint8Array, from: number): number {
  const byte = bytes[from];
  if (byte === QUOTE) return afterString(bytes, from);
  if (byte === MINUS || (byte >= DIGIT_0 && byte <= DIGIT_9)) return afterNumber(bytes, from);
  return afterWord(bytes, from);
}

/** The position of the value of the member whose name begins at `from`. */
function afterName(bytes: Uint8Array, from: number): number {
  if (bytes[from] !== QUOTE) return NO_VALUE;
  const end = afterString(bytes, from);
  if (end < 0) return NO_VALUE;
  const colon = afterJsonSpace(bytes, end);
  return bytes[colon] === COLON ? afterJsonSpace(bytes, colon + 1) : NO_VALUE;
}

/** Arrays and objects that may be within each other. JSON.stringify, which has a limit of its own, fails at about 4,000. */
export const MAX_JSON_DEPTH = 1000;

function afterArray(bytes: Uint8Array, from: number, depth: number): number {
  let at = afterJsonSpace(bytes, from + 1);
  if (bytes[at] === CLOSING_BRACKET) return at + 1;
  for (;;) {
    at = afterValue(bytes, at, depth);
    if (at < 0) return at;
    at = afterJsonSpace(bytes, at);
    if (bytes[at] === CLOSING_BRACKET) return at + 1;
    if (bytes[at] !== COMMA) return NO_VALUE;
    at = afterJsonSpace(bytes, at + 1);
  }
}

function afterObject(bytes: Uint8Array, from: number, depth: number): number {
  let at = afterJsonSpace(bytes, from + 1);
  if (bytes[at] === CLOSING_BRACE) return at + 1;
  for (;;) {
    at = afterName(bytes, at);
    if (at < 0) return NO_VALUE;
    at = afterValue(bytes, at, depth);
    if (at < 0) return at;
    at = afterJsonSpace(bytes, at);
    if (bytes[at] === CLOSING_BRACE) return at + 1;
    if (bytes[at] !== COMMA) return NO_VALUE;
    at = afterJsonSpace(bytes, at + 1);
  }
}

/**
 * The position after the value that begins at `from`, or a negative number.
 * @param depth how many arrays and objects the value is within
 */
export function afterValue(bytes: Uint8Array, from: number, depth = 0): number {
  const byte = bytes[from];
  if (byte !== OPENING_BRACE && byte !== OPENING_BRACKET) return afterScalar(bytes, from);
  if (depth === MAX_JSON_DEPTH) return TOO_DEEP;
  return byte === OPENING_BRACE
    ? afterObject(bytes, from, depth + 1)
    : afterArray(bytes, from, depth + 1);
}
