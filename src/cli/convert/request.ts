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
  type ResolvedBatchOptions,
} from "../../batch/options/options.ts";
import type { Operation } from "../../batch/options/roles.ts";
import type { BatchRequest } from "../batch/convert.ts";
import { formatNamedBy, inputNameError, outputNameError, STANDARD_STREAM } from "../batch/files.ts";
import { type InputRequest, recognizeInput } from "../batch/input.ts";
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

function fileRequestOf(path: string, from: FormatName | undefined): InputRequest {
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
  const named = to ?? (output === undefined ? undefined : formatNamedBy(output));
  const formats = named ? [named] : Array.from(new Set(inputs.map(({ format }) => format)));
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

/** @throws UsageError when a name of an output does not go with what is written to it */
function checkOutputNames({ output, rejects, to }: BatchFlags): void {
  const nameError = output && outputNameError(output, to !== undefined);
  if (nameError) throw new UsageError(nameError);
  if (rejects === undefined) return;
  if ((formatNamedBy(rejects) ?? "csv") !== "csv" || rejects === STANDARD_STREAM) {
    throw new UsageError("--rejects writes a csv file. Name it rejects.csv, for example.");
  }
  if (output !== undefined && resolve(output) === resolve(rejects)) {
    throw new UsageError("--rejects and --output name the same file. Name another one.");
  }
}

/**
 * The batch that arguments and options ask for. Standard input is opened to recognize its format, unless an option says
 * that, or somebody types it: then it is plain lines.
 * @param paths of the inputs
 * @param closing closes what was opened
 * @throws UsageError when options or names of files are wrong, or do not go together
 * @throws NoAnswerError when an input is a directory or cannot be read
 * @throws BatchError when a setting of the batch is wrong
 */
export async function batchRequestOf(
  operation: Operation,
  paths: readonly string[],
  flags: BatchFlags,
  closing: AbortSignal,
): Promise<BatchRequest> {
  if (paths.filter((path) => path === STANDARD_STREAM).length > 1) {
    throw new UsageError("Standard input (-) can only be read once. Name it once.");
  }
  checkOutputNames(flags);
  const from = flags.from ?? (process.stdin.isTTY ? "plain" : undefined);
  const inputs: InputRequest[] = [];
  for (const path of paths) {
    if (path !== STANDARD_STREAM) inputs.push(fileRequestOf(path, flags.from));
    else if (from) inputs.push({ path, format: from });
    else inputs.push(await recognizeInput(batchOptionsOf(operation, flags), closing));
  }
  const to = outputFormatOf(inputs, flags);
  return {
    inputs,
    options: batchOptionsOf(operation, { ...flags, to }),
    output: flags.output,
    rejects: flags.rejects,
    isForced: flags.force ?? false,
    threads: flags.workers ?? availableParallelism(),
    isStrict: flags.strict ?? false,
    maxRows: flags.limit,
  };
}
