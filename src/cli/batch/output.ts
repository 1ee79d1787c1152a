/** The output of a batch: a file, which can be resumed after its last complete row, or a stream. */
import { createWriteStream } from "node:fs";
import { type FileHandle, open, realpath, rm, stat } from "node:fs/promises";
import type { Writable } from "node:stream";
import { accessError, NoAnswerError, OutputClosedError, systemCodeOf } from "../command-errors.ts";
import { rowsForTerminal } from "../terminal.ts";
import {
  type Checkpoint,
  CheckpointWriter,
  checkpointPath,
  type Dependencies,
  hasCheckpoint,
  readCheckpoint,
  removeCheckpoint,
  withVersions,
} from "./checkpoint.ts";
import { checkCompression } from "./compression.ts";
import { type Compression, describePath } from "./file-names.ts";
import { lockOutput, resolveLinks } from "./lock.ts";

export interface OutputRequest {
  /** Undefined for standard output. */
  readonly path: string | undefined;
  readonly compression: Compression | undefined;
  /** Whether to continue after the last task of the checkpoint. */
  readonly isResumed: boolean;
  /** Whether to overwrite a file. */
  readonly isForced: boolean;
}

/** The file of the rows that fail. */
export interface RejectsRequest {
  readonly path: string;
  readonly compression: Compression | undefined;
}

/** Where results are written. */
export interface Sink {
  /** The number of bytes written; they end with a complete row. */
  readonly endBytes: number;
  /**
   * Writes complete rows; one call at a time.
   * @throws OutputClosedError when the reader has closed it
   * @throws NoAnswerError when it cannot be written
   */
  write(bytes: Uint8Array): Promise<void>;
  /** Flushes what was written to disk, so that it survives a power failure. */
  sync(): Promise<void>;
  /** Removes the bytes of a failed write, and closes. */
  close(): Promise<void>;
}

export interface BatchOutput {
  readonly sink: Sink;
  /** Where rows that fail are written; undefined if they stay among the others. */
  readonly rejects: Sink | undefined;
  /** Where to continue; undefined if the output is new. */
  readonly resumedFrom: Checkpoint | undefined;
  /** Undefined if the output cannot be resumed. */
  readonly checkpoints: CheckpointWriter | undefined;
  /** Removes the checkpoint of a complete output. */
  complete(): Promise<void>;
  /** Closes the sinks and lets other runs write the output. */
  close(): Promise<void>;
}

function writeError(name: string, error: unknown): Error {
  const code = systemCodeOf(error);
  if (code === "EPIPE" || code === "ERR_STREAM_DESTROYED") return new OutputClosedError(name);
  return accessError(name, "written", error);
}

class StreamSink implements Sink {
  readonly #stream: Writable;
  readonly #name: string;
  readonly #isTerminal: boolean;
  endBytes = 0;

  constructor(stream: Writable, name: string, isTerminal: boolean) {
    this.#stream = stream;
    this.#name = name;
    this.#isTerminal = isTerminal;
    // Errors are reported by the write that fails.
    stream.on("error", () => {});
  }

