/** The bytes of inputs: files and standard input, decompressed, in blocks. */
import { fstatSync } from "node:fs";
import { open } from "node:fs/promises";
import { addAbortSignal, pipeline, Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { createGunzip } from "node:zlib";
import { concatAll, NO_BYTES } from "../../batch/chunks.ts";
import { accessError } from "../messages.ts";
import { describePath, isGzipName, STANDARD_STREAM } from "./files.ts";
import { free } from "./task.ts";

/**
 * The size of a block. The rows of a block are one task: large enough that handing it to a thread costs little, small
 * enough that a few per thread take little memory.
 */
export const BLOCK_BYTES = 1 << 19;

/** An open input. */
export interface Source {
  /** Decompressed. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Whether it is compressed, as its first byte says. */
  readonly isGzip: boolean;
  /** Whether it is a file, which can be opened again from its start. */
  readonly isFile: boolean;
  /** The size on disk, compressed; undefined for a pipe. */
  readonly sizeBytes: number | undefined;
  /** Device and inode: the same for two paths of one file. */
  readonly identity: string;
  /** How many of the bytes on disk have been read. */
  readBytes(): number;
  close(): void;
}

/**
 * Reads the first parts of a sequence, as many as tell what has to be known.
 * @param learn returns what the parts so far tell; undefined if it needs more, which it must not at the end
 * @returns what they tell, and the whole sequence
 */
export async function readStart<Known>(
  parts: AsyncIterable<Uint8Array>,
  learn: (part: Uint8Array, isEnd: boolean) => Known | undefined,
): Promise<{ known: Known; bytes: AsyncIterable<Uint8Array> }> {
  const iterator = parts[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield* read.splice(0);
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  for (;;) {
    const { done = false, value = NO_BYTES } = await iterator.next();
    if (!done) read.push(value);
    const known = learn(value, done);
    if (known !== undefined) return { known, bytes: whole() };
  }
}

/** How gzip begins, and no text: a control character. */
const GZIP_START = 0x1f;

/**
 * Opens a file or standard input.
 * @param closing closes it when it is aborted, and ends the wait for its first bytes
 * @throws NoAnswerError when the file is missing, is empty but has the name of a compressed file, or cannot be read; its
 *   bytes, when they cannot be read
 */
export async function openSource(path: string, closing: AbortSignal): Promise<Source> {
  const fail = (error: unknown): never => {
    throw accessError(describePath(path), "read", error);
  };
  const handle = path === STANDARD_STREAM ? undefined : await open(path).catch(fail);
  const stats = handle ? await handle.stat() : fstatSync(0);
  // Reads of the size of a block become blocks without a copy.
  const raw: Readable & { readonly bytesRead?: number } =
    handle?.createReadStream({ highWaterMark: BLOCK_BYTES }) ?? process.stdin;
  const { known: isGzip, bytes } = await readStart(addAbortSignal(closing, raw), (part, isEnd) => {
    if (isEnd && isGzipName(path)) fail("it is empty, which a compressed file never is");
    return part[0] === GZIP_START;
  }).catch(fail);
  async function* read(): AsyncGenerator<Uint8Array> {
    const gunzip = isGzip && createGunzip({ chunkSize: BLOCK_BYTES });
    try {
      yield* gunzip ? pipeline(Readable.from(bytes), gunzip, () => {}) : bytes;
    } catch (error) {
      fail(error);
    }
  }
  return {
    bytes: read(),
    isGzip,
    isFile: stats.isFile() && handle !== undefined,
    sizeBytes: stats.isFile() ? stats.size : undefined,
    identity: `${stats.dev}:${stats.ino}`,
    readBytes: () => raw.bytesRead ?? 0,
    close: () => void raw.destroy(),
  };
}

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
