/** A batch: reads its inputs as tasks, converts these in order, and writes the output. */
import { fstatSync } from "node:fs";
import { stat } from "node:fs/promises";
import type { Worker } from "node:worker_threads";
import type { RowCounts } from "../../batch/chunks.ts";
import { BatchWriter } from "../../batch/session.ts";
import { ByteWriter } from "../../bytes.ts";
import { NoAnswerError, UsageError } from "../command-errors.ts";
import { printLine } from "../terminal.ts";
import { describePath } from "./files.ts";
import {
  type BatchInput,
  type InputRequest,
  type SharedOptions,
  withInputs,
  withPath,
} from "./input.ts";
import { type Output, openOutput } from "./output.ts";
import { Pool } from "./pool.ts";
import { type Progress, startProgress } from "./progress.ts";
import { type ReadTask, tasksOf } from "./reading.ts";
import { appendRejects, REJECTS_HEADER } from "./rejects.ts";
import { type BatchSummary, failureText, inputLines, totalsOf } from "./report.ts";
import { freeOwn, type TaskResult } from "./task.ts";

export interface BatchRequest {
  /** At least one. */
  readonly inputs: readonly InputRequest[];
  readonly options: SharedOptions;
  /** Undefined for standard output. */
  readonly output: string | undefined;
  /** The file of the rows that fail, which the output then lacks; undefined if they stay in the output. */
  readonly rejects: string | undefined;
  /** Whether to overwrite files. */
  readonly isForced: boolean;
  /** The maximum number of threads that convert; with 1, this thread converts. */
  readonly threads: number;
  /** Whether the batch ends at the first row that fails. */
  readonly isStrict: boolean;
  /** The batch ends after this many rows; undefined for no limit. */
  readonly maxRows: number | undefined;
}

/** What the process provides to a batch. */
export interface BatchContext {
  /** Stops the batch at once; the batch rejects with the signal's reason. */
  readonly stop: AbortSignal;
  /** Whether to say how the inputs are understood. */
  readonly isQuiet: boolean;
  readonly showsProgress: boolean;
  /** Starts a thread that runs worker.ts. */
  readonly startThread: () => Worker;
}

/** @throws UsageError when a file is both input and output, by whatever name */
async function checkNotInput(inputs: readonly BatchInput[], path: string | undefined) {
  const stats = path === undefined ? fstatSync(1) : await stat(path).catch(() => undefined);
  if (!stats?.isFile()) return;
  const same = inputs.find(({ identity }) => identity === `${stats.dev}:${stats.ino}`);
  if (!same) return;
  throw new UsageError(
    `${describePath(path ?? same.path)} is an input and the output. Name another output.`,
  );
}

/** The size of all inputs on disk; undefined when the size of any is unknown. */
function totalBytesOf(inputs: readonly BatchInput[]): number | undefined {
  const sizes = inputs.map(({ sizeBytes }) => sizeBytes);
  return sizes.reduce(
    (sum, size) => (sum === undefined || size === undefined ? undefined : sum + size),
    0,
  );
}

/** A batch whose inputs are planned and whose outputs are open. */
class Run {
  readonly #request: BatchRequest;
  readonly #inputs: readonly BatchInput[];
  readonly #output: Output;
  readonly #rejects: Output | undefined;
  readonly #pool: Pool;
  readonly #progress: Progress | undefined;
  readonly #writer = new BatchWriter();
  readonly #rejectsWriter = new ByteWriter(0);
  #closing: Uint8Array | undefined;
  #finishedBytes = 0;
  #rows = 0;
  /** Line feeds of the current input so far. */
  #lines = 0;
  /** The rows of each input that has begun. */
  readonly counts = new Map<BatchInput, RowCounts>();

