/** Where the records of GeoJSON begin and end, with and without record separators (RFC 8142). */
import {
  BACKSLASH,
  CLOSING_BRACE,
  CLOSING_BRACKET,
  LINE_FEED,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTE,
} from "../../characters.ts";
import { afterSpacesOfLine, NO_END, skipped } from "../scan.ts";
import { lineRange, nextLine, type RowEnds } from "./line-splitter.ts";
import { type JsonRows, UNKNOWN } from "./tokenizer.ts";

export const RECORD_SEPARATOR = 0x1e;

/**
 * Finds the end of a record that begins with a separator: a line feed outside of all brackets, or the next
 * separator, which no JSON text contains. A truncated record therefore leaves the next one intact.
 */
function findRecordEnd(bytes: Uint8Array, from: number): number {
  let depth = 0;
  let isString = false;
  for (let at = from + 1; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === RECORD_SEPARATOR) return at;
    if (byte === LINE_FEED) {
      if (depth <= 0) return at + 1;
      // JSON strings have no line feeds.
      isString = false;
    } else if (isString) {
      // Never skips a control character: it may be the separator after a truncated string.
      if (byte === BACKSLASH && bytes[at + 1] > RECORD_SEPARATOR) at++;
      else if (byte === QUOTE) isString = false;
    } else if (byte === QUOTE) {
      isString = true;
    } else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
      depth++;
    } else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) {
      depth--;
    }
  }
  return NO_END;
}

/**
 * The end of a record without a separator: after its line feed, or before a separator. The separator is looked for
 * in the line only, as a search through the rest of the chunk for each row takes 90% of the time of a batch.
 */
function findLineEnd(bytes: Uint8Array, from: number): number {
  const next = nextLine(bytes, from);
  const line = bytes.subarray(from, next < 0 ? bytes.length : next);
  const separator = line.indexOf(RECORD_SEPARATOR);
  return separator < 0 ? next : from + separator;
}

/** Finds the ends of records. */
export class RecordEnds implements RowEnds {
  readonly keepsFirstLine = false;
  /** Whether the skipped record began with a separator, and so ends before the next separator. */
  #isSequence = false;

  areLines(bytes: Uint8Array): boolean {
    return !bytes.includes(RECORD_SEPARATOR);
  }

  findNext(bytes: Uint8Array, from: number, isLast: boolean): number {
    if (bytes[from] !== RECORD_SEPARATOR) return findLineEnd(bytes, from);
    const next = findRecordEnd(bytes, from);
    return next < 0 && isLast ? bytes.length : next;
  }

  recover(bytes: Uint8Array, from: number, isInside: boolean): number {
    if (!isInside) this.#isSequence = bytes[from] === RECORD_SEPARATOR;
    if (!this.#isSequence) return findLineEnd(bytes, from);
    return bytes.indexOf(RECORD_SEPARATOR, isInside ? from : from + 1);
  }
}

/** Records, each on a line, or after a record separator. */
export const RECORD_ROWS: JsonRows = {
  findStart(bytes, from) {
    return bytes[from] === RECORD_SEPARATOR ? afterSpacesOfLine(bytes, from + 1) : from;
  },
  findNext(bytes, from, end) {
    const at = afterSpacesOfLine(bytes, end);
    const next = bytes[at] === LINE_FEED ? at + 1 : at;
    if (next === at && at < bytes.length && bytes[at] !== RECORD_SEPARATOR) return UNKNOWN;
    if (bytes[from] === RECORD_SEPARATOR) return next;
    // Without a separator, a record ends with its line, within an object or not.
    return skipped.lineFeed >= from && skipped.lineFeed < end ? UNKNOWN : next;
  },
  rangeOf(bytes, from) {
    const range = lineRange(new RecordEnds(), bytes, from);
    return bytes[from] === RECORD_SEPARATOR ? { ...range, from: from + 1 } : range;
  },
};
