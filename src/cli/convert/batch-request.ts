/** The request of a batch: what the arguments and options of `encode` and `decode` ask for. */
import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import {
  type BatchOptions,
  completeOptions,
  DEFAULT_BATCH_OPTIONS,
  type ResolvedBatchOptions,
} from "../../batch/batch-options.ts";
import type { FormatName } from "../../batch/formats/index.ts";
import type { Operation } from "../../batch/options/operations.ts";
import type { BatchOptionName } from "../../batch/options/option-table.ts";
import type { BatchRequest, ParquetRequest } from "../batch/batch.ts";
import {
  fileKindOf,
  inputNameError,
  isParquetName,
  outputNameError,
  STANDARD_INPUT,
  STANDARD_OUTPUT,
} from "../batch/file-names.ts";
import { type InputRequest, type RecognizedInput, recognizeInput } from "../batch/inputs.ts";
import type { RejectsRequest } from "../batch/output.ts";
import { openSource } from "../batch/sources.ts";
import { NoAnswerError, UsageError } from "../command-errors.ts";
import { nameFlag } from "../terminal.ts";

/** The parsed options of both commands; the options of the other command are undefined. */
export interface BatchFlags extends BatchOptions {
  readonly output?: string;
  readonly context?: string;
  readonly workers?: number;
  readonly strict?: boolean;
  readonly resume?: boolean;
  readonly force?: boolean;
  readonly quiet?: boolean;
  readonly rejects?: string;
  readonly limit?: number;
  readonly dryRun?: boolean;
  readonly failOnErrors?: boolean;
}

function inputRequestOf(
  path: string,
  from: FormatName | undefined,
  recognized: RecognizedInput | undefined,
): InputRequest {
  if (path === STANDARD_INPUT) {
    return { path, format: from ?? recognized?.format ?? "plain", opened: recognized?.source };
  }
  if (statSync(path).isDirectory()) {
    throw new NoAnswerError(
      `'${path}' is a directory. Name the files in it: ${join(path, "*.csv")}.`,
    );
  }
  // A batch of csv converts the columns of Parquet.
  const format = from ?? (isParquetName(path) ? "csv" : fileKindOf(path).format);
  if (format) return { path, format };
  throw new UsageError(inputNameError(path));
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

/** Options about the text of inputs. */
const TEXT_OPTIONS: readonly BatchOptionName[] = [
  "header",
  "delimiter",
  "decimalComma",
  "encoding",
  "skip",
  "comment",
];

/** Why options do not go with an output of Parquet. */
const OUTPUT_REASONS: Readonly<Partial<Record<keyof BatchFlags, string>>> = {
  all: "Parquet gets one row for each row of the input",
  rejects: "Parquet gets one row for each row of the input, with its error",
};

/** How the command line names an option that was given. */
function flagOf(name: string): string {
  return nameFlag(name, name === "header" ? "false" : undefined);
}

/**
 * What is Parquet in a batch.
 * @param paths of the inputs
 * @returns undefined if nothing is
 * @throws UsageError when options or other files do not go with Parquet
 */
function parquetRequestOf(paths: readonly string[], flags: BatchFlags): ParquetRequest | undefined {
  const path = flags.from === undefined ? paths.find(isParquetName) : undefined;
  if (path === undefined) return undefined;
  if (paths.length > 1) {
    throw new UsageError(`Parquet is converted file by file. Convert '${path}' on its own.`);
  }
  const { output, to, resume } = flags;
  const isOutput = to === undefined && output !== undefined && isParquetName(output);
  if (!isOutput && output === undefined && to === undefined && !flags.dryRun) {
    throw new UsageError(
      "Parquet is written to files only. Name one with --output FILE.parquet, or choose a format of text with --to.",
    );
  }
  if (resume) {
    throw new UsageError(
      "A batch of Parquet cannot be resumed, as a part of a Parquet file cannot be read. Use --force to start over.",
    );
  }
  for (const name of TEXT_OPTIONS) {
    const value = flags[name];
    if (value === undefined || value === DEFAULT_BATCH_OPTIONS[name]) continue;
    throw new UsageError(`The ${flagOf(name)} is about text, and Parquet is none. Omit it.`);
  }
  if (isOutput) {
    for (const [name, reason] of Object.entries(OUTPUT_REASONS)) {
      if (!flags[name as keyof BatchFlags]) continue;
      throw new UsageError(
        `The ${flagOf(name)} is not for Parquet: ${reason}. Omit it, or write another format: --to csv.`,
      );
    }
  }
  return { isOutput };
}

/** The options of a batch, whose formats are the defaults unless they were given. */
function batchOptionsOf(operation: Operation, flags: BatchFlags): ResolvedBatchOptions {
  const names = Object.keys(DEFAULT_BATCH_OPTIONS) as BatchOptionName[];
  const given = Object.fromEntries(names.map((name) => [name, flags[name]]));
  const territory = flags.territory ?? flags.context;
  return completeOptions({ ...given, operation, territory });
}

/**
 * Opens standard input and recognizes its format, if the arguments name it and no option says its format. What somebody
 * types on a terminal is plain lines.
 */
export async function recognizeStandardInput(
  operation: Operation,
  paths: readonly string[],
  flags: BatchFlags,
): Promise<RecognizedInput | undefined> {
  const isNamed = paths.filter((path) => path === STANDARD_INPUT).length === 1;
  if (!isNamed || flags.from !== undefined || process.stdin.isTTY) return undefined;
  return recognizeInput(await openSource(STANDARD_INPUT), batchOptionsOf(operation, flags));
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

/**
 * The batch that arguments and options ask for.
 * @param paths of the inputs
 * @param recognized standard input, if its format was recognized
 * @throws UsageError when options or names of files are wrong, or do not go together
 * @throws NoAnswerError when an input is a directory
 * @throws BatchError when a setting of the batch is wrong
 */
export function batchRequestOf(
  operation: Operation,
  paths: readonly string[],
  flags: BatchFlags,
  recognized?: RecognizedInput,
): BatchRequest {
  if (paths.filter((path) => path === STANDARD_INPUT).length > 1) {
    throw new UsageError("Standard input (-) can only be read once. Name it once.");
  }
  if (flags.resume && flags.output === undefined) {
    throw new UsageError("--resume needs the file to continue. Add --output FILE.");
  }
  const parquet = parquetRequestOf(paths, flags);
  const nameError =
    flags.output && !parquet?.isOutput && outputNameError(flags.output, flags.to !== undefined);
  if (nameError) throw new UsageError(nameError);
  const inputs = paths.map((path) => inputRequestOf(path, flags.from, recognized));
  const to = outputFormatOf(inputs, flags);
  const { from, ...options } = batchOptionsOf(operation, { ...flags, to });
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
    threads: flags.workers ?? availableParallelism(),
    isStrict: flags.strict ?? false,
    rejects: rejectsRequestOf(flags),
    maxRows: flags.limit,
    parquet,
  };
}
