/** Cuts inputs into chunks of complete rows. */
import { CLOSING_BRACKET, LINE_FEED } from "../../characters.ts";
import { type Chunk, concat, copyFrom, errorChunk, NO_BYTES, type Splitter } from "../chunks.ts";
import type { FormatPlan } from "../format-plan.ts";
import { BROKEN_ROW, NO_END, OPEN_QUOTE } from "../scan.ts";
import {
  type ArrayTail,
  openQuoteProblem,
  tooLongError,
  UnreadableText,
} from "./unreadable-text.ts";

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
  /** How many bytes in front of the next row belong to neither: the comma between elements of an array. */
  readonly separatorBytes: number;
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
  separatorBytes: 0,
  recover: nextLine,
};

const NO_CLOSING_BRACKET = errorChunk(
  "malformed-row",
  "The JSON array ends without a ']'. Check that the input is complete.",
);

/**
 * Splits inputs by the ends of their rows. A row without an end, such as one with an unclosed quote, costs only
 * its own line when the input ends: that line becomes a chunk of its own, and the next row begins on the next line. A
 * quote that has not closed within the length of a row ends the input: what follows may be rows or a long field.
 */
export class RowSplitter implements Splitter {
  readonly #ends: RowEnds;
  readonly #maxRowBytes: number;
  /** What follows the rows, if they are the elements of an array. */
  readonly #tail: ArrayTail | undefined;
  #preambleBytes: number;
  #rest: Uint8Array = NO_BYTES;
  /** The row that is too long and has not ended. */
  #longRow: UnreadableText | undefined;
  #chunks: Chunk[] = [];
  /** Whether no more rows follow: their array is closed, or a quote does not close. */
  #hasEnded = false;

  constructor(ends: RowEnds, { preambleBytes, options }: FormatPlan, tail?: ArrayTail) {
    this.#ends = ends;
    this.#tail = tail;
    this.#preambleBytes = preambleBytes;
    this.#maxRowBytes = options.maxRowBytes;
  }

  get closing(): Uint8Array | undefined {
    return this.#tail?.closing;
  }

  push(bytes: Uint8Array): readonly Chunk[] {
    const skipped = Math.min(this.#preambleBytes, bytes.length);
    this.#preambleBytes -= skipped;
    return this.#split(concat(this.#rest, bytes.subarray(skipped)), false);
  }

  end(): readonly Chunk[] {
    this.#split(this.#rest, true);
    if (!this.#tail) return this.#chunks;
    return [...this.#chunks, ...(this.#hasEnded ? this.#tail.end() : [NO_CLOSING_BRACKET])];
  }

  #split(bytes: Uint8Array, isLast: boolean): readonly Chunk[] {
    this.#chunks = [];
    let at = 0;
    if (this.#longRow) at = this.#continueLong(this.#longRow, bytes, isLast);
    if (!this.#longRow && !this.#hasEnded) at = this.#splitRows(bytes, at, isLast);
    if (this.#hasEnded) this.#chunks.push(...(this.#tail?.push(bytes.subarray(at)) ?? []));
    this.#rest = this.#hasEnded ? NO_BYTES : copyFrom(bytes, at);
    return this.#chunks;
  }

  /** Adds the next part of a row that is too long. @returns where to continue */
  #continueLong(longRow: UnreadableText, bytes: Uint8Array, isLast: boolean): number {
    return this.#addLong(longRow, bytes, 0, this.#ends.recover(bytes, 0, true), isLast);
  }

  /** @param found where the row ends, or a negative number. @returns where to continue */
  #addLong(
    longRow: UnreadableText,
    bytes: Uint8Array,
    from: number,
    found: number,
    isLast: boolean,
  ): number {
    if (found >= 0 || isLast) {
      const next = found < 0 ? bytes.length : found;
      const end = found < 0 ? next : found - this.#ends.separatorBytes;
      this.#chunks.push(longRow.end(bytes.subarray(from, end)));
      this.#longRow = undefined;
      this.#hasEnded = this.#isClosed(bytes, found);
      return next;
    }
    const { chunk, unfinished } = longRow.next(bytes.subarray(from));
    this.#chunks.push(chunk);
    this.#longRow = longRow;
    return bytes.length - unfinished;
  }

  /** Whether the bracket that closes all rows stands in front of an index. */
  #isClosed(bytes: Uint8Array, next: number): boolean {
    return this.#tail !== undefined && bytes[next - 1] === CLOSING_BRACKET;
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
    const windowEnd = from + this.#maxRowBytes + 1;
    if (windowEnd >= bytes.length) return this.#ends.findNext(bytes, from, isLast);
    return this.#ends.findNext(bytes.subarray(0, windowEnd), from, false);
  }

  /** Adds the complete rows. @returns where the incomplete row begins */
  #walk(bytes: Uint8Array, from: number, isLast: boolean): number {
    let start = from;
    let row = from;
    while (row < bytes.length && !this.#longRow && !this.#hasEnded) {
      const next = this.#findNext(bytes, row, isLast);
      if (next >= 0) {
        row = next;
        this.#hasEnded = this.#isClosed(bytes, next);
        continue;
      }
      const isTooLong = bytes.length - row > this.#maxRowBytes;
      const isOver = isLast || next === BROKEN_ROW;
      const recovered = isTooLong || isOver ? this.#ends.recover(bytes, row, false) : NO_END;
      if (!isTooLong && recovered < 0) {
        if (isLast) row = bytes.length;
        break;
      }
      this.#add(bytes, start, row);
      if (isTooLong && next === OPEN_QUOTE && this.#isShort(row, recovered))
        return this.#stop(bytes, row, recovered);
      row = this.#cut(bytes, row, recovered, isLast);
      start = row;
    }
    this.#add(bytes, start, this.#hasEnded ? row - this.#ends.separatorBytes : row);
    return row;
  }

  /** Adds the line of a quote that does not close, with which the input ends. @returns the end of the bytes */
  #stop(bytes: Uint8Array, from: number, next: number): number {
    const text = new UnreadableText(openQuoteProblem(this.#maxRowBytes));
    this.#chunks.push(text.end(bytes.subarray(from, next)));
    this.#hasEnded = true;
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
    return this.#addLong(longRow, bytes, row, recovered, isLast);
  }
}
