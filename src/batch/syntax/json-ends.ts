/** The ends of rows of JSON that are elements of an array, and the array within an object. */
import * as C from "../../characters.ts";
import { afterJsonSpace, NO_END } from "../text.ts";
import { afterName, afterString, afterValue } from "./json-value.ts";
import type { RowEnds } from "./splitter.ts";

/** 1 for bytes that may begin or end something. A look at this table saves a third of the time. */
const IS_TOKEN = new Uint8Array(256);
for (const char of '"\\\n,{}[]') IS_TOKEN[char.charCodeAt(0)] = 1;

/**
 * Finds the ends of elements by brackets and strings: numbers and words may be anything, as a row with a wrong one is a
 * row nonetheless. It remembers where in a row the bytes end, so that the next bytes continue it.
 */
export class JsonEnds implements RowEnds {
  private depth = 0;
  private isString = false;
  private isEscaped = false;

  areLines = () => false;

  findNext = (bytes: Uint8Array, from: number) => this.skip(bytes, from, false);

  /** Where the row behind the next comma or closing bracket begins. JSON strings have no line feeds, so that one ends a string. */
  skip(bytes: Uint8Array, from: number, isInside: boolean): number {
    let depth = isInside ? this.depth : 0;
    let isString = isInside && this.isString;
    let isEscaped = isInside && this.isEscaped;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at];
      if (IS_TOKEN[byte] === 0 && !isEscaped) continue;
      if (byte === C.LINE_FEED) {
        isString = false;
        isEscaped = false;
      } else if (isString) {
        if (isEscaped) isEscaped = false;
        else if (byte === C.BACKSLASH) isEscaped = true;
        else if (byte === C.QUOTE) isString = false;
      } else if (depth === 0 && (byte === C.COMMA || byte === C.CLOSING_BRACKET)) {
        return at + 1;
      } else if (byte === C.QUOTE) {
        isString = true;
      } else if (byte === C.OPENING_BRACE || byte === C.OPENING_BRACKET) {
        depth++;
      } else if (depth > 0 && (byte === C.CLOSING_BRACE || byte === C.CLOSING_BRACKET)) {
        depth--;
      }
    }
    this.depth = depth;
    this.isString = isString;
    this.isEscaped = isEscaped;
    return NO_END;
  }
}

/**
 * Finds a member of the object that an input begins with: an array.
 * @param wanted such as `features`; any name without it
 * @returns its name, and the position after its opening bracket; undefined if the object so far has none
 */
export function findArray(bytes: Uint8Array, wanted?: string) {
  let at = afterJsonSpace(bytes, 0);
  const isObject = bytes[at] === C.OPENING_BRACE;
  while (isObject && (bytes[at] === C.OPENING_BRACE || bytes[at] === C.COMMA)) {
    const start = afterJsonSpace(bytes, at + 1);
    const value = afterName(bytes, start);
    if (bytes[value] === C.OPENING_BRACKET) {
      const name = C.utf8Text(bytes, start + 1, afterString(bytes, start) - 1);
      if ((wanted ?? name) === name) return { name, from: value + 1 };
    }
    const end = value < 0 ? value : afterValue(bytes, value, 1);
    at = end < 0 ? bytes.length : afterJsonSpace(bytes, end);
  }
  return undefined;
}
