/** Cuts inputs into chunks of complete rows, for any thread to convert. */
import { CLOSING_BRACKET, LINE_FEED, utf8Bytes, utf8Text } from "../characters.ts";
import { quoted } from "../messages.ts";
import {
  afterJsonSpace,
  BROKEN_ROW,
  countLines,
  NO_END,
  nextLine,
  OPEN_QUOTE,
  type RowEndFinder,
} from "./byte-texts.ts";
import { type Chunk, concat, NO_BYTES } from "./chunks.ts";
import { BatchError } from "./errors.ts";
import { FORMATS } from "./formats.ts";
import type { InputPlan } from "./input-plan.ts";
import type { RowErrorCode } from "./rows/row-errors.ts";
import { closingOf, findNextArray, JsonEnds } from "./syntax/json-ends.ts";
import { Transcoder } from "./transcoder.ts";

/** Enough for the part of a row that a message quotes, in any characters. */
const SHOWN_BYTES = 400;

const NOT_CLOSED = "The input ends within its JSON array. Check that it is complete.";
const TEXT_AFTER = "Text follows the JSON array. Remove it, or put all rows into arrays.";

/**
 * Cuts the bytes of one input, in parts of any size, into chunks of complete rows. A row with broken quotes becomes a
 * chunk of its first line. A row that is too long becomes one error. A quote that does not close within the length of a
 * row ends the input: the next lines may be rows or a long field.
 */
export class ChunkReader {
  readonly #transcoder: Transcoder;
  readonly #ends: RowEndFinder;
  readonly #plan: InputPlan;
  readonly #maxRowBytes: number;
  readonly #isArray: boolean;
  /** The number of decoded bytes before the first row that have not arrived. */
  #preambleBytes: number;
  #chunks: Chunk[] = [];
  /** The bytes after the last complete row. */
  #rest: Uint8Array = NO_BYTES;
  /** The message and the number of line feeds of an incomplete row that is too long. */
  #tooLong: { readonly message: string; lines: number } | undefined;
  /** Whether no more rows follow: the array is closed, or a quote does not close. */
  #hasEnded = false;
  /** The text after the first array, if another one follows. */
  #afterArray: string | undefined;
  /** After the end: the closing of an output of the same format, if the input has text after its rows. */
  closing: Uint8Array | undefined;
  /** After the end: the error of an input that ends early, or that has text after its rows. */
  problem: BatchError | undefined;

  constructor(plan: InputPlan) {
    const { encoding, from, maxRowBytes } = plan.options;
    this.#transcoder = new Transcoder(encoding);
    this.#ends = FORMATS[from].createEnds(plan);
    this.#plan = plan;
    this.#maxRowBytes = maxRowBytes;
    this.#isArray = this.#ends instanceof JsonEnds;
    this.#preambleBytes = plan.preambleBytes;
  }

