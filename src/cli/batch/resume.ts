/** How far a batch has come, in a file beside its output as long as that is not complete. */
import { createHash, type Hash } from "node:crypto";
import { open, readFile, rename, rm } from "node:fs/promises";
import { dataVersion } from "../../index.ts";
import { packageVersion } from "../../internal.ts";
import { BLOCK_BYTES } from "./blocks.ts";
import { BatchRunError, reasonOf } from "./errors.ts";

/** What has been answered and written, up to the end of a piece. */
export interface Progressed {
  readonly pieces: number;
  /** Hash of all that was read of the inputs up to there. */
  readonly inputHash: string;
  readonly outputBytes: number;
  readonly hasAnswers: boolean;
  /** Of all inputs. */
  readonly rows: number;
  readonly answered: number;
  readonly refused: number;
  /** Of the input that was being read. */
  readonly input: number;
  readonly inputRows: number;
  readonly inputLines: number;
}

interface Saved extends Progressed {
  /** What the answers depend on, besides the inputs. */
  readonly asked: string;
}

export function resumePath(outputPath: string): string {
  return `${outputPath}.resume`;
}

/** What has to be the same for an output to be continued. */
export function askedText(request: unknown): string {
  return JSON.stringify([packageVersion(), dataVersion(), BLOCK_BYTES, request]);
}

export function createInputHash(): Hash {
  return createHash("sha1");
}

/** @returns undefined when there is no such file */
async function readSaved(path: string): Promise<Saved | undefined> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new BatchRunError(`The file '${path}' cannot be read: ${reasonOf(error)}.`);
  });
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Saved;
  } catch {
    throw new BatchRunError(`The file '${path}' is not one that mapcoded has written.`);
  }
}

/**
 * How far an output had come.
 * @returns undefined when nothing was saved
 * @throws BatchRunError when it was made with other options or another version
 */
export async function readProgressed(
  outputPath: string,
  asked: string,
): Promise<Progressed | undefined> {
  const path = resumePath(outputPath);
  const saved = await readSaved(path);
  if (saved === undefined) return undefined;
  const { asked: before, ...progressed } = saved;
  if (before === asked) return progressed;
  throw new BatchRunError(
    `The file '${outputPath}' was begun with other options, inputs of other sizes or another version of mapcoded; --resume wants the same, --force begins anew.`,
  );
}

/** Replaces the file at once, so that a reader finds the old one or the new one. */
export async function saveProgressed(
  outputPath: string,
  asked: string,
  progressed: Progressed,
): Promise<void> {
  const path = resumePath(outputPath);
  const written = `${path}.new`;
  try {
    const handle = await open(written, "w");
    try {
      await handle.writeFile(JSON.stringify({ asked, ...progressed } satisfies Saved));
      await handle.datasync();
    } finally {
      await handle.close();
    }
    await rename(written, path);
  } catch (error) {
    throw new BatchRunError(`The file '${path}' cannot be written: ${reasonOf(error)}.`);
  }
}

export async function removeProgressed(outputPath: string): Promise<void> {
  const path = resumePath(outputPath);
  await rm(path, { force: true });
  await rm(`${path}.new`, { force: true });
}
