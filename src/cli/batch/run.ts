/** Runs a batch: reads its inputs, converts their rows in threads, writes its output. */
import { fstatSync } from "node:fs";
import { stat } from "node:fs/promises";
import type { Worker } from "node:worker_threads";
import { NO_BYTES } from "../../batch/chunks.ts";
import type { BatchOptions } from "../../batch/options.ts";
import { OutputFrame } from "../../batch/output.ts";
import type { LocatedRowError } from "../../batch/rows.ts";
import { BatchRunError, UsageError } from "../errors.ts";
import { BatchCounter, type Checkpoint } from "./checkpoint.ts";
import { compress } from "./compression.ts";
import { describePath, STANDARD_INPUT } from "./file-names.ts";
import { compressionNotice, type InputRequest, type PlannedInput, planInputs } from "./inputs.ts";
import { type BatchOutput, type OutputRequest, openOutput } from "./output.ts";
import { convertInOrder, TaskRunner } from "./pool.ts";
import { type ProgressKind, rateText, startProgress } from "./progress.ts";
import { Reader, type ReaderTask } from "./reading.ts";
import type { Source } from "./sources.ts";
import { release, type TaskResult } from "./tasks.ts";

export interface BatchRequest {
  /** At least one. */
  readonly inputs: readonly InputRequest[];
  readonly output: OutputRequest;
  readonly options: Omit<BatchOptions, "from">;
  /** The maximum number of threads that convert; with 1, this thread converts. */
  readonly threads: number;
  /** Whether the batch ends at the first row that fails. */
  readonly isStrict: boolean;
}

/** What the process provides to a batch. */
export interface BatchContext {
  /** Stops the batch at once; the batch rejects with the signal's reason. */
  readonly stop: AbortSignal;
  readonly progress: ProgressKind;
  /** Standard error, or a stand-in. */
  readonly messages: NodeJS.WriteStream;
  /** Starts a thread that runs worker.ts. */
  readonly startThread: () => Worker;
}

/** The error that ends a strict batch, with the position of the row. */
function strictError(path: string, { line, column, message }: LocatedRowError): BatchRunError {
  const file = path === STANDARD_INPUT ? "standard input" : path;
  const columnText = column === undefined ? "" : `, column ${column}`;
  return new BatchRunError(`${file}, line ${line}${columnText}: ${message}`);
}

/** @throws UsageError when a file is both input and output, by whatever name */
async function checkNotInput(
  inputs: readonly PlannedInput[],
  path: string | undefined,
): Promise<void> {
  const stats = path === undefined ? fstatSync(1) : await stat(path).catch(() => undefined);
  if (!stats?.isFile()) return;
  const same = inputs.find(({ identity }) => identity === `${stats.dev}:${stats.ino}`);
  if (!same) return;
  const name = path === undefined ? same.path : path;
  throw new UsageError(`${describePath(name)} is an input and the output. Name another output.`);
}

/** A batch whose inputs are planned and whose output is open. */
class Batch {
  readonly #request: BatchRequest;
  readonly #inputs: readonly PlannedInput[];
  readonly #output: BatchOutput;
  readonly #runner: TaskRunner;
  readonly #frame: OutputFrame;
  readonly #resumedRows: number;
  readonly counts: BatchCounter;
  readonly reader: Reader;
  #checkpoint: Checkpoint;

