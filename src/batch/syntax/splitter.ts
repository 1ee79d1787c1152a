/** Cuts inputs into chunks of complete rows. */
import { CLOSING_BRACKET, LINE_FEED, utf8Bytes, utf8Text } from "../../characters.ts";
import { quoted } from "../../messages.ts";
import type { BatchPlan } from "../batch-plan.ts";
import { type Chunk, concat, copyFrom, errorChunk, NO_BYTES } from "../chunks.ts";
import { BatchError } from "../errors.ts";
import { afterJsonSpace, BROKEN_ROW, countLines, NO_END, nextLine, OPEN_QUOTE } from "../text.ts";
import { findNextArray } from "./json-ends.ts";

/** Finds the ends of rows in a format. */
export interface RowEnds {
  /** Whether every line feed of these bytes ends a row. If so, no search for single rows is needed. */
  areLines(bytes: Uint8Array): boolean;
  /** @returns the start of the row after the row at `from`, or NO_END, OPEN_QUOTE or BROKEN_ROW */
  findNext(bytes: Uint8Array, from: number): number;
  /** Skips a row that is too long. @param isInside whether it began before these bytes @returns its end or NO_END */
  skip(bytes: Uint8Array, from: number, isInside: boolean): number;
}

/** Each line is a row. */
export const LINES: RowEnds = { areLines: () => true, findNext: nextLine, skip: nextLine };

/** Enough for the part of a row that a message quotes, in any characters. */
const SHOWN_BYTES = 400;

/** Rows that are the elements of arrays. */
export interface ArrayRows {
  /** The member with the array in each object; undefined if the arrays are values by themselves. */
  readonly member: string | undefined;
  /** The closing of an output in the same format, from the text after the array; undefined if the text is wrong. */
  closingOf(text: string): string | undefined;
}

const NOT_CLOSED = "The input ends within its JSON array. Check that it is complete.";
const TEXT_AFTER = "There is text after the JSON array. Put all rows into arrays.";

/**
 * Cuts the bytes of one input, in parts of any size, into chunks of complete rows. A row with broken quotes becomes a
 * chunk of its first line. A row that is too long becomes one error. A quote that does not close within the length of a
 * row ends the input: the next lines may be rows or a long field.
 */
export class Splitter {
  readonly #ends: RowEnds;
  readonly #maxRowBytes: number;
  /** Defined if the rows are the elements of an array. */
  readonly #array: ArrayRows | undefined;
  #chunks: Chunk[] = [];
  /** The bytes of the incomplete row; after the last row, the text there. */
  #rest: Uint8Array = NO_BYTES;
  /** The message and the number of line feeds of an incomplete row that is too long. */
  #long: { readonly message: string; lines: number } | undefined;
  /** Whether no more rows follow: the array is closed, or a quote does not close. */
  #hasEnded = false;
  /** The text after the first array, once it is known. */
  #afterArray: string | undefined;
  /** After the end: the closing of an output of the same format, if the input has text after its rows. */
  closing: Uint8Array | undefined;
  /** After the end: the error of an input that ends early, or that has text after its rows. */
  problem: BatchError | undefined;

  constructor(ends: RowEnds, { options }: BatchPlan, array?: ArrayRows) {
    this.#ends = ends;
    this.#array = array;
    this.#maxRowBytes = options.maxRowBytes;
  }

  /** @param bytes the next bytes of the input after its preamble; chunks may be views of them */
  push(bytes: Uint8Array): readonly Chunk[] {
    return this.#split(concat(this.#rest, bytes), false);
  }

