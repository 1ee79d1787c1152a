/**
 * Tasks, which go to threads, and their results, which come back. The memory of both is transferred, and
 * released as soon as it has been used.
 */
import { MessageChannel } from "node:worker_threads";
import { type Chunk, type ChunkError, RowCounter, type RowCounts } from "../../batch/chunks.ts";
import { createConverter } from "../../batch/converter.ts";
import { OutputFrame } from "../../batch/output.ts";
import type { BatchPlan } from "../../batch/plan.ts";
import type { LocatedRowError } from "../../batch/rows.ts";
import { compress } from "./compression.ts";
import type { Compression } from "./file-names.ts";

/** The rows of one block: the unit of work of a thread. */
export interface Task {
  readonly plan: BatchPlan;
  readonly chunks: readonly Chunk[];
}

export interface TaskSettings {
  /** Results end before the first row that fails. */
  readonly isStrict: boolean;
  readonly compression: Compression | undefined;
}

export interface TaskResult extends RowCounts {
  /** Complete rows, compressed by themselves if at all; empty when no row has a result. */
  readonly bytes: Uint8Array;
  /** How many line feeds the rows of the input have. */
  readonly lines: number;
  /** Its place is counted within the task. */
  readonly firstError?: LocatedRowError;
}

export type ConvertTask = (chunks: readonly Chunk[]) => TaskResult;

/** A function that converts the tasks of one input, in any order. */
export function createTaskConverter(plan: BatchPlan, settings: TaskSettings): ConvertTask {
  const { isStrict, compression } = settings;
  const converter = createConverter(plan);

  return (chunks) => {
    const parts: Uint8Array[] = [];
    const counter = new RowCounter(0);
    const frame = new OutputFrame(plan);
    for (const chunk of chunks) {
      const converted = converter.convert(chunk);
      const { firstError, bytesBeforeError } = converted;
      counter.add(converted);
      // A copy, as the converter reuses its memory.
      const rows = converted.bytes.slice(0, isStrict ? bytesBeforeError : undefined);
      parts.push(frame.before(rows), rows);
      if (isStrict && firstError) break;
    }
    const { rows, converted, failed, lines, firstError } = counter;
    const filled = parts.filter(({ length }) => length > 0);
    const bytes = filled.length === 1 ? filled[0] : Buffer.concat(filled);
    return {
      bytes: bytes.length > 0 ? compress(bytes, compression) : bytes,
      rows,
      converted,
      failed,
      lines,
      ...(firstError ? { firstError } : {}),
    };
  };
}

/** The chunks of a task in one buffer, which can be transferred. */
export interface PackedChunks {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where each chunk ends. It begins where the previous one ends. */
  readonly ends: readonly { readonly at: number; readonly error?: ChunkError }[];
}

/** Copies chunks, so that the originals remain in case that the thread dies. */
export function packChunks(chunks: readonly Chunk[]): PackedChunks {
  const length = chunks.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const packed = new Uint8Array(length);
  let at = 0;
  const ends = chunks.map(({ bytes, error }) => {
    packed.set(bytes, at);
    at += bytes.length;
    return error ? { at, error } : { at };
  });
  return { bytes: packed, ends };
}

/** The chunks as views of the one buffer. */
export function unpackChunks({ bytes, ends }: PackedChunks): readonly Chunk[] {
  let from = 0;
  return ends.map(({ at, error }) => {
    const view = bytes.subarray(from, at);
    from = at;
    return error ? { bytes: view, error } : { bytes: view };
  });
}

/** Bytes that have a buffer to themselves; small buffers of Node share one. */
export function transferable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes;
  const isAlone = byteLength === buffer.byteLength && buffer instanceof ArrayBuffer;
  return isAlone ? new Uint8Array(buffer, byteOffset, byteLength) : new Uint8Array(bytes);
}

/** Smaller buffers may be parts of one that Node shares among many. */
const MIN_OWN_BYTES = 1 << 14;

// A buffer that is transferred to a closed port is freed at once.
const { port1: closedPort } = new MessageChannel();
closedPort.close();

/** Whether bytes are all of a buffer that is not one of Node's shared ones. */
export function ownsBuffer({ byteLength, buffer }: Uint8Array): boolean {
  return byteLength === buffer.byteLength && byteLength >= MIN_OWN_BYTES;
}

/**
 * Frees the memory of bytes, which are empty afterwards, unless others may use their buffer. The
 * garbage collector notices memory outside its heap late: a large file would take hundreds of megabytes.
 */
export function release(bytes: Uint8Array): void {
  if (ownsBuffer(bytes)) releaseBuffer(bytes.buffer);
}

/** @param buffer of which no view is in use any more */
export function releaseBuffer(buffer: ArrayBufferLike): void {
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength < MIN_OWN_BYTES) return;
  closedPort.postMessage(null, [buffer]);
}
