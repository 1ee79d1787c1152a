/** Where the rows of an object begin, such as the features of a collection: in a member that is an array. */
import {
  BACKSLASH,
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COLON,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTE,
} from "../../characters.ts";
import { utf8Text } from "../../platform.ts";
import { afterByteOrderMark, afterJsonSpace, NO_END } from "../scan.ts";

/** Returned instead of a position: the first value ends without the member. */
export const NO_MEMBER = -4;

/** Where the quotes of a string close, or NO_END. */
function closingQuote(bytes: Uint8Array, from: number): number {
  for (let at = from + 1; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) return at;
    if (bytes[at] === BACKSLASH) at++;
  }
  return NO_END;
}

/** The position after the bracket of the member, if its name is the string at `from`. */
function arrayAfter(bytes: Uint8Array, from: number, close: number, name: string): number {
  if (utf8Text(bytes, from + 1, close) !== name) return NO_MEMBER;
  const colon = afterJsonSpace(bytes, close + 1);
  if (colon === bytes.length) return NO_END;
  const value = bytes[colon] === COLON ? afterJsonSpace(bytes, colon + 1) : colon;
  if (value === bytes.length) return NO_END;
  return bytes[value] === OPENING_BRACKET ? value + 1 : NO_MEMBER;
}

/**
 * Finds a member of the first value, an object, that is an array.
 * @returns the position after its opening bracket; NO_END or NO_MEMBER if there is none
 */
export function findArrayMember(bytes: Uint8Array, name: string): number {
  let depth = 0;
  for (let at = afterByteOrderMark(bytes); at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const close = closingQuote(bytes, at);
      if (close < 0) return NO_END;
      const found = depth === 1 ? arrayAfter(bytes, at, close, name) : NO_MEMBER;
      if (found !== NO_MEMBER) return found;
      at = close;
    } else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
      depth++;
    } else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) {
      depth--;
      if (depth <= 0) return NO_MEMBER;
    }
  }
  return NO_END;
}