  /** Ends the input. @returns the last rows */
  end(): readonly Chunk[] {
    const chunks = this.#split(this.#rest, true);
    const array = this.#array;
    if (!array) return chunks;
    const isShort = this.#hasEnded && this.#rest.length <= this.#maxRowBytes;
    const last = isShort ? array.closingOf(utf8Text(this.#rest)) : undefined;
    if (last === undefined) {
      this.problem = new BatchError(this.#hasEnded ? TEXT_AFTER : NOT_CLOSED);
      return chunks;
    }
    const closing = array.closingOf(this.#afterArray ?? "") ?? last;
    if (closing !== "") this.closing = utf8Bytes(closing);
    return chunks;
  }

  #split(bytes: Uint8Array, isLast: boolean): readonly Chunk[] {
    this.#chunks = [];
    let at = this.#long ? this.#skip(bytes, 0, isLast, true) : 0;
    at = this.#rows(bytes, at, isLast);
    while (this.#hasEnded && this.#array) {
      const next = findNextArray(bytes, at, this.#array.member);
      if (!next) break;
      this.#afterArray ??= utf8Text(bytes, at, next.end);
      this.#hasEnded = false;
      at = this.#rows(bytes, afterJsonSpace(bytes, next.from), isLast);
    }
    if (this.#hasEnded) at = afterJsonSpace(bytes, at);
    // One byte more than the limit is enough to reject the text after the last row.
    const end = this.#hasEnded ? at + this.#maxRowBytes + 1 : bytes.length;
    this.#rest = copyFrom(bytes.subarray(0, end), at);
    return this.#chunks;
  }

  /** Adds the complete rows from an offset on. @returns the start of the incomplete row, or the end of the rows */
  #rows(bytes: Uint8Array, from: number, isLast: boolean): number {
    const rows = bytes.subarray(from);
    if (rows.length > this.#maxRowBytes || this.#hasEnded || !this.#ends.areLines(rows)) {
      return this.#walk(bytes, from, isLast);
    }
    if (this.#long) return from;
    const end = isLast ? bytes.length : from + rows.lastIndexOf(LINE_FEED) + 1;
    this.#add(bytes, from, end);
    return end;
  }

  #add(bytes: Uint8Array, from: number, to: number): void {
    if (to > from) this.#chunks.push({ bytes: bytes.subarray(from, to) });
  }

  /** Finds and adds the complete rows. @returns the start of the incomplete row */
  #walk(bytes: Uint8Array, from: number, isLast: boolean): number {
    let start = from;
    let row = from;
    while (row < bytes.length && !this.#long && !this.#hasEnded) {
      const windowEnd = row + this.#maxRowBytes + 1;
      const next = this.#ends.findNext(bytes.subarray(0, windowEnd), row);
      if (next >= 0) {
        row = next;
        this.#hasEnded = this.#isClosed(bytes, next);
        continue;
      }
      const isTooLong = windowEnd <= bytes.length;
      // The last element of an array that is cut is not a row.
      const mayContinue = !isLast || (this.#array !== undefined && next === NO_END);
      if (!isTooLong && mayContinue && next !== BROKEN_ROW) break;
      this.#add(bytes, start, row);
      row = this.#cut(bytes, row, next, isTooLong, isLast);
      start = row;
    }
    // Without the bracket after the last row.
    this.#add(bytes, start, this.#hasEnded ? row - 1 : row);
    return row;
  }

  /** Adds a row without an end. @param end NO_END, OPEN_QUOTE or BROKEN_ROW @returns the offset to continue at */
  #cut(bytes: Uint8Array, row: number, end: number, isTooLong: boolean, isLast: boolean): number {
    const line = end === NO_END ? NO_END : nextLine(bytes, row);
    // The limit does not count the line feed.
    const isShort = line >= 0 && line - row <= this.#maxRowBytes + 1;
    if (isTooLong && end === OPEN_QUOTE && isShort) {
      const message = `A quote of the row does not close within ${this.#maxRowBytes} bytes.`;
      this.#chunks.push(errorChunk("open-quote", message));
      this.#hasEnded = true;
      return bytes.length;
    }
    if (isShort || !isTooLong) {
      const next = line >= 0 ? line : bytes.length;
      this.#add(bytes, row, next);
      return next;
    }
    const shown = utf8Text(bytes, row, row + Math.min(SHOWN_BYTES, this.#maxRowBytes));
    const message = `The row ${quoted(shown)} is longer than ${this.#maxRowBytes} bytes.`;
    this.#long = { message, lines: 0 };
    return this.#skip(bytes, row, isLast, false);
  }

  /** Skips the rest of a row that is too long, and adds its error at its end. @returns the offset to continue at */
  #skip(bytes: Uint8Array, from: number, isLast: boolean, isInside: boolean): number {
    const found = this.#ends.skip(bytes, from, isInside);
    const next = found < 0 ? bytes.length : found;
    const row = this.#long;
    if (!row) return next;
    row.lines += countLines(bytes, from, next);
    if (found < 0 && !isLast) return next;
    this.#chunks.push(errorChunk("row-too-long", row.message, row.lines));
    this.#long = undefined;
    this.#hasEnded = found >= 0 && this.#isClosed(bytes, found);
    return next;
  }

  /** Whether the bracket that closes the array is before an index. */
  #isClosed(bytes: Uint8Array, next: number): boolean {
    return this.#array !== undefined && bytes[next - 1] === CLOSING_BRACKET;
  }
}
