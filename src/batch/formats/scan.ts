/** Scans bytes for line ends, white space and byte order marks; names the bytes that formats look for. */

export const LINE_FEED = 10;
export const CARRIAGE_RETURN = 13;
export const QUOTE = 34;
export const COMMA = 44;
export const OPENING_BRACKET = 91;
export const BACKSLASH = 92;
export const CLOSING_BRACKET = 93;
export const OPENING_BRACE = 123;
export const CLOSING_BRACE = 125;

/** Returned instead of a position: the bytes end before the row does. */
export const NO_END = -1;
/** Like NO_END, but the bytes end inside quotes. */
export const OPEN_QUOTE = -2;

const decoder = new TextDecoder();

/** The text of some UTF-8 bytes; bytes that are not UTF-8 are replaced. */
export function textOf(bytes: Uint8Array, from: number, to: number): string {
  return decoder.decode(bytes.subarray(from, to));
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Where the text of an input begins: after its byte order mark, if it has one. */
export function afterByteOrderMark(bytes: Uint8Array): number {
  return BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte) ? BYTE_ORDER_MARK.length : 0;
}

/** Whether the bytes may be the first ones of a byte order mark whose rest has not arrived. */
export function mayBeByteOrderMark(bytes: Uint8Array): boolean {
  return (
    bytes.length < BYTE_ORDER_MARK.length && bytes.every((byte, at) => byte === BYTE_ORDER_MARK[at])
  );
}

/** Where the text of a line ends: before its line feed, and before a carriage return in front of that. */
export function endOfText(bytes: Uint8Array, from: number, lineFeed: number): number {
  const hasReturn = lineFeed > from && bytes[lineFeed - 1] === CARRIAGE_RETURN;
  return hasReturn ? lineFeed - 1 : lineFeed;
}

/** How many line feeds a range has. */
export function countLines(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  // Branchless, as a branch would be mispredicted at the end of each line.
  for (let at = from; at < to; at++) count += ((bytes[at] ^ LINE_FEED) - 1) >>> 31;
  return count;
}

/** Whether a byte is white space in JSON. */
export function isJsonSpace(byte: number): boolean {
  return byte === 32 || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === 9;
}

/** Skips the white space of JSON. */
export function afterJsonSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && isJsonSpace(bytes[at])) at++;
  return at;
}
