/** Files and standard input as bytes, decompressed. */
import { createReadStream, fstatSync, type ReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { pipeline, type Readable, type Transform } from "node:stream";
import { BLOCK_BYTES } from "./blocks.ts";
import { type Compression, decompressors } from "./compression.ts";
import { BatchRunError, reasonOf } from "./errors.ts";
import { STANDARD_INPUT } from "./file-names.ts";

/** An input that is open. */
export interface Source {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Whether it can be opened again from its start. */
  readonly isFile: boolean;
  /** As stored, thus compressed; undefined when nobody knows. */
  readonly sizeBytes: number | undefined;
  /** Whether both are the same file. */
  readonly identity: string;
  /** How much of what is stored has been read. */
  readBytes(): number;
  close(): void;
}

/** What messages call an input. */
export function nameOf(path: string): string {
  return path === STANDARD_INPUT ? "Standard input" : `The file '${path}'`;
}

interface Opened {
  readonly raw: Readable & { readonly bytesRead?: number };
  readonly stats: ReturnType<typeof fstatSync>;
}

function openStandardInput(): Opened {
  return { raw: process.stdin as unknown as ReadStream, stats: fstatSync(0) };
}

async function openFile(path: string): Promise<Opened> {
  let handle: FileHandle;
  try {
    handle = await open(path);
  } catch (error) {
    throw new BatchRunError(`${nameOf(path)} cannot be read: ${reasonOf(error)}.`);
  }
  const stats = await handle.stat();
  if (stats.isDirectory()) {
    await handle.close();
    throw new BatchRunError(`${nameOf(path)} is a directory; expected a file.`);
  }
  // Longer reads are cut to blocks without a copy.
  return { raw: createReadStream(path, { fd: handle, highWaterMark: BLOCK_BYTES }), stats };
}

async function* readable(path: string, stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const bytes of stream) yield bytes as Uint8Array;
  } catch (error) {
    throw new BatchRunError(`${nameOf(path)} cannot be read: ${reasonOf(error)}.`);
  }
}

/**
 * @param path of a file, or STANDARD_INPUT
 * @throws BatchRunError when it is not there or cannot be read
 */
export async function openSource(
  path: string,
  compression: Compression | undefined,
): Promise<Source> {
  const { raw, stats } = path === STANDARD_INPUT ? openStandardInput() : await openFile(path);
  let stream: Readable = raw;
  if (compression) {
    const steps = [raw, ...decompressors(compression, BLOCK_BYTES)];
    stream = steps[steps.length - 1] as Transform;
    // Failures of each reach whoever reads the last.
    pipeline(steps, () => {});
  }
  return {
    bytes: readable(path, stream),
    isFile: stats.isFile() && path !== STANDARD_INPUT,
    sizeBytes: stats.isFile() ? Number(stats.size) : undefined,
    identity: `${stats.dev}:${stats.ino}`,
    readBytes: () => raw.bytesRead ?? 0,
    close() {
      stream.destroy();
      raw.destroy();
    },
  };
}
