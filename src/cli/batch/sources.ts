/** The bytes of inputs: files and standard input, decompressed, in blocks. */
import { fstatSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { addAbortSignal, pipeline, Readable } from "node:stream";
import { setImmediate, setTimeout } from "node:timers/promises";
import { createGunzip } from "node:zlib";
import { concatAll } from "../../batch/chunks.ts";
import type { InputPlan } from "../../batch/input-plan.ts";
import { type InputPlanner, PAUSE_MS } from "../../batch/session.ts";
import { accessError, RunError } from "../messages.ts";
import { describePath, isGzipName, STANDARD_STREAM } from "./files.ts";
import { free } from "./task.ts";

/**
 * The size of a block. Its rows are one task: large enough to make the transfer to a thread cheap, small enough that a
 * few per thread take little memory.
 */
export const BLOCK_BYTES = 1 << 19;

export type Source = Awaited<ReturnType<typeof openSource>>;

/** Removes all parts and frees their memory, except views of Node's shared pool of small buffers. */
function freeAll(parts: Uint8Array[]): void {
  for (const { buffer, byteLength } of parts.splice(0)) {
    if (byteLength === buffer.byteLength) free(buffer);
  }
}

/** The first byte of gzip: a control character, so no text begins with it. */
const GZIP_START = 0x1f;

/**
 * Opens a file or standard input, which may be compressed.
 * @param stop closes it when aborted, and ends a pending read
 */
export async function openSource(path: string, stop: AbortSignal) {
  const fail = (error: unknown): never => {
    throw accessError(describePath(path), "read", error);
  };
  const handle = path === STANDARD_STREAM ? undefined : await open(path).catch(fail);
  const stats = handle ? await handle.stat() : fstatSync(0);
  const raw: Readable & { readonly bytesRead?: number } =
    handle?.createReadStream({ highWaterMark: BLOCK_BYTES }) ?? process.stdin;
  const rest = addAbortSignal(stop, raw)[Symbol.asyncIterator]();
  if (handle && stats.isDirectory()) {
    const names = join(path, "*.csv");
    throw new RunError(`'${path}' is a directory. Name the files in it: ${names}.`);
  }
  const first = await rest.next().catch(fail);
  if (first.done && isGzipName(path)) fail("it is empty, which a compressed file never is");
  async function* rawBytes() {
    if (!first.done) yield first.value;
    yield* rest;
  }
  const isGzip = first.value?.[0] === GZIP_START;
  const gunzip = isGzip && createGunzip({ chunkSize: BLOCK_BYTES });
  const bytes = gunzip ? pipeline(Readable.from(rawBytes()), gunzip, () => {}) : rawBytes();
  const iterator = bytes[Symbol.asyncIterator]();
  const parts: Uint8Array[] = [];
  return {
    path,
    isGzip,
    /** Whether it can be reopened. */
    isFile: stats.isFile() && handle !== undefined,
    /** The size on disk, compressed; undefined for a pipe. */
    sizeBytes: stats.isFile() ? stats.size : undefined,
    /** Device and inode: the same for two paths of one file. */
    identity: `${stats.dev}:${stats.ino}`,
    /** Decompressed bytes that are in no block yet. */
    parts,
    /** A read that has begun, and whose result is not used yet. */
    pending: undefined as Promise<Uint8Array | undefined> | undefined,
    /** The next bytes, decompressed; undefined at the end. */
    read: async (): Promise<Uint8Array | undefined> => (await iterator.next().catch(fail)).value,
    /** The number of bytes read, before decompression. */
    bytesRead: () => raw.bytesRead ?? 0,
    close() {
      raw.destroy();
      freeAll(parts);
    },
  };
}

/** Plans an input by its first parts. The parts stay in the input. */
export async function planFromSource(source: Source, planner: InputPlanner): Promise<InputPlan> {
  const { isFile, parts, read } = source;
  for (;;) {
    const next = read();
    const timer = () => setTimeout(PAUSE_MS, false, { ref: false });
    const isPause = !isFile && !(await arrivesBefore(timer(), next));
    const planAtPause = isPause && planner.attempt({ isWhole: false, isPausing: true });
    if (planAtPause) {
      source.pending = next;
      return planAtPause;
    }
    const part = await next;
    if (part) parts.push(part);
    const plan = part ? planner.push(part) : planner.attempt({ isWhole: true });
    if (plan) return plan;
  }
}

/** Whether bytes arrive, or their source ends, before a timer. */
function arrivesBefore(timer: Promise<boolean>, bytes: Promise<unknown>): Promise<boolean> {
  return Promise.race([bytes.then(() => true), timer]);
}

/** Removes all parts, and joins them in memory of their own. */
function takeBlock(parts: Uint8Array[]): Uint8Array {
  const block = concatAll(parts);
  freeAll(parts);
  return block;
}

/**
 * Reads an input in blocks of at least BLOCK_BYTES, except the last one. A pause of a pipe also ends a block: the
 * sender may wait for results before it sends more.
 */
export async function* blocksOf(
  source: Pick<Source, "isFile" | "parts" | "pending" | "read">,
): AsyncGenerator<Uint8Array> {
  const { isFile, parts, read } = source;
  try {
    for (;;) {
      const next = source.pending ?? read();
      source.pending = undefined;
      // Arrived bytes are read within one turn of the event loop; two are a margin.
      const twoTurns = () => setImmediate().then(() => setImmediate(false));
      const isPause = !isFile && parts.length > 0 && !(await arrivesBefore(twoTurns(), next));
      if (isPause) yield takeBlock(parts);
      const part = await next;
      if (!part) break;
      parts.push(part);
      const length = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
      if (length >= BLOCK_BYTES) yield takeBlock(parts);
    }
  } finally {
    // The rows before an error are converted.
    if (parts.length > 0) yield takeBlock(parts);
  }
}
