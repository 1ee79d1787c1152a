/** Opens files and standard input for reading, and decompresses them. */
import { createReadStream, fstatSync, type Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { concat, NO_BYTES } from "../../batch/chunks.ts";
import { BatchRunError, reasonOf } from "../command-errors.ts";
import { decompress } from "./decompression.ts";
import {
  type Compression,
  describePath,
  fileKindOf,
  inputKindError,
  STANDARD_INPUT,
} from "./file-names.ts";
import { compressionOf, unreadKindOf } from "./magic-numbers.ts";

/**
 * The size of a block. The rows of a block are one task: large enough that handing it to a thread costs
 * little, small enough that a few per thread take little memory.
 */
export const BLOCK_BYTES = 1 << 19;

export interface Closable {
  close(): void;
}

/** An open input. */
export interface Source extends Closable {
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
}

interface OpenStream {
  readonly raw: Readable & { readonly bytesRead?: number };
  readonly stats: Stats;
}

function readError(path: string, error: unknown): BatchRunError {
  return new BatchRunError(`${describePath(path)} cannot be read: ${reasonOf(error)}.`);
}

async function openFile(path: string): Promise<OpenStream> {
  let handle: FileHandle;
  try {
    handle = await open(path);
  } catch (error) {
    throw readError(path, error);
  }
  const stats = await handle.stat();
  if (stats.isDirectory()) {
    await handle.close();
    throw new BatchRunError(`${describePath(path)} is a directory; expected a file.`);
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
    throw error instanceof BatchRunError ? error : readError(path, error);
  }
}

/** A sequence whose first bytes have been read. */
interface Peeked {
  readonly start: Uint8Array;
  /** The whole sequence. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Reads enough bytes to know whether they are compressed. For text, one is enough. */
async function peek(parts: AsyncIterable<Uint8Array>): Promise<Peeked> {
  const iterator = parts[Symbol.asyncIterator]();
  let start: Uint8Array = NO_BYTES;
  while (compressionOf(start) === "unknown") {
    const { done, value } = await iterator.next();
    if (done) break;
    start = concat(start, value);
  }
  return { start, bytes: withStart(start, iterator) };
}

/** The bytes of a sequence whose first bytes have been read already. */
export async function* withStart(
  start: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (start.length > 0) yield start;
  for (;;) {
    const { done, value } = await rest.next();
    if (done) return;
    yield value;
  }
}

/**
 * Opens a file or standard input. Its first bytes say whether it is compressed.
 * @param path of a file, or STANDARD_INPUT
 * @param onOpen called before any byte has arrived; closing ends the wait for the first ones
 * @throws BatchRunError when the file is missing, is a directory, is empty but has the name of a compressed file,
 *   or cannot be read
 */
export async function openSource(
  path: string,
  onOpen: (source: Closable) => void = () => {},
): Promise<Source> {
  const isStandardInput = path === STANDARD_INPUT;
  const { raw, stats } = isStandardInput
    ? { raw: process.stdin, stats: fstatSync(0) }
    : await openFile(path);
  const close = () => {
    raw.destroy();
  };
  onOpen({ close });
  const { start, bytes } = await peek(withReadErrors(path, raw));
  const found = compressionOf(start);
  const compression = found === "unknown" ? undefined : found;
  const unread = unreadKindOf(start);
  if (unread) throw new BatchRunError(inputKindError(path, unread));
  if (start.length === 0 && fileKindOf(path).compression) {
    throw readError(path, "it is empty, which a compressed file never is");
  }
  return {
    bytes: compression ? withReadErrors(path, decompress(bytes, compression, BLOCK_BYTES)) : bytes,
    compression,
    isFile: stats.isFile() && !isStandardInput,
    sizeBytes: stats.isFile() ? stats.size : undefined,
    identity: `${stats.dev}:${stats.ino}`,
    readBytes: () => raw.bytesRead ?? 0,
    close,
  };
}
