/** The output of a batch: a file, which can be resumed after its last complete row, or a stream. */
import { createWriteStream } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import type { Writable } from "node:stream";
import { BatchRunError, OutputClosedError, reasonOf } from "../errors.ts";
import {
  type Checkpoint,
  CheckpointWriter,
  checkpointPath,
  fingerprintOf,
  readCheckpoint,
  removeCheckpoint,
} from "./checkpoint.ts";
import { checkCompression } from "./compression.ts";
import type { Compression } from "./file-names.ts";

export interface OutputRequest {
  /** Undefined for standard output. */
  readonly path: string | undefined;
  readonly compression: Compression | undefined;
  /** Whether to continue after the last task of the checkpoint. */
  readonly isResumed: boolean;
  /** Whether to overwrite a file. */
  readonly isForced: boolean;
}

/** Where results are written. */
export interface Sink {
  /** The number of bytes written; they end with a complete row. */
  readonly endBytes: number;
  /**
   * Writes complete rows; one call at a time.
   * @throws OutputClosedError when the reader has closed it
   * @throws BatchRunError when it cannot be written
   */
  write(bytes: Uint8Array): Promise<void>;
  /** Flushes what was written to disk, so that it survives a power failure. */
  sync(): Promise<void>;
  /** Removes the bytes of a failed write, and closes. */
  close(): Promise<void>;
}

export interface BatchOutput {
  readonly sink: Sink;
  /** Where to continue; undefined if the output is new. */
  readonly resumedFrom: Checkpoint | undefined;
  /** Undefined if the output cannot be resumed. */
  readonly checkpoints: CheckpointWriter | undefined;
  /** Removes the checkpoint of a complete output. */
  complete(): Promise<void>;
}

function writeError(name: string, error: unknown): Error {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EPIPE" || code === "ERR_STREAM_DESTROYED") return new OutputClosedError(name);
  return new BatchRunError(`${name} cannot be written: ${reasonOf(error)}.`);
}

class StreamSink implements Sink {
  readonly #stream: Writable;
  readonly #name: string;
  endBytes = 0;

  constructor(stream: Writable, name: string) {
    this.#stream = stream;
    this.#name = name;
    // Errors are reported by the write that fails.
    stream.on("error", () => {});
  }

  async write(bytes: Uint8Array): Promise<void> {
    try {
      await new Promise<void>((resolve, reject) => {
        this.#stream.write(bytes, (error) => (error ? reject(error) : resolve()));
      });
    } catch (error) {
      throw writeError(this.#name, error);
    }
    this.endBytes += bytes.length;
  }

  async sync(): Promise<void> {}

  async close(): Promise<void> {
    if (this.#stream !== process.stdout && !this.#stream.destroyed) {
      await new Promise<void>((resolve) => this.#stream.end(resolve));
    }
  }
}

class FileSink implements Sink {
  readonly #handle: FileHandle;
  readonly #name: string;
  endBytes: number;
  /** Whether a write is in progress or has failed. */
  #isIncomplete = false;

  constructor(handle: FileHandle, name: string, endBytes: number) {
    this.#handle = handle;
    this.#name = name;
    this.endBytes = endBytes;
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#isIncomplete = true;
    try {
      for (let at = 0; at < bytes.length; ) {
        const length = bytes.length - at;
        at += (await this.#handle.write(bytes, at, length, this.endBytes + at)).bytesWritten;
      }
    } catch (error) {
      throw writeError(this.#name, error);
    }
    this.endBytes += bytes.length;
    this.#isIncomplete = false;
  }

  async sync(): Promise<void> {
    await this.#handle.datasync();
  }

  async close(): Promise<void> {
    if (this.#isIncomplete) await this.#handle.truncate(this.endBytes);
    await this.#handle.close();
  }
}

/** Whether a path leads to a device or a pipe. */
async function isSpecialFile(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return stats !== undefined && !stats.isFile() && !stats.isDirectory();
}

/** Truncates to the last complete row; never extends. */
async function truncateTo(handle: FileHandle, endBytes: number, name: string): Promise<void> {
  const { size } = await handle.stat();
  if (size >= endBytes) return handle.truncate(endBytes);
  await handle.close();
  throw new BatchRunError(
    `${name} has ${size} bytes, but ${endBytes} had been written before the interruption. Use --force instead of --resume to start over.`,
  );
}

async function openFileSink(
  { path, isForced }: { readonly path: string; readonly isForced: boolean },
  resumedFrom: Checkpoint | undefined,
): Promise<Sink> {
  const name = `The file '${path}'`;
  const flags = resumedFrom ? "r+" : isForced ? "w" : "wx";
  try {
    const handle = await open(path, flags);
    if (resumedFrom) await truncateTo(handle, resumedFrom.outputBytes, name);
    return new FileSink(handle, name, resumedFrom?.outputBytes ?? 0);
  } catch (error) {
    if (error instanceof BatchRunError) throw error;
    throw writeError(name, error);
  }
}

/** @throws BatchRunError when the file exists and may not be overwritten */
async function checkNew(path: string, { isResumed, isForced }: OutputRequest): Promise<void> {
  if (isForced || !(await stat(path).catch(() => undefined))) return;
  const reason = isResumed
    ? `, but ${checkpointPath(path)} does not: there is nothing to resume`
    : "";
  throw new BatchRunError(
    `The file '${path}' already exists${reason}. Use --force to overwrite it.`,
  );
}

function streamOutput(sink: Sink): BatchOutput {
  return { sink, resumedFrom: undefined, checkpoints: undefined, async complete() {} };
}

/**
 * Opens the output of a batch, from its start or from its checkpoint.
 * @param dependencies everything that determines the output, except the contents of the inputs
 * @throws BatchRunError when it cannot be opened, exists already, or cannot be resumed
 */
export async function openOutput(
  request: OutputRequest,
  dependencies: unknown,
): Promise<BatchOutput> {
  const { path, compression, isResumed, isForced } = request;
  checkCompression(compression);
  if (path === undefined) return streamOutput(new StreamSink(process.stdout, "Standard output"));
  if (await isSpecialFile(path)) {
    return streamOutput(new StreamSink(createWriteStream(path), `The file '${path}'`));
  }
  const fingerprint = fingerprintOf(dependencies);
  const resumedFrom = isResumed ? await readCheckpoint(path, fingerprint) : undefined;
  if (!resumedFrom) await checkNew(path, request);
  if (isForced) await removeCheckpoint(path);
  const sink = await openFileSink({ path, isForced }, resumedFrom);
  const checkpoints = new CheckpointWriter(path, fingerprint, () => sink.sync());
  return {
    sink,
    resumedFrom,
    checkpoints,
    async complete() {
      await checkpoints.finish();
      await sink.sync();
      await removeCheckpoint(path);
    },
  };
}
