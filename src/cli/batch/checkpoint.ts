/** The progress of a batch: row counts, and the checkpoint file beside an output that is not complete. */
import { open, readFile, rename, rm, writeFile } from "node:fs/promises";
import {
  type Failures,
  locatedFailures,
  type RowCounts,
  RowTotals,
  withFailures,
} from "../../batch/chunks.ts";
import type { LocatedRowError } from "../../batch/rows/results.ts";
import { packageVersion } from "../../http/version.ts";
import { dataVersion } from "../../index.ts";
import { accessError, foreignFileError, NoAnswerError, systemCodeOf } from "../command-errors.ts";
import { describePath } from "./file-names.ts";
import type { PlannedInput } from "./reading.ts";
import { BLOCK_BYTES } from "./sources.ts";
import type { TaskResult } from "./tasks.ts";

/** Counts of the rows of all inputs up to the end of a task. */
export interface BatchCounts extends Omit<RowCounts, "firstError" | "failures"> {
  /** Index of the input that is being read; -1 before the first one. */
  readonly inputIndex: number;
  /** Rows of that input so far, and its line feeds with its preamble. */
  readonly inputRows: number;
  readonly inputLines: number;
  readonly failures: readonly Failures<InputRowError>[];
}

/** An error of a row of one of the inputs. */
export interface InputRowError extends LocatedRowError {
  /** Of its input. */
  readonly path: string;
}

/** What has been converted and written, up to the end of a task. */
export interface Checkpoint extends BatchCounts {
  readonly tasks: number;
  /** Hash of all inputs up to the end of the task. */
  readonly inputHash: string;
  readonly outputBytes: number;
  /** Whether the output has rows, so that the next ones need a separator. */
  readonly hasRows: boolean;
  /** The size of the file of rejected rows, if there is one. */
  readonly rejectsBytes: number | undefined;
}

/** Counts the rows of all inputs, and the rows and lines of the current input to locate its errors. */
export class BatchCounter extends RowTotals implements BatchCounts {
  readonly #inputs: readonly PlannedInput[];
  inputIndex = -1;
  inputRows = 0;
  inputLines = 0;
  override failures: readonly Failures<InputRowError>[] = [];

  /** @param from the counts of a resumed output; undefined at the start */
  constructor(inputs: readonly PlannedInput[], from: BatchCounts | undefined) {
    super();
    this.#inputs = inputs;
    if (!from) return;
    this.merge(from);
    this.inputIndex = from.inputIndex;
    this.inputRows = from.inputRows;
    this.inputLines = from.inputLines;
    this.failures = from.failures;
  }

  /** Line feeds of an input before the task that is added next. */
  linesBefore(inputIndex: number): number {
    const isSame = inputIndex === this.inputIndex;
    return isSame ? this.inputLines : this.#inputs[inputIndex].plan.preambleLines;
  }

  /**
   * Adds the counts of a task.
   * @returns the first error of the task, located in its input
   */
  add(inputIndex: number, result: TaskResult): LocatedRowError | undefined {
    if (inputIndex !== this.inputIndex) {
      this.inputLines = this.linesBefore(inputIndex);
      this.inputRows = 0;
      this.inputIndex = inputIndex;
    }
    const failures = locatedFailures(result.failures, this.inputRows, this.inputLines);
    this.merge(result);
    this.inputRows += result.rows;
    this.inputLines += result.lines;
    const { path } = this.#inputs[inputIndex];
    const ofInput = failures.map(({ rows, first }) => ({ rows, first: { ...first, path } }));
    this.failures = withFailures(this.failures, ofInput);
    return failures[0]?.first;
  }
}

/** The file of the checkpoint, beside the output. */
export function checkpointPath(outputPath: string): string {
  return `${outputPath}.resume`;
}

/**
 * Everything that the bytes of an output depend on, except the contents of the inputs, by names for messages. An output
 * is only resumed when all of it is the same.
 */
export type Dependencies = Readonly<Record<string, unknown>>;

/** Adds what depends on the program. */
export function withVersions(dependencies: Dependencies): Dependencies {
  return {
    "version of mapcoded": packageVersion(),
    "version of the tables": dataVersion(),
    "size of a block": BLOCK_BYTES,
    ...dependencies,
  };
}

/** More differences do not help to find the mistake. */
const MAX_DIFFERENCES = 4;

/** What differs between a run and the one that is resumed, as `option --precision was 2 and is 0`. */
function differencesOf(before: Dependencies, now: Dependencies): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  const textOf = (value: unknown) => JSON.stringify(value) ?? "not set";
  return Array.from(names).flatMap((name) => {
    const [old, current] = [textOf(before[name]), textOf(now[name])];
    return old === current ? [] : [`${name} was ${old} and is ${current}`];
  });
}

interface SavedCheckpoint extends Checkpoint {
  readonly dependencies: Dependencies;
}

/** The file that becomes the checkpoint once it is complete. */
function unfinishedPath(outputPath: string): string {
  return `${checkpointPath(outputPath)}.new`;
}

