/** Runs a batch for `encode` or `decode`: its messages, signals and exit code. */
import { Worker } from "node:worker_threads";
import { BatchError } from "../../batch/errors.ts";
import { type FormatName, formatNamed } from "../../batch/formats/index.ts";
import type { Operation } from "../../batch/options/conversion.ts";
import { copyTables } from "../../loaders/disk.ts";
import { keepYoungGenerationSmall } from "../../service/process-limits.ts";
import type { BatchRequest } from "../batch/batch.ts";
import { checkpointPath } from "../batch/checkpoint.ts";
import { describeBatch } from "../batch/dry-run.ts";
import { STANDARD_INPUT, STANDARD_OUTPUT } from "../batch/file-names.ts";
import type { RecognizedInput } from "../batch/inputs.ts";
import type { ProgressKind } from "../batch/progress.ts";
import { runBatch } from "../batch/run.ts";
import { type BatchSummary, summaryLines } from "../batch/summary.ts";
import type { ThreadData } from "../batch/thread.ts";
import {
  CLOSED_OUTPUT_EXIT_CODE,
  InterruptedError,
  NO_ANSWER_EXIT_CODE,
  NoAnswerError,
  OutputClosedError,
  UsageError,
} from "../command-errors.ts";
import { commandMessageOf, printLine } from "../terminal.ts";
import { type BatchFlags, batchRequestOf, recognizeStandardInput } from "./batch-request.ts";

// Valid from this folder and from dist/chunks, which is as deep; see scripts/rolldown.config.ts.
const WORKER_FILE = new URL("../cli/batch/worker.js", import.meta.url);

/**
 * The young generation of a thread's heap: 5 MB less for each thread than with Node's own size, at the same speed, as
 * conversions allocate little.
 */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 2 };

/** Converts an error of the options or the input of a batch to one of the command line; others stay as they are. */
function commandErrorOf(error: unknown): unknown {
  if (!(error instanceof BatchError)) return error;
  const message = commandMessageOf(error);
  return error.option === undefined ? new NoAnswerError(message) : new UsageError(message);
}

function progressKindOf({ quiet, output }: BatchFlags, readsTerminal: boolean): ProgressKind {
  if (quiet) return "none";
  // What is typed and a bar would overwrite each other, too.
  if (readsTerminal) return "lines";
  // A bar and results on one terminal would overwrite each other.
  const isAlone = output !== undefined || !process.stdout.isTTY;
  return process.stderr.isTTY && isAlone ? "bar" : "lines";
}

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

function interruptionText({ message }: InterruptedError, request: BatchRequest): string {
  const { path } = request.output;
  if (path === undefined) return message;
  if (request.parquet) return `${message} Start over to get the whole of '${path}'.`;
  return `${message} The progress is in ${checkpointPath(path)}. Use --resume to continue.`;
}

function printSummary(summary: BatchSummary, { quiet }: BatchFlags): void {
  if (!quiet) summaryLines(summary).forEach(printLine);
}

function exitCodeOf({ counts }: BatchSummary, { failOnErrors = false }: BatchFlags): number {
  const isFailure = counts.failed > 0 && (failOnErrors || counts.converted === 0);
  return isFailure ? NO_ANSWER_EXIT_CODE : 0;
}

/** The format of standard input if that is a terminal, where somebody types. */
function terminalFormat({ inputs }: BatchRequest): FormatName | undefined {
  const { format } = inputs.find(({ path }) => path === STANDARD_INPUT) ?? {};
  return process.stdin.isTTY ? format : undefined;
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

/** Returns a function that starts threads, which share one copy of the tables. */
function threadStarter(): () => Worker {
  let data: ThreadData | undefined;
  return () => {
    data ??= { tables: copyTables() };
    return new Worker(WORKER_FILE, { workerData: data, resourceLimits: RESOURCE_LIMITS });
  };
}

async function convert(
  operation: Operation,
  request: BatchRequest,
  flags: BatchFlags,
): Promise<number> {
  const typedFormat = terminalFormat(request);
  const context = {
    stop: stopOnSignals(),
    progress: progressKindOf(flags, typedFormat !== undefined),
    startThread: threadStarter(),
  };
  if (typedFormat && !flags.quiet) explainTerminal(operation, typedFormat);
  keepYoungGenerationSmall();
  try {
    const run = request.parquet ? (await import("../batch/parquet.ts")).runParquetBatch : runBatch;
    const summary = await run(request, context);
    printSummary(summary, flags);
    return exitCodeOf(summary, flags);
  } catch (error) {
    if (error instanceof OutputClosedError) return CLOSED_OUTPUT_EXIT_CODE;
    if (error instanceof InterruptedError) {
      printLine(interruptionText(error, request));
      return SIGNAL_EXIT_CODES[error.signal];
    }
    throw error;
  }
}

/**
 * Runs a batch and prints its summary on standard error.
 * @param write writes to standard output
 * @returns the exit code: 0, 1 if all rows failed, or any row with `--fail-on-errors`, or the code of a signal
 * @throws UsageError when options or file names are wrong
 * @throws NoAnswerError when a file cannot be read or written, or a row fails under `--strict`
 */
export async function convertInputs(
  operation: Operation,
  paths: readonly string[],
  givenFlags: BatchFlags,
  write: (text: string) => void,
): Promise<number> {
  const { output, ...others } = givenFlags;
  const isFile = output !== undefined && output !== STANDARD_OUTPUT;
  const flags = isFile ? { ...others, output } : others;
  try {
    const recognized = await recognizeStandardInput(operation, paths, flags);
    const request = batchRequestOf(operation, paths, flags, recognized);
    if (recognized && !flags.quiet) explainRecognition(recognized);
    if (!flags.dryRun) return await convert(operation, request, flags);
    const describe = request.parquet
      ? (await import("../batch/parquet.ts")).describeParquetBatch
      : describeBatch;
    write(await describe(request));
    return 0;
  } catch (error) {
    throw commandErrorOf(error);
  }
}
