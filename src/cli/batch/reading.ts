/** The inputs of a batch as one sequence of tasks: bytes to blocks, blocks to chunks of complete rows. */
import { setImmediate } from "node:timers/promises";
import type { Chunk } from "../../batch/chunks.ts";
import { createSplitter } from "../../batch/session.ts";
import { createInputHash } from "./checkpoint.ts";
import { BLOCK_BYTES, type PlannedInput, type Source } from "./inputs.ts";
import { ownsBuffer, release, releaseBuffer, type Task } from "./tasks.ts";

/** What has arrived is read within one turn of the event loop; a second one makes sure. */
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

/** Bytes that wait until there are enough for a block. */
class BlockBuffer {
  #parts: Uint8Array[] = [];
  length = 0;

  add(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    this.length += bytes.length;
  }

  /** Takes a block, or all bytes if there are fewer. Never a Buffer, whose `slice` does not copy. */
  take(): Uint8Array {
    const [first] = this.#parts;
    const isOne = this.#parts.length === 1;
    const all = isOne ? first : Buffer.concat(this.#parts);
    if (!isOne) for (const part of this.#parts) release(part);
    this.#parts = [];
    this.length = 0;
    if (all.length <= BLOCK_BYTES) return new Uint8Array(all.buffer, all.byteOffset, all.length);
    // Copies, as the memory of a block is released when its rows have been converted.
    this.add(new Uint8Array(all.subarray(BLOCK_BYTES)));
    return new Uint8Array(all.subarray(0, BLOCK_BYTES));
  }
}

/**
 * The bytes of an input in blocks. Their boundaries depend on the bytes alone, not on how they arrive,
 * so that a batch can be resumed at a boundary.
 * @param isLive whether a shorter block goes out whenever the input pauses: its sender may wait for
 *   these results before it sends more
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
    const { done, value } = await next;
    if (done) break;
    buffer.add(value);
    while (buffer.length >= BLOCK_BYTES) yield buffer.take();
  }
  if (buffer.length > 0) yield buffer.take();
}

/** A task and its place in the batch. */
export interface PlacedTask extends Task {
  readonly input: PlannedInput;
  /** Index of the input in the list of inputs. */
  readonly inputIndex: number;
  /** Number of the task in the whole batch, from 1. */
  readonly number: number;
  /** Hash of all bytes up to the end of the task; empty unless the batch can be resumed. */
  readonly inputHash: string;
  /** Releases the memory that the chunks are views of. */
  release(): void;
}

export interface ReaderSettings {
  readonly inputs: readonly PlannedInput[];
  /**
   * Whether the output can be resumed. Blocks then have the same boundaries each time, and are hashed.
   * Otherwise rows are converted as they arrive.
   */
  readonly isResumable: boolean;
}

/**
 * The buffers that chunks are views of. That of their block is released at once when the chunks are
 * views of a copy, as the splitter keeps no view of the block either.
 */
function buffersOf(block: Uint8Array, chunks: readonly Chunk[]): ReadonlySet<ArrayBufferLike> {
  const buffers = new Set(chunks.map(({ bytes }) => bytes.buffer));
  if (!buffers.has(block.buffer)) release(block);
  else if (!ownsBuffer(block)) buffers.delete(block.buffer);
  return buffers;
}

/** Reads the inputs of a batch, one after the other. */
export class Reader {
  readonly #settings: ReaderSettings;
  #source: Source | undefined;
  /** Of the inputs before the current one. */
  #finishedBytes = 0;
  #isClosed = false;

  constructor(settings: ReaderSettings) {
    this.#settings = settings;
  }

  /** The size of all inputs on disk; undefined when that of any input is unknown. */
  get totalBytes(): number | undefined {
    let total = 0;
    for (const { sizeBytes } of this.#settings.inputs) {
      if (sizeBytes === undefined) return undefined;
      total += sizeBytes;
    }
    return total;
  }

  /** How many of these bytes have been read. */
  readBytes(): number {
    return this.#finishedBytes + (this.#source?.readBytes() ?? 0);
  }

  /** Stops reading, even while it waits for bytes that do not come. */
  close(): void {
    this.#isClosed = true;
    this.#source?.close();
  }

  async *tasks(): AsyncGenerator<PlacedTask> {
    const { inputs, isResumable } = this.#settings;
    const hash = isResumable ? createInputHash() : undefined;
    let number = 0;
    for (const [inputIndex, input] of inputs.entries()) {
      // The hash covers where one input ends and the next one begins.
      hash?.update(`\n${inputIndex}\n`);
      for await (const { block, chunks } of this.#chunksOf(input)) {
        hash?.update(block);
        const buffers = buffersOf(block, chunks);
        if (chunks.length === 0) continue;
        number++;
        const { plan } = input;
        const inputHash = hash?.copy().digest("hex") ?? "";
        const releaseAll = () => buffers.forEach(releaseBuffer);
        yield { plan, chunks, input, inputIndex, number, inputHash, release: releaseAll };
      }
    }
  }

  async *#chunksOf({ plan, open, isFile }: PlannedInput) {
    if (this.#isClosed) return;
    const source = await open();
    this.#source = source;
    const splitter = createSplitter(plan);
    const isLive = !this.#settings.isResumable && !isFile;
    for await (const block of blocksOf(source.bytes, isLive)) {
      yield { block, chunks: splitter.push(block) };
    }
    yield { block: new Uint8Array(0), chunks: splitter.end() };
    this.#finishedBytes += source.readBytes();
    this.#source = undefined;
    source.close();
  }
}
