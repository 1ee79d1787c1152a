/** Runs a batch for `encode` or `decode`: its options, messages, signals and exit code. */
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { Worker } from "node:worker_threads";
import type { ConversionOptions, Operation } from "../batch/conversion.ts";
import { BatchError } from "../batch/errors.ts";
import { type FormatName, formatNamed } from "../batch/formats/index.ts";
import { type BatchOptions, type BatchSettings, completeOptions } from "../batch/options.ts";
import type { BatchRequest } from "./batch/batch.ts";
import { checkpointPath } from "./batch/checkpoint.ts";
import { describeBatch } from "./batch/dry-run.ts";
import {
  FORMAT_EXTENSIONS,
  fileKindOf,
  outputNameError,
  STANDARD_INPUT,
  STANDARD_OUTPUT,
} from "./batch/file-names.ts";
import type { InputRequest } from "./batch/inputs.ts";
import type { RejectsRequest } from "./batch/output.ts";
import type { ProgressKind } from "./batch/progress.ts";
import { runBatch } from "./batch/run.ts";
import { type BatchSummary, summaryLines, summaryStatistics } from "./batch/summary.ts";
import {
  BatchRunError,
  CLOSED_OUTPUT_EXIT_CODE,
  InterruptedError,
  NO_ANSWER_EXIT_CODE,
  NoAnswerError,
  OutputClosedError,
  UsageError,
} from "./errors.ts";
import { printLine, withFlags } from "./terminal.ts";

// Valid from this folder and from dist/chunks, which is as deep; see scripts/bundle.ts.
const WORKER_FILE = new URL("../cli/batch/worker.js", import.meta.url);

/** The parsed options of both commands; those of the other command are undefined. */
export interface BatchFlags extends Partial<Omit<ConversionOptions, "operation">> {
  readonly from?: FormatName;
  readonly to?: FormatName;
  readonly output?: string;
  readonly context?: string;
  readonly workers: number;
  readonly strict?: boolean;
  readonly resume?: boolean;
  readonly force?: boolean;
  readonly quiet?: boolean;
  readonly rejects?: string;
  readonly limit?: number;
  readonly dryRun?: boolean;
  readonly statistics?: boolean;
  readonly failOnRefused?: boolean;
}

function inputRequestOf(path: string, from: FormatName | undefined): InputRequest {
  if (path === STANDARD_INPUT) return { path, format: from ?? "plain" };
  if (statSync(path).isDirectory()) {
    throw new NoAnswerError(
      `'${path}' is a directory. Name the files in it: ${join(path, "*.csv")}.`,
    );
  }
  const format = from ?? fileKindOf(path).format;
  if (format) return { path, format };
  throw new UsageError(
    `The format of the file '${path}' is unknown: its name ends with none of ${FORMAT_EXTENSIONS.join(" ")}. Use --from to set it.`,
  );
}

function outputFormatOf(inputs: readonly InputRequest[], { to, output }: BatchFlags): FormatName {
  const format = to ?? (output === undefined ? undefined : fileKindOf(output).format);
  if (format) return format;
  const formats = Array.from(new Set(inputs.map(({ format }) => format)));
  if (formats.length === 1) return formats[0];
  throw new UsageError(
    `The inputs have several formats: ${formats.join(", ")}. Use --to to set the format of the output.`,
  );
}

/** All options but `from`, which each input has for itself. */
function batchOptionsOf(
  operation: Operation,
  to: FormatName,
  flags: BatchFlags,
): Omit<BatchOptions, "from"> {
  // `satisfies Record` makes the compiler report an option that is missing here.
  const settings = {
    operation,
    to,
    all: flags.all,
    precision: flags.precision,
    include: flags.include,
    header: flags.header,
    coordinatesColumn: flags.coordinatesColumn,
    countryColumn: flags.countryColumn,
    encoding: flags.encoding,
    delimiter: flags.delimiter,
    decimalComma: flags.decimalComma,
    skip: flags.skip,
    comment: flags.comment,
    maxRowBytes: flags.maxRowBytes,
    columns: flags.columns,
    onlyResults: flags.onlyResults,
    resultPrefix: flags.resultPrefix,
    replace: flags.replace,
    strictRange: flags.strictRange,
    typedNumbers: flags.typedNumbers,
    nullText: flags.nullText,
    territory: flags.territory ?? flags.context,
    country: flags.country,
    alphabet: flags.alphabet,
    latColumn: flags.latColumn,
    lonColumn: flags.lonColumn,
    codeColumn: flags.codeColumn,
    territoryColumn: flags.territoryColumn,
    internationalColumn: flags.internationalColumn,
  } satisfies BatchSettings & Record<Exclude<keyof BatchOptions, "from">, unknown>;
  const { from, ...options } = completeOptions(settings);
  return options;
}

