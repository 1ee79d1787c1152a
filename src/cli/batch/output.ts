/** The outputs of a batch: standard output, a device or a pipe, or a file that gets its name when it is complete. */
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { lstat, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Writable } from "node:stream";
import { accessError, RunError, UsageError } from "../messages.ts";
import * as files from "./files.ts";
import type { BatchFlags } from "./input.ts";

/** A writer of complete rows. Calls must not overlap. */
export interface Output {
  /** @param isRows whether the bytes are rows, not a header or other frame */
  write(bytes: Uint8Array, isRows?: boolean): Promise<void>;
  /** Completes the output. */
  finish(): Promise<void>;
  /** Ends an incomplete output. @returns the file with its rows, if any */
  abandon(): Promise<string | undefined>;
}

/** Refuses names of outputs with unknown extensions, and two of the same file. */
export function checkOutputNames({ output, rejects, to }: BatchFlags): void {
  for (const [name, path] of Object.entries({ output, rejects })) {
    if (path === "") throw new UsageError(`The option --${name} is empty. Name a file.`);
  }
  const nameProblem = output && files.outputNameProblem(output, to !== undefined);
  if (nameProblem) throw new UsageError(nameProblem);
  if (rejects === undefined) return;
  if ((files.formatNamedBy(rejects) ?? "csv") !== "csv" || rejects === files.STANDARD_STREAM) {
    throw new UsageError("--rejects writes a csv file. Name it rejects.csv, for example.");
  }
  if (output !== undefined && resolve(output) === resolve(rejects)) {
    throw new UsageError("--rejects and --output name the same file. Name another one.");
  }
}

function openStream(stream: Writable, name: string): Output {
  // Errors are reported by the write that fails.
  stream.on("error", () => {});
  const finish = async (): Promise<undefined> => {
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
    abandon: finish,
  };
}

/** Opens a temporary file beside its target. A killed run leaves it behind. */
export async function openFile(
  path: string,
  isForced: boolean,
): Promise<Output & { readonly temporary: string }> {
  const fail = (error: unknown) =>
    Promise.reject(accessError(files.describePath(path), "written", error));
  const checkNew = async (when: string) => {
    // A link to nowhere exists, too.
    if (isForced || !(await lstat(path).catch(() => undefined))) return;
    throw new RunError(`The file '${path}' ${when} exists. Use --force to overwrite it.`);
  };
  await checkNew("already");
  // The path may be a link: it stays one.
  const target = await realpath(path).catch(() => resolve(path));
  const name = `.${basename(target)}.${randomUUID().slice(0, 8)}.tmp`;
  const temporary = join(dirname(target), name);
  const old = await stat(target).catch(() => undefined);
  const handle = await open(temporary, "wx", old?.mode).catch(fail);
  let endBytes = 0;
  let hasRows = false;
  return {
    temporary,
    async write(bytes, isRows = false) {
      await handle.writeFile(bytes).catch(fail);
      endBytes += bytes.length;
      hasRows ||= isRows && bytes.length > 0;
    },
    async finish() {
      await handle.sync().catch(fail);
      // Another run may have created the file meanwhile.
      await checkNew("now");
      await rename(temporary, target).catch(fail);
      await handle.close();
    },
    async abandon() {
      // A failed write may leave a part of a row.
      await handle.truncate(endBytes).catch(() => {});
      await handle.close();
      if (!hasRows) return rm(temporary, { force: true }).then(() => undefined);
      const partial = `${path}.partial`;
      // Fails if the output was already renamed before another one failed, or if a link leads to another disk.
      return rename(temporary, partial).then(
        () => partial,
        () => temporary,
      );
    },
  };
}

/** Opens an output. @param path undefined for standard output */
export async function openOutput(path: string | undefined, isForced: boolean): Promise<Output> {
  if (path === undefined) return openStream(process.stdout, "Standard output");
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isDirectory()) {
    throw new RunError(`The output '${path}' is a directory. Name a file.`);
  }
  if (!stats || stats.isFile()) return openFile(path, isForced);
  return openStream(createWriteStream(path), files.describePath(path));
}
