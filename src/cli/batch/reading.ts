/** Reads the inputs of a batch as one sequence of tasks: bytes in blocks, blocks in chunks of complete rows. */
import { setImmediate } from "node:timers/promises";
import { type Chunk, concatAll } from "../../batch/chunks.ts";
import { countLines } from "../../batch/scan.ts";
import { BatchReader } from "../../batch/session.ts";
import { type BatchInput, BLOCK_BYTES, openSource } from "./input.ts";
import { free, type Task } from "./task.ts";

/** Whether a promise settles soon. Bytes that have arrived are read within one turn of the event loop; two are a margin. */
function settlesSoon(promise: Promise<unknown>): Promise<boolean> {
  const twoTurns = setImmediate().then(() => setImmediate(false));
  return Promise.race([promise.then(() => true), twoTurns]);
}

/** Whether the bytes are all of their memory. Other small ones are views of a pool that Node shares among many. */
function isWhole({ buffer, byteLength }: Uint8Array): boolean {
  return byteLength === buffer.byteLength;
}

/** Joins parts in memory of their own. Not a Buffer, whose `slice` does not copy. */
function blockOf(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1 && isWhole(parts[0])) return new Uint8Array(parts[0].buffer);
  const block = concatAll(parts);
  for (const part of parts) if (isWhole(part)) free(part.buffer);
  return block;
}

/**
 * The bytes of an input in blocks of at least BLOCK_BYTES, but for the last one.
 * @param isLive whether to yield a shorter block when the input pauses: the sender may wait for results before it sends
 *   more
 */
export async function* blocksOf(
  input: AsyncIterable<Uint8Array>,
  isLive: boolean,
): AsyncGenerator<Uint8Array> {
  const iterator = input[Symbol.asyncIterator]();
  let parts: Uint8Array[] = [];
  let length = 0;
  let failure: unknown;
  const take = () => {
    const block = blockOf(parts);
    parts = [];
    length = 0;
    return block;
  };
  for (;;) {
    const next = iterator.next().catch((error: unknown) => {
      failure = error;
      return { done: true, value: undefined } as const;
    });
    if (isLive && length > 0 && !(await settlesSoon(next))) yield take();
    const { done, value } = await next;
    if (done) break;
    parts.push(value);
    length += value.length;
    if (length >= BLOCK_BYTES) yield take();
  }
  // The rows before an error are converted.
  if (length > 0) yield take();
  if (failure !== undefined) throw failure;
}

/** The rows of a block of an input. */
export interface ReadTask extends Task {
  readonly input: BatchInput;
  /** How many bytes of all inputs on disk have been read. */
  readonly readBytes: number;
  /** What ends an output of the same format, once an input with text behind its rows has ended. */
  readonly closing: Uint8Array | undefined;
}

/** The buffers of the chunks of a block, whose own is freed if they are views of a copy: the reader keeps no view of it. */
function buffersOf(block: Uint8Array, chunks: readonly Chunk[]): readonly ArrayBuffer[] {
  const buffers = new Set(chunks.map(({ bytes }) => bytes.buffer as ArrayBuffer));
  if (!buffers.has(block.buffer as ArrayBuffer)) free(block.buffer);
  // Chunks without bytes share an empty buffer.
  return Array.from(buffers).filter(({ byteLength }) => byteLength > 0);
}

/**
 * The rows of the inputs, one input after the other. Each has at least one task, whose rows may be none.
 * @param closing ends a wait for input
 * @param countsLines whether tasks say how many lines are before them
 */
export async function* tasksOf(
  inputs: readonly BatchInput[],
  closing: AbortSignal,
  countsLines: boolean,
): AsyncGenerator<ReadTask> {
  let finishedBytes = 0;
  for (const input of inputs) {
    const { isFile } = input.source;
    const source = isFile ? await openSource(input.path, closing) : input.source;
    const reader = new BatchReader(input.options);
    let lines = input.plan.preambleLines;
    const taskOf = (block: Uint8Array, chunks: readonly Chunk[]): ReadTask => {
      const linesBefore = lines;
      for (const { bytes, error } of countsLines ? chunks : []) {
        lines += error ? error.lines : countLines(bytes, 0, bytes.length);
      }
      const buffers = buffersOf(block, chunks);
      const readBytes = finishedBytes + source.readBytes();
      return { input, chunks, buffers, linesBefore, readBytes, closing: reader.closing };
    };
    try {
      for await (const block of blocksOf(source.bytes, !isFile)) {
        const task = taskOf(block, reader.push(block));
        if (task.chunks.length > 0) yield task;
      }
      yield taskOf(new Uint8Array(0), reader.end());
      finishedBytes += source.readBytes();
    } finally {
      source.close();
    }
  }
}
