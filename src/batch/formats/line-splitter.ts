/** Formats whose rows end with a line feed: their splitter, and the span of a row in a chunk. */
import {
  type Chunk,
  concat,
  copyFrom,
  NO_BYTES,
  type Splitter,
  tooLongMessage,
} from "../chunks.ts";
import type { RowSpan } from "../rows.ts";
import { CARRIAGE_RETURN, endOfText, LINE_FEED, NO_END } from "./scan.ts";

/** Finds the ends of rows in a format. */
export interface RowEnds {
  /** Whether every line feed of these bytes ends a row, so that rows need not be walked one by one. */
  areLines(bytes: Uint8Array): boolean;
  /**
   * @param isLast whether the input ends with these bytes
   * @returns where the row after the one at `from` begins, or a negative number if that row has not ended
   */
  findNext(bytes: Uint8Array, from: number, isLast: boolean): number;
  /** Whether a row without an end is cut after its first line; otherwise it is skipped. */
  readonly keepsFirstLine: boolean;
  /**
   * Finds where reading continues after a row without an end.
   * @param isInside whether the row began before `from`, in bytes that are no longer available
   * @returns where the next row begins, or a negative number if these bytes do not show it
   */
  recover(bytes: Uint8Array, from: number, isInside: boolean): number;
}

/** The position after the next line feed, or NO_END. */
export function nextLine(bytes: Uint8Array, from: number): number {
  const lineFeed = bytes.indexOf(LINE_FEED, from);
  return lineFeed < 0 ? NO_END : lineFeed + 1;
}

/** Each line is a row. */
export const LINES: RowEnds = {
  areLines: () => true,
  findNext: nextLine,
  keepsFirstLine: true,
  recover: nextLine,
};

/**
 * Splits formats whose rows end with a line feed. A row without an end, such as one with an unclosed quote,
 * costs only its own line: when the row has become too long, or the input ends, that line becomes a chunk of
 * its own, and the next row begins on the next line.
 */
export class LineSplitter implements Splitter {
  readonly #ends: RowEnds;
  readonly #maxRowBytes: number;
  #preambleBytes: number;
  #rest: Uint8Array = NO_BYTES;
  /** Whether the next bytes belong to a row that is too long. */
  #isSkipping = false;
  #chunks: Chunk[] = [];

  constructor(ends: RowEnds, preambleBytes: number, maxRowBytes: number) {
    this.#ends = ends;
    this.#preambleBytes = preambleBytes;
    this.#maxRowBytes = maxRowBytes;
  }

  push(bytes: Uint8Array): readonly Chunk[] {
    const skipped = Math.min(this.#preambleBytes, bytes.length);
    this.#preambleBytes -= skipped;
    let from = skipped;
    if (this.#isSkipping) {
      const next = this.#ends.recover(bytes, from, true);
      this.#isSkipping = next < 0;
      from = this.#isSkipping ? bytes.length : next;
    }
    return this.#split(concat(this.#rest, bytes.subarray(from)), false);
  }

  end(): readonly Chunk[] {
    return this.#split(this.#rest, true);
  }

  #split(bytes: Uint8Array, isLast: boolean): readonly Chunk[] {
    this.#chunks = [];
    let end: number;
    if (bytes.length <= this.#maxRowBytes && this.#ends.areLines(bytes)) {
      end = isLast ? bytes.length : bytes.lastIndexOf(LINE_FEED) + 1;
      this.#add(bytes, 0, end);
    } else {
      end = this.#walk(bytes, isLast);
    }
    this.#rest = copyFrom(bytes, end);
    return this.#chunks;
  }

  #add(bytes: Uint8Array, from: number, to: number): void {
    if (to > from) this.#chunks.push({ bytes: bytes.subarray(from, to) });
  }

  #findNext(bytes: Uint8Array, from: number, isLast: boolean): number {
    const windowEnd = Math.min(bytes.length, from + this.#maxRowBytes + 1);
    const isWhole = isLast && windowEnd === bytes.length;
    return this.#ends.findNext(bytes.subarray(0, windowEnd), from, isWhole);
  }

  /** Adds the complete rows. @returns where the incomplete row begins */
  #walk(bytes: Uint8Array, isLast: boolean): number {
    let start = 0;
    let row = 0;
    while (row < bytes.length) {
      const next = this.#findNext(bytes, row, isLast);
      if (next >= 0) {
        row = next;
        continue;
      }
      const isTooLong = bytes.length - row > this.#maxRowBytes;
      const recovered = this.#ends.recover(bytes, row, false);
      if (!isTooLong && (!isLast || recovered < 0)) {
        if (isLast) row = bytes.length;
        break;
      }
      this.#add(bytes, start, row);
      row = this.#cut(bytes, row, recovered);
      start = row;
    }
    this.#add(bytes, start, row);
    return row;
  }

  /** Adds the first line of a row without an end, or skips that row. @returns where to continue */
  #cut(bytes: Uint8Array, row: number, recovered: number): number {
    const end = recovered < 0 ? bytes.length : recovered;
    // The limit does not count the line feed.
    if (this.#ends.keepsFirstLine && recovered >= 0 && end - row <= this.#maxRowBytes + 1) {
      this.#add(bytes, row, end);
    } else {
      const message = tooLongMessage(bytes.subarray(row), this.#maxRowBytes);
      this.#chunks.push({ bytes: NO_BYTES, error: { message, lines: 1 } });
      this.#isSkipping = recovered < 0;
    }
    return end;
  }
}

/** The span of the row that begins at an offset of a chunk. */
export function lineSpan(ends: RowEnds, bytes: Uint8Array, from: number): RowSpan {
  const nextRow = ends.findNext(bytes, from, true);
  // A row with an unclosed quote extends to the end of its chunk, including line feeds.
  const next = nextRow >= 0 ? nextRow : bytes.length;
  const hasLineFeed = next > from && bytes[next - 1] === LINE_FEED;
  const end = hasLineFeed ? next - 1 : next;
  const to = endOfText(bytes, from, end);
  const hasEnd = hasLineFeed || bytes[end - 1] === CARRIAGE_RETURN;
  return { from, to, next, lineEnd: hasEnd ? (to < end ? "\r\n" : "\n") : undefined };
}
