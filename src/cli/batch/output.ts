/** The outputs of a batch: standard output, a device or a pipe, or a file that gets its name when it is complete. */
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Writable } from "node:stream";
import { gzipSync } from "node:zlib";
import { accessError, NoAnswerError, UsageError } from "../messages.ts";
import * as files from "./files.ts";
import type { BatchFlags } from "./input.ts";

/** Where complete rows are written, in one call at a time. */
interface Sink {
  /** @throws NoAnswerError when it cannot be written, or its reader has closed it */
  write(bytes: Uint8Array): Promise<void>;
  /** Completes the output. @throws NoAnswerError when that fails */
  finish(): Promise<void>;
  /** Ends an output that is not complete. @returns the file that has its rows, if there is one */
  abandon(hasRows: boolean): Promise<string | undefined>;
}

/** An output, which is compressed if its name ends with .gz. */
export interface Output extends Omit<Sink, "abandon"> {
  readonly isGzip: boolean;
  /** Writes rows, which have been compressed if the output is. */
  writeRows(bytes: Uint8Array): Promise<void>;
  abandon(): Promise<string | undefined>;
}

/** @throws UsageError when a name of an output does not go with what is written to it */
export function checkOutputNames({ output, rejects, to }: BatchFlags): void {
  const nameError = output && files.outputNameError(output, to !== undefined);
  if (nameError) throw new UsageError(nameError);
  if (rejects === undefined) return;
  if ((files.formatNamedBy(rejects) ?? "csv") !== "csv" || rejects === files.STANDARD_STREAM) {
    throw new UsageError("--rejects writes a csv file. Name it rejects.csv, for example.");
  }
  if (output !== undefined && resolve(output) === resolve(rejects)) {
    throw new UsageError("--rejects and --output name the same file. Name another one.");
  }
}

function streamSink(stream: Writable, name: string): Sink {
  // Errors are reported by the write that fails.
  stream.on("error", () => {});
  const finish = async () => {
    if (stream === process.stdout || stream.destroyed) return;
    await new Promise<void>((done) => stream.end(done));
  };
  return {
    write: (bytes) =>
      new Promise((done, fail) => {
        stream.write(bytes, (error) =>
          error ? fail(accessError(name, "written", error)) : done(),
        );
      }),
    finish,
    abandon: () => finish().then(() => undefined),
  };
}

/** A file beside the one that it becomes; a run that is killed leaves it behind. */
export interface FileSink extends Sink {
  readonly temporary: string;
}

/** @throws NoAnswerError when the file exists and may not be overwritten, or cannot be written */
export async function openFile(path: string, isForced: boolean): Promise<FileSink> {
  const fail = (error: unknown) =>
    Promise.reject(accessError(files.describePath(path), "written", error));
  const checkNew = async (when: string) => {
    if (isForced || !(await stat(path).catch(() => undefined))) return;
    throw new NoAnswerError(`The file '${path}' ${when} exists. Use --force to overwrite it.`);
  };
  await checkNew("already");
  // A link still leads to its file.
  const target = await realpath(path).catch(() => resolve(path));
  const name = `.${basename(target)}.${randomUUID().slice(0, 8)}.tmp`;
  const temporary = join(dirname(target), name);
  const old = await stat(target).catch(() => undefined);
  const handle = await open(temporary, "wx", old?.mode).catch(fail);
  let endBytes = 0;
  return {
    temporary,
    async write(bytes) {
      await handle.writeFile(bytes).catch(fail);
      endBytes += bytes.length;
    },
    async finish() {
      await handle.sync().catch(fail);
      // Another run may have been faster.
      await checkNew("now");
      await rename(temporary, target).catch(fail);
      await handle.close();
    },
    async abandon(hasRows) {
      // A write that failed may have written a part of a row.
      await handle.truncate(endBytes).catch(() => {});
      await handle.close();
      const partial = `${path}.partial`;
      if (hasRows) await rename(temporary, partial);
      else await rm(temporary, { force: true });
      return hasRows ? partial : undefined;
    },
  };
}

/**
 * Opens an output.
 * @param path undefined for standard output
 * @param isForced whether to overwrite a file
 * @throws NoAnswerError when it cannot be written
 */
export async function openOutput(path: string | undefined, isForced: boolean): Promise<Output> {
  const stats = path === undefined ? undefined : await stat(path).catch(() => undefined);
  if (stats?.isDirectory()) {
    throw new NoAnswerError(`The output '${path}' is a directory. Name a file.`);
  }
  let sink: Sink;
  if (path === undefined) sink = streamSink(process.stdout, "Standard output");
  else if (!stats || stats.isFile()) sink = await openFile(path, isForced);
  else sink = streamSink(createWriteStream(path), files.describePath(path));
  const isGzip = path !== undefined && files.isGzipName(path);
  let hasRows = false;
  return {
    isGzip,
    // Also no bytes: a compressed file of no bytes at all would be invalid.
    write: (bytes) => sink.write(isGzip ? gzipSync(bytes) : bytes),
    async writeRows(bytes) {
      await sink.write(bytes);
      hasRows ||= bytes.length > 0;
    },
    finish: () => sink.finish(),
    abandon: () => sink.abandon(hasRows),
  };
}
