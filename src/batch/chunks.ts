/** What goes into a converter and what comes out: plain data for worker threads. */
import { quoted } from "./errors.ts";

/** Rows of the input, or the complaint that stands in place of one that could not be read. */
export interface Chunk {
  /** Complete rows; none when there is a fault. */
  readonly bytes: Uint8Array;
  readonly fault?: Fault;
}

export interface Fault {
  readonly message: string;
  /** How many line ends were passed over. */
  readonly lines: number;
}

export interface Refusal {
  /** Number of the row, from 1; of an input the header is not counted, of a chunk only its own. */
  readonly row: number;
  /** Number of the line it begins on, from 1; the header of an input counts. */
  readonly line: number;
  /** The column that the complaint is about, if it is about one. */
  readonly column?: string;
  readonly message: string;
}

export interface Converted {
  /** The answer, valid until the next call. */
  readonly bytes: Uint8Array;
  /** All rows; those of `plain` that are empty are neither answered nor refused. */
  readonly rows: number;
  /** Rows without an error. */
  readonly answered: number;
  /** Rows with an error; nearly all of them have no answer. */
  readonly refused: number;
  /** How many line ends the chunk had. */
  readonly lines: number;
  /** Counted within the chunk; see Tally for the place in the input. */
  readonly firstRefusal?: Refusal;
  /** How much of the answer is complete rows in front of that row; all without one. */
  readonly bytesBeforeRefusal: number;
}

export interface Splitter {
  /**
   * @param bytes what comes next, from the first byte of the input on; header and all
   * @returns complete rows, in order. They are views: of `bytes`, so that these must not change as
   *   long as chunks are in use, or of a copy; chunks of one call may share their memory.
   */
  push(bytes: Uint8Array): readonly Chunk[];
  /** The input has ended: @returns its last rows. */
  end(): readonly Chunk[];
}

const decoder = new TextDecoder();

/** Enough for what a message shows of a row, whatever its characters. */
const SHOWN_BYTES = 400;

/**
 * The complaint about a row that is too long.
 * @param row as much of it as is there, more than the most a row may have
 */
export function tooLong(row: Uint8Array, maxRowBytes: number): string {
  const start = row.subarray(0, Math.min(SHOWN_BYTES, maxRowBytes));
  return `The row ${quoted(decoder.decode(start))} is longer than ${maxRowBytes} bytes.`;
}

export function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** A copy of the bytes from a place on, so that callers may give their memory away. */
export function copied(bytes: Uint8Array, from: number): Uint8Array {
  // A Buffer's own slice is a view.
  return Uint8Array.prototype.slice.call(bytes, from);
}

export const NOTHING = new Uint8Array(0);
