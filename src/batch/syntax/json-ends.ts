/** Finds the ends of rows in a JSON array, and the array in an object. */
import * as characters from "../../characters.ts";
import {
  afterJsonSpace,
  byteSet,
  LINES,
  NO_END,
  type RowEndFinder,
  startsWith,
} from "../byte-texts.ts";
import type { InputPlan } from "../input-plan.ts";
import { afterName, afterValue, NO_VALUE, parsed } from "./json-value.ts";

/** The byte before each record of a text sequence (RFC 8142). In lines, it is white space. */
export const RECORD_SEPARATOR = 0x1e;

const TOKEN_BYTES = byteSet('"\\\n,{}[]');

/** Finds the ends of elements by brackets and strings. It does not check numbers and words: wrong rows are still rows. */
export class JsonEnds implements RowEndFinder {
  /** The number of open brackets at the end of the bytes. The next bytes may continue the row. */
  private depth = 0;
  private isString = false;
  private isEscaped = false;

  endAtLineFeeds = () => false;

  findNext(bytes: Uint8Array, from: number): number {
    this.depth = 0;
    this.isString = false;
    this.isEscaped = false;
    return this.skip(bytes, from);
  }

  /** @returns the position after the comma or bracket of the element. A line feed ends a string: JSON strings have none */
  skip(bytes: Uint8Array, from: number): number {
    let depth = this.depth;
    let isString = this.isString;
    let isEscaped = this.isEscaped;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at];
      if (TOKEN_BYTES[byte] === 0 && !isEscaped) continue;
      if (byte === characters.LINE_FEED) {
        isString = false;
        isEscaped = false;
      } else if (isEscaped) isEscaped = false;
      else if (isString) {
        isEscaped = byte === characters.BACKSLASH;
        isString = byte !== characters.QUOTE;
      } else if (byte === characters.QUOTE) isString = true;
      else if (byte === characters.OPENING_BRACE || byte === characters.OPENING_BRACKET) depth++;
      else if (depth > 0) {
        if (byte === characters.CLOSING_BRACE || byte === characters.CLOSING_BRACKET) depth--;
      } else if (byte === characters.COMMA || byte === characters.CLOSING_BRACKET) return at + 1;
    }
    this.depth = depth;
    this.isString = isString;
    this.isEscaped = isEscaped;
    return NO_END;
  }
}

/** The ends of the rows of a plan. */
export function createJsonEnds({ isSequence }: InputPlan): RowEndFinder {
  return isSequence ? LINES : new JsonEnds();
}

/** Skips white space and the separators of text sequences (RFC 8142). */
export function afterSeparators(bytes: Uint8Array, from: number): number {
  let at = afterJsonSpace(bytes, from);
  while (bytes[at] === RECORD_SEPARATOR) at = afterJsonSpace(bytes, at + 1);
  return at;
}

/**
 * Goes through members of an object.
 * @param from the position of the brace or comma before a member
 * @param wanted the name of an array to stop at, in quotes; by default none
 * @returns the position after the bracket of this array, or else after the last value; NO_VALUE if a member is not JSON
 */
function afterMembers(bytes: Uint8Array, from: number, wanted?: Uint8Array): number {
  let at = from;
  do {
    const name = afterJsonSpace(bytes, at + 1);
    const value = afterName(bytes, name);
    const isArray = bytes[value] === characters.OPENING_BRACKET;
    if (isArray && wanted && startsWith(bytes, name, wanted)) return value + 1;
    const end = value < 0 ? value : afterValue(bytes, value, 1);
    if (end < 0) return NO_VALUE;
    at = afterJsonSpace(bytes, end);
  } while (bytes[at] === characters.COMMA);
  return at;
}

const FEATURES = characters.utf8Bytes('"features"');

/**
 * The position after the bracket of an array of rows; undefined if there is none.
 * @param from the position of the array, or of the collection with the features
 */
export function findRows(bytes: Uint8Array, from: number, areFeatures: boolean) {
  const opening = areFeatures ? characters.OPENING_BRACE : characters.OPENING_BRACKET;
  if (bytes[from] !== opening) return undefined;
  const end = areFeatures ? afterMembers(bytes, from, FEATURES) : from + 1;
  return bytes[end - 1] === characters.OPENING_BRACKET ? end : undefined;
}

/** Finds the next array of rows: the end of the text of the last one, and the position after the bracket of the next. */
export function findNextArray(bytes: Uint8Array, from: number, { areFeatures }: InputPlan) {
  let end = from;
  if (areFeatures) {
    const space = afterJsonSpace(bytes, from);
    const brace = bytes[space] === characters.COMMA ? afterMembers(bytes, space) : space;
    if (bytes[brace] !== characters.CLOSING_BRACE) return undefined;
    end = brace + 1;
  }
  const rows = findRows(bytes, afterSeparators(bytes, end), areFeatures);
  return rows === undefined ? undefined : { end, from: rows };
}

/** The closing of an output in the same format, perhaps empty, by the text after the rows; undefined if that is wrong. */
export function closingOf(text: string, { areFeatures, keepsFormat }: InputPlan) {
  if (!areFeatures) return text === "" ? "" : undefined;
  // Members may follow the features.
  if (parsed(`{"features":[]${text}`) === undefined) return undefined;
  return keepsFormat ? `\n]${text.trim()}\n` : "";
}
