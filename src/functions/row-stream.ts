/**
 * The rows of a function, from the bytes of the engine to the bytes of the answers. Each row gets one answer, in
 * order, as soon as all of its bytes have arrived: an engine may wait for it before it sends the next row.
 */

import type { ByteWriter } from "../bytes.ts";
import { LINE_FEED } from "../characters.ts";
import { shown } from "../internal.ts";
import { utf8Text } from "../platform.ts";

/** Returned in place of where the next row begins: the bytes end before the row does. */
export const INCOMPLETE = -1;

/** Converts rows that end with a line feed and contain none. */
export interface RowFormat {
  /**
   * Converts the row that begins at `from` and appends its answer.
   * @param end index after the last byte that has arrived; the byte there is a line feed, so that searches end
   * @returns where the next row begins, or INCOMPLETE
   */
  convert(bytes: Uint8Array, from: number, end: number, output: ByteWriter): number;
  /** Appends the answer of a row that cannot be read. */
  writeError(message: string, output: ByteWriter): void;
}

/** The input is not divided into chunks as it says. */
export class ChunkError extends Error {
  override name = "ChunkError";
}

/** How many bytes to read at once: more than a pipe holds, and less than a processor's cache. */
const BLOCK_BYTES = 1 << 17;

/** A longer row gets an error, so that memory does not grow. */
export const MAX_ROW_BYTES = 1 << 20;

const CHUNK_HEADER = /^\d{1,15}\r?$/;

export class RowStream {
  readonly #format: RowFormat;
  readonly #hasChunkHeaders: boolean;
  readonly #output: ByteWriter;
  /** One byte more than rows and block need, for the line feed after them. */
  readonly #buffer = new Uint8Array(MAX_ROW_BYTES + BLOCK_BYTES + 1);
  /** How many bytes of the buffer are the beginning of a row that is not complete. */
  #length = 0;
  /** How many rows of the chunk are still to come; negative without chunk headers. */
  #rowsLeft = 0;
  /** Whether the current row is too long. Its bytes are dropped. */
  #isTooLong = false;

  /** @param hasChunkHeaders whether a line with their number precedes the rows of each chunk */
  constructor(format: RowFormat, hasChunkHeaders: boolean, output: ByteWriter) {
    this.#format = format;
    this.#hasChunkHeaders = hasChunkHeaders;
    this.#output = output;
  }

  /** Where to put the next bytes of the engine. */
  space(): Uint8Array {
    return this.#buffer.subarray(this.#length, this.#length + BLOCK_BYTES);
  }

  /**
   * Converts the complete rows.
   * @param count how many bytes were put into the space
   * @throws ChunkError if a chunk does not begin with its number of rows
   */
  take(count: number): void {
    const bytes = this.#buffer;
    const end = this.#length + count;
    bytes[end] = LINE_FEED;
    let from = 0;
    while (from < end) {
      const next = this.#takeRow(from, end);
      if (next === INCOMPLETE) break;
      from = next;
    }
    if (from > 0) bytes.copyWithin(0, from, end);
    this.#length = end - from;
    if (this.#length > MAX_ROW_BYTES) this.#isTooLong = true;
    if (this.#isTooLong) this.#length = 0;
  }

  /**
   * Converts a last row without a line end.
   * @throws ChunkError if the input ends within a chunk
   */
  end(): void {
    if (this.#length > 0 || this.#isTooLong) {
      this.space()[0] = LINE_FEED;
      this.take(1);
    }
    if (this.#rowsLeft <= 0) return;
    throw new ChunkError(
      `The input ends ${this.#rowsLeft} rows before its last chunk. Check the number of rows before the chunk.`,
    );
  }

  #takeRow(from: number, end: number): number {
    if (this.#isTooLong) return this.#dropRow(from, end);
    if (this.#hasChunkHeaders && this.#rowsLeft === 0) return this.#takeHeader(from, end);
    const answerFrom = this.#output.length;
    const next = this.#format.convert(this.#buffer, from, end, this.#output);
    if (next === INCOMPLETE) return INCOMPLETE;
    this.#rowsLeft--;
    // A row that is slightly too long may have arrived whole, which must not change its answer.
    if (next - 1 - from > MAX_ROW_BYTES) {
      this.#output.length = answerFrom;
      this.#writeTooLong();
    }
    return next;
  }

  #writeTooLong(): void {
    this.#format.writeError(`The row is longer than ${MAX_ROW_BYTES} bytes.`, this.#output);
  }

  #dropRow(from: number, end: number): number {
    const lineFeed = this.#buffer.indexOf(LINE_FEED, from);
    if (lineFeed === end) return INCOMPLETE;
    this.#isTooLong = false;
    this.#rowsLeft--;
    this.#writeTooLong();
    return lineFeed + 1;
  }

  #takeHeader(from: number, end: number): number {
    const lineFeed = this.#buffer.indexOf(LINE_FEED, from);
    const text = utf8Text(this.#buffer, from, Math.min(lineFeed, from + 100));
    if (lineFeed === end && text.length < 20) return INCOMPLETE;
    if (!CHUNK_HEADER.test(text)) {
      throw new ChunkError(
        `A chunk begins with ${shown(text)}, not with its number of rows. Omit --send-chunk-header unless the engine sends it.`,
      );
    }
    this.#rowsLeft = Number(text);
    return lineFeed + 1;
  }
}
