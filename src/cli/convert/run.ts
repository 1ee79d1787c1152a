/** Runs a batch for `encode` or `decode`: its messages, signals and exit code. */
import { constants } from "node:os";
import { Worker } from "node:worker_threads";
import { BatchError } from "../../batch/errors.ts";
import { formatNamed } from "../../batch/formats/index.ts";
import type { Operation } from "../../batch/options/roles.ts";
import { copyTables } from "../../loaders/disk.ts";
import { keepYoungGenerationSmall } from "../../service/process-limits.ts";
import { type BatchContext, runBatch } from "../batch/convert.ts";
import { isParquetName, STANDARD_STREAM } from "../batch/files.ts";
import type { InputRequest } from "../batch/input.ts";
import type { ThreadData } from "../batch/pool.ts";
import { type BatchSummary, summaryLines } from "../batch/report.ts";
import {
  CLOSED_OUTPUT_EXIT_CODE,
  NO_ANSWER_EXIT_CODE,
  NoAnswerError,
  OutputClosedError,
  UsageError,
} from "../command-errors.ts";
import { printLine } from "../terminal.ts";
import { type BatchFlags, batchRequestOf } from "./request.ts";

// Valid from this folder and from dist/chunks, which is as deep.
const WORKER_FILE = new URL("../cli/batch/worker.js", import.meta.url);

/**
 * The young generation of a thread's heap: 5 MB less for each thread than with Node's own size, at the same speed, as
 * conversions allocate little.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 2 };

/** Returns a function that starts threads, which share one copy of the tables. */
function threadStarter(): () => Worker {
  let workerData: ThreadData | undefined;
  return () => {
    workerData ??= { tables: copyTables() };
    return new Worker(WORKER_FILE, { workerData, resourceLimits });
  };
}

/** Says how standard input is read, unless it is plain lines that come by themselves. */
function explainStandardInput({ format, opened }: InputRequest, operation: Operation): void {
  const { summary } = formatNamed(format);
  if (opened) {
    if (format === "plain") return;
    const rest = "by its first row. Use --from for another format.";
    printLine(`Standard input is read as ${format} (${summary}), ${rest}`);
  } else if (process.stdin.isTTY) {
    const row = operation === "encode" ? "a latitude and a longitude" : "a mapcode";
    const what = format === "plain" ? `${row} on each line` : summary;
    printLine(
      `Reading standard input: ${what}. End with ctrl-D on a new line, or stop with ctrl-C.`,
    );
  }
}

async function convert(
  operation: Operation,
  paths: readonly string[],
  flags: BatchFlags,
  context: BatchContext,
): Promise<BatchSummary> {
  if (flags.from === undefined && paths.some(isParquetName)) {
    const { convertParquet } = await import("../batch/parquet.ts");
    return convertParquet(operation, paths, flags, context.stop);
  }
  const request = await batchRequestOf(operation, paths, flags, context.closing.signal);
  const standard = request.inputs.find(({ path }) => path === STANDARD_STREAM);
  if (standard && !context.isQuiet) explainStandardInput(standard, operation);
  // What is typed and a bar would overwrite each other.
  const isTyped = standard !== undefined && process.stdin.isTTY;
  return runBatch(request, { ...context, showsProgress: context.showsProgress && !isTyped });
}

/**
 * Runs a batch and prints its summary on standard error. The first signal stops it, the second one ends the process.
 * @param args the inputs; none for standard input
 * @returns the exit code: 0, 1 if all rows failed, or any row with `--fail-on-errors`, or the code of a signal
 * @throws UsageError when options or file names are wrong
 * @throws NoAnswerError when a file cannot be read or written, or a row fails under `--strict`
 */
export async function convertInputs(
  operation: Operation,
  args: readonly string[],
  { output, ...others }: BatchFlags,
): Promise<number> {
  const paths = args.length === 0 ? [STANDARD_STREAM] : args;
  const isFile = output !== undefined && output !== STANDARD_STREAM;
  const flags: BatchFlags = isFile ? { ...others, output } : others;
  const { failOnErrors = false, quiet: isQuiet = false } = flags;
  // A bar and results on one terminal would overwrite each other.
  const showsProgress = !isQuiet && process.stderr.isTTY && (isFile || !process.stdout.isTTY);
  const [stopping, closing] = [new AbortController(), new AbortController()];
  let signalExitCode = 0;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      // As of a program that the signal has ended.
      signalExitCode = 128 + constants.signals[signal];
      stopping.abort(new Error(`Stopped by ${signal}.`));
      closing.abort();
    });
  }
  const startThread = threadStarter();
  const context = { stop: stopping.signal, closing, isQuiet, showsProgress, startThread };
  keepYoungGenerationSmall();
  try {
    const summary = await convert(operation, paths, flags, context);
    if (!isQuiet) summaryLines(summary).forEach(printLine);
    summary.hopeless.forEach(printLine);
    const isBad = failOnErrors || summary.converted === 0 || summary.hopeless.length > 0;
    return summary.failed > 0 && isBad ? NO_ANSWER_EXIT_CODE : 0;
  } catch (error) {
    if (signalExitCode > 0) {
      printLine(stopping.signal.reason.message);
      return signalExitCode;
    }
    if (error instanceof OutputClosedError) return CLOSED_OUTPUT_EXIT_CODE;
    if (!(error instanceof BatchError)) throw error;
    const { message } = error;
    throw error.option === undefined ? new NoAnswerError(message) : new UsageError(message);
  }
}
