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
  utf8Bytes,
} from "../../characters.ts";
import { afterJsonSpace } from "../scan.ts";

/** Returned instead of a position: the bytes are not JSON. */
export const NO_VALUE = -1;
/** Returned instead of a position: arrays and objects are nested too deep. */
export const TOO_DEEP = -2;

const LOWER_CASE = 0x20;

const codesOf = (chars: string) => new Set(Array.from(chars, (char) => char.charCodeAt(0)));
const ESCAPED = codesOf('"\\/bfnrt');
const HEX_DIGITS = codesOf("0123456789abcdefABCDEF");

/** The position after an escape, whose backslash is at `from`. */
function afterEscape(bytes: Uint8Array, from: number): number {
  if (ESCAPED.has(bytes[from + 1])) return from + 2;
  if (bytes[from + 1] !== LOWER_U) return NO_VALUE;
  const end = from + 6;
  for (let at = from + 2; at < end; at++) if (!HEX_DIGITS.has(bytes[at])) return NO_VALUE;
  return end;
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

/** The position after an array or object that begins at `from`. */
function afterElements(bytes: Uint8Array, from: number, depth: number): number {
  const isObject = bytes[from] === OPENING_BRACE;
  const closing = isObject ? CLOSING_BRACE : CLOSING_BRACKET;
  let at = afterJsonSpace(bytes, from + 1);
  if (bytes[at] === closing) return at + 1;
  for (;;) {
    if (isObject) at = afterName(bytes, at);
    if (at >= 0) at = afterValue(bytes, at, depth);
    if (at < 0) return at;
    at = afterJsonSpace(bytes, at);
    if (bytes[at] === closing) return at + 1;
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
  if (byte === QUOTE) return afterString(bytes, from);
  if (byte === MINUS || (byte >= DIGIT_0 && byte <= DIGIT_9)) return afterNumber(bytes, from);
  if (byte !== OPENING_BRACE && byte !== OPENING_BRACKET) return afterWord(bytes, from);
  return depth === MAX_JSON_DEPTH ? TOO_DEEP : afterElements(bytes, from, depth + 1);
}
