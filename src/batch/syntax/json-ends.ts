/** The ends of rows of JSON that are elements of an array, and what stands in front of the array and behind it. */
import {
  BACKSLASH,
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COLON,
  COMMA,
  LINE_FEED,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTE,
  utf8Text,
} from "../../characters.ts";
import { afterJsonSpace, NO_END, type RowEnds } from "../scan.ts";

/** 1 for bytes that may begin or end something. A look at this table saves a third of the time. */
const IS_TOKEN = new Uint8Array(256);
for (const char of '"\\\n,{}[]') IS_TOKEN[char.charCodeAt(0)] = 1;

/**
 * Finds the ends of elements, or of members, by brackets and strings: numbers and words may be anything, as a row with
 * a wrong one is a row nonetheless. It remembers where in a row the bytes end, so that the next bytes continue it.
 */
export class JsonEnds implements RowEnds {
  private readonly closing: number;
  private depth = 0;
  private isString = false;
  private isEscaped = false;

  /** @param closing the bracket behind the last one */
  constructor(closing = CLOSING_BRACKET) {
    this.closing = closing;
  }

  areLines = () => false;

  findNext = (bytes: Uint8Array, from: number) => this.skip(bytes, from, false);

  /** Where the row behind the next comma or closing bracket begins. JSON strings have no line feeds, so that one ends a string. */
  skip(bytes: Uint8Array, from: number, isInside: boolean): number {
    const closing = this.closing;
    let depth = isInside ? this.depth : 0;
    let isString = isInside && this.isString;
    let isEscaped = isInside && this.isEscaped;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at];
      if (IS_TOKEN[byte] === 0 && !isEscaped) continue;
      if (byte === LINE_FEED) {
        isString = false;
        isEscaped = false;
      } else if (isString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isString = false;
      } else if (depth === 0 && (byte === COMMA || byte === closing)) {
        return at + 1;
      } else if (byte === QUOTE) {
        isString = true;
      } else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
        depth++;
      } else if (depth > 0 && (byte === CLOSING_BRACE || byte === CLOSING_BRACKET)) {
        depth--;
      }
    }
    this.depth = depth;
    this.isString = isString;
    this.isEscaped = isEscaped;
    return NO_END;
  }
}

/** Returned instead of a position: the first value ends without the member. */
export const NO_MEMBER = -4;

/**
 * Finds a member of the first value, an object, that is an array.
 * @param wanted such as `features`; any name without it
 * @returns its name, and the position after its opening bracket; NO_END or NO_MEMBER if there is none
 */
export function findArrayMember(
  bytes: Uint8Array,
  wanted?: string,
): { readonly name: string; readonly from: number } {
  const members = new JsonEnds(CLOSING_BRACE);
  const start = afterJsonSpace(bytes, 0);
  if (start < bytes.length && bytes[start] !== OPENING_BRACE) return { name: "", from: NO_MEMBER };
  for (let at = start + 1; at > 0 && at < bytes.length; ) {
    const from = afterJsonSpace(bytes, at);
    let end = from + 1;
    while (end < bytes.length && (bytes[end] !== QUOTE || bytes[end - 1] === BACKSLASH)) end++;
    const name = bytes[from] === QUOTE ? utf8Text(bytes, from + 1, end) : "";
    const colon = afterJsonSpace(bytes, end + 1);
    const value = bytes[colon] === COLON ? afterJsonSpace(bytes, colon + 1) : colon;
    const isWanted = wanted === undefined || name === wanted;
    if (isWanted && value >= bytes.length) return { name, from: NO_END };
    if (isWanted && bytes[value] === OPENING_BRACKET) return { name, from: value + 1 };
    at = members.findNext(bytes, at);
    if (bytes[at - 1] === CLOSING_BRACE) return { name: "", from: NO_MEMBER };
  }
  return { name: "", from: NO_END };
}
