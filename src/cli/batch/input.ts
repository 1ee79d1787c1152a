/**
 * The inputs of a batch: what arguments and options ask for. Each is planned before any row is converted, and then read
 * as a sequence of tasks: blocks of complete rows.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { BatchPlan } from "../../batch/batch-plan.ts";
import { type Chunk, concat, NO_BYTES } from "../../batch/chunks.ts";
import { tableColumns } from "../../batch/columns/columns.ts";
import { BatchError } from "../../batch/errors.ts";
import { type FormatName, formatNamed } from "../../batch/formats/index.ts";
import { InputDecoder } from "../../batch/input-decoder.ts";
import {
  type BatchOptionName,
  type BatchOptions,
  completeOptions,
  DEFAULT_BATCH_OPTIONS,
  type ResolvedBatchOptions,
} from "../../batch/options/options.ts";
import { COLUMN_OPTIONS, type Operation } from "../../batch/options/roles.ts";
import { recognizeFormat } from "../../batch/recognize.ts";
import { BatchReader } from "../../batch/session.ts";
import { countLines } from "../../batch/text.ts";
import { NoAnswerError, printLine, UsageError } from "../messages.ts";
import * as files from "./files.ts";
import { blocksOf, openSource, readStart, type Source } from "./sources.ts";
import { free, type PlannedInput, type Task } from "./task.ts";

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

/** The options of a batch, whose formats are the defaults unless they were given. */
export function batchOptionsOf(operation: Operation, flags: BatchFlags): ResolvedBatchOptions {
  const names = Object.keys(DEFAULT_BATCH_OPTIONS) as BatchOptionName[];
  const given = Object.fromEntries(names.map((name) => [name, flags[name]]));
  const territory = flags.territory ?? flags.context;
  return completeOptions({ ...given, operation, territory });
}

interface InputRequest {
  readonly path: string;
  readonly format: FormatName;
  /** Standard input that was opened to recognize its format. */
  readonly source?: Source;
}

export interface BatchInput
  extends PlannedInput,
    Pick<Source, "identity" | "isGzip" | "sizeBytes"> {
  readonly plan: BatchPlan;
  /** Where it is read from; undefined for a file, which is closed and opened again. */
  readonly source: Source | undefined;
}

function fileRequestOf(path: string, from: FormatName | undefined): InputRequest {
  if (statSync(path).isDirectory()) {
    throw new NoAnswerError(
      `'${path}' is a directory. Name the files in it: ${join(path, "*.csv")}.`,
    );
  }
  const format = from ?? files.formatNamedBy(path);
  if (format) return { path, format };
  throw new UsageError(files.inputNameError(path));
}

/** Opens standard input and recognizes its format by its first row, unless an option says it or somebody types. */
async function standardRequest(
  operation: Operation,
  flags: BatchFlags,
  closing: AbortSignal,
): Promise<InputRequest> {
  const path = files.STANDARD_STREAM;
  const { from = process.stdin.isTTY ? "plain" : undefined, quiet } = flags;
  if (from && process.stdin.isTTY && !quiet) {
    const row = operation === "encode" ? "a latitude and a longitude" : "a mapcode";
    const what = from === "plain" ? `${row} on each line` : formatNamed(from).summary;
    const rest = "End with ctrl-D on a new line, or stop with ctrl-C.";
    printLine(`Reading standard input: ${what}. ${rest}`);
  }
  if (from) return { path, format: from };
  const source = await openSource(path, closing);
  const options = batchOptionsOf(operation, flags);
  const decoder = new InputDecoder(options.encoding);
  let start: Uint8Array = NO_BYTES;
  const { known: format, bytes } = await readStart(source.bytes, (part, isEnd) => {
    start = concat(start, isEnd ? decoder.end() : decoder.push(part));
    return recognizeFormat(start, options, isEnd);
  });
  return { path, format, source: { ...source, bytes } };
}

/** @throws UsageError if several formats are possible */
function outputFormatOf(inputs: readonly InputRequest[], { to, output }: BatchFlags): FormatName {
  const named = to ?? (output === undefined ? undefined : files.formatNamedBy(output));
  const formats = named ? [named] : Array.from(new Set(inputs.map(({ format }) => format)));
  if (formats.length === 1) return formats[0];
  throw new UsageError(
    `The inputs have several formats: ${formats.join(", ")}. Use --to to set the format of the output.`,
  );
}

/** Options that may suit one input and not another; errors about them name the input. */
const OPTIONS_OF_INPUTS: readonly string[] = [
  ...Object.values(COLUMN_OPTIONS),
  ...["header", "delimiter", "encoding", "maxRowBytes", "from"],
];

/** Adds the name of the input to an error about that input. */
export function withPath(error: unknown, path: string): unknown {
  if (!(error instanceof BatchError)) return error;
  const { message, option } = error;
  if (option !== undefined && !OPTIONS_OF_INPUTS.includes(option)) return error;
  return new BatchError(`${files.describePath(path)}: ${message}`, option);
}

/** Bytes that are added to a plan at once: no more is kept of each input than its first rows have. */
const PLANNED_BYTES = 1 << 14;

