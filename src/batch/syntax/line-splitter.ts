/** Formats whose rows end with a line feed: their splitter, and the span of a row in a chunk. */
import { LINE_FEED } from "../../characters.ts";
import { type Chunk, concat, copyFrom, NO_BYTES, type Splitter } from "../chunks.ts";
import type { SplitterPlan } from "../format-plan.ts";
import { BROKEN_ROW, endOfText, NO_END, OPEN_QUOTE } from "../scan.ts";
import { openQuoteProblem, tooLongError, UnreadableText } from "./unreadable-text.ts";

/** Finds the ends of rows in a format. */
export interface RowEnds {
  /** Whether every line feed of these bytes ends a row, so that rows need not be walked one by one. */
  areLines(bytes: Uint8Array): boolean;
  /**
   * @param isLast whether the input ends with these bytes
   * @returns where the row after the one at `from` begins, or a negative number if that row has not ended
   */
  findNext(bytes: Uint8Array, from: number, isLast: boolean): number;
  /** Whether a row without an end is cut after its first line, if that is short enough. */
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
 * Splits formats whose rows end with a line feed. A row without an end, such as one with an unclosed quote, costs only
 * its own line when the input ends: that line becomes a chunk of its own, and the next row begins on the next line. A
 * quote that has not closed within the length of a row ends the input: what follows may be rows or a long field.
 */
export class LineSplitter implements Splitter {
  readonly #ends: RowEnds;
  readonly #maxRowBytes: number;
  #preambleBytes: number;
  #rest: Uint8Array = NO_BYTES;
  /** The row that is too long and has not ended. */
  #longRow: UnreadableText | undefined;
  #chunks: Chunk[] = [];
  /** Whether a quote does not close, so that nothing behind it is a row. */
  #hasStopped = false;

  constructor(ends: RowEnds, { preambleBytes, options }: SplitterPlan) {
    this.#ends = ends;
    this.#preambleBytes = preambleBytes;
    this.#maxRowBytes = options.maxRowBytes;
  }

  push(bytes: Uint8Array): readonly Chunk[] {
    const skipped = Math.min(this.#preambleBytes, bytes.length);
    this.#preambleBytes -= skipped;
    return this.#split(concat(this.#rest, bytes.subarray(skipped)), false);
  }

  end(): readonly Chunk[] {
    return this.#split(this.#rest, true);
  }

  #split(bytes: Uint8Array, isLast: boolean): readonly Chunk[] {
    this.#chunks = [];
    if (this.#hasStopped) return this.#chunks;
    const from = this.#longRow ? this.#continueLong(this.#longRow, bytes, isLast) : 0;
    const end = this.#longRow ? from : this.#splitRows(bytes, from, isLast);
    this.#rest = copyFrom(bytes, end);
    return this.#chunks;
  }

  /** Adds the next part of a row that is too long. @returns where to continue */
  #continueLong(longRow: UnreadableText, bytes: Uint8Array, isLast: boolean): number {
    const found = this.#ends.recover(bytes, 0, true);
    const next = found < 0 && isLast ? bytes.length : found;
    return this.#addLong(longRow, bytes, 0, next);
  }

  /** @param next where the row ends, or a negative number. @returns where to continue */
  #addLong(longRow: UnreadableText, bytes: Uint8Array, from: number, next: number): number {
    if (next >= 0) {
      this.#chunks.push(longRow.end(bytes.subarray(from, next)));
      this.#longRow = undefined;
      return next;
    }
    const { chunk, unfinished } = longRow.next(bytes.subarray(from));
    this.#chunks.push(chunk);
    this.#longRow = longRow;
    return bytes.length - unfinished;
  }

  /** Adds the complete rows. @returns where the incomplete row begins */
  #splitRows(bytes: Uint8Array, from: number, isLast: boolean): number {
    const rows = bytes.subarray(from);
    if (rows.length > this.#maxRowBytes || !this.#ends.areLines(rows)) {
      return this.#walk(bytes, from, isLast);
    }
    const end = isLast ? bytes.length : from + rows.lastIndexOf(LINE_FEED) + 1;
    this.#add(bytes, from, end);
    return end;
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
  #walk(bytes: Uint8Array, from: number, isLast: boolean): number {
    let start = from;
    let row = from;
    while (row < bytes.length && !this.#longRow) {
      const next = this.#findNext(bytes, row, isLast);
      if (next >= 0) {
        row = next;
        continue;
      }
      const isTooLong = bytes.length - row > this.#maxRowBytes;
      const recovered = this.#ends.recover(bytes, row, false);
      const isOver = isLast || next === BROKEN_ROW;
      if (!isTooLong && (!isOver || recovered < 0)) {
        if (isLast) row = bytes.length;
        break;
      }
      this.#add(bytes, start, row);
      if (isTooLong && next === OPEN_QUOTE && this.#isShort(row, recovered))
        return this.#stop(bytes, row, recovered);
      row = this.#cut(bytes, row, recovered, isLast);
      start = row;
    }
    this.#add(bytes, start, row);
    return row;
  }

  /** Adds the line of a quote that does not close, with which the input ends. @returns the end of the bytes */
  #stop(bytes: Uint8Array, from: number, next: number): number {
    const text = new UnreadableText(openQuoteProblem(this.#maxRowBytes));
    this.#chunks.push(text.end(bytes.subarray(from, next)));
    this.#hasStopped = true;
    return bytes.length;
  }

  /** Whether a line is not too long. @param next where the next one begins, or a negative number */
  #isShort(from: number, next: number): boolean {
    // The limit does not count the line feed.
    return next >= 0 && next - from <= this.#maxRowBytes + 1;
  }

  /** Adds the first line of a row without an end, or begins a long row. @returns where to continue */
  #cut(bytes: Uint8Array, row: number, recovered: number, isLast: boolean): number {
    if (this.#ends.keepsFirstLine && this.#isShort(row, recovered)) {
      this.#add(bytes, row, recovered);
      return recovered;
    }
    const longRow = new UnreadableText(tooLongError(bytes.subarray(row), this.#maxRowBytes));
    return this.#addLong(longRow, bytes, row, recovered < 0 && isLast ? bytes.length : recovered);
  }
}

/** Where a row is in a chunk. */
export interface RowRange {
  readonly from: number;
  /** End of the row without its line end. */
  readonly to: number;
  /** Where the next row begins. */
  readonly next: number;
}

/** The range of the row that begins at an offset of a chunk. */
export function lineRange(ends: RowEnds, bytes: Uint8Array, from: number): RowRange {
  const found = ends.findNext(bytes, from, true);
  const nextRow = found === BROKEN_ROW ? nextLine(bytes, from) : found;
  // A row with an unclosed quote extends to the end of its chunk, including line feeds.
  const next = nextRow >= 0 ? nextRow : bytes.length;
  const hasLineFeed = next > from && bytes[next - 1] === LINE_FEED;
  return { from, to: endOfText(bytes, from, hasLineFeed ? next - 1 : next), next };
}
