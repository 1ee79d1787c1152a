/** Runs a batch for `encode` or `decode`: its messages, signals and exit code. */
import { Worker } from "node:worker_threads";
import { BatchError } from "../../batch/errors.ts";
import { type FormatName, formatNamed } from "../../batch/formats/index.ts";
import type { Operation } from "../../batch/options/options.ts";
import { copyTables } from "../../loaders/disk.ts";
import { keepYoungGenerationSmall } from "../../service/process-limits.ts";
import { type BatchContext, runBatch } from "../batch/convert.ts";
import { STANDARD_INPUT, STANDARD_OUTPUT } from "../batch/files.ts";
import type { RecognizedInput } from "../batch/input.ts";
import type { ThreadData } from "../batch/pool.ts";
import { type BatchSummary, summaryLines } from "../batch/report.ts";
import {
  CLOSED_OUTPUT_EXIT_CODE,
  InterruptedError,
  NO_ANSWER_EXIT_CODE,
  NoAnswerError,
  OutputClosedError,
  UsageError,
} from "../command-errors.ts";
import { printLine } from "../terminal.ts";
import {
  type BatchFlags,
  batchRequestOf,
  parquetInputOf,
  recognizeStandardInput,
} from "./request.ts";

// Valid from this folder and from dist/chunks, which is as deep.
const WORKER_FILE = new URL("../cli/batch/worker.js", import.meta.url);

/**
 * The young generation of a thread's heap: 5 MB less for each thread than with Node's own size, at the same speed, as
 * conversions allocate little.
 */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 2 };

/** Aborts on the first signal. The second one ends the process at once. */
function stopOnSignals(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => controller.abort(new InterruptedError(signal)));
  }
  return controller.signal;
}

/** The exit codes of a program that a signal has ended: 128 plus its number. */
const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/** Returns a function that starts threads, which share one copy of the tables. */
function threadStarter(): () => Worker {
  let data: ThreadData | undefined;
  return () => {
    data ??= { tables: copyTables() };
    return new Worker(WORKER_FILE, { workerData: data, resourceLimits: RESOURCE_LIMITS });
  };
}

/** Tells somebody who has typed a command without files what it waits for. */
function explainTerminal(operation: Operation, format: FormatName): void {
  const rows = operation === "encode" ? "a latitude and a longitude" : "a mapcode";
  const what = format === "plain" ? `${rows} on each line` : formatNamed(format).summary;
  printLine(`Reading standard input: ${what}. End with ctrl-D on a new line, or stop with ctrl-C.`);
}

function explainRecognition({ format }: RecognizedInput): void {
  if (format === "plain") return;
  const { summary } = formatNamed(format);
  printLine(
    `Standard input is read as ${format} (${summary}), by its first row. Use --from for another format.`,
  );
}

async function convertText(
  operation: Operation,
  paths: readonly string[],
  flags: BatchFlags,
  context: BatchContext,
): Promise<BatchSummary> {
  const recognized = await recognizeStandardInput(operation, paths, flags);
  const request = batchRequestOf(operation, paths, flags, recognized);
  const typed = request.inputs.find(({ path }) => path === STANDARD_INPUT && process.stdin.isTTY);
  if (recognized && !flags.quiet) explainRecognition(recognized);
  if (typed && !flags.quiet) explainTerminal(operation, typed.format);
  // What is typed and a bar would overwrite each other.
  return runBatch(request, { ...context, showsProgress: context.showsProgress && !typed });
}

/**
 * Runs a batch and prints its summary on standard error.
 * @returns the exit code: 0, 1 if all rows failed, or any row with `--fail-on-errors`, or the code of a signal
 * @throws UsageError when options or file names are wrong
 * @throws NoAnswerError when a file cannot be read or written, or a row fails under `--strict`
 */
export async function convertInputs(
  operation: Operation,
  paths: readonly string[],
  givenFlags: BatchFlags,
): Promise<number> {
  const { output, ...others } = givenFlags;
  const isFile = output !== undefined && output !== STANDARD_OUTPUT;
  const flags: BatchFlags = isFile ? { ...others, output } : others;
  const { failOnErrors = false, quiet: isQuiet = false } = flags;
  // A bar and results on one terminal would overwrite each other.
  const showsProgress = !isQuiet && process.stderr.isTTY && (isFile || !process.stdout.isTTY);
  const context = { stop: stopOnSignals(), isQuiet, showsProgress, startThread: threadStarter() };
  keepYoungGenerationSmall();
  try {
    const parquet = parquetInputOf(paths, flags);
    const summary = parquet
      ? await (await import("../batch/parquet.ts")).convertParquet(operation, paths, flags, context)
      : await convertText(operation, paths, flags, context);
    if (!isQuiet) summaryLines(summary).forEach(printLine);
    summary.hopeless.forEach(printLine);
    const isBad = failOnErrors || summary.converted === 0 || summary.hopeless.length > 0;
    const isFailure = summary.failed > 0 && isBad;
    return isFailure ? NO_ANSWER_EXIT_CODE : 0;
  } catch (error) {
    if (error instanceof OutputClosedError) return CLOSED_OUTPUT_EXIT_CODE;
    if (error instanceof InterruptedError) {
      printLine(error.message);
      return SIGNAL_EXIT_CODES[error.signal];
    }
    if (!(error instanceof BatchError)) throw error;
    const { message } = error;
    throw error.option === undefined ? new NoAnswerError(message) : new UsageError(message);
  }
}
