/** The request of a batch: what the arguments and options of `encode` and `decode` ask for. */
import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import type { FormatName } from "../../batch/formats/index.ts";
import {
  type BatchOptionName,
  type BatchOptions,
  completeOptions,
  DEFAULT_BATCH_OPTIONS,
  type Operation,
  type ResolvedBatchOptions,
} from "../../batch/options/options.ts";
import type { BatchRequest } from "../batch/convert.ts";
import {
  formatNamedBy,
  inputNameError,
  isParquetName,
  outputNameError,
  STANDARD_INPUT,
  STANDARD_OUTPUT,
} from "../batch/files.ts";
import {
  type InputRequest,
  openSource,
  type RecognizedInput,
  recognizeInput,
} from "../batch/input.ts";
import { NoAnswerError, UsageError } from "../command-errors.ts";

/** The parsed options of both commands; the options of the other command are undefined. */
export interface BatchFlags extends BatchOptions {
  readonly output?: string;
  readonly context?: string;
  readonly workers?: number;
  readonly strict?: boolean;
  readonly force?: boolean;
  readonly quiet?: boolean;
  readonly rejects?: string;
  readonly limit?: number;
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
  const format = from ?? formatNamedBy(path);
  if (format) return { path, format };
  throw new UsageError(inputNameError(path));
}

function outputFormatOf(inputs: readonly InputRequest[], { to, output }: BatchFlags): FormatName {
  const format = to ?? (output === undefined ? undefined : formatNamedBy(output));
  if (format) return format;
  const formats = Array.from(new Set(inputs.map((input) => input.format)));
  if (formats.length === 1) return formats[0];
  throw new UsageError(
    `The inputs have several formats: ${formats.join(", ")}. Use --to to set the format of the output.`,
  );
}

/** The options of a batch, whose formats are the defaults unless they were given. */
export function batchOptionsOf(operation: Operation, flags: BatchFlags): ResolvedBatchOptions {
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

/** @throws UsageError when a name of an output does not go with what is written to it */
function checkOutputNames({ output, rejects, to }: BatchFlags): void {
  const nameError = output && outputNameError(output, to !== undefined);
  if (nameError) throw new UsageError(nameError);
  if (rejects === undefined) return;
  if ((formatNamedBy(rejects) ?? "csv") !== "csv" || rejects === STANDARD_OUTPUT) {
    throw new UsageError("--rejects writes a csv file. Name it rejects.csv, for example.");
  }
  if (output !== undefined && resolve(output) === resolve(rejects)) {
    throw new UsageError("--rejects and --output name the same file. Name another one.");
  }
}

/** What asks for a batch of Parquet. @returns its path; undefined if no input is Parquet */
export function parquetInputOf(paths: readonly string[], flags: BatchFlags): string | undefined {
  return flags.from === undefined ? paths.find(isParquetName) : undefined;
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
  checkOutputNames(flags);
  const inputs = paths.map((path) => inputRequestOf(path, flags.from, recognized));
  const to = outputFormatOf(inputs, flags);
  const { from, ...options } = batchOptionsOf(operation, { ...flags, to });
  return {
    inputs,
    options,
    output: flags.output,
    rejects: flags.rejects,
    isForced: flags.force ?? false,
    threads: flags.workers ?? availableParallelism(),
    isStrict: flags.strict ?? false,
    maxRows: flags.limit,
  };
}
