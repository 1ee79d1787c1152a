/**
 * The inputs of a batch. All are planned before any row is converted. Then each is read as a sequence of tasks:
 * blocks of complete rows.
 */

import { countLines } from "../../batch/byte-texts.ts";
import { ChunkReader } from "../../batch/chunk-reader.ts";
import type { Chunk } from "../../batch/chunks.ts";
import { BatchError } from "../../batch/errors.ts";
import { FORMAT_FACTS } from "../../batch/options/format-facts.ts";
import type { BatchOptions, ResolvedBatchOptions } from "../../batch/options/options.ts";
import type { Operation, Role } from "../../batch/options/roles.ts";
import { tableColumns } from "../../batch/output/layout.ts";
import { outputDelimiter } from "../../batch/output/tables.ts";
import { InputPlanner } from "../../batch/session.ts";
import { aboutInput, printLine, RunError, UsageError } from "../messages.ts";
import { batchOptionsOf } from "../option-parsers.ts";
import * as files from "./files.ts";
import { blocksOf, openSource, planFromSource, type Source } from "./sources.ts";
import { free, type PlannedInput, type Task } from "./task.ts";

/** The parsed options of both commands; the options of the other command are undefined. */
export interface BatchFlags extends BatchOptions {
  /** Undefined for standard output. */
  readonly output?: string | undefined;
  readonly context?: string;
  readonly workers?: number;
  readonly strict?: boolean;
  readonly force?: boolean;
  readonly quiet?: boolean;
  readonly rejects?: string;
  readonly limit?: number;
  readonly failOnErrors?: boolean;
}

export interface BatchInput extends PlannedInput {
  /** Its bytes. A file is closed after planning, and reopened. */
  readonly source: Source;
}

/** Explains on a terminal what to type. */
function explainTyping(operation: Operation, { from = "plain" }: BatchFlags): void {
  const row = operation === "encode" ? "a latitude and a longitude" : "a mapcode";
  const what = from === "plain" ? `${row} on each line` : FORMAT_FACTS[from].summary;
  const rest = "End with ctrl-D on a new line, or stop with ctrl-C.";
  printLine(`Reading standard input: ${what}. ${rest}`);
}

/** Adds the name of the input to an error about that input. */
export function withPath(error: unknown, path: string): unknown {
  if (!(error instanceof BatchError)) return error;
  return new BatchError(aboutInput(files.describePath(path), error.messageParts), error.option);
}

/** Plans an input from its first bytes. */
async function planInput(source: Source, options: ResolvedBatchOptions): Promise<BatchInput> {
  const { isFile, path } = source;
  const planner = new InputPlanner(options, files.formatNamedBy(path));
  try {
    const plan = await planFromSource(source, planner);
    if (isFile) source.close();
    return { path, plan, source };
  } catch (error) {
    throw withPath(error, path);
  }
}

/** Gives the inputs of one output table the order of columns and the delimiter of the first one. */
function alignColumns(inputs: readonly BatchInput[]): readonly BatchInput[] {
  const first = inputs.find(({ plan }) => plan.columns.length > 0);
  if (!first?.plan.hasTableOutput) return inputs;
  const delimiter = outputDelimiter(first.plan);
  const expected = tableColumns(first.plan).map(({ name }) => name);
  return inputs.map((input) => {
    const { path, plan } = input;
    if (plan.columns.length === 0) return input;
    const columns = tableColumns(plan);
    const hasSameNumber = columns.length === expected.length;
    const isInOrder = hasSameNumber && columns.every(({ name }, at) => name === expected[at]);
    if (isInOrder && outputDelimiter(plan) === delimiter) return input;
    const layout = isInOrder
      ? columns
      : expected.flatMap((name) => columns.find((column) => column.name === name) ?? []);
    const [file, firstFile] = [path, first.path].map(files.displayName);
    if (!hasSameNumber || new Set(layout).size < expected.length) {
      const [found, wanted] = [plan, first.plan].map(({ columns }) => columns.join());
      throw new RunError(
        `${files.describePath(path)} has the columns ${found}, not ${wanted} as in ${firstFile}. Convert each separately, or use --to ndjson.`,
      );
    }
    for (const [role, index] of Object.entries(plan.indexes)) {
      const name = plan.columns[index];
      const { columns, indexes, members } = first.plan;
      if (name === (members[role as Role] ?? columns[indexes[role as Role] ?? -1])) continue;
      throw new RunError(
        `The column of the ${role} is '${name}' in ${file}, and another one in ${firstFile}. Choose it by its name.`,
      );
    }
    const output = { layout, keepsFormat: false, keepsLineEnds: false, outputDelimiter: delimiter };
    return { ...input, plan: { ...plan, ...output } };
  });
}

