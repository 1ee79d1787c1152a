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
} from "../../characters.ts";
import { utf8Text } from "../../platform.ts";
import { concatAll, NO_BYTES } from "../chunks.ts";
import { afterJsonSpace, NO_END, type RowEnds } from "../scan.ts";

/** 1 for bytes that may begin or end something. A look at this table saves a third of the time. */
const IS_TOKEN = new Uint8Array(256);
for (const byte of [QUOTE, BACKSLASH, LINE_FEED, COMMA]) IS_TOKEN[byte] = 1;
for (const byte of [OPENING_BRACE, OPENING_BRACKET, CLOSING_BRACE, CLOSING_BRACKET]) {
  IS_TOKEN[byte] = 1;
}

/**
 * Finds the ends of elements, or of members, by brackets and strings: numbers and words may be anything, as a row with
 * a wrong one is a row nonetheless. It remembers where in a row the bytes end, so that the next bytes continue it.
 */
export class JsonEnds implements RowEnds {
  readonly separatorBytes = 1;
  private readonly closing: number;
  private depth = 0;
  private isString = false;
  private isEscaped = false;

  /** @param closing the bracket behind the last one */
  constructor(closing = CLOSING_BRACKET) {
    this.closing = closing;
  }

  areLines(): boolean {
    return false;
  }

  findNext(bytes: Uint8Array, from: number): number {
    return this.skip(bytes, from, false);
  }

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

/** An array that is a member of the first value. */
interface ArrayMember {
  readonly name: string;
  /** The position after its opening bracket; NO_END or NO_MEMBER if there is none. */
  readonly from: number;
}

/** The name of the member at `from`, and where its value is an array. */
function arrayAt(bytes: Uint8Array, from: number): ArrayMember {
  let end = from + 1;
  while (end < bytes.length && (bytes[end] !== QUOTE || bytes[end - 1] === BACKSLASH)) end++;
  const name = bytes[from] === QUOTE ? utf8Text(bytes, from + 1, end) : "";
  const colon = afterJsonSpace(bytes, end + 1);
  const value = bytes[colon] === COLON ? afterJsonSpace(bytes, colon + 1) : colon;
  if (value >= bytes.length) return { name, from: NO_END };
  return { name, from: bytes[value] === OPENING_BRACKET ? value + 1 : NO_MEMBER };
}

/**
 * Finds a member of the first value, an object, that is an array.
 * @param name such as `features`; any name without it
 */
export function findArrayMember(bytes: Uint8Array, name?: string): ArrayMember {
  const members = new JsonEnds(CLOSING_BRACE);
  let at = afterJsonSpace(bytes, 0);
  if (at < bytes.length && bytes[at] !== OPENING_BRACE) return { name: "", from: NO_MEMBER };
  at++;
  while (at < bytes.length) {
    const found = arrayAt(bytes, afterJsonSpace(bytes, at));
    const isMember = found.from !== NO_MEMBER && (name === undefined || found.name === name);
    if (isMember) return found;
    at = members.findNext(bytes, at);
    if (at < 0) break;
    if (bytes[at - 1] === CLOSING_BRACE) return { name: "", from: NO_MEMBER };
  }
  return { name: "", from: NO_END };
}

/** The closing of an output that keeps the text behind an array, empty if it does not; undefined if that text is wrong. */
export type ArrayClosing = (text: string) => string | undefined;

/** What is wrong with the text behind an array of rows. */
export const TRAILING_TEXT = "There is text after the JSON array. Put all rows into one array.";

/** The text behind an array of rows: white space, or members that an output keeps. */
export class ArrayTail {
  readonly #maxBytes: number;
  readonly #closingWith: ArrayClosing | undefined;
  #parts: Uint8Array = NO_BYTES;
  #isWrong = false;

  /** @param closingWith without it, any text is wrong */
  constructor(maxBytes: number, closingWith: ArrayClosing | undefined) {
    this.#maxBytes = maxBytes;
    this.#closingWith = closingWith;
  }

  push(bytes: Uint8Array): void {
    const hasText = afterJsonSpace(bytes, 0) < bytes.length;
    if (!this.#closingWith) this.#isWrong ||= hasText;
    else if (this.#parts.length + bytes.length > this.#maxBytes) this.#isWrong = true;
    else this.#parts = concatAll([this.#parts, bytes]);
  }

  /** The closing of the output; undefined if the text is wrong. */
  end(): string | undefined {
    if (this.#isWrong) return undefined;
    if (!this.#closingWith) return "";
    return this.#closingWith(utf8Text(this.#parts, 0, this.#parts.length));
  }
}
