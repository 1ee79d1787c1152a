/** Where the rows of a chunk stand, in each format. */
import { delimiterOf, type FormatName } from "../options.ts";
import type { Extent } from "./row.ts";
import {
  CARRIAGE_RETURN,
  createElementScan,
  endOfText,
  findElementEnd,
  findRowEnd,
  isJsonSpace,
  LINE_FEED,
} from "./scan.ts";

/** Finds the row that begins at a place. */
export type FindExtent = (bytes: Uint8Array, from: number) => Extent;

/** @param found the line feed, or a negative number when the row is the chunk's last */
function lineExtent(bytes: Uint8Array, from: number, found: number): Extent {
  // A row whose quotes stay open goes to the end of its chunk, a line feed included.
  const isFed = bytes[bytes.length - 1] === LINE_FEED;
  const end = found >= 0 ? found : bytes.length - (isFed ? 1 : 0);
  const to = endOfText(bytes, from, end);
  const lineEnd = to < end ? "\r\n" : "\n";
  const hasEnd = found >= 0 || isFed || bytes[end - 1] === CARRIAGE_RETURN;
  return {
    from,
    to,
    next: found >= 0 ? found + 1 : bytes.length,
    lineEnd: hasEnd ? lineEnd : undefined,
  };
}

function elementExtent(bytes: Uint8Array, start: number): Extent {
  const found = findElementEnd(bytes, start, createElementScan());
  const end = found < 0 ? bytes.length : found;
  let from = start;
  let to = end;
  while (from < to && isJsonSpace(bytes[from])) from++;
  while (to > from && isJsonSpace(bytes[to - 1])) to--;
  return { from, to, next: Math.min(end + 1, bytes.length), lineEnd: undefined };
}

export function extentFinder(format: FormatName): FindExtent {
  if (format === "json") return elementExtent;
  const delimiter = delimiterOf(format)?.charCodeAt(0);
  if (delimiter !== undefined) {
    return (bytes, from) => lineExtent(bytes, from, findRowEnd(bytes, from, delimiter));
  }
  return (bytes, from) => lineExtent(bytes, from, bytes.indexOf(LINE_FEED, from));
}
