/** Chunks of complete rows, their results and their counts. Plain data, so that worker threads can receive it. */

import { BatchError } from "./errors.ts";
import type { LocatedRowError } from "./rows/results.ts";
import type { RowErrorCode } from "./rows/row-errors.ts";

/** Complete rows of an input, or one row that could not be read. */
export interface Chunk {
  /** None of a row that could not be read. */
  readonly bytes: Uint8Array;
  /** The error of the one row that could not be read. */
  readonly error?: ChunkError;
}

/** Why a row could not be read. */
export interface ChunkError {
  /** The kind of error. */
  readonly code: RowErrorCode;
  /** What is wrong with the row, and what to do. */
  readonly message: string;
  /** The line feeds of the row. */
  readonly lines: number;
}

/** The chunk of a row that could not be read. */
export function errorChunk(code: RowErrorCode, message: string, lines = 0): Chunk {
  return { bytes: NO_BYTES, error: { code, message, lines } };
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
  /** After the end: the closing of an output of the same format, if the input has text after its rows. */
  readonly closing?: Uint8Array | undefined;
}

/** The rows that failed with errors of one code. */
export interface Failures<First = LocatedRowError> {
  /** How many there are. */
  readonly rows: number;
  /** The error of the first one. */
  readonly first: First;
}

/** Counts of rows by outcome. */
export interface RowCounts {
  /** All rows. Blank lines of `plain` count, but are neither converted nor failed. */
  readonly rows: number;
  /** Rows without an error. */
  readonly converted: number;
  /** Rows with an error. Nearly all of them have no result. */
  readonly failed: number;
  /** The rows with values that failed before the first row whose point or mapcode is good. */
  readonly failedFirst: number;
  /** The first error, with its place in the input. */
  readonly firstError?: LocatedRowError | undefined;
  /** The rows that failed by the codes of their errors, in the order of their first rows. */
  readonly failures: readonly Failures[];
  /** Names in a column of territories that are also names of countries: `Georgia` is US-GA, not GEO. */
  readonly ambiguousNames: readonly string[];
}

export interface ConvertedChunk extends RowCounts {
  /** The rows with their results, valid until the next call. */
  readonly bytes: Uint8Array;
  /** Line feeds of the chunk. */
  readonly lines: number;
  /** Rows and lines are counted from the start of the chunk; RowCounter locates them in the input. */
  readonly failures: readonly Failures[];
  readonly firstError?: LocatedRowError;
  /** The length of the rows before that row; of all rows if there is no error. */
  readonly bytesBeforeError: number;
}

/** Adds failures to others that come before them. */
export function withFailures<First extends LocatedRowError>(
  failures: readonly Failures<First>[],
  added: readonly Failures<First>[],
): readonly Failures<First>[] {
  const byCode = new Map(failures.map((group) => [group.first.code, group]));
  for (const { rows, first } of added) {
    const known = byCode.get(first.code);
    byCode.set(first.code, known ? { ...known, rows: known.rows + rows } : { rows, first });
  }
  return [...byCode.values()];
}

/** Failures of a part, with rows and lines counted from where the parts before it begin. */
function locatedFailures(
  failures: readonly Failures[],
  rowsBefore: number,
  linesBefore: number,
): readonly Failures[] {
  return failures.map(({ rows, first }) => {
    return {
      rows,
      first: { ...first, row: rowsBefore + first.row, line: linesBefore + first.line },
    };
  });
}

/** Whether a row has a good point or mapcode: also one that has no mapcode in its territory. */
function hasGoodRow({ converted, failures }: Pick<RowCounts, "converted" | "failures">): boolean {
  return converted > 0 || failures.some(({ first }) => first.code === "no-mapcode");
}

/** So many rows that all fail are no accident. */
const HOPELESS_ROWS = 1000;

/**
 * Why an input is hopeless: its first rows with values all fail.
 * @param counts of its rows so far
 * @param isEnd whether these are all
 */
export function hopelessError(
  { failedFirst, ...counts }: Pick<RowCounts, "converted" | "failedFirst" | "failures">,
  isEnd: boolean,
): BatchError | undefined {
  const isFew = failedFirst < HOPELESS_ROWS && (!isEnd || hasGoodRow(counts));
  if (isFew || failedFirst === 0) return undefined;
  const [{ first }] = counts.failures
    .filter((group) => group.first.code !== "missing-value")
    .toSorted((one, other) => other.rows - one.rows);
  const subject =
    failedFirst === 1 ? "The first row fails." : `The first ${failedFirst} rows all fail.`;
  const message = `${subject} Line ${first.line}: ${first.message}`;
  return new BatchError(message, undefined, "no-row-converted");
}

/** Adds up the counts of the chunks of one input. A copy by spreading is plain data. */
export class RowCounter implements RowCounts {
  failures: readonly Failures[] = [];
  ambiguousNames: readonly string[] = [];
  rows = 0;
  converted = 0;
  failed = 0;
  failedFirst = 0;
  /** Line feeds before the next chunk. */
  lines: number;
  firstError: LocatedRowError | undefined;

  /** @param preambleLines line feeds before the first row, as in the plan */
  constructor(preambleLines: number) {
    this.lines = preambleLines;
  }

  /** Adds the counts of a chunk. Add chunks in the order of the input. */
  add(chunk: RowCounts & Pick<ConvertedChunk, "lines">): void {
    const located = locatedFailures(chunk.failures, this.rows, this.lines);
    const names = chunk.ambiguousNames.filter((name) => !this.ambiguousNames.includes(name));
    if (names.length > 0) this.ambiguousNames = [...this.ambiguousNames, ...names];
    if (!hasGoodRow(this)) this.failedFirst += chunk.failedFirst;
    this.rows += chunk.rows;
    this.converted += chunk.converted;
    this.failed += chunk.failed;
    this.failures = withFailures(this.failures, located);
    this.firstError = this.failures[0]?.first;
    this.lines += chunk.lines;
  }
}

/**
 * Bytes whose buffer is not shared, as TextDecoderStream requires. `Uint8Array` takes a type argument from
 * TypeScript 5.7 on only.
 */
export type OwnBytes = ReturnType<Uint8Array["slice"]>;

export const NO_BYTES: OwnBytes = new Uint8Array(0);

/** Concatenates bytes, without a copy if the first array is empty. */
export function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  return first.length === 0 ? second : concatAll([first, second]);
}

/** Concatenates any number of arrays. */
export function concatAll(parts: readonly Uint8Array[]): OwnBytes {
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