  /** @param bytes the next bytes of the input; the caller may reuse their memory once the chunks are converted */
  push(bytes: Uint8Array, isLast = false): readonly Chunk[] {
    const decoded = this.#transcoder.push(bytes, isLast);
    const rows = decoded.subarray(this.#preambleBytes);
    this.#preambleBytes -= decoded.length - rows.length;
    return this.#split(concat(this.#rest, rows), false);
  }

  /** Ends the input. @returns the last rows */
  end(): readonly Chunk[] {
    const chunks = [...this.push(NO_BYTES, true), ...this.#split(this.#rest, true)];
    if (!this.#isArray) return chunks;
    const isShort = this.#hasEnded && this.#rest.length <= this.#maxRowBytes;
    const last = isShort ? closingOf(utf8Text(this.#rest), this.#plan) : undefined;
    const closing = closingOf(this.#afterArray ?? "", this.#plan) ?? last;
    if (last === undefined) this.problem = new BatchError(this.#hasEnded ? TEXT_AFTER : NOT_CLOSED);
    else if (closing) this.closing = utf8Bytes(closing);
    return chunks;
  }

  #split(bytes: Uint8Array, isLast: boolean): readonly Chunk[] {
    this.#chunks = [];
    let at = this.#tooLong ? this.#skipLong(bytes, 0, isLast) : 0;
    at = this.#addRows(bytes, at, isLast);
    while (this.#hasEnded && this.#isArray) {
      const next = findNextArray(bytes, at, this.#plan);
      if (!next) break;
      this.#afterArray ??= utf8Text(bytes, at, next.end);
      this.#hasEnded = false;
      at = this.#addRows(bytes, afterJsonSpace(bytes, next.from), isLast);
    }
    if (this.#hasEnded) at = afterJsonSpace(bytes, at);
    // One byte more than the limit is enough to reject the text after the last row.
    const end = this.#hasEnded ? at + this.#maxRowBytes + 1 : bytes.length;
    // A copy, as callers may reuse the memory.
    this.#rest = new Uint8Array(bytes.subarray(at, end));
    return this.#chunks;
  }

  #addChunk(bytes: Uint8Array, from: number, to: number): void {
    if (to > from) this.#chunks.push({ bytes: bytes.subarray(from, to) });
  }

  #addError(code: RowErrorCode, message: string, lines: number): void {
    this.#chunks.push({ bytes: NO_BYTES, error: { code, message, lines } });
  }

  /** Adds the complete rows from an offset on. @returns the start of the incomplete row, or the end of the rows */
  #addRows(bytes: Uint8Array, from: number, isLast: boolean): number {
    const rows = bytes.subarray(from);
    const isShort = rows.length <= this.#maxRowBytes && !this.#tooLong && !this.#hasEnded;
    if (isShort && this.#ends.endAtLineFeeds(rows)) {
      const end = isLast ? bytes.length : from + rows.lastIndexOf(LINE_FEED) + 1;
      this.#addChunk(bytes, from, end);
      return end;
    }
    let start = from;
    let row = from;
    while (row < bytes.length && !this.#tooLong && !this.#hasEnded) {
      const limit = row + this.#maxRowBytes + 1;
      const next = this.#ends.findNext(bytes.subarray(0, limit), row);
      if (next >= 0) {
        row = next;
        this.#hasEnded = this.#isClosed(bytes, next);
        continue;
      }
      const isTooLong = limit <= bytes.length;
      // The last element of an array that is cut is not a row.
      const mayContinue = !isLast || (this.#isArray && next === NO_END);
      if (!isTooLong && mayContinue && next !== BROKEN_ROW) break;
      this.#addChunk(bytes, start, row);
      row = this.#addWithoutEnd(bytes, row, next, isTooLong, isLast);
      start = row;
    }
    // Without the bracket after the last row.
    this.#addChunk(bytes, start, this.#hasEnded ? row - 1 : row);
    return row;
  }

  /** Adds a row without an end. @param reason NO_END, OPEN_QUOTE or BROKEN_ROW @returns the offset to continue at */
  #addWithoutEnd(
    bytes: Uint8Array,
    row: number,
    reason: number,
    isTooLong: boolean,
    isLast: boolean,
  ): number {
    const max = this.#maxRowBytes;
    const line = reason === NO_END ? NO_END : nextLine(bytes, row);
    // The limit does not count the line feed.
    const isShort = line >= 0 && line - row <= max + 1;
    if (isTooLong && reason === OPEN_QUOTE && isShort) {
      const message = `A quote of the row does not close within ${max} bytes.`;
      this.#addError("open-quote", message, 0);
      this.#hasEnded = true;
      return bytes.length;
    }
    if (isShort || !isTooLong) {
      const next = line >= 0 ? line : bytes.length;
      this.#addChunk(bytes, row, next);
      return next;
    }
    const shown = utf8Text(bytes, row, row + Math.min(SHOWN_BYTES, max));
    const message = `The row ${quoted(shown)} is longer than ${max} bytes.`;
    const limit = row + max + 1;
    this.#tooLong = { message, lines: countLines(bytes, row, limit) };
    return this.#skipLong(bytes, limit, isLast);
  }

  /** Skips the rest of a row that is too long, and adds its error at its end. @returns the offset to continue at */
  #skipLong(bytes: Uint8Array, from: number, isLast: boolean): number {
    const rowEnd = this.#ends.skip(bytes, from);
    const next = rowEnd < 0 ? bytes.length : rowEnd;
    const row = this.#tooLong;
    if (!row) return next;
    row.lines += countLines(bytes, from, next);
    if (rowEnd < 0 && !isLast) return next;
    this.#addError("row-too-long", row.message, row.lines);
    this.#tooLong = undefined;
    this.#hasEnded = rowEnd >= 0 && this.#isClosed(bytes, rowEnd);
    return next;
  }

  /** Whether the bracket that closes the array is before an index. */
  #isClosed(bytes: Uint8Array, next: number): boolean {
    return this.#isArray && bytes[next - 1] === CLOSING_BRACKET;
  }
}
