/** Runs a batch: reads the inputs as tasks, converts them, writes the output in order, and prints the summary. */
import { fstatSync } from "node:fs";
import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { gzipSync } from "node:zlib";
import type { Option } from "commander";
import * as Chunks from "../../batch/chunks.ts";
import type { Operation } from "../../batch/options/roles.ts";
import { OutputAssembler } from "../../batch/session.ts";
import { failingWarning, warningsOf } from "../../batch/warnings.ts";
import { keepHeapSmall } from "../../service/process-limits.ts";
import { commandError, NO_ANSWER, printLine, RunError, SURFACE, UsageError } from "../messages.ts";
import * as files from "./files.ts";
import {
  type BatchFlags,
  type BatchInput,
  openInputs,
  type ReadTask,
  tasksOf,
  withPath,
} from "./input.ts";
import { checkOutputNames, type Output, openOutput } from "./output.ts";
import { createPool } from "./pool.ts";
import * as report from "./report.ts";
import { free, REJECTS_HEADER, type TaskResult } from "./task.ts";

/** Refuses an output that is an input, too. @param path undefined for standard output */
async function checkNotInput(inputs: readonly BatchInput[], path: string | undefined, use: string) {
  const stats = path === undefined ? fstatSync(1) : await stat(path).catch(() => undefined);
  if (!stats?.isFile()) return;
  const same = inputs.find(({ source }) => source.identity === `${stats.dev}:${stats.ino}`);
  if (!same) return;
  throw new UsageError(
    `${files.describePath(path ?? same.path)} is an input and ${use}. Name another file.`,
  );
}

/** Converts and writes all rows. @returns the counts of each started input */
async function convertAndWrite(
  flags: BatchFlags,
  stopping: AbortController,
  inputs: readonly BatchInput[],
  [output, rejects]: readonly Output[],
): Promise<readonly report.InputCounts[]> {
  const { strict: isStrict = false, limit, workers = availableParallelism() } = flags;
  const isGzip = files.isGzipName(flags.output ?? "");
  const settings = { isStrict, isGzip, hasRejects: rejects !== undefined };
  const maxRows = limit ?? Number.POSITIVE_INFINITY;
  const knownBytes = inputs.reduce((sum, { source: { sizeBytes = 0 } }) => sum + sizeBytes, 0);
  // With a limit, each task must know the row count of the tasks before it.
  const pool = createPool(settings, limit === undefined ? workers : 1, knownBytes);
  stopping.signal.addEventListener("abort", () => pool.stop());
  const assembler = new OutputAssembler();
  const counts = new Map<BatchInput, Chunks.CountedRows>();
  let rows = 0;
  let end: Uint8Array | undefined;
  // The task compresses its own rows. Gzip without rows has a member, too: the first frame.
  const writeFrame = async (bytes: Uint8Array, isFirst = false) => {
    if (bytes.length > 0 || isFirst) await output.write(isGzip ? gzipSync(bytes) : bytes);
  };
  const writeRejects = async (bytes: Uint8Array, isRows: boolean) => {
    if (!rejects || bytes.length === 0) return;
    await rejects.write(files.isGzipName(flags.rejects ?? "") ? gzipSync(bytes) : bytes, isRows);
  };

  async function write({ input, bytesRead, closing }: ReadTask, result: TaskResult) {
    if (!counts.has(input)) await writeFrame(assembler.startInput(input.plan), counts.size === 0);
    const [between, bytes] = assembler.add(result);
    await writeFrame(between);
    await output.write(bytes, true);
    await writeRejects(result.rejects, true);
    for (const { buffer } of [bytes, result.rejects]) free(buffer);
    counts.set(input, assembler.counts);
    const failing = failingWarning(assembler.counts, SURFACE);
    if (failing) warn([{ path: input.path, warnings: [{ message: failing }] }]);
    const { problem } = assembler;
    if (problem) throw withPath(problem, input.path);
    const [failure] = assembler.counts.failures;
    if (isStrict && failure) {
      throw new RunError(report.failureText({ ...failure.first, path: input.path }));
    }
    rows += result.rows;
    progress?.update(bytesRead, rows);
    // The output begins and ends as its first input does.
    if (counts.size === 1) end = closing;
  }

  await writeRejects(REJECTS_HEADER, false);
  const warn = report.createWarner();
  warn(inputs.map(({ path, plan }) => ({ path, warnings: warningsOf(plan, Chunks.NO_ROWS) })));
  const progress = report.startProgress(inputs, flags);
  const queue: Promise<void>[] = [];
  let last = Promise.resolve();
  try {
    for await (const task of tasksOf(inputs, stopping.signal, settings.hasRejects)) {
      const converted = pool.convert(task, maxRows - rows);
      // The error is handled when the task is written.
      converted.catch(() => {});
      last = last.then(async () => write(task, await converted));
      last.catch((error) => stopping.abort(error));
      if (queue.push(last) >= pool.maxInFlight) await queue.shift();
      if (rows >= maxRows) break;
    }
  } finally {
    // If an input fails, writes the rows before the error.
    await last.finally(() => {
      progress?.stop();
      return pool.stop();
    });
  }
  await writeFrame(assembler.end(end));
  const ended = Array.from(counts, ([{ path, plan }, ofInput]) => ({ path, plan, ...ofInput }));
  warn(ended.map((input) => ({ path: input.path, warnings: warningsOf(input.plan, input) })));
  return ended;
}

