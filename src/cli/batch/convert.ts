/** A batch: reads its inputs as tasks, converts these in order, and writes the output. */
import { fstatSync } from "node:fs";
import { stat } from "node:fs/promises";
import type { Worker } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import type { RowCounts } from "../../batch/chunks.ts";
import { BatchWriter } from "../../batch/session.ts";
import { NoAnswerError, UsageError } from "../command-errors.ts";
import { printLine } from "../terminal.ts";
import { describePath } from "./files.ts";
import {
  type BatchInput,
  type InputRequest,
  openInputs,
  type SharedOptions,
  withPath,
} from "./input.ts";
import { type Output, openOutput } from "./output.ts";
import { Pool } from "./pool.ts";
import { startProgress } from "./progress.ts";
import { type ReadTask, tasksOf } from "./reading.ts";
import { REJECTS_HEADER } from "./rejects.ts";
import { type BatchSummary, failureText, inputLines, totalsOf } from "./report.ts";
import { free, type TaskResult } from "./task.ts";

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
  /** Aborted with an Error, it stops the batch at once. */
  readonly stop: AbortSignal;
  /** Closes the inputs, also when the batch is stopped. */
  readonly closing: AbortController;
  /** Whether to say how the inputs are understood. */
  readonly isQuiet: boolean;
  readonly showsProgress: boolean;
  /** Starts a thread that runs worker.ts. */
  readonly startThread: () => Worker;
}

/** @param path undefined for standard output @throws UsageError when it is also an input, by whatever name */
async function checkNotInput(inputs: readonly BatchInput[], path: string | undefined) {
  const stats = path === undefined ? fstatSync(1) : await stat(path).catch(() => undefined);
  if (!stats?.isFile()) return;
  const same = inputs.find(({ source }) => source.identity === `${stats.dev}:${stats.ino}`);
  if (!same) return;
  throw new UsageError(
    `${describePath(path ?? same.path)} is an input and the output. Name another output.`,
  );
}

/** A function that writes the rows of a task and adds their counts to those of its input. */
function taskWriter(
  { isStrict }: BatchRequest,
  writer: BatchWriter,
  [output, rejects]: readonly Output[],
  counts: Map<BatchInput, RowCounts>,
) {
  return async ({ input }: ReadTask, result: TaskResult): Promise<void> => {
    if (!counts.has(input)) await output.write(writer.startInput(input.plan));
    const [between, rows] = writer.add(result);
    await output.write(between);
    await output.writeRows(rows);
    const { bytes, rejects: rejected } = result;
    await rejects?.writeRows(rejects.isGzip && rejected.length > 0 ? gzipSync(rejected) : rejected);
    for (const { buffer } of [bytes, rejected]) free(buffer);
    const ofInput = writer.counts;
    counts.set(input, ofInput);
    const problem = writer.problem(false);
    if (problem) throw withPath(problem, input.path);
    const { firstError } = ofInput;
    if (!isStrict || !firstError) return;
    throw new NoAnswerError(failureText({ ...firstError, path: input.path }));
  };
}

/** Converts and writes all rows. @returns the counts of each input that has begun */
async function convertRows(
  request: BatchRequest,
  { stop, closing, showsProgress, startThread }: BatchContext,
  inputs: readonly BatchInput[],
  outputs: readonly Output[],
): Promise<ReadonlyMap<BatchInput, RowCounts>> {
  const { isStrict, maxRows = Number.POSITIVE_INFINITY, threads } = request;
  const [output, rejects] = outputs;
  const sizes = inputs.map(({ source }) => source.sizeBytes);
  const knownBytes = sizes.reduce<number>((sum, size = 0) => sum + size, 0);
  const settings = { isStrict, isGzip: output.isGzip, hasRejects: rejects !== undefined };
  // With a limit, where the rows end is known only when those before have been converted.
  const threadCount = maxRows === Number.POSITIVE_INFINITY ? threads : 1;
  const pool = new Pool(settings, threadCount, startThread, knownBytes);
  stop.addEventListener("abort", () => pool.stop());
  const totalBytes = sizes.includes(undefined) ? undefined : knownBytes;
  const progress = showsProgress ? startProgress(totalBytes, process.stderr) : undefined;
  const writer = new BatchWriter();
  const counts = new Map<BatchInput, RowCounts>();
  const write = taskWriter(request, writer, outputs, counts);
  const queue: Promise<void>[] = [];
  let last = Promise.resolve();
  let rows = 0;
  let end: Uint8Array | undefined;
  try {
    await rejects?.write(REJECTS_HEADER);
    for await (const task of tasksOf(inputs, closing.signal, settings.hasRejects)) {
      const converted = pool.convert(task, maxRows - rows);
      // It is awaited in its turn.
      converted.catch(() => {});
      last = last.then(async () => {
        const result = await converted;
        await write(task, result);
        rows += result.rows;
        progress?.update(task.readBytes, rows);
        end ??= task.closing;
      });
      last.catch(() => closing.abort());
      if (queue.push(last) >= pool.maxInFlight) await queue.shift();
      if (rows >= maxRows) break;
    }
  } finally {
    // The rows before an error of an input are written.
    await last.finally(() => {
      progress?.stop();
      return pool.stop();
    });
  }
  await output.write(writer.end(end));
  return counts;
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
  const startMs = Date.now();
  const { stop, closing, isQuiet } = context;
  const { output, rejects, isForced, options } = request;
  const outputs: Output[] = [];
  try {
    const inputs = await openInputs(request.inputs, options, closing.signal);
    const paths = rejects === undefined ? [output] : [output, rejects];
    for (const path of paths) await checkNotInput(inputs, path);
    for (const path of paths) outputs.push(await openOutput(path, isForced));
    if (!isQuiet) inputLines(inputs).forEach(printLine);
    const counts = await convertRows(request, context, inputs, outputs);
    stop.throwIfAborted();
    for (const written of outputs.toReversed()) await written.finish();
    const localRule = options.operation === "encode" ? options.local : undefined;
    const elapsedMs = Date.now() - startMs;
    return { ...totalsOf(counts), elapsedMs, localRule, rejectsPath: rejects };
  } catch (caught) {
    const error = stop.aborted ? stop.reason : caught;
    const [partial] = await Promise.all(outputs.map((written) => written.abandon()));
    if (partial && error instanceof Error) error.message += ` The rows so far are in ${partial}.`;
    throw error;
  } finally {
    closing.abort();
  }
}
