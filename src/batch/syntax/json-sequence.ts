/** Sequences of JSON values: one a line, over several lines, or several on a line. */
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
import { afterJsonSpace, afterSpacesOfLine, BROKEN_ROW, isJsonSpace, NO_END } from "../scan.ts";
import { lineRange, nextLine, type RowEnds } from "./line-splitter.ts";
import { type JsonRows, UNKNOWN } from "./tokenizer.ts";

/** What comes next within a value. */
type Expected = "value" | "key" | "colon" | "comma";

/** The position after a string; NO_END if it does not end, BROKEN_ROW if its line does. */
function afterString(bytes: Uint8Array, from: number): number {
  for (let at = from + 1; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) return at + 1;
    if (byte === LINE_FEED) return BROKEN_ROW;
    // JSON strings have no line feeds, not even behind a backslash.
    if (byte === BACKSLASH && bytes[at + 1] !== LINE_FEED) at++;
  }
  return NO_END;
}

function isScalarByte(byte: number): boolean {
  const isBracket = byte === CLOSING_BRACE || byte === CLOSING_BRACKET;
  return !isJsonSpace(byte) && byte !== COMMA && byte !== COLON && byte !== QUOTE && !isBracket;
}

/** The position after a number or word; NO_END if it may go on. */
function afterScalar(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && isScalarByte(bytes[at])) at++;
  return at < bytes.length ? at : NO_END;
}

/** Follows one value from token to token. */
class ValueScan {
  /** For each open bracket, whether it is a brace. */
  readonly #braces: boolean[] = [];
  #expected: Expected = "value";

  get isComplete(): boolean {
    return this.#braces.length === 0 && this.#expected === "comma";
  }

  /** @returns the position after the token at `at`; NO_END or BROKEN_ROW if it has none */
  next(bytes: Uint8Array, at: number): number {
    const byte = bytes[at];
    if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
      const isBrace = byte === OPENING_BRACE;
      this.#braces.push(isBrace);
      return this.#go("value", isBrace ? "key" : "value", at + 1);
    }
    if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) {
      if (this.#braces.pop() !== (byte === CLOSING_BRACE)) return BROKEN_ROW;
      this.#expected = "comma";
      return at + 1;
    }
    const isInObject = this.#braces.at(-1) === true;
    if (byte === COMMA) return this.#go("comma", isInObject ? "key" : "value", at + 1);
    if (byte === COLON) return this.#go("colon", "value", at + 1);
    if (byte !== QUOTE) return this.#go("value", "comma", afterScalar(bytes, at));
    if (this.#expected === "key") return this.#go("key", "colon", afterString(bytes, at));
    return this.#go("value", "comma", afterString(bytes, at));
  }

  #go(expected: Expected, following: Expected, next: number): number {
    if (this.#expected !== expected) return BROKEN_ROW;
    this.#expected = following;
    return next;
  }
}

/** The position after the value that begins at or after `from`; NO_END or BROKEN_ROW if there is none. */
function findValueEnd(bytes: Uint8Array, from: number): number {
  const scan = new ValueScan();
  let at = afterJsonSpace(bytes, from);
  while (at < bytes.length) {
    at = scan.next(bytes, at);
    if (at < 0 || scan.isComplete) return at;
    at = afterJsonSpace(bytes, at);
  }
  return NO_END;
}

/**
 * Whether a line feed certainly ends a row: between the end of a value and the beginning of another, which JSON
 * never has within a value.
 */
function isCertainEnd(bytes: Uint8Array, from: number, lineFeed: number): boolean {
  const next = bytes[lineFeed + 1];
  if (next !== OPENING_BRACE && next !== OPENING_BRACKET && next !== QUOTE) return false;
  let at = lineFeed - 1;
  while (at >= from && isJsonSpace(bytes[at])) at--;
  const last = bytes[at];
  return at >= from && (last === CLOSING_BRACE || last === CLOSING_BRACKET || last === QUOTE);
}

/** Whether a line may have several objects. */
function mayHaveSeveral(bytes: Uint8Array, from: number, to: number): boolean {
  let at = bytes.indexOf(CLOSING_BRACE, from);
  for (; at >= 0 && at < to; at = bytes.indexOf(CLOSING_BRACE, at + 1)) {
    if (bytes[afterSpacesOfLine(bytes, at + 1)] === OPENING_BRACE) return true;
  }
  return false;
}

function findNext(bytes: Uint8Array, from: number, isLast: boolean): number {
  const line = nextLine(bytes, from);
  if (line >= 0) {
    const lineFeed = line - 1;
    if (afterSpacesOfLine(bytes, from) === lineFeed) return line;
    const isCertain = isCertainEnd(bytes, from, lineFeed);
    if (isCertain && !mayHaveSeveral(bytes, from, lineFeed)) return line;
  }
  const end = findValueEnd(bytes, from);
  if (end < 0) return end;
  const at = afterSpacesOfLine(bytes, end);
  if (at === bytes.length) return isLast ? at : NO_END;
  const isFollowed = bytes[end - 1] === CLOSING_BRACE && bytes[at] === OPENING_BRACE;
  return isFollowed ? at : nextLine(bytes, at);
}

/** Whether each line feed ends a row, as it nearly always does. */
function areLines(bytes: Uint8Array): boolean {
  let line = 0;
  let lineFeed = bytes.indexOf(LINE_FEED);
  for (; lineFeed >= 0 && lineFeed < bytes.length - 1; lineFeed = bytes.indexOf(LINE_FEED, line)) {
    if (!isCertainEnd(bytes, line, lineFeed)) return false;
    line = lineFeed + 1;
  }
  if (lineFeed < 0) return true;
  // What follows the last line feed is not known.
  while (line >= 0 && line < bytes.length) line = findNext(bytes, line, false);
  return line === bytes.length;
}

/** The ends of JSON values. */
export const JSON_VALUES: RowEnds = {
  areLines,
  findNext,
  keepsFirstLine: true,
  recover: nextLine,
};

/** Values that follow each other: one a line, or several. */
export const VALUE_ROWS: JsonRows = {
  findStart: (_, from) => from,
  findNext(bytes, _, end) {
    if (bytes[end] === LINE_FEED) return end + 1;
    const at = afterSpacesOfLine(bytes, end);
    if (at === bytes.length || bytes[at] === OPENING_BRACE) return at;
    return bytes[at] === LINE_FEED ? at + 1 : UNKNOWN;
  },
  rangeOf: (bytes, from) => lineRange(JSON_VALUES, bytes, from),
};
