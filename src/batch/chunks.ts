/** Chunks of complete rows, what they convert to, and the sums of both. Plain data for worker threads. */
import { quoted } from "../internal.ts";
import type { LocatedRowError } from "./rows.ts";

/** Rows may have this many bytes unless a setting says otherwise: 1 MiB. */
export const DEFAULT_MAX_ROW_BYTES = 1 << 20;

/** Complete rows of an input, or an error in place of one row that could not be read. */
export interface Chunk {
  /** Empty when there is an error. */
  readonly bytes: Uint8Array;
  /** The error of the one row that could not be read. */
  readonly error?: ChunkError;
}

/** Why a row could not be read. */
export interface ChunkError {
  /** What is wrong with the row, and what to do. */
  readonly message: string;
  /** How many line feeds the unreadable row has. */
  readonly lines: number;
}

/** Cuts the bytes of one input into chunks, whatever sizes they arrive in. */
export interface Splitter {
  /**
   * @param bytes the next bytes of the input, from its first byte on; the preamble is part of them
   * @returns complete rows, in order. They are views of `bytes`, which must not change while the chunks
   *   are in use, or of a copy. Chunks of one call may share their memory.
   */
  push(bytes: Uint8Array): readonly Chunk[];
  /** @returns the last rows, when the input has ended */
  end(): readonly Chunk[];
}

/** What became of rows. */
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
  /** How many line feeds the chunk has. */
  readonly lines: number;
  /** Its place is counted within the chunk; RowCounter knows the place in the input. */
  readonly firstError?: LocatedRowError;
  /** How many of the bytes are complete rows before that row; all bytes when there is no error. */
  readonly bytesBeforeError: number;
}

/** Adds up the counts of the chunks of one input. */
export class RowCounter implements RowCounts {
  rows = 0;
  converted = 0;
  failed = 0;
  /** How many line feeds came before the next chunk. */
  lines: number;
  /** Its row and line are those of the whole input. */
  firstError: LocatedRowError | undefined;

  /** @param preambleLines how many line feeds stand before the first row, as the plan has them */
  constructor(preambleLines: number) {
    this.lines = preambleLines;
  }

  /** Adds a chunk's counts. Chunks are added in the order of the input. */
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

/** Enough for what a message shows of a row, whatever its characters. */
const SHOWN_BYTES = 400;

/**
 * The message about a row that is too long.
 * @param row at least the first `maxRowBytes` of its bytes
 */
export function tooLong(row: Uint8Array, maxRowBytes: number): string {
  const start = row.subarray(0, Math.min(SHOWN_BYTES, maxRowBytes));
  return `The row ${quoted(decoder.decode(start))} is longer than ${maxRowBytes} bytes.`;
}

export const NO_BYTES = new Uint8Array(0);

/** Two runs of bytes as one; without a copy when the first is empty. */
export function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** A copy of the bytes from a place on, as callers may reuse their memory. */
export function copied(bytes: Uint8Array, from: number): Uint8Array {
  // Buffer.prototype.slice returns a view.
  return Uint8Array.prototype.slice.call(bytes, from);
}