/** Opens an input and reads its first bytes, as many as the plan needs. */
async function planInput(
  { path, source: opened }: InputRequest,
  options: ResolvedBatchOptions,
  closing: AbortSignal,
): Promise<BatchInput> {
  const source = opened ?? (await openSource(path, closing));
  const reader = new BatchReader(options);
  let isFirst = true;
  const { known: plan, bytes } = await readStart(source.bytes, (part, isEnd) => {
    // The marks of UTF-16 begin with 0xfe or 0xff.
    if (isFirst && options.encoding === undefined && part[0] < 0xfe && part.includes(0)) {
      throw new NoAnswerError(
        `${files.describePath(path)} is not text: it has NUL bytes. Convert it to csv or GeoJSON; if it is UTF-16, use --encoding utf-16le.`,
      );
    }
    isFirst = false;
    for (let at = 0; at < part.length && !reader.plan; at += PLANNED_BYTES) {
      reader.push(part.subarray(at, at + PLANNED_BYTES));
    }
    if (isEnd) reader.end();
    return reader.plan;
  });
  const { identity, isFile, isGzip, sizeBytes } = source;
  if (isFile) source.close();
  // A copy, as the memory of blocks goes to threads.
  const planned = { path, options, preamble: new Uint8Array(reader.preamble), plan };
  const rest = isFile ? undefined : { ...source, bytes };
  return { ...planned, identity, isGzip, sizeBytes, source: rest };
}

/** Inputs that become one table must have the same columns. @throws NoAnswerError if they have not */
function checkColumns(inputs: readonly BatchInput[]): void {
  const [first, ...others] = inputs.filter(({ plan }) => plan.columns.length > 0);
  if (!first?.plan.hasTableOutput) return;
  const namesOf = ({ plan }: BatchInput) =>
    tableColumns(plan)
      .map(({ name }) => name)
      .join(plan.delimiter);
  const other = others.find((input) => namesOf(input) !== namesOf(first));
  if (!other) return;
  const [found, expected] = [other, first].map(({ plan }) => plan.columns.join(plan.delimiter));
  throw new NoAnswerError(
    `${files.describePath(other.path)} has the columns ${found}, not ${expected} as in ${files.displayName(first.path)}. Convert each on its own, or make them alike: mlr --csv unsparsify.`,
  );
}

/**
 * Opens and plans all inputs, so that mistakes are reported before anything is written.
 * @param paths at least one
 * @param closing closes them, and ends a wait for standard input
 * @throws UsageError when options or names of files are wrong, or do not go together
 * @throws NoAnswerError when an input cannot be read, or has other columns than the first one
 * @throws BatchError when an input does not begin as its format does, or options are wrong
 */
export async function openInputs(
  operation: Operation,
  paths: readonly string[],
  flags: BatchFlags,
  closing: AbortSignal,
): Promise<readonly BatchInput[]> {
  if (paths.filter((path) => path === files.STANDARD_STREAM).length > 1) {
    throw new UsageError("Standard input (-) can only be read once. Name it once.");
  }
  const requests: InputRequest[] = [];
  for (const path of paths) {
    const isFile = path !== files.STANDARD_STREAM;
    const request = isFile
      ? fileRequestOf(path, flags.from)
      : standardRequest(operation, flags, closing);
    requests.push(await request);
  }
  const to = outputFormatOf(requests, flags);
  const inputs: BatchInput[] = [];
  for (const request of requests) {
    const options = batchOptionsOf(operation, { ...flags, from: request.format, to });
    const planned = planInput(request, options, closing);
    inputs.push(
      await planned.catch((error: unknown) => Promise.reject(withPath(error, request.path))),
    );
  }
  checkColumns(inputs);
  return inputs;
}

/** The rows of a block of an input. */
export interface ReadTask extends Task {
  readonly input: BatchInput;
  /** How many bytes of all inputs on disk have been read. */
  readonly readBytes: number;
  /** What ends an output of the same format, once an input with text behind its rows has ended. */
  readonly closing: Uint8Array | undefined;
}

/** The buffers of the chunks of a block, whose own is freed if they are views of a copy: the reader keeps no view of it. */
function buffersOf(block: Uint8Array, chunks: readonly Chunk[]): readonly ArrayBuffer[] {
  const buffers = new Set(chunks.map(({ bytes }) => bytes.buffer as ArrayBuffer));
  if (!buffers.has(block.buffer as ArrayBuffer)) free(block.buffer);
  // Chunks without bytes share an empty buffer.
  return Array.from(buffers).filter(({ byteLength }) => byteLength > 0);
}

/**
 * The rows of the inputs, one input after the other. Each has at least one task, whose rows may be none.
 * @param closing ends a wait for input
 * @param countsLines whether tasks say how many lines are before them
 */
export async function* tasksOf(
  inputs: readonly BatchInput[],
  closing: AbortSignal,
  countsLines: boolean,
): AsyncGenerator<ReadTask> {
  let finishedBytes = 0;
  for (const input of inputs) {
    const source = input.source ?? (await openSource(input.path, closing));
    const reader = new BatchReader(input.options);
    let lines = input.plan.preambleLines;
    const taskOf = (block: Uint8Array, chunks: readonly Chunk[]): ReadTask => {
      const linesBefore = lines;
      for (const { bytes, error } of countsLines ? chunks : []) {
        lines += error ? error.lines : countLines(bytes, 0, bytes.length);
      }
      const buffers = buffersOf(block, chunks);
      const readBytes = finishedBytes + source.readBytes();
      return { input, chunks, buffers, linesBefore, readBytes, closing: reader.closing };
    };
    try {
      for await (const block of blocksOf(source.bytes, !source.isFile)) {
        const task = taskOf(block, reader.push(block));
        if (task.chunks.length > 0) yield task;
      }
      yield taskOf(new Uint8Array(0), reader.end());
      finishedBytes += source.readBytes();
    } finally {
      source.close();
    }
  }
}