/** Gives all rows of an output table the line end of its header, if its inputs have several kinds of line ends. */
function alignLineEnds(inputs: readonly BatchInput[]): readonly BatchInput[] {
  // Inputs without rows have no names, and no line ends.
  const withRows = inputs.filter(({ plan }) => plan.names.length > 0);
  const lineEnds = new Set(withRows.map(({ plan }) => plan.lineEnd));
  if (lineEnds.size < 2 || !inputs[0].plan.hasTableOutput) return inputs;
  const [lineEnd] = lineEnds;
  return inputs.map((input) => {
    return { ...input, plan: { ...input.plan, lineEnd, keepsLineEnds: false } };
  });
}

/** Opens and plans all inputs, so that mistakes are reported before anything is written. */
export async function openInputs(
  operation: Operation,
  paths: readonly string[],
  flags: BatchFlags,
  stop: AbortSignal,
): Promise<readonly BatchInput[]> {
  const { output, quiet } = flags;
  if (paths.filter((path) => path === files.STANDARD_STREAM).length > 1) {
    throw new UsageError("Standard input (-) can only be read once. Name it once.");
  }
  const outputFormat = flags.to ?? (output === undefined ? undefined : files.formatNamedBy(output));
  const options = { ...batchOptionsOf(operation, flags), to: outputFormat };
  const inputs: BatchInput[] = [];
  for (const path of paths) {
    const isTyped = path === files.STANDARD_STREAM && process.stdin.isTTY;
    if (isTyped && !quiet) explainTyping(operation, flags);
    const source = await openSource(path, stop);
    inputs.push(await planInput(source, options));
  }
  const formats = new Set(inputs.map(({ plan }) => plan.options.from));
  const areTables = inputs.every(({ plan }) => plan.hasTableOutput);
  if (!outputFormat && formats.size > 1 && !areTables) {
    throw new UsageError(
      `The inputs have several formats: ${[...formats].join(", ")}. Use --to ndjson, --to json or --to geojson.`,
    );
  }
  return alignLineEnds(alignColumns(inputs));
}

/** The rows of a block of an input. */
export interface ReadTask extends Task {
  readonly input: BatchInput;
  /** The number of bytes read so far from all inputs, before decompression. */
  readonly bytesRead: number;
  /** The text after the last row of a finished input, for the end of an output of the same format. */
  readonly closing: Uint8Array | undefined;
}

/** Reads the inputs one after the other. Each yields at least one task, possibly without rows. */
export async function* tasksOf(
  inputs: readonly BatchInput[],
  stop: AbortSignal,
  countsLines: boolean,
): AsyncGenerator<ReadTask> {
  let finishedBytes = 0;
  for (const input of inputs) {
    const { isFile } = input.source;
    const source = isFile ? await openSource(input.path, stop) : input.source;
    const reader = new ChunkReader(input.plan);
    let lines = input.plan.preambleLines;
    const taskOf = (chunks: readonly Chunk[]): ReadTask => {
      const linesBefore = lines;
      for (const { bytes, error } of countsLines ? chunks : []) {
        lines += error ? error.lines : countLines(bytes, 0, bytes.length);
      }
      const bytesRead = finishedBytes + source.bytesRead();
      return { input, chunks, linesBefore, bytesRead, closing: reader.closing };
    };
    try {
      for await (const block of blocksOf(source)) {
        const chunks = reader.push(block);
        // If no chunk is a view of the block, the reader has copied it.
        if (!chunks.some(({ bytes }) => bytes.buffer === block.buffer)) free(block.buffer);
        if (chunks.length > 0) yield taskOf(chunks);
      }
      yield taskOf(reader.end());
      if (reader.problem) throw withPath(reader.problem, input.path);
      finishedBytes += source.bytesRead();
    } finally {
      source.close();
    }
  }
}
