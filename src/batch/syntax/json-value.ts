/** Checks JSON in bytes by the rules of JSON.parse, finds the ends of its values, and reads members by their paths. */
import * as characters from "../../characters.ts";
import { afterJsonSpace, startsWith } from "../byte-texts.ts";

/** Returned instead of a position: the bytes are not JSON. */
export const NO_VALUE = -1;
/** Returned instead of a position: arrays and objects are nested too deep. */
export const TOO_DEEP = -2;

/** The value of a text; undefined if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function afterString(bytes: Uint8Array, from: number): number {
  let hasEscapes = false;
  for (let at = from + 1; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === characters.QUOTE) {
      const isWrong = hasEscapes && parsed(characters.utf8Text(bytes, from, at + 1)) === undefined;
      return isWrong ? NO_VALUE : at + 1;
    }
    if (byte < characters.SPACE) break;
    if (byte !== characters.BACKSLASH) continue;
    hasEscapes = true;
    at++;
  }
  return NO_VALUE;
}

/** The position after at least one digit. */
function afterDigits(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] >= characters.DIGIT_0 && bytes[at] <= characters.DIGIT_9)
    at++;
  return at > from ? at : NO_VALUE;
}

function afterNumber(bytes: Uint8Array, from: number): number {
  const first = bytes[from] === characters.MINUS ? from + 1 : from;
  let at = bytes[first] === characters.DIGIT_0 ? first + 1 : afterDigits(bytes, first);
  if (bytes[at] === characters.DOT) at = afterDigits(bytes, at + 1);
  // In lower case.
  if (at < 0 || (bytes[at] | 0x20) !== characters.LOWER_E) return at;
  const isSigned = bytes[at + 1] === characters.MINUS || bytes[at + 1] === characters.PLUS;
  return afterDigits(bytes, isSigned ? at + 2 : at + 1);
}

const WORDS = ["true", "false", "null"].map((word) => characters.utf8Bytes(word));

/** The position of a member's value. @param from the start of its name */
export function afterName(bytes: Uint8Array, from: number): number {
  const end = bytes[from] === characters.QUOTE ? afterString(bytes, from) : NO_VALUE;
  const colon = end < 0 ? end : afterJsonSpace(bytes, end);
  return bytes[colon] === characters.COLON ? afterJsonSpace(bytes, colon + 1) : NO_VALUE;
}

/** The greatest depth of nested arrays and objects. JSON.stringify fails at about 4,000. */
export const MAX_JSON_DEPTH = 1000;

function afterElements(bytes: Uint8Array, from: number, depth: number): number {
  const isObject = bytes[from] === characters.OPENING_BRACE;
  const closing = isObject ? characters.CLOSING_BRACE : characters.CLOSING_BRACKET;
  let at = afterJsonSpace(bytes, from + 1);
  if (bytes[at] === closing) return at + 1;
  for (;;) {
    if (isObject) at = afterName(bytes, at);
    if (at >= 0) at = afterValue(bytes, at, depth);
    if (at < 0) return at;
    at = afterJsonSpace(bytes, at);
    if (bytes[at] === closing) return at + 1;
    if (bytes[at] !== characters.COMMA) return NO_VALUE;
    at = afterJsonSpace(bytes, at + 1);
  }
}

/** The position after the value at `from`, or NO_VALUE or TOO_DEEP. @param depth the number of values around it */
export function afterValue(bytes: Uint8Array, from: number, depth = 0): number {
  const byte = bytes[from];
  if (byte === characters.QUOTE) return afterString(bytes, from);
  if (byte === characters.MINUS || (byte >= characters.DIGIT_0 && byte <= characters.DIGIT_9))
    return afterNumber(bytes, from);
  if (byte === characters.OPENING_BRACE || byte === characters.OPENING_BRACKET) {
    return depth === MAX_JSON_DEPTH ? TOO_DEEP : afterElements(bytes, from, depth + 1);
  }
  const word = WORDS.find((known) => startsWith(bytes, from, known));
  return word ? from + word.length : NO_VALUE;
}

// Paths to nested members, such as `pos.lat` and `tags[1]`, in place of the name of a member

/** A member, and in it a path, or an element by its index from 0 and the rest of the path. */
const PATH = /^([^.[]+)(?:\.(.+)|\[(\d+)\]((?:[.[].*)?))$/s;

/** The first name of a path; a name itself. */
export function outerName(path: string): string {
  return PATH.exec(path)?.[1] ?? path;
}

/** The value of a member, by its name or path; undefined if the object does not have it. */
export function memberValue(object: object, path: string): unknown {
  // The length of an array is not enumerable.
  const valueNamed = (name: string): unknown =>
    Object.prototype.propertyIsEnumerable.call(object, name)
      ? Reflect.get(object, name)
      : undefined;
  const [, outer, inner, index, rest = ""] = PATH.exec(path) ?? [];
  const value = valueNamed(path);
  const member = value === undefined && outer !== undefined ? valueNamed(outer) : undefined;
  if (typeof member !== "object" || member === null) return value;
  return memberValue(member, inner ?? `${index}${rest}`);
}

// Paths for jq, within single quotes of a shell

/** The step of a path to all elements of an array. */
export const ELEMENTS = "[]";

/** The names of members in a path, and its elements: `tags`, `[1]`. */
export function stepsOf(path: string): readonly string[] {
  return path.match(/\[\d+\]|[^.[]+/g) ?? [];
}

export function jqString(text: string): string {
  return JSON.stringify(text).replaceAll("'", "\\u0027");
}

/** A path for jq. It skips values that have to be arrays, and are not. */
export function jqPath(steps: readonly string[]): string {
  const parts = steps.map((step) => {
    if (/^\[\d*\]$/.test(step)) return step === ELEMENTS ? "[]?" : step;
    return /^[A-Za-z_]\w*$/.test(step) ? `.${step}` : `[${jqString(step)}]`;
  });
  return parts.join("").replace(/^(?!\.)/, ".");
}