  constructor(
    request: BatchRequest,
    inputs: readonly PlannedInput[],
    output: BatchOutput,
    context: BatchContext,
  ) {
    const { isStrict, threads } = request;
    const { resumedFrom } = output;
    const { startThread, messages } = context;
    const task = { isStrict, compression: request.output.compression };
    const log = (line: string) => messages.write(`${line}\n`);
    const knownBytes = inputs.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0);
    this.#request = request;
    this.#inputs = inputs;
    this.#output = output;
    this.#runner = new TaskRunner({ task, threads, startThread, log }, knownBytes);
    this.#frame = new OutputFrame(inputs[0].plan, resumedFrom?.hasRows);
    this.#resumedRows = resumedFrom?.rows ?? 0;
    this.counts = new BatchCounter(inputs, resumedFrom);
    this.reader = new Reader({ inputs, isResumable: output.checkpoints !== undefined });
    this.#checkpoint = resumedFrom ?? this.#checkpointAt({ number: 0, inputHash: "" });
  }

  /** How many rows this run has added to those of a resumed output. */
  get newRows(): number {
    return this.counts.rows - this.#resumedRows;
  }

  /** Converts all tasks. Rejects soon after the signal, with the first error that the abort causes. */
  async run(stop: AbortSignal): Promise<void> {
    const stopThreads = () => this.#runner.stop();
    stop.addEventListener("abort", stopThreads);
    try {
      stop.throwIfAborted();
      if (!this.#output.resumedFrom) await this.#begin();
      const convert = async (task: ReaderTask) => {
        return { task, result: await this.#runner.convert(task) };
      };
      const { maxInFlight } = this.#runner;
      for await (const { task, result } of convertInOrder(
        this.#remainingTasks(),
        maxInFlight,
        convert,
      )) {
        stop.throwIfAborted();
        await this.#add(task, result);
      }
      stop.throwIfAborted();
      await this.#end();
    } catch (error) {
      // If this fails, the previous checkpoint is still valid.
      await this.#output.checkpoints?.saveNow(this.#checkpoint).catch(() => {});
      throw error;
    } finally {
      stop.removeEventListener("abort", stopThreads);
      this.reader.close();
      await this.#runner.stop();
      await this.#output.close();
    }
  }

  async #write(bytes: Uint8Array): Promise<void> {
    const { compression } = this.#request.output;
    if (bytes.length > 0) await this.#output.sink.write(compress(bytes, compression));
  }

  /** Writes the header, which is that of the first input that has one. */
  async #begin(): Promise<void> {
    const first = this.#inputs.find(({ plan }) => plan.opening.length > 0);
    if (first) await this.#write(first.plan.opening);
    this.#checkpoint = { ...this.#checkpoint, outputBytes: this.#output.sink.endBytes };
    await this.#output.checkpoints?.saveNow(this.#checkpoint);
  }

  async #end(): Promise<void> {
    const { sink } = this.#output;
    const { compression } = this.#request.output;
    await this.#write(this.#inputs[0].plan.closing);
    // A compressed file of no bytes at all would be invalid.
    if (compression && sink.endBytes === 0) await sink.write(compress(NO_BYTES, compression));
    await this.#output.complete();
  }

  /** The tasks after the checkpoint. The inputs before it are read again, as they must not have changed. */
  async *#remainingTasks(): AsyncGenerator<ReaderTask> {
    const { tasks: finishedTasks, inputHash } = this.#checkpoint;
    let number = 0;
    for await (const task of this.reader.tasks()) {
      ({ number } = task);
      if (number === finishedTasks && task.inputHash !== inputHash) throw this.#changedInputs();
      if (number > finishedTasks) yield task;
      else task.release();
    }
    if (number < finishedTasks) throw this.#changedInputs();
  }

  #changedInputs(): BatchRunError {
    const { path } = this.#request.output;
    return new BatchRunError(
      `The inputs differ from those that '${path}' was started with. Use the same inputs, or --force instead of --resume to start over.`,
    );
  }

  async #add(task: ReaderTask, result: TaskResult): Promise<void> {
    const { sink, checkpoints } = this.#output;
    await this.#write(this.#frame.before(result.bytes, result.isContinued));
    if (result.bytes.length > 0) await sink.write(result.bytes);
    release(result.bytes);
    task.release();
    const error = this.counts.add(task.inputIndex, result);
    if (error && this.#request.isStrict) throw strictError(task.input.path, error);
    this.#checkpoint = this.#checkpointAt(task);
    checkpoints?.saveIfDue(this.#checkpoint);
  }

  #checkpointAt({ number, inputHash }: Pick<ReaderTask, "number" | "inputHash">): Checkpoint {
    const { rows, converted, failed, inputIndex, inputRows, inputLines } = this.counts;
    const outputBytes = this.#output.sink.endBytes;
    const { hasRows } = this.#frame;
    const counts = { rows, converted, failed, inputIndex, inputRows, inputLines };
    return { tasks: number, inputHash, outputBytes, hasRows, ...counts };
  }
}

/** Everything that determines the bytes of an output, except the contents of the inputs. */
function dependenciesOf(
  { output, options }: BatchRequest,
  inputs: readonly PlannedInput[],
): unknown {
  const sizes = inputs.map(({ plan, sizeBytes }) => [plan.options.from, sizeBytes ?? "unknown"]);
  return [options, output.compression ?? "none", sizes];
}

async function convertAll(
  request: BatchRequest,
  context: BatchContext,
  onOpen: (source: Source) => void,
): Promise<string> {
  const notify = (text: string) => {
    if (context.progress !== "none") context.messages.write(`${text}\n`);
  };
  const inputs = await planInputs(request.inputs, request.options, onOpen);
  await checkNotInput(inputs, request.output.path);
  for (const input of inputs) {
    const notice = compressionNotice(input);
    if (notice) notify(notice);
  }
  const output = await openOutput(request.output, dependenciesOf(request, inputs));
  const batch = new Batch(request, inputs, output, context);
  const startMs = Date.now();
  const progress = {
    totalBytes: batch.reader.totalBytes,
    readBytes: () => batch.reader.readBytes(),
    rows: () => batch.newRows,
  };
  const display = startProgress(context.progress, progress, context.messages);
  try {
    await batch.run(context.stop);
  } finally {
    display.stop();
  }
  const { rows, converted, failed } = batch.counts;
  const rate = rateText(batch.newRows, Date.now() - startMs);
  return `${rows} rows: ${converted} converted, ${failed} failed, ${rate}`;
}

/**
 * Converts all inputs, one after the other, into the output.
 * @returns a summary in one line: "4 rows: 3 converted, 1 failed, 5000 rows/s"
 * @throws BatchRunError when a file cannot be read or written, or a row fails in a strict batch
 * @throws BatchError when options are wrong
 * @throws UsageError when an input is also the output
 * @throws OutputClosedError when the reader of the output has closed it
 * @throws the reason of `context.stop` when that is aborted
 */
export async function runBatch(request: BatchRequest, context: BatchContext): Promise<string> {
  const { stop } = context;
  const sources = new Set<Source>();
  // This also ends a wait for standard input.
  const closeSources = () => {
    for (const source of sources) source.close();
  };
  stop.addEventListener("abort", closeSources);
  try {
    return await convertAll(request, context, (source) => {
      sources.add(source);
      if (stop.aborted) closeSources();
    });
  } catch (error) {
    throw stop.aborted ? stop.reason : error;
  } finally {
    stop.removeEventListener("abort", closeSources);
    closeSources();
  }
}