  async write(bytes: Uint8Array): Promise<void> {
    const written = this.#isTerminal ? rowsForTerminal(bytes) : bytes;
    try {
      await new Promise<void>((resolve, reject) => {
        this.#stream.write(written, (error) => (error ? reject(error) : resolve()));
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

/** Truncates to the last complete row; never extends. */
async function truncateTo(handle: FileHandle, endBytes: number, name: string): Promise<void> {
  const { size } = await handle.stat();
  if (size >= endBytes) return handle.truncate(endBytes);
  await handle.close();
  throw new NoAnswerError(
    `${name} has ${size} bytes, but ${endBytes} had been written before the interruption. Use --force instead of --resume to start over.`,
  );
}

/**
 * Makes room for an output that is written over. Other names of the same file (hard links) keep its old
 * contents: another run may be writing the file by one of them.
 */
async function removeIfShared(path: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined);
  if (stats && stats.nlink > 1) await rm(await realpath(path));
}

/** What has to be undone when a batch ends, in reverse order. */
type Closers = (() => Promise<void>)[];

async function closeAll(closers: Closers): Promise<void> {
  const closer = closers.pop();
  if (!closer) return;
  try {
    await closer();
  } finally {
    await closeAll(closers);
  }
}

/** @param keptBytes of a file that is continued; undefined for a new file */
async function openFileSink(
  path: string,
  isForced: boolean,
  keptBytes: number | undefined,
  closers: Closers,
): Promise<Sink> {
  const name = describePath(path);
  const flags = keptBytes !== undefined ? "r+" : isForced ? "w" : "wx";
  try {
    if (isForced) await removeIfShared(path);
    const handle = await open(path, flags);
    if (keptBytes !== undefined) await truncateTo(handle, keptBytes, name);
    const sink = new FileSink(handle, name, keptBytes ?? 0);
    closers.push(() => sink.close());
    return sink;
  } catch (error) {
    if (error instanceof NoAnswerError) throw error;
    throw writeError(name, error);
  }
}

/**
 * @param target the path without symbolic links, beside which its checkpoint is
 * @throws NoAnswerError when the file exists and may not be overwritten
 */
export async function checkNew(
  path: string,
  target: string,
  { isResumed, isForced }: OutputRequest,
): Promise<void> {
  if (isForced || !(await stat(path).catch(() => undefined))) return;
  if (await hasCheckpoint(target)) {
    throw new NoAnswerError(
      `The file '${path}' is the output of a run that was interrupted. Use --resume to continue it, or --force to start over.`,
    );
  }
  const reason = isResumed
    ? `, but ${checkpointPath(target)} does not: there is nothing to resume`
    : "";
  throw new NoAnswerError(
    `The file '${path}' already exists${reason}. Use --force to overwrite it.`,
  );
}

/**
 * Opens what is no file: standard output, a device or a pipe.
 * @returns undefined when the path leads to a file, or to nothing yet: it is locked until the batch ends
 */
async function openStreamOrLock(
  path: string | undefined,
  closers: Closers,
): Promise<Sink | undefined> {
  if (path === undefined) {
    return new StreamSink(process.stdout, "Standard output", process.stdout.isTTY);
  }
  const name = describePath(path);
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isDirectory()) {
    throw new NoAnswerError(`The output '${path}' is a directory. Name a file.`);
  }
  if (stats && !stats.isFile()) {
    const sink = new StreamSink(createWriteStream(path), name, false);
    closers.push(() => sink.close());
    return sink;
  }
  const lock = await lockOutput(path).catch((error: unknown) => {
    throw error instanceof NoAnswerError ? error : writeError(name, error);
  });
  closers.push(() => lock.release());
  return undefined;
}

/**
 * The checkpoint of a file that is continued; undefined for a new one.
 * @throws NoAnswerError when the file may not be written
 */
async function resumedCheckpoint(
  path: string,
  target: string,
  request: OutputRequest,
  dependencies: Dependencies,
): Promise<Checkpoint | undefined> {
  // Also fails if a file with the name of the checkpoint is not ours.
  const isInterrupted = await hasCheckpoint(target);
  if (request.isResumed && isInterrupted) return readCheckpoint(target, dependencies);
  await checkNew(path, target, request);
  return undefined;
}

/** Checks the file of rejected rows, which belongs to an output and is continued with it. */
async function checkRejects(
  path: string,
  request: OutputRequest,
  resumedFrom: Checkpoint | undefined,
): Promise<void> {
  if (!resumedFrom) return checkNew(path, path, { ...request, isResumed: false });
  if (await stat(path).catch(() => undefined)) return;
  throw new NoAnswerError(
    `There is no file '${path}', to which the interrupted run wrote rows that failed. Restore it, or use --force instead of --resume to start over.`,
  );
}

async function openAll(
  request: OutputRequest,
  rejected: RejectsRequest | undefined,
  dependencies: Dependencies,
  closers: Closers,
): Promise<Omit<BatchOutput, "close">> {
  const { path = "", isForced } = request;
  const stream = await openStreamOrLock(request.path, closers);
  const target = stream ? undefined : await resolveLinks(path);
  const resumedFrom = target
    ? await resumedCheckpoint(path, target, request, dependencies)
    : undefined;
  const rejectsStream = rejected && (await openStreamOrLock(rejected.path, closers));
  if (rejected && !rejectsStream) await checkRejects(rejected.path, request, resumedFrom);
  // Opening a file cuts an old one, so all files have been checked before.
  if (target && isForced) await removeCheckpoint(target);
  const sink = stream ?? (await openFileSink(path, isForced, resumedFrom?.outputBytes, closers));
  const rejects =
    rejectsStream ??
    (rejected && (await openFileSink(rejected.path, isForced, resumedFrom?.rejectsBytes, closers)));
  const sinks = rejects ? [sink, rejects] : [sink];
  const checkpoints = target ? new CheckpointWriter(target, dependencies, sinks) : undefined;
  const complete = async () => {
    await checkpoints?.finish();
    for (const written of sinks) await written.sync();
    if (target) await removeCheckpoint(target);
  };
  return { sink, rejects, resumedFrom, checkpoints, complete };
}

/**
 * Opens the output of a batch, from its start or from its checkpoint, and the file of rejected rows. Locks both.
 * @param dependencies everything that determines the output, except the contents of the inputs
 * @throws NoAnswerError when a file cannot be opened, exists already, cannot be resumed, or another run writes it
 */
export async function openOutput(
  request: OutputRequest,
  rejected: RejectsRequest | undefined,
  dependencies: Dependencies,
): Promise<BatchOutput> {
  checkCompression(request.compression);
  checkCompression(rejected?.compression);
  const closers: Closers = [];
  try {
    const opened = await openAll(request, rejected, withVersions(dependencies), closers);
    return { ...opened, close: () => closeAll(closers) };
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}
