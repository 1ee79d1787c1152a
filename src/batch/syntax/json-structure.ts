/**
 * The structure of JSON: brackets, strings and commas, which say where rows end. Numbers and words may be anything, as
 * a row with a wrong one is a row nonetheless; json-scan.ts knows all rules of JSON.
 */
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
import { utf8Bytes } from "../../platform.ts";
import { afterJsonSpace, BROKEN_ROW, isJsonSpace, NO_END, startsWith } from "../scan.ts";

/** Stands in front of each record of a text sequence (RFC 8142). No JSON text contains it. */
export const RECORD_SEPARATOR = 0x1e;

/** 1 for bytes that may begin or end something. A look at this table saves a third of the time. */
const IS_TOKEN = new Uint8Array(256);
for (const byte of [QUOTE, BACKSLASH, LINE_FEED, COMMA, RECORD_SEPARATOR]) IS_TOKEN[byte] = 1;
for (const byte of [OPENING_BRACE, OPENING_BRACKET, CLOSING_BRACE, CLOSING_BRACKET]) {
  IS_TOKEN[byte] = 1;
}

/**
 * What the rows are:
 * - elements of an array, or members of an object: a comma ends them, or the bracket that closes all of them;
 * - values that follow each other, each of which begins and ends with a bracket of its own;
 * - records: a line feed outside of all brackets ends them, or the separator of the next record.
 */
type JsonRowKind = "elements" | "members" | "values" | "records";

/** The brackets that close all rows. */
const CLOSINGS: Readonly<Record<JsonRowKind, number>> = {
  elements: CLOSING_BRACKET,
  members: CLOSING_BRACE,
  values: NO_END,
  records: NO_END,
};

/**
 * Whether a string, an object or an array may begin where it does in a value. Where it may not, the value has been cut
 * off, and another one begins.
 * @param from where the value begins
 */
function mayBegin(bytes: Uint8Array, at: number, from: number, isInObject: boolean): boolean {
  let last = at - 1;
  while (last >= from && isJsonSpace(bytes[last])) last--;
  const before = bytes[last];
  if (last < from || before === COLON || before === OPENING_BRACKET) return true;
  if (bytes[at] !== QUOTE) return before === COMMA && !isInObject;
  return before === COMMA || before === OPENING_BRACE;
}

/** Finds the ends of rows. It remembers where in a row the bytes end, so that the next bytes continue it. */
export class JsonScan {
  private readonly areValues: boolean;
  private readonly areRecords: boolean;
  /** Ends a row outside of its own brackets, as `closing` does. */
  private readonly separator: number;
  private readonly closing: number;
  private depth = 0;
  /** Whether each open bracket is a brace: a bit for each of the innermost ones. */
  private braces = 0;
  private isString = false;
  private isEscaped = false;

  constructor(kind: JsonRowKind) {
    this.areValues = kind === "values";
    this.areRecords = kind === "records";
    this.closing = CLOSINGS[kind];
    this.separator = this.closing === NO_END ? NO_END : COMMA;
  }

  /** Begins a row, whatever has been found of the last one. */
  begin(): this {
    this.depth = 0;
    this.braces = 0;
    this.isString = false;
    this.isEscaped = false;
    return this;
  }

  /**
   * Finds the byte that ends a row. JSON strings have no line feeds, so that one ends a string whose quote was forgotten,
   * but for the few members around an array, of which none costs a row.
   * @returns NO_END if the bytes end before the row does; BROKEN_ROW if a value cannot go on as it does
   */
  find(bytes: Uint8Array, from: number): number {
    const areValues = this.areValues;
    const areRecords = this.areRecords;
    const separator = this.separator;
    const closing = this.closing;
    const keepsStrings = closing === CLOSING_BRACE;
    let depth = this.depth;
    let braces = this.braces;
    let isString = this.isString;
    let isEscaped = this.isEscaped;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at];
      if (IS_TOKEN[byte] === 0 && !isEscaped) continue;
      if (byte === LINE_FEED || byte === RECORD_SEPARATOR) {
        if (areRecords && (depth === 0 || byte === RECORD_SEPARATOR)) return this.end(at);
        if (areValues && isString) return this.end(BROKEN_ROW);
        if (byte === LINE_FEED && !keepsStrings) isString = false;
        isEscaped = false;
      } else if (isString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isString = false;
      } else if (byte === COMMA) {
        if (depth === 0 && byte === separator) return this.end(at);
      } else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) {
        if (depth === 0 && byte === closing) return this.end(at);
        if (depth === 1 && areValues) return this.end(at);
        if (depth > 0) depth--;
        braces >>>= 1;
      } else if (byte !== BACKSLASH) {
        if (areValues && !mayBegin(bytes, at, from, (braces & 1) === 1))
          return this.end(BROKEN_ROW);
        if (byte === QUOTE) isString = true;
        else {
          depth++;
          braces = (braces << 1) | (byte === OPENING_BRACE ? 1 : 0);
        }
      }
    }
    this.depth = depth;
    this.braces = braces;
    this.isString = isString;
    this.isEscaped = isEscaped;
    return NO_END;
  }

  private end(at: number): number {
    this.begin();
    return at;
  }
}

/** Returned instead of a position: the first value ends without the member. */
export const NO_MEMBER = -4;

/** The position after the bracket of an array, if `from` is the name of the member that it is. */
function arrayAfter(bytes: Uint8Array, from: number, name: Uint8Array): number {
  if (!startsWith(bytes, from, name)) return NO_MEMBER;
  const colon = afterJsonSpace(bytes, from + name.length);
  const value = bytes[colon] === COLON ? afterJsonSpace(bytes, colon + 1) : colon;
  if (value === bytes.length) return NO_END;
  return bytes[value] === OPENING_BRACKET ? value + 1 : NO_MEMBER;
}

/**
 * Finds a member of the first value, an object, that is an array, such as the features of a collection.
 * @returns the position after its opening bracket; NO_END or NO_MEMBER if there is none
 */
export function findArrayMember(bytes: Uint8Array, name: string): number {
  const text = utf8Bytes(JSON.stringify(name));
  const scan = new JsonScan("members");
  let at = afterJsonSpace(bytes, 0);
  if (at < bytes.length && bytes[at] !== OPENING_BRACE) return NO_MEMBER;
  while (at < bytes.length) {
    const found = arrayAfter(bytes, afterJsonSpace(bytes, at + 1), text);
    if (found !== NO_MEMBER) return found;
    at = scan.find(bytes, at + 1);
    if (at < 0) return NO_END;
    if (bytes[at] === CLOSING_BRACE) return NO_MEMBER;
  }
  return NO_END;
}