  constructor(
    request: BatchRequest,
    inputs: readonly BatchInput[],
    [output, rejects]: readonly Output[],
    { showsProgress, startThread }: BatchContext,
  ) {
    const totalBytes = totalBytesOf(inputs);
    const { isStrict, maxRows, threads } = request;
    const settings = { isStrict, isGzip: output.isGzip, hasRejects: rejects !== undefined };
    this.#request = request;
    this.#inputs = inputs;
    this.#output = output;
    this.#rejects = rejects;
    // Where the rows end is known only when those before have been converted.
    const threadCount = maxRows === undefined ? threads : 1;
    const knownBytes = inputs.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0);
    this.#pool = new Pool(settings, threadCount, startThread, knownBytes);
    this.#progress = showsProgress ? startProgress(totalBytes, process.stderr) : undefined;
  }

  /** How many more rows the output may have. */
  get #remainingRows(): number {
    return (this.#request.maxRows ?? Number.POSITIVE_INFINITY) - this.#rows;
  }

  /** Converts and writes all rows. @param closing ends a wait for input */
  async convert(closing: AbortController): Promise<void> {
    await this.#rejects?.write(REJECTS_HEADER);
    const queue: Promise<void>[] = [];
    let last = Promise.resolve();
    try {
      for await (const task of this.#tasks()) {
        const result = this.#pool.convert(task, this.#remainingRows);
        // It is awaited in its turn.
        result.catch(() => {});
        last = last.then(async () => this.#write(task, await result));
        last.catch(() => closing.abort());
        if (queue.push(last) >= this.#pool.maxInFlight) await queue.shift();
        if (this.#remainingRows <= 0) break;
      }
    } finally {
      // The rows before an error of an input are written.
      await last;
    }
    await this.#output.write(this.#writer.end(this.#closing));
  }

  /** Ends all threads at once. */
  async stop(): Promise<void> {
    this.#progress?.stop();
    await this.#pool.stop();
  }

  async *#tasks(): AsyncGenerator<ReadTask> {
    for (const input of this.#inputs) yield* tasksOf(input);
  }

  async #write(task: ReadTask, result: TaskResult): Promise<void> {
    const { input, readBytes } = task;
    const { bytes } = result;
    if (!this.counts.has(input)) {
      await this.#output.write(this.#writer.startInput(input.plan));
      this.#lines = input.plan.preambleLines;
    }
    this.#closing ??= task.closing;
    const [between, rows] = this.#writer.add(result);
    await this.#output.write(between);
    await this.#output.writeMember(rows);
    this.#output.hasRows ||= rows.length > 0;
    freeOwn(bytes);
    if (this.#rejects && result.rejects) {
      this.#rejectsWriter.length = 0;
      appendRejects(this.#rejectsWriter, result.rejects, input.path, this.#lines);
      freeOwn(result.rejects.bytes);
      await this.#rejects.write(this.#rejectsWriter.written());
      this.#rejects.hasRows = true;
    }
    this.#lines += result.lines;
    this.#rows += result.rows;
    this.counts.set(input, this.#writer.counts);
    this.#progress?.update(this.#finishedBytes + readBytes, this.#rows);
    if (task.isLast) this.#finishedBytes += readBytes;
    const problem = this.#writer.problem(false);
    if (problem) throw withPath(problem, input.path);
    const { firstError } = this.#writer.counts;
    if (this.#request.isStrict && firstError) {
      throw new NoAnswerError(failureText({ ...firstError, path: input.path }));
    }
  }
}

/** Adds to the error of a batch that has ended early where its rows are. */
async function abandon(outputs: readonly Output[], error: unknown): Promise<void> {
  const [partial] = await Promise.all(outputs.map((output) => output.abandon()));
  if (partial && error instanceof Error) error.message += ` The rows so far are in ${partial}.`;
}

/** Opens the outputs, lets them be written, and completes them. @throws as runBatch */
async function withOutputs<Result>(
  { output, rejects, isForced }: BatchRequest,
  stop: AbortSignal,
  use: (outputs: readonly Output[]) => Promise<Result>,
): Promise<Result> {
  const outputs: Output[] = [];
  try {
    outputs.push(await openOutput(output, isForced));
    if (rejects !== undefined) outputs.push(await openOutput(rejects, isForced));
    const result = await use(outputs);
    for (const written of outputs.toReversed()) await written.finish();
    return result;
  } catch (caught) {
    const error = stop.aborted ? stop.reason : caught;
    await abandon(outputs, error);
    throw error;
  }
}

/**
 * Converts all inputs, one after the other, into the output.
 * @throws NoAnswerError when a file cannot be read or written, or a row fails in a strict batch
 * @throws BatchError when options are wrong
 * @throws UsageError when an input is also the output
 * @throws OutputClosedError when the reader of the output has closed it
 * @throws the reason of `context.stop` when that is aborted
 */
export async function runBatch(
  request: BatchRequest,
  context: BatchContext,
): Promise<BatchSummary> {
  const { stop, isQuiet } = context;
  const startMs = Date.now();
  const { operation, local } = request.options;
  const convert = async (inputs: readonly BatchInput[], closing: AbortController) => {
    await checkNotInput(inputs, request.output);
    if (request.rejects !== undefined) await checkNotInput(inputs, request.rejects);
    if (!isQuiet) inputLines(inputs).forEach(printLine);
    return withOutputs(request, stop, async (outputs) => {
      const run = new Run(request, inputs, outputs, context);
      const stopRun = () => void run.stop();
      stop.addEventListener("abort", stopRun);
      try {
        stop.throwIfAborted();
        await run.convert(closing);
        stop.throwIfAborted();
      } finally {
        stop.removeEventListener("abort", stopRun);
        await run.stop();
      }
      return totalsOf(run.counts);
    });
  };
  try {
    const counts = await withInputs(request.inputs, request.options, stop, convert);
    const localRule = operation === "encode" ? local : undefined;
    const elapsedMs = Date.now() - startMs;
    return { ...counts, elapsedMs, localRule, rejectsPath: request.rejects };
  } catch (error) {
    throw stop.aborted ? stop.reason : error;
  }
}
