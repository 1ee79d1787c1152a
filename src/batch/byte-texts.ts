/** Texts, lines, white space and the ends of rows in bytes, in any runtime, about as fast as Node's own; and quoted fields. */
import * as characters from "../characters.ts";

/** Whether bytes have a text at an offset. */
export function startsWith(bytes: Uint8Array, at: number, text: Uint8Array): boolean {
  for (let index = 0; index < text.length; index++) {
    if (bytes[at + index] !== text[index]) return false;
  }
  return true;
}

/** A flag for each byte: 1 for the characters of a text. A look-up in it saves a third of the time of comparisons. */
export function byteSet(chars: string): Uint8Array {
  const flags = new Uint8Array(256);
  for (const char of chars) flags[char.charCodeAt(0)] = 1;
  return flags;
}

/** The index of a byte in a range; `to` if it is not there. In short texts, a loop is faster than `indexOf`. */
export function findByte(bytes: Uint8Array, byte: number, from: number, to: number): number {
  let at = from;
  while (at < to && bytes[at] !== byte) at++;
  return at;
}

let viewed: Uint8Array = new Uint8Array(0);
let view: DataView = new DataView(viewed.buffer);

/** A view of bytes. It is cached for the last bytes, as all rows of a chunk share it. */
export function viewOf(bytes: Uint8Array): DataView {
  if (bytes !== viewed) {
    viewed = bytes;
    view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }
  return view;
}

// Texts

export function isUtf8(bytes: Uint8Array): boolean {
  const text = characters.utf8Text(bytes);
  // A decoder's replacement for other bytes. A text may also have it.
  if (!text.includes("\ufffd")) return true;
  const again = characters.utf8Bytes(text);
  return again.length === bytes.length && startsWith(bytes, 0, again);
}

/** Up to this length, a loop over bytes takes two thirds of the time of a decoder. */
const SHORT_VALUE = 32;

/** The text of a value. In most rows, it is short and ASCII. */
export function shortText(bytes: Uint8Array, from: number, to: number): string {
  if (to - from > SHORT_VALUE) return characters.utf8Text(bytes, from, to);
  let text = "";
  for (let at = from; at < to; at++) {
    if (bytes[at] >= characters.NOT_ASCII) return characters.utf8Text(bytes, from, to);
    text += String.fromCharCode(bytes[at]);
  }
  return text;
}

// Lines

/** The position after the next line feed, or NO_END. */
export function nextLine(bytes: Uint8Array, from: number): number {
  const lineFeed = bytes.indexOf(characters.LINE_FEED, from);
  return lineFeed < 0 ? NO_END : lineFeed + 1;
}

/** The offset after the first `count` lines; the end of the bytes if there are fewer lines. */
export function afterLines(bytes: Uint8Array, count: number): number {
  let at = 0;
  for (let line = 0; line < count && at >= 0; line++) at = nextLine(bytes, at);
  return at < 0 ? bytes.length : at;
}

/** The end of a line's text: before its line feed, and before a carriage return directly before that. */
export function endOfText(bytes: Uint8Array, from: number, lineFeed: number): number {
  const hasReturn = lineFeed > from && bytes[lineFeed - 1] === characters.CARRIAGE_RETURN;
  return hasReturn ? lineFeed - 1 : lineFeed;
}

/** A line feed in each byte of a word. */
const LINE_FEEDS = 0x0a0a0a0a;
/** The lower seven bits of each byte of a word. */
const LOWER_BITS = 0x7f7f7f7f;

const WORD_BYTES = 4;

/** Each byte of a sum of words counts to 255 without a carry. */
const BYTES_PER_SUM = 255 * WORD_BYTES;

/** The number of line feeds in a range. Counting by words takes a third of the time of a loop over bytes. */
export function countLines(bytes: Uint8Array, from: number, to: number): number {
  const words = viewOf(bytes);
  let count = 0;
  let at = from;
  while (at + WORD_BYTES <= to) {
    const end = Math.min(to - WORD_BYTES + 1, at + BYTES_PER_SUM);
    let sums = 0;
    for (; at < end; at += WORD_BYTES) {
      const differences = words.getInt32(at, true) ^ LINE_FEEDS;
      // The high bit of each byte without a difference. No carry leaves a byte.
      const bits = ~(((differences & LOWER_BITS) + LOWER_BITS) | differences | LOWER_BITS);
      sums = (sums + (bits >>> 7)) | 0;
    }
    count += (sums & 0xff) + ((sums >>> 8) & 0xff) + ((sums >>> 16) & 0xff) + (sums >>> 24);
  }
  for (; at < to; at++) if (bytes[at] === characters.LINE_FEED) count++;
  return count;
}

// The ends of rows

/** Returned instead of a position: the bytes end before the row ends. */
export const NO_END = -1;
/** Like NO_END, but the bytes end inside quotes. */
export const OPEN_QUOTE = -2;
/** Like NO_END, but more bytes cannot complete the row: it ends with its first line. */
export const BROKEN_ROW = -3;

export interface RowEndFinder {
  /** Whether every line feed of these bytes ends a row. If so, no search for single rows is needed. */
  endAtLineFeeds(bytes: Uint8Array): boolean;
  /** @returns the start of the row after the row at `from`, or NO_END, OPEN_QUOTE or BROKEN_ROW */
  findNext(bytes: Uint8Array, from: number): number;
  /** Skips the rest of a row that is too long, after `findNext`. @returns the start of the next row, or NO_END */
  skip(bytes: Uint8Array, from: number): number;
}

/** Each line is a row. */
export const LINES: RowEndFinder = {
  endAtLineFeeds: () => true,
  findNext: nextLine,
  skip: nextLine,
};

// Fields and JSON

/** The remedy for broken quotes. */
export const QUOTE_RULE = "Close every quote; write quotes inside quotes twice.";

/** A field between tabs, with spaces for tabs and line ends. Quotes around it get another pair: readers remove one. */
function fieldBetweenTabs(field: string): string {
  const text = field.replace(/\t|\r?\n|\r/g, " ");
  return /^".*"$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The text of a field, in quotes if it needs them to stay one field. */
export function quotedField(field: string, delimiter: string): string {
  if (delimiter === "\t") return fieldBetweenTabs(field);
  const isBare = !/["\r\n]/.test(field) && !field.includes(delimiter);
  return isBare ? field : `"${field.replaceAll('"', '""')}"`;
}

const JSON_SPACES = byteSet(" \n\r\t");

export function isJsonSpace(byte: number): boolean {
  return byte <= characters.SPACE && JSON_SPACES[byte] === 1;
}

export function afterJsonSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && isJsonSpace(bytes[at])) at++;
  return at;
}
