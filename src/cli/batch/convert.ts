/** A batch: reads its inputs as tasks, converts these in order, and writes the output. */
import { fstatSync } from "node:fs";
import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import type { RowCounts } from "../../batch/chunks.ts";
import { BatchWriter } from "../../batch/session.ts";
import { NoAnswerError, UsageError } from "../command-errors.ts";
import type { BatchFlags } from "../convert/request.ts";
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
import { createPool } from "./pool.ts";
import { startProgress } from "./progress.ts";
import { type ReadTask, tasksOf } from "./reading.ts";
import { REJECTS_HEADER } from "./rejects.ts";
import { type BatchTotals, failureText, inputLines, totalsOf } from "./report.ts";
import { free, type TaskResult } from "./task.ts";

/** What the process provides to a batch. */
export interface BatchContext {
  /** Aborted with an Error, it stops the batch at once. */
  readonly stop: AbortSignal;
  /** Closes the inputs, also when the batch is stopped. */
  readonly closing: AbortController;
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
  isStrict: boolean,
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
    const { counts: ofInput } = writer;
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
  { strict: isStrict = false, limit, workers = availableParallelism() }: BatchFlags,
  { stop, closing, showsProgress, startThread }: BatchContext,
  inputs: readonly BatchInput[],
  outputs: readonly Output[],
): Promise<ReadonlyMap<BatchInput, RowCounts>> {
  const [output, rejects] = outputs;
  const sizes = inputs.map(({ source }) => source.sizeBytes);
  const knownBytes = sizes.reduce<number>((sum, size = 0) => sum + size, 0);
  const settings = { isStrict, isGzip: output.isGzip, hasRejects: rejects !== undefined };
  // With a limit, where the rows end is known only when those before have been converted.
  const pool = createPool(settings, limit === undefined ? workers : 1, startThread, knownBytes);
  stop.addEventListener("abort", () => pool.stop());
  const totalBytes = sizes.includes(undefined) ? undefined : knownBytes;
  const progress = showsProgress ? startProgress(totalBytes, process.stderr) : undefined;
  const writer = new BatchWriter();
  const counts = new Map<BatchInput, RowCounts>();
  const write = taskWriter(isStrict, writer, outputs, counts);
  const maxRows = limit ?? Number.POSITIVE_INFINITY;
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
 * @param options with the format of the output
 * @throws NoAnswerError when a file cannot be read or written, or a row fails in a strict batch
 * @throws BatchError when options are wrong
 * @throws UsageError when an input is also the output
 * @throws OutputClosedError when the reader of the output has closed it
 * @throws the reason of `context.stop` when that is aborted
 */
export async function runBatch(
  requests: readonly InputRequest[],
  options: SharedOptions,
  flags: BatchFlags,
  context: BatchContext,
): Promise<BatchTotals> {
  const { stop, closing } = context;
  const { output, rejects, force = false, quiet } = flags;
  const outputs: Output[] = [];
  try {
    const inputs = await openInputs(requests, options, closing.signal);
    const paths = rejects === undefined ? [output] : [output, rejects];
    for (const path of paths) await checkNotInput(inputs, path);
    for (const path of paths) outputs.push(await openOutput(path, force));
    if (!quiet) inputLines(inputs).forEach(printLine);
    const counts = await convertRows(flags, context, inputs, outputs);
    stop.throwIfAborted();
    for (const written of outputs.toReversed()) await written.finish();
    return totalsOf(counts);
  } catch (caught) {
    const error = stop.aborted ? stop.reason : caught;
    const [partial] = await Promise.all(outputs.map((written) => written.abandon()));
    if (partial && error instanceof Error) error.message += ` The rows so far are in ${partial}.`;
    throw error;
  } finally {
    closing.abort();
  }
}
