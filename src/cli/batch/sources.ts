/** Opens files and standard input for reading, and decompresses them. */
import { createReadStream, fstatSync, type Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { pipeline, type Readable } from "node:stream";
import { BatchRunError, reasonOf } from "../errors.ts";
import { createDecompressors } from "./compression.ts";
import { type Compression, describePath, STANDARD_INPUT } from "./file-names.ts";

/**
 * The size of a block. The rows of a block are one task: large enough that handing it to a thread costs
 * little, small enough that a few per thread take little memory.
 */
export const BLOCK_BYTES = 1 << 19;

/** An open input. */
export interface Source {
  /** Decompressed. */
  readonly bytes: AsyncIterable<Uint8Array>;
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

async function* bytesOf(path: string, stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const bytes of stream) yield bytes;
  } catch (error) {
    throw readError(path, error);
  }
}

/**
 * Opens a file or standard input.
 * @param path of a file, or STANDARD_INPUT
 * @throws BatchRunError when the file is missing, is a directory or cannot be read
 */
export async function openSource(
  path: string,
  compression: Compression | undefined,
): Promise<Source> {
  const isStandardInput = path === STANDARD_INPUT;
  const { raw, stats } = isStandardInput
    ? { raw: process.stdin, stats: fstatSync(0) }
    : await openFile(path);
  let stream: Readable = raw;
  if (compression) {
    const decompressors = createDecompressors(compression, BLOCK_BYTES);
    // The pipeline destroys the last stream with the error of any of them.
    pipeline([raw, ...decompressors], () => {});
    stream = decompressors.at(-1) ?? raw;
  }
  return {
    bytes: bytesOf(path, stream),
    isFile: stats.isFile() && !isStandardInput,
    sizeBytes: stats.isFile() ? stats.size : undefined,
    identity: `${stats.dev}:${stats.ino}`,
    readBytes: () => raw.bytesRead ?? 0,
    close() {
      stream.destroy();
      raw.destroy();
    },
  };
}
