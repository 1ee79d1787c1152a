/** Batches of the command line: from its options to a batch, its messages and signals. */
import type { Include, Operation } from "../batch/conversion.ts";
import { BatchError } from "../batch/errors.ts";
import type { FormatName } from "../batch/formats/index.ts";
import type { BatchOptions } from "../batch/options.ts";
import {
  BatchRunError,
  BatchUsageError,
  InterruptedError,
  OutputClosedError,
} from "./batch/errors.ts";
import { EXTENSIONS, kindOf, STANDARD_INPUT } from "./batch/file-names.ts";
import type { InputRequest } from "./batch/inputs.ts";
import type { ProgressKind } from "./batch/progress.ts";
import { resumePath } from "./batch/resume.ts";
import { type BatchRequest, runBatch } from "./batch/run.ts";
import { NoAnswerError, UsageError } from "./errors.ts";

/** The options of both commands as they are given; those of the other command are not there. */
export interface BatchFlags {
  readonly from?: FormatName;
  readonly to?: FormatName;
  readonly output?: string;
  readonly all?: boolean;
  readonly precision?: number;
  readonly territory?: string;
  readonly context?: string;
  readonly country?: string;
  readonly alphabet?: string;
  readonly include?: readonly Include[];
  readonly latColumn?: string;
  readonly lonColumn?: string;
  readonly codeColumn?: string;
  readonly territoryColumn?: string;
  readonly header: boolean;
  readonly workers: number;
  readonly strict?: boolean;
  readonly resume?: boolean;
  readonly force?: boolean;
  readonly quiet?: boolean;
}

function inputRequest(path: string, from: FormatName | undefined): InputRequest {
  if (path === STANDARD_INPUT) return { path, format: from ?? "plain", compression: undefined };
  const { format, compression } = kindOf(path);
  const known = from ?? format;
  if (known) return { path, format: known, compression };
  const names = Object.keys(EXTENSIONS).join(" ");
  throw new UsageError(
    `The name of the file '${path}' does not tell its format (${names}); --from tells it.`,
  );
}

function formatOfOutput(inputs: readonly InputRequest[], { to, output }: BatchFlags): FormatName {
  const named = to ?? (output === undefined ? undefined : kindOf(output).format);
  if (named) return named;
  const formats = new Set(inputs.map(({ format }) => format));
  const [format] = formats;
  if (formats.size === 1 && format) return format;
  throw new UsageError(
    `The inputs have several formats (${[...formats].join(", ")}); --to tells that of the output.`,
  );
}

/** Options that go to the row engine as they are. */
const SAME = [
  "country",
  "alphabet",
  "latColumn",
  "lonColumn",
  "codeColumn",
  "territoryColumn",
] as const;

function requestOf(
  operation: Operation,
  paths: readonly string[],
  flags: BatchFlags,
): BatchRequest {
  if (paths.filter((path) => path === STANDARD_INPUT).length > 1) {
    throw new UsageError("Standard input (-) can be read once.");
  }
  if (flags.resume && flags.output === undefined) {
    throw new UsageError("--resume wants the file to go on with: --output FILE.");
  }
  const inputs = paths.map((path) => inputRequest(path, flags.from));
  const territory = flags.territory ?? flags.context;
  const given = SAME.filter((name) => flags[name] !== undefined);
  const options: Omit<BatchOptions, "from"> = {
    operation,
    to: formatOfOutput(inputs, flags),
    all: flags.all ?? false,
    precision: flags.precision ?? 0,
    include: flags.include ?? [],
    header: flags.header,
    ...(territory === undefined ? {} : { territory }),
    ...Object.fromEntries(given.map((name) => [name, flags[name] as string])),
  };
  const output = {
    path: flags.output,
    compression: flags.output === undefined ? undefined : kindOf(flags.output).compression,
    isResumed: flags.resume ?? false,
    isForced: flags.force ?? false,
  };
  return { inputs, output, options, threads: flags.workers, isStrict: flags.strict ?? false };
}

/** The row engine's options as flags. */
function asFlag(option: string): string {
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Messages show rows, which may have line ends. */
function onOneLine(message: string): string {
  return message.replace(/[\r\n]+/g, " ");
}

/** What stopped a batch, as the command line tells it; all else stays what it is. */
function inOwnWords(error: unknown): unknown {
  if (error instanceof BatchRunError) return new NoAnswerError(onOneLine(error.message));
  if (error instanceof BatchUsageError) return new UsageError(error.message);
  if (!(error instanceof BatchError)) return error;
  const { option } = error;
  const message = onOneLine(error.message);
  if (option === undefined) return new NoAnswerError(message);
  return new UsageError(message.replace(`option ${option}`, `option ${asFlag(option)}`));
}

function progressOf({ quiet, output }: BatchFlags): ProgressKind {
  if (quiet) return "none";
  // A bar among answers on the same terminal would be neither.
  const isFree = output !== undefined || !process.stdout.isTTY;
  return process.stderr.isTTY && isFree ? "bar" : "lines";
}

/** Aborts with the first signal; a second one ends the process at once. */
function stopOnSignals(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => controller.abort(new InterruptedError(signal)));
  }
  return controller.signal;
}

const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/** What has been interrupted is told with what to do about it. */
function interruption({ message }: Error, output: string | undefined): string {
  if (output === undefined) return message;
  return `${message} ${resumePath(output)} says how far it is; --resume goes on.`;
}

/**
 * Runs a batch and tells how it went on standard error.
 * @returns the exit code
 * @throws UsageError, NoAnswerError
 */
export async function convertInputs(
  operation: Operation,
  paths: readonly string[],
  flags: BatchFlags,
): Promise<number> {
  const request = requestOf(operation, paths, flags);
  const progress = progressOf(flags);
  const surroundings = { stop: stopOnSignals(), progress, messages: process.stderr };
  try {
    const summary = await runBatch(request, surroundings);
    if (!flags.quiet) console.error(summary);
    return 0;
  } catch (error) {
    if (error instanceof OutputClosedError) return 0;
    if (error instanceof InterruptedError) {
      console.error(interruption(error, flags.output));
      return SIGNAL_EXIT_CODES[error.signal];
    }
    throw inOwnWords(error);
  }
}
