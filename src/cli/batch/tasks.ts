/**
 * Tasks for threads, and their results. The memory of both is transferred between threads, and released as soon
 * as it has been used.
 */
import { MessageChannel } from "node:worker_threads";
import { type Chunk, type Failures, RowCounter, type RowCounts } from "../../batch/chunks.ts";
import { createConverter, partsUpTo } from "../../batch/converter.ts";
import { OutputFrame } from "../../batch/output/frame.ts";
import type { BatchPlan } from "../../batch/plan.ts";
import type { RowObserver } from "../../batch/rows/results.ts";
import { compress } from "./compression.ts";
import type { Compression } from "./file-names.ts";
import { RejectsCollector, type TaskRejects } from "./rejects.ts";

/** The rows of one block: the unit of work of a thread. */
export interface Task {
  readonly plan: BatchPlan;
  readonly chunks: readonly Chunk[];
}

export interface TaskSettings {
  /** Whether results end before the first row that fails. */
  readonly isStrict?: boolean;
  readonly compression?: Compression | undefined;
  /** Whether rows that fail are collected, instead of written with the others. */
  readonly hasRejects?: boolean;
}

export interface TaskResult extends RowCounts {
  /** Complete rows, compressed as a unit if compression is set; empty if no row has a result. */
  readonly bytes: Uint8Array;
  /** Whether these bytes continue the last row of the previous task. */
  readonly isContinued: boolean;
  /** How many line feeds the rows of the input have. */
  readonly lines: number;
  /** Rows and lines are counted from the start of the task. */
  readonly failures: readonly Failures[];
  readonly rejects?: TaskRejects;
}

/** @param maxRows converts no more rows */
export type ConvertTask = (chunks: readonly Chunk[], maxRows?: number) => TaskResult;

/** A function that converts the tasks of one input, in any order. */
export function createTaskConverter(plan: BatchPlan, settings: TaskSettings = {}): ConvertTask {
  const { isStrict, compression, hasRejects } = settings;
  let counter = new RowCounter(0);
  const collector = new RejectsCollector();
  const observer: RowObserver = {
    ...(hasRejects && { onFailed: (row) => collector.add(row, counter.lines + row.line) }),
  };
  const converter = createConverter(plan, observer);

  return (chunks, maxRows = Number.POSITIVE_INFINITY) => {
    const parts: Uint8Array[] = [];
    const frame = new OutputFrame(plan);
    counter = new RowCounter(0);
    for (const part of partsUpTo(maxRows, chunks, plan, counter)) {
      if (counter.rows >= maxRows && part.error?.isFirst !== false) break;
      const converted = converter.convert(part);
      const { firstError, bytesBeforeError } = converted;
      counter.add(converted);
      // A copy, as the converter reuses its memory.
      const rows = converted.bytes.slice(0, isStrict ? bytesBeforeError : undefined);
      parts.push(frame.before(rows, converted.isContinued), rows);
      if (isStrict && firstError) break;
    }
    const rejects = collector.take();
    const filled = parts.filter(({ length }) => length > 0);
    const bytes = filled.length === 1 ? filled[0] : Buffer.concat(filled);
    return {
      bytes: bytes.length > 0 ? compress(bytes, compression) : bytes,
      isContinued: chunks[0]?.error?.isFirst === false,
      ...counter,
      ...(rejects && { rejects }),
    };
  };
}

/** The bytes in a buffer of their own, copied if needed: small Buffers of Node share one. */
export function transferable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes;
  const isWhole = byteLength === buffer.byteLength && buffer instanceof ArrayBuffer;
  return isWhole ? new Uint8Array(buffer, byteOffset, byteLength) : new Uint8Array(bytes);
}

/** Smaller Buffers may be views of a pool that Node shares among many. */
const MIN_OWN_BYTES = 1 << 14;

// A buffer that is transferred to a closed port is freed at once.
const { port1: closedPort } = new MessageChannel();
closedPort.close();

/** Whether the bytes fill their buffer, and that buffer is not a pool of Node. */
function ownsBuffer({ byteLength, buffer }: Uint8Array): boolean {
  return byteLength === buffer.byteLength && byteLength >= MIN_OWN_BYTES;
}

/**
 * Frees the memory of bytes unless others may use their buffer; the bytes are empty afterwards. The garbage
 * collector is slow to notice memory outside its heap: a large file would take hundreds of megabytes.
 */
export function release(bytes: Uint8Array): void {
  if (ownsBuffer(bytes)) releaseBuffer(bytes.buffer);
}

/** @param buffer no view of it may be used afterwards */
export function releaseBuffer(buffer: ArrayBufferLike): void {
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength < MIN_OWN_BYTES) return;
  closedPort.postMessage(null, [buffer]);
}

/**
 * The buffers to release once the chunks of a block are no longer used. The block itself is released at once if the
 * chunks are views of a copy: the splitter keeps no view of it.
 */
export function buffersOf(
  block: Uint8Array,
  chunks: readonly Chunk[],
): ReadonlySet<ArrayBufferLike> {
  const buffers = new Set(chunks.map(({ bytes }) => bytes.buffer));
  if (!buffers.has(block.buffer)) release(block);
  else if (!ownsBuffer(block)) buffers.delete(block.buffer);
  return buffers;
}