/** Converts all inputs, one after the other, into the output. */
async function runBatch(
  operation: Operation,
  paths: readonly string[],
  flags: BatchFlags,
  stopping: AbortController,
): Promise<readonly report.InputCounts[]> {
  const { output, rejects, force = false, quiet } = flags;
  const { signal } = stopping;
  const outputs: Output[] = [];
  try {
    checkOutputNames(flags);
    const inputs = await openInputs(operation, paths, flags, signal);
    const outputPaths = rejects === undefined ? [output] : [output, rejects];
    const uses = ["the output", "the file of --rejects"];
    for (const [at, path] of outputPaths.entries()) await checkNotInput(inputs, path, uses[at]);
    for (const path of outputPaths) outputs.push(await openOutput(path, force));
    if (!quiet) report.inputLines(inputs).forEach(printLine);
    const counts = await convertAndWrite(flags, stopping, inputs, outputs);
    signal.throwIfAborted();
    for (const written of outputs.toReversed()) await written.finish();
    return counts;
  } catch (caught) {
    const error = commandError(signal.aborted ? signal.reason : caught);
    const [partial] = await Promise.all(outputs.map((written) => written.abandon()));
    if (partial && error instanceof Error) error.message += ` The rows so far are in ${partial}.`;
    throw error;
  } finally {
    // Closes the inputs.
    stopping.abort();
  }
}

/**
 * Runs a batch and prints its summary on standard error. The first signal stops it, the second one ends the process.
 * @param given the options that the user has given
 * @returns the exit code: 0, or 1 if no row of an input is converted, or any row failed with `--fail-on-errors`
 */
export async function convertInputs(
  operation: Operation,
  args: readonly string[],
  { output, ...others }: BatchFlags,
  given: readonly Option[],
): Promise<number> {
  const flags = files.isStandardOutput(output) ? others : { output, ...others };
  const { failOnErrors = false, from, quiet = false, local = "borders", rejects } = flags;
  const paths = args.length === 0 ? [files.STANDARD_STREAM] : args;
  const startMs = Date.now();
  const stopping = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.once(name, (signal: NodeJS.Signals, number: number) => {
      // The shell's exit code after this signal.
      stopping.abort(new RunError(`Stopped by ${signal}.`, 128 + number));
    });
  }
  keepHeapSmall();
  const isParquet = from === undefined && paths.some(files.isParquetName);
  const run = isParquet ? (await import("./parquet.ts")).convertParquet : runBatch;
  const counts = await run(operation, paths, flags, stopping, given);
  const rule = operation === "encode" ? local : undefined;
  const summary = quiet ? [] : report.summaryLines(counts, Date.now() - startMs, rule, rejects);
  summary.forEach(printLine);
  const hopeless = counts.filter(Chunks.haveAllFailed);
  const warnings = hopeless.map(({ path, failures }) => {
    // The summary has the reasons.
    const message = Chunks.noRowMessage(quiet ? failures : [], SURFACE);
    return { path, warnings: [{ message }] };
  });
  report.createWarner()(warnings);
  const isBad =
    failOnErrors || hopeless.length > 0 || counts.every(({ converted }) => converted === 0);
  return isBad && counts.some(({ failed }) => failed > 0) ? NO_ANSWER : 0;
}
