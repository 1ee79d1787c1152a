/** Chunks of complete rows, their results and their counts. Plain data, so that worker threads can receive it. */
import { quoted } from "../internal.ts";
import type { LocatedRowError } from "./rows.ts";

/** The default limit of the length of a row: 1 MiB. */
export const DEFAULT_MAX_ROW_BYTES = 1 << 20;

/** Complete rows of an input, or the error of one row that could not be read. */
export interface Chunk {
  /** Empty if there is an error. */
  readonly bytes: Uint8Array;
  /** The error of the one row that could not be read. */
  readonly error?: ChunkError;
}

/** Why a row could not be read. */
export interface ChunkError {
  /** What is wrong with the row, and what to do. */
  readonly message: string;
  /** Line feeds of the unreadable row. */
  readonly lines: number;
}

/** Cuts the bytes of one input into chunks. The bytes may arrive in parts of any size. */
export interface Splitter {
  /**
   * @param bytes the next bytes of the input, which begins with the preamble
   * @returns complete rows, in order. They are views of a copy or of `bytes`, which must not change while
   *   the chunks are in use. The chunks of one call may share memory.
   */
  push(bytes: Uint8Array): readonly Chunk[];
  /** Ends the input. @returns the last rows */
  end(): readonly Chunk[];
}

/** Counts of rows by outcome. */
export interface RowCounts {
  /** All rows. Blank lines of `plain` count, but are neither converted nor failed. */
  readonly rows: number;
  /** Rows without an error. */
  readonly converted: number;
  /** Rows with an error. Nearly all of them have no result. */
  readonly failed: number;
  /** The first error, with its place in the input. */
  readonly firstError?: LocatedRowError | undefined;
}

export interface ConvertedChunk extends RowCounts {
  /** The rows with their results, valid until the next call. */
  readonly bytes: Uint8Array;
  /** Line feeds of the chunk. */
  readonly lines: number;
  /** Its row and line are counted from the start of the chunk; RowCounter locates it in the input. */
  readonly firstError?: LocatedRowError;
  /** The length of the rows before that row; of all rows if there is no error. */
  readonly bytesBeforeError: number;
}

/** Adds up the counts of the chunks of one input. */
export class RowCounter implements RowCounts {
  rows = 0;
  converted = 0;
  failed = 0;
  /** Line feeds before the next chunk. */
  lines: number;
  /** Its row and line are counted from the start of the input. */
  firstError: LocatedRowError | undefined;

  /** @param preambleLines line feeds before the first row, as in the plan */
  constructor(preambleLines: number) {
    this.lines = preambleLines;
  }

  /** Adds the counts of a chunk. Add chunks in the order of the input. */
  add(chunk: Omit<ConvertedChunk, "bytes" | "bytesBeforeError">): void {
    const error = chunk.firstError;
    if (error && !this.firstError) {
      this.firstError = { ...error, row: this.rows + error.row, line: this.lines + error.line };
    }
    this.rows += chunk.rows;
    this.converted += chunk.converted;
    this.failed += chunk.failed;
    this.lines += chunk.lines;
  }
}

const decoder = new TextDecoder();

/** Enough for the part of a row that a message quotes, whatever its characters. */
const SHOWN_BYTES = 400;

/**
 * The message about a row that is too long.
 * @param row at least the first `maxRowBytes` of its bytes
 */
export function tooLongMessage(row: Uint8Array, maxRowBytes: number): string {
  const start = row.subarray(0, Math.min(SHOWN_BYTES, maxRowBytes));
  return `The row ${quoted(decoder.decode(start))} is longer than ${maxRowBytes} bytes.`;
}

export const NO_BYTES = new Uint8Array(0);

/** Concatenates bytes, without a copy if the first array is empty. */
export function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Concatenates any number of arrays. */
export function concatAll(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Copies the bytes from an offset on, as callers may reuse the memory of the original. */
export function copyFrom(bytes: Uint8Array, from: number): Uint8Array {
  // Buffer.prototype.slice returns a view.
  return Uint8Array.prototype.slice.call(bytes, from);
}
