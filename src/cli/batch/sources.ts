/** Opens files and standard input for reading, and decompresses them. */
import { createReadStream, fstatSync, type Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { concat, NO_BYTES } from "../../batch/chunks.ts";
import { accessError, NoAnswerError } from "../command-errors.ts";
import { compressionOf } from "./compression.ts";
import { decompress } from "./decompression.ts";
import { type Compression, describePath, fileKindOf, STANDARD_INPUT } from "./file-names.ts";

/**
 * The size of a block. The rows of a block are one task: large enough that handing it to a thread costs
 * little, small enough that a few per thread take little memory.
 */
export const BLOCK_BYTES = 1 << 19;

/** An open input. */
export interface Source {
  /** Decompressed. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** As its first bytes say, whatever its name says. */
  readonly compression: Compression | undefined;
  /** Whether the input is a file, which can be opened again from its start. */
  readonly isFile: boolean;
  /** The size on disk, compressed; undefined for a pipe. */
  readonly sizeBytes: number | undefined;
  /** Device and inode: the same for two paths of one file. */
  readonly identity: string;
  /** How many of the bytes on disk have been read. */
  readBytes(): number;
  close(): void;
}

interface OpenStream {
  readonly raw: Readable & { readonly bytesRead?: number };
  readonly stats: Stats;
}

async function openFile(path: string): Promise<OpenStream> {
  let handle: FileHandle;
  try {
    handle = await open(path);
  } catch (error) {
    throw accessError(describePath(path), "read", error);
  }
  const stats = await handle.stat();
  if (stats.isDirectory()) {
    await handle.close();
    throw new NoAnswerError(`${describePath(path)} is a directory; expected a file.`);
  }
  // Reads of the size of a block become blocks without a copy.
  return { raw: createReadStream(path, { fd: handle, highWaterMark: BLOCK_BYTES }), stats };
}

/** Turns the errors of a sequence of bytes into errors of its input. */
async function* withReadErrors(
  path: string,
  parts: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* parts;
  } catch (error) {
    if (error instanceof NoAnswerError) throw error;
    throw accessError(describePath(path), "read", error);
  }
}

/** Calls a function when a signal is aborted, or at once if it is already. */
export function onAbort(signal: AbortSignal | undefined, close: () => void): void {
  if (signal?.aborted) close();
  else signal?.addEventListener("abort", close);
}

/** A sequence of bytes whose first parts have been read. */
export interface StartedSequence<Known> {
  /** What these parts tell. */
  readonly known: Known;
  /** The whole sequence. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Ends the sequence if it is not needed. */
  end(): Promise<unknown>;
}

/**
 * Reads the first parts of a sequence, as many as tell what has to be known.
 * @param learn returns what the parts so far tell; undefined if it needs more, which it must not at the end
 */
export async function readStart<Known>(
  parts: AsyncIterable<Uint8Array>,
  learn: (part: Uint8Array, isEnd: boolean) => Known | undefined,
): Promise<StartedSequence<Known>> {
  const iterator = parts[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield* read.splice(0);
    for (;;) {
      const { done, value } = await iterator.next();
      if (done) return;
      yield value;
    }
  }
  for (;;) {
    const { done = false, value = NO_BYTES } = await iterator.next();
    if (!done) read.push(value);
    const known = learn(value, done);
    if (known === undefined) continue;
    return { known, bytes: whole(), end: async () => iterator.return?.(undefined) };
  }
}

/**
 * Reads the first bytes of an input, which say whether it is compressed.
 * @throws NoAnswerError as openSource
 */
async function decompressed(
  path: string,
  raw: AsyncIterable<Uint8Array>,
): Promise<Pick<Source, "bytes" | "compression">> {
  let start: Uint8Array = NO_BYTES;
  // For text, one byte is enough.
  const { bytes } = await readStart(withReadErrors(path, raw), (part, isEnd) => {
    start = concat(start, part);
    return isEnd || compressionOf(start) !== "unknown" || undefined;
  });
  if (start.length === 0 && fileKindOf(path).compression) {
    throw accessError(describePath(path), "read", "it is empty, which a compressed file never is");
  }
  const compression = compressionOf(start);
  if (compression === undefined || compression === "unknown") {
    return { bytes, compression: undefined };
  }
  return { bytes: withReadErrors(path, decompress(bytes, compression, BLOCK_BYTES)), compression };
}

/**
 * Opens a file or standard input. Its first bytes say whether it is compressed.
 * @param path of a file, or STANDARD_INPUT
 * @param closing closes the source when it is aborted, and ends the wait for its first bytes
 * @throws NoAnswerError when the file is missing, is a directory, is empty but has the name of a compressed file,
 *   or cannot be read
 */
export async function openSource(path: string, closing?: AbortSignal): Promise<Source> {
  const isStandardInput = path === STANDARD_INPUT;
  const { raw, stats } = isStandardInput
    ? { raw: process.stdin, stats: fstatSync(0) }
    : await openFile(path);
  const close = () => {
    raw.destroy();
  };
  onAbort(closing, close);
  return {
    // A closure here would keep the first bytes as long as `close`.
    ...(await decompressed(path, raw)),
    isFile: stats.isFile() && !isStandardInput,
    sizeBytes: stats.isFile() ? stats.size : undefined,
    identity: `${stats.dev}:${stats.ino}`,
    readBytes: () => raw.bytesRead ?? 0,
    close,
  };
}