/** @returns undefined when there is no such file */
async function readText(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch((error: unknown) => {
    if (systemCodeOf(error) === "ENOENT") return undefined;
    throw accessError(describePath(path), "read", error);
  });
}

/** How each checkpoint begins; it is written in the order of the members of SavedCheckpoint. */
const BEGINNING = '{"dependencies":{';

/**
 * @returns undefined when there is no such file
 * @throws NoAnswerError when there is a file of that name that is not a checkpoint
 */
async function readSaved(outputPath: string): Promise<SavedCheckpoint | undefined> {
  // A power failure may have left it incomplete.
  const unfinished = await readText(unfinishedPath(outputPath));
  if (unfinished && !unfinished.startsWith(BEGINNING) && !BEGINNING.startsWith(unfinished)) {
    throw foreignFileError(unfinishedPath(outputPath), "checkpoint");
  }
  const path = checkpointPath(outputPath);
  const text = await readText(path);
  if (text === undefined) return undefined;
  if (!text.startsWith(BEGINNING)) throw foreignFileError(path, "checkpoint");
  try {
    return JSON.parse(text);
  } catch {
    throw foreignFileError(path, "checkpoint");
  }
}

/**
 * Whether an output has a checkpoint.
 * @throws NoAnswerError when a file with its name is not ours
 */
export async function hasCheckpoint(outputPath: string): Promise<boolean> {
  return (await readSaved(outputPath)) !== undefined;
}

/**
 * The checkpoint of an output.
 * @returns undefined when there is none
 * @throws NoAnswerError when it cannot be read, is not ours, or belongs to other options or another version
 */
export async function readCheckpoint(
  outputPath: string,
  dependencies: Dependencies,
): Promise<Checkpoint | undefined> {
  const saved = await readSaved(outputPath);
  if (saved === undefined) return undefined;
  const { dependencies: before, ...checkpoint } = saved;
  const differences = differencesOf(before, dependencies);
  if (differences.length === 0) return checkpoint;
  const shown = differences.slice(0, MAX_DIFFERENCES).join("; ");
  const more = differences.length > MAX_DIFFERENCES ? "; and more" : "";
  throw new NoAnswerError(
    `The file '${outputPath}' was started in another way: ${shown}${more}. Repeat the command as it was, or use --force instead of --resume to start over.`,
  );
}

/** Removes the checkpoint of an output, if there is one. */
export async function removeCheckpoint(outputPath: string): Promise<void> {
  await rm(checkpointPath(outputPath), { force: true });
  await rm(unfinishedPath(outputPath), { force: true });
}

/** Replaces a file by a new one atomically: readers see the old or the new one, even after a power failure. */
export async function putInPlace(newPath: string, path: string): Promise<void> {
  const handle = await open(newPath, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(newPath, path);
}

/** The most work that is repeated after an interruption. */
const SAVE_INTERVAL_MS = 500;

/** Saves checkpoints while the batch goes on, one at a time. */
export class CheckpointWriter {
  readonly #path: string;
  readonly #unfinishedPath: string;
  readonly #dependencies: Dependencies;
  readonly #outputs: readonly { sync(): Promise<void> }[];
  #current: Promise<void> | undefined;
  #error: unknown;
  #savedAtMs = 0;

  /** @param outputs are flushed to disk before each save, so that no checkpoint is ahead of them after a power failure */
  constructor(
    outputPath: string,
    dependencies: Dependencies,
    outputs: readonly { sync(): Promise<void> }[],
  ) {
    this.#outputs = outputs;
    this.#path = checkpointPath(outputPath);
    this.#unfinishedPath = unfinishedPath(outputPath);
    this.#dependencies = dependencies;
  }

  /**
   * Starts to save, unless a checkpoint is being saved or was saved less than SAVE_INTERVAL_MS ago.
   * @throws NoAnswerError when an earlier checkpoint could not be saved
   */
  saveIfDue(checkpoint: Checkpoint): void {
    if (this.#error) throw this.#error;
    if (this.#current || Date.now() - this.#savedAtMs < SAVE_INTERVAL_MS) return;
    this.#current = this.#save(checkpoint)
      .catch((error: unknown) => {
        this.#error = error;
      })
      .finally(() => {
        this.#current = undefined;
        this.#savedAtMs = Date.now();
      });
  }

  /** Saves regardless of the interval. */
  async saveNow(checkpoint: Checkpoint): Promise<void> {
    await this.finish();
    await this.#save(checkpoint);
  }

  /** Waits for a checkpoint that is being saved. */
  async finish(): Promise<void> {
    await this.#current;
  }

  async #save(checkpoint: Checkpoint): Promise<void> {
    for (const output of this.#outputs) await output.sync();
    const saved: SavedCheckpoint = { dependencies: this.#dependencies, ...checkpoint };
    try {
      await writeFile(this.#unfinishedPath, JSON.stringify(saved));
      await putInPlace(this.#unfinishedPath, this.#path);
    } catch (error) {
      // On a full disk, it is empty.
      await rm(this.#unfinishedPath, { force: true }).catch(() => {});
      throw accessError(describePath(this.#path), "written", error);
    }
  }
}
