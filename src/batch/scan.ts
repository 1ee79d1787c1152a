/** Scans bytes for line ends, white space and byte order marks. */
import { CARRIAGE_RETURN, LINE_FEED, SPACE, TAB } from "../characters.ts";
import { wordsOf } from "./text.ts";

/** Returned instead of a position: the bytes end before the row does. */
export const NO_END = -1;
/** Like NO_END, but the bytes end inside quotes. */
export const OPEN_QUOTE = -2;
/** Like NO_END, but no more bytes can make a row of these: the row ends with its first line. */
export const BROKEN_ROW = -3;

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Where the text of an input begins: after its byte order mark, if it has one. */
export function afterByteOrderMark(bytes: Uint8Array): number {
  return BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte) ? BYTE_ORDER_MARK.length : 0;
}

/** Whether the bytes are the first ones of a byte order mark, or a whole one with nothing behind it. */
export function isOnlyByteOrderMark(bytes: Uint8Array): boolean {
  return bytes.every((byte, at) => byte === BYTE_ORDER_MARK[at]);
}

/** Where the text of a line ends: before its line feed, and before a carriage return in front of that. */
export function endOfText(bytes: Uint8Array, from: number, lineFeed: number): number {
  const hasReturn = lineFeed > from && bytes[lineFeed - 1] === CARRIAGE_RETURN;
  return hasReturn ? lineFeed - 1 : lineFeed;
}

function countInBytes(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  // Branchless, as a branch would be mispredicted at the end of each line.
  for (let at = from; at < to; at++) count += ((bytes[at] ^ LINE_FEED) - 1) >>> 31;
  return count;
}

/** A line feed, and the lower seven bits, in each byte of a word. */
const LINE_FEEDS = 0x0a0a0a0a;
const LOWER_BITS = 0x7f7f7f7f;

/** Each byte of a sum of words counts to 255 without a carry. */
const WORDS_PER_SUM = 255;

/** Line feeds in words, four bytes at a time. */
function countInWords(words: Int32Array): number {
  let count = 0;
  for (let at = 0; at < words.length; ) {
    const end = Math.min(words.length, at + WORDS_PER_SUM);
    let sums = 0;
    for (; at < end; at++) {
      const zeros = words[at] ^ LINE_FEEDS;
      // The high bit of each byte that is zero. No carry leaves a byte.
      const bits = ~(((zeros & LOWER_BITS) + LOWER_BITS) | zeros | LOWER_BITS);
      sums = (sums + (bits >>> 7)) | 0;
    }
    count += (sums & 0xff) + ((sums >>> 8) & 0xff) + ((sums >>> 16) & 0xff) + (sums >>> 24);
  }
  return count;
}

/** How many line feeds a range has. */
export function countLines(bytes: Uint8Array, from: number, to: number): number {
  const { words, ...range } = wordsOf(bytes, from, to);
  const inBytes = countInBytes(bytes, from, range.from) + countInBytes(bytes, range.to, to);
  return countInWords(words) + inBytes;
}

/** Where the line after the first `count` lines begins; the end of the bytes if there are fewer lines. */
export function afterLines(bytes: Uint8Array, count: number): number {
  let at = 0;
  for (let line = 0; line < count && at < bytes.length; line++) {
    const lineFeed = bytes.indexOf(LINE_FEED, at);
    at = lineFeed < 0 ? bytes.length : lineFeed + 1;
  }
  return at;
}

/** Whether a text, as bytes, stands at an offset. */
export function startsWith(bytes: Uint8Array, at: number, text: Uint8Array): boolean {
  for (let index = 0; index < text.length; index++) {
    if (bytes[at + index] !== text[index]) return false;
  }
  return true;
}

/** Whether a byte is white space in JSON. */
export function isJsonSpace(byte: number): boolean {
  if (byte > SPACE) return false;
  return byte === SPACE || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB;
}

/** Skips the white space of JSON. */
export function afterJsonSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && isJsonSpace(bytes[at])) at++;
  return at;
}
