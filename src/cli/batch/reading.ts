/** Reads the inputs of a batch as one sequence of tasks: bytes in blocks, blocks in chunks of complete rows. */
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { BatchPlan } from "../../batch/plan.ts";
import { createSplitter } from "../../batch/session.ts";
import { type Compression, describePath } from "./file-names.ts";
import { BLOCK_BYTES, type Source } from "./sources.ts";
import { buffersOf, release, releaseBuffer, type Task } from "./tasks.ts";

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
 * @param isLive whether to yield a shorter block when the input pauses: the sender may wait for results
 *   before it sends more
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

export interface PlannedInput {
  readonly path: string;
  readonly plan: BatchPlan;
  readonly compression: Compression | undefined;
  readonly isFile: boolean;
  readonly sizeBytes: number | undefined;
  readonly identity: string;
  /** Opens the input from its start. Standard input can be opened once. */
  open(): Promise<Source>;
}

/** A task with its input and its number. */
export interface ReaderTask extends Task {
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
   * Whether the output can be resumed. If so, blocks have the same boundaries in each run, and are hashed.
   * Otherwise, rows of standard input are converted as they arrive.
   */
  readonly isResumable: boolean;
}

/** Reads inputs, one after the other. Whoever has opened them also ends a wait for their bytes: see withInputs. */
export class Reader {
  readonly #settings: ReaderSettings;
  #source: Source | undefined;
  /** Bytes of the inputs before the current one. */
  #finishedBytes = 0;
  #closing: Uint8Array | undefined;
  readonly #notices: string[] = [];

  constructor(settings: ReaderSettings) {
    this.#settings = settings;
  }

  /** The size of all inputs on disk; undefined when the size of any input is unknown. */
  get totalBytes(): number | undefined {
    let total = 0;
    for (const { sizeBytes } of this.#settings.inputs) {
      if (sizeBytes === undefined) return undefined;
      total += sizeBytes;
    }
    return total;
  }

  /** What closes the output instead of the plan's closing, once an input that has more than rows has ended. */
  get closing(): Uint8Array | undefined {
    return this.#closing;
  }

  /** What happened to inputs while they were read. */
  get notices(): readonly string[] {
    return this.#notices;
  }

  /** How many bytes on disk have been read. */
  readBytes(): number {
    return this.#finishedBytes + (this.#source?.readBytes() ?? 0);
  }

  async *tasks(): AsyncGenerator<ReaderTask> {
    const { inputs, isResumable } = this.#settings;
    // It detects accidental changes; nobody would gain from a collision.
    const hash = isResumable ? createHash("sha1") : undefined;
    let number = 0;
    for (const [inputIndex, input] of inputs.entries()) {
      // The hash includes the boundaries between inputs.
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

  async *#chunksOf({ path, plan, open, isFile, sizeBytes }: PlannedInput) {
    const source = await open();
    this.#source = source;
    const splitter = createSplitter(plan);
    const isLive = !this.#settings.isResumable && !isFile;
    for await (const block of blocksOf(source.bytes, isLive)) {
      yield { block, chunks: splitter.push(block) };
    }
    yield { block: new Uint8Array(0), chunks: splitter.end() };
    this.#closing ??= splitter.closing;
    const readBytes = source.readBytes();
    if (isFile && sizeBytes !== undefined && readBytes < sizeBytes) {
      const notice = `${describePath(path)} had ${sizeBytes} bytes when the batch began, and ${readBytes} when it ended: rows may be missing.`;
      this.#notices.push(notice);
    }
    this.#finishedBytes += readBytes;
    this.#source = undefined;
    source.close();
  }
}