/** @throws UsageError when the file of rejected rows cannot be what its name says, or is the output */
function rejectsRequestOf({ rejects, output }: BatchFlags): RejectsRequest | undefined {
  if (rejects === undefined) return undefined;
  const { format = "csv", compression } = fileKindOf(rejects);
  if (format !== "csv" || rejects === STANDARD_OUTPUT) {
    throw new UsageError("--rejects writes a csv file. Name it rejects.csv, for example.");
  }
  if (output !== undefined && resolve(output) === resolve(rejects)) {
    throw new UsageError("--rejects and --output name the same file. Name another one.");
  }
  return { path: rejects, compression };
}

function batchRequestOf(
  operation: Operation,
  paths: readonly string[],
  flags: BatchFlags,
): BatchRequest {
  if (paths.filter((path) => path === STANDARD_INPUT).length > 1) {
    throw new UsageError("Standard input (-) can only be read once. Name it once.");
  }
  if (flags.resume && flags.output === undefined) {
    throw new UsageError("--resume needs the file to continue. Add --output FILE.");
  }
  const nameError = flags.output && outputNameError(flags.output, flags.to !== undefined);
  if (nameError) throw new UsageError(nameError);
  const inputs = paths.map((path) => inputRequestOf(path, flags.from));
  const options = batchOptionsOf(operation, outputFormatOf(inputs, flags), flags);
  const output = {
    path: flags.output,
    compression: flags.output === undefined ? undefined : fileKindOf(flags.output).compression,
    isResumed: flags.resume ?? false,
    isForced: flags.force ?? false,
  };
  return {
    inputs,
    output,
    options,
    threads: flags.workers,
    isStrict: flags.strict ?? false,
    rejects: rejectsRequestOf(flags),
    maxRows: flags.limit,
    hasStatistics: flags.statistics ?? false,
  };
}

/** Converts an error of a batch to one of the command line; other errors stay as they are. */
function commandErrorOf(error: unknown): unknown {
  if (error instanceof BatchRunError) return new NoAnswerError(error.message);
  if (!(error instanceof BatchError)) return error;
  const { option } = error;
  const { message } = error;
  if (option === undefined) return new NoAnswerError(withFlags(message));
  return new UsageError(withFlags(message));
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

/** As of a program that a signal has ended: 128 and its number. */
const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

function interruptionText({ message }: InterruptedError, output: string | undefined): string {
  if (output === undefined) return message;
  return `${message} The progress is in ${checkpointPath(output)}. Use --resume to continue.`;
}

function printSummary(summary: BatchSummary, { quiet }: BatchFlags): void {
  if (!quiet) summaryLines(summary).forEach(printLine);
  // Requested by an option of its own.
  summaryStatistics(summary).forEach(printLine);
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

async function convert(
  operation: Operation,
  request: BatchRequest,
  flags: BatchFlags,
): Promise<number> {
  const typedFormat = terminalFormat(request);
  const context = {
    stop: stopOnSignals(),
    progress: progressKindOf(flags, typedFormat !== undefined),
    messages: process.stderr,
    startThread: () => new Worker(WORKER_FILE),
  };
  if (typedFormat && !flags.quiet) explainTerminal(operation, typedFormat);
  try {
    const summary = await runBatch(request, context);
    printSummary(summary, flags);
    return flags.failOnRefused && summary.counts.failed > 0 ? NO_ANSWER_EXIT_CODE : 0;
  } catch (error) {
    if (error instanceof OutputClosedError) return CLOSED_OUTPUT_EXIT_CODE;
    if (error instanceof InterruptedError) {
      printLine(interruptionText(error, request.output.path));
      return SIGNAL_EXIT_CODES[error.signal];
    }
    throw error;
  }
}

/**
 * Runs a batch and prints its summary on standard error.
 * @param write writes to standard output
 * @returns the exit code: 0, 1 if rows failed and `--fail-on-refused` is set, or that of a signal
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
    const request = batchRequestOf(operation, paths, flags);
    if (!flags.dryRun) return await convert(operation, request, flags);
    write(await describeBatch(request));
    return 0;
  } catch (error) {
    throw commandErrorOf(error);
  }
}
