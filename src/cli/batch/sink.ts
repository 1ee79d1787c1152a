/** Where answers go: a file that can be cut back to what is complete, or a stream that cannot. */
import { createWriteStream } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import type { Writable } from "node:stream";
import { BatchRunError, OutputClosedError, reasonOf } from "./errors.ts";

export interface Sink {
  /** How many bytes it has, all of them complete rows. */
  readonly endBytes: number;
  /**
   * Writes complete rows; one call at a time.
   * @throws OutputClosedError when nobody reads it, BatchRunError when it cannot be written
   */
  write(bytes: Uint8Array): Promise<void>;
  /** What is written outlasts a loss of power. */
  secure(): Promise<void>;
  /** Takes back what a write that failed has left, and ends. */
  close(): Promise<void>;
}

function refusedWrite(name: string, error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException;
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
    // The write that fails tells it.
    stream.on("error", () => {});
  }

  async write(bytes: Uint8Array): Promise<void> {
    try {
      await new Promise<void>((resolve, reject) => {
        this.#stream.write(bytes, (error) => (error ? reject(error) : resolve()));
      });
    } catch (error) {
      throw refusedWrite(this.#name, error);
    }
    this.endBytes += bytes.length;
  }

  async secure(): Promise<void> {}

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
  #isWhole = true;

  constructor(handle: FileHandle, name: string, endBytes: number) {
    this.#handle = handle;
    this.#name = name;
    this.endBytes = endBytes;
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#isWhole = false;
    try {
      for (let at = 0; at < bytes.length; ) {
        const left = bytes.length - at;
        at += (await this.#handle.write(bytes, at, left, this.endBytes + at)).bytesWritten;
      }
    } catch (error) {
      throw refusedWrite(this.#name, error);
    }
    this.endBytes += bytes.length;
    this.#isWhole = true;
  }

  async secure(): Promise<void> {
    await this.#handle.datasync();
  }

  async close(): Promise<void> {
    if (!this.#isWhole) await this.#handle.truncate(this.endBytes);
    await this.#handle.close();
  }
}

export function standardOutput(): Sink {
  return new StreamSink(process.stdout, "Standard output");
}

/** Whether there is something at a path that is no file: a device, a pipe. */
export async function isSpecial(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && !found.isFile() && !found.isDirectory();
}

/** @param path of a device or a pipe */
export function openSpecial(path: string): Sink {
  return new StreamSink(createWriteStream(path), `The file '${path}'`);
}

/** Cuts a file back to what is complete; longer it would become with zeros. */
async function cutBack(handle: FileHandle, endBytes: number, name: string): Promise<void> {
  const { size } = await handle.stat();
  if (size >= endBytes) return handle.truncate(endBytes);
  await handle.close();
  throw new BatchRunError(
    `${name} has ${size} bytes; expected the ${endBytes} that were written before it was interrupted.`,
  );
}

/**
 * @param endBytes how much of the file stays; undefined for a new file, which must not be there
 *   unless it `isReplaced`
 * @throws BatchRunError
 */
export async function openOutputFile(
  path: string,
  endBytes: number | undefined,
  isReplaced: boolean,
): Promise<Sink> {
  const name = `The file '${path}'`;
  const flags = endBytes !== undefined ? "r+" : isReplaced ? "w" : "wx";
  try {
    const handle = await open(path, flags);
    if (endBytes !== undefined) await cutBack(handle, endBytes, name);
    return new FileSink(handle, name, endBytes ?? 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") {
      throw new BatchRunError(`${name} is there already; --force writes it anew.`);
    }
    throw error instanceof BatchRunError ? error : refusedWrite(name, error);
  }
}
