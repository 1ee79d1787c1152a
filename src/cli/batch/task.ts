/** A task: the complete rows of one block, which any thread converts. */
import { MessageChannel } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { type Chunk, type Failures, RowCounter, type RowCounts } from "../../batch/chunks.ts";
import { createConverter, partsUpTo } from "../../batch/converter.ts";
import type { ResolvedBatchOptions } from "../../batch/options/options.ts";
import { planBatch } from "../../batch/plan.ts";
import type { FailedRow } from "../../batch/rows/results.ts";
import { RejectsCollector, type TaskRejects } from "./rejects.ts";

/** What every thread makes the same plan of. */
export interface PlannedInput {
  readonly options: ResolvedBatchOptions;
  readonly preamble: Uint8Array;
}

export interface Task {
  readonly input: PlannedInput;
  readonly chunks: readonly Chunk[];
  /** The memory of the chunks that nothing else uses. */
  readonly buffers: readonly ArrayBuffer[];
}

export interface TaskSettings {
  /** Whether the result ends before the first row that fails. */
  readonly isStrict: boolean;
  /** Whether the rows are compressed, as a gzip member. */
  readonly isGzip: boolean;
  /** Whether rows that fail are collected, instead of written with the others. */
  readonly hasRejects: boolean;
}

export interface TaskResult extends RowCounts {
  /** Complete rows; empty if no row has a result. */
  readonly bytes: Uint8Array;
  /** How many line feeds the rows of the input have. */
  readonly lines: number;
  /** Rows and lines are counted from the start of the task. */
  readonly failures: readonly Failures[];
  /** The rows that failed, if they are collected. */
  readonly rejects: TaskRejects | undefined;
}

/** @param maxRows converts no more rows */
export type ConvertTask = (chunks: readonly Chunk[], maxRows?: number) => TaskResult;

/** A function that converts the tasks of one input, in any order. */
export function createTaskConverter(input: PlannedInput, settings: TaskSettings): ConvertTask {
  const { isStrict, isGzip, hasRejects } = settings;
  const plan = planBatch(input.preamble, input.options);
  let counter = new RowCounter(0);
  const rejects = new RejectsCollector();
  const onFailed = (row: FailedRow) => {
    rejects.add(row, counter.lines + row.line);
  };
  const converter = createConverter(plan, hasRejects ? { onFailed } : {});

  return (chunks, maxRows = Number.POSITIVE_INFINITY) => {
    const parts: Uint8Array[] = [];
    counter = new RowCounter(0);
    for (const part of partsUpTo(maxRows, chunks, plan, counter)) {
      if (counter.rows >= maxRows) break;
      const converted = converter.convert(part);
      const { firstError, bytesBeforeError } = converted;
      counter.add(converted);
      // A copy, as the converter reuses its memory.
      const rows = converted.bytes.slice(0, isStrict ? bytesBeforeError : undefined);
      if (parts.length > 0 && rows.length > 0) parts.push(plan.between);
      if (rows.length > 0) parts.push(rows);
      if (isStrict && firstError) break;
    }
    const rows = parts.length === 1 ? parts[0] : Buffer.concat(parts);
    const bytes = isGzip && rows.length > 0 ? gzipSync(rows) : rows;
    return { ...counter, bytes, rejects: rejects.take() };
  };
}

const { port1: closedPort } = new MessageChannel();
closedPort.close();

/**
 * Frees memory at once, of which no view may be used afterwards. The garbage collector is slow to notice memory outside
 * its heap: a large file would take hundreds of megabytes.
 */
export function free(buffer: ArrayBuffer): void {
  // A buffer that is transferred to a closed port is freed at once.
  closedPort.postMessage(null, [buffer]);
}

/** Frees the memory of bytes unless others may use it. */
export function freeOwn(bytes: Uint8Array): void {
  const buffer = ownBuffer(bytes);
  if (buffer) free(buffer);
}

/** Smaller Buffers may be views of a pool that Node shares among many. */
export const MIN_OWN_BYTES = 1 << 14;

/** The buffer of bytes that nothing else can use; undefined if it may be shared. */
export function ownBuffer({ buffer, byteLength }: Uint8Array): ArrayBuffer | undefined {
  const isOwn = byteLength === buffer.byteLength && byteLength >= MIN_OWN_BYTES;
  return isOwn && buffer instanceof ArrayBuffer ? buffer : undefined;
}
