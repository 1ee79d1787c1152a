/** Reads the inputs of a batch as one sequence of tasks: bytes in blocks, blocks in chunks of complete rows. */
import { setImmediate } from "node:timers/promises";
import { type Chunk, NO_BYTES } from "../../batch/chunks.ts";
import { BatchReader } from "../../batch/session.ts";
import { type BatchInput, BLOCK_BYTES } from "./input.ts";
import { freeOwn, MIN_OWN_BYTES, ownBuffer, type Task } from "./task.ts";

/** Bytes that have arrived are read within one turn of the event loop; the second one is a margin. */
const LIVE_WAIT_TURNS = 2;

/** Whether a promise settles within a few turns of the event loop. */
async function settlesSoon(promise: Promise<unknown>): Promise<boolean> {
  let isSettled = false;
  const onSettled = () => {
    isSettled = true;
  };
  promise.then(onSettled, onSettled);
  for (let turn = 0; turn < LIVE_WAIT_TURNS && !isSettled; turn++) await setImmediate();
  return isSettled;
}

/** Collects bytes until there are enough for a block. */
class BlockBuffer {
  #parts: Uint8Array[] = [];
  length = 0;

  add(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    this.length += bytes.length;
  }

  /** Removes a block, or all bytes if there are fewer. Not a Buffer, whose `slice` does not copy. */
  take(): Uint8Array {
    const [first] = this.#parts;
    const isOne = this.#parts.length === 1;
    const all = isOne ? first : Buffer.concat(this.#parts);
    if (!isOne) for (const part of this.#parts) freeOwn(part);
    this.#parts = [];
    this.length = 0;
    if (all.length <= BLOCK_BYTES) return new Uint8Array(all.buffer, all.byteOffset, all.length);
    // Copies, as the memory of a block is freed when its rows have been converted.
    this.add(new Uint8Array(all.subarray(BLOCK_BYTES)));
    return new Uint8Array(all.subarray(0, BLOCK_BYTES));
  }
}

/**
 * The bytes of an input in blocks.
 * @param isLive whether to yield a shorter block when the input pauses: the sender may wait for results before it sends
 *   more
 */
export async function* blocksOf(
  input: AsyncIterable<Uint8Array>,
  isLive: boolean,
): AsyncGenerator<Uint8Array> {
  const iterator = input[Symbol.asyncIterator]();
  const buffer = new BlockBuffer();
  for (;;) {
    const next = iterator.next();
    // A failure during the wait is handled when `next` is awaited below.
    next.catch(() => {});
    if (isLive && buffer.length > 0 && !(await settlesSoon(next))) yield buffer.take();
    let result: IteratorResult<Uint8Array>;
    try {
      result = await next;
    } catch (error) {
      // The rows before the error are converted.
      if (buffer.length > 0) yield buffer.take();
      throw error;
    }
    if (result.done) break;
    buffer.add(result.value);
    while (buffer.length >= BLOCK_BYTES) yield buffer.take();
  }
  if (buffer.length > 0) yield buffer.take();
}

/**
 * The buffers that nothing but the chunks of a block uses. The block itself is freed if the chunks are views of a copy:
 * the reader keeps no view of it.
 */
function buffersOf(block: Uint8Array, chunks: readonly Chunk[]): readonly ArrayBuffer[] {
  const buffers = new Set(chunks.map(({ bytes }) => bytes.buffer));
  if (!buffers.has(block.buffer)) freeOwn(block);
  else if (!ownBuffer(block)) buffers.delete(block.buffer);
  // Chunks without bytes share an empty buffer.
  const areOwn = (buffer: ArrayBufferLike) => buffer.byteLength >= MIN_OWN_BYTES;
  return Array.from(buffers).filter(
    (buffer) => buffer instanceof ArrayBuffer && areOwn(buffer),
  ) as ArrayBuffer[];
}

/** The rows of a block of an input. */
export interface ReadTask extends Task {
  readonly input: BatchInput;
  /** How many bytes of its input on disk have been read. */
  readonly readBytes: number;
  /** What ends an output of the same format, once an input with text behind its rows has ended. */
  readonly closing: Uint8Array | undefined;
  readonly isLast: boolean;
}

/** The rows of an input; the last task may have none. */
export async function* tasksOf(input: BatchInput): AsyncGenerator<ReadTask> {
  const source = await input.open();
  const reader = new BatchReader(input.options);
  const taskOf = (block: Uint8Array, chunks: readonly Chunk[], isLast: boolean): ReadTask => {
    const buffers = buffersOf(block, chunks);
    const { closing } = reader;
    return { input, chunks, buffers, readBytes: source.readBytes(), closing, isLast };
  };
  try {
    for await (const block of blocksOf(source.bytes, !input.isFile)) {
      const task = taskOf(block, reader.push(block), false);
      if (task.chunks.length > 0) yield task;
    }
    yield taskOf(NO_BYTES, reader.end(), true);
  } finally {
    source.close();
  }
}
