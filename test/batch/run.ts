/** Runs whole batches in memory. */

import { ChunkReader } from "../../src/batch/chunk-reader.ts";
import { addCounts, type Chunk, NO_ROWS } from "../../src/batch/chunks.ts";
import { Converter } from "../../src/batch/converter.ts";
import { BatchError } from "../../src/batch/errors.ts";
import { FORMATS } from "../../src/batch/formats.ts";
import { makePlan } from "../../src/batch/input/plan.ts";
import type { InputPlan } from "../../src/batch/input-plan.ts";
import type { FormatName } from "../../src/batch/options/format-facts.ts";
import {
  type BatchOptions,
  DEFAULT_BATCH_OPTIONS,
  type ResolvedBatchOptions,
} from "../../src/batch/options/options.ts";
import type { RowObserver } from "../../src/batch/rows/row-errors.ts";
import { BatchSession } from "../../src/batch/session.ts";
import { Transcoder } from "../../src/batch/transcoder.ts";
import { thrownBy } from "../support/errors.ts";
import { partsOf } from "../support/parts.ts";

export const CSV = { from: "csv", to: "csv" } as const;
export const NDJSON = { from: "ndjson", to: "ndjson" } as const;

export interface RunSettings {
  readonly observer?: RowObserver;
  /** Sizes of the parts of the input, repeated; by default one part. */
  readonly sizes?: readonly number[];
  /** Whether each row has a converter of its own, without state from earlier rows. */
  readonly isAlone?: boolean;
  /** Whether one converter converts all chunks, as in one thread; by default each chunk has its own. */
  readonly hasOneConverter?: boolean;
}

/** A chunk for each row of a chunk. */
function rowsOf(chunk: Chunk, plan: InputPlan): readonly Chunk[] {
  if (chunk.error) return [chunk];
  const reader = FORMATS[plan.options.from].createReader(plan);
  const rows: Chunk[] = [];
  for (let at = 0, next = 0; at < chunk.bytes.length; at = next) {
    next = reader.next(chunk.bytes, at);
    rows.push({ bytes: chunk.bytes.subarray(at, next) });
  }
  return rows;
}

export function runBatch(
  input: string | Buffer,
  options: Partial<ResolvedBatchOptions>,
  settings: RunSettings = {},
) {
  const bytes = Buffer.from(input);
  const decoded = new Transcoder().push(bytes, true);
  const { observer, sizes = [bytes.length], isAlone = false, hasOneConverter = false } = settings;
  const plan = makePlan(decoded, { ...DEFAULT_BATCH_OPTIONS, ...options });
  const reader = new ChunkReader(plan);
  let counter = { ...NO_ROWS, lines: plan.preambleLines };
  const results: Uint8Array[] = [];
  const oneConverter = new Converter(plan, observer);
  const convert = (chunks: readonly Chunk[]) => {
    for (const chunk of isAlone ? chunks.flatMap((each) => rowsOf(each, plan)) : chunks) {
      const converter = hasOneConverter ? oneConverter : new Converter(plan, observer);
      for (const result of converter.convert([structuredClone(chunk)])) {
        counter = addCounts(counter, result);
        if (result.bytes.length === 0) continue;
        if (results.length > 0) results.push(plan.between);
        results.push(result.bytes.slice());
      }
    }
  };
  for (const part of partsOf(bytes, sizes)) {
    convert(reader.push(part));
    // Callers may reuse or release the memory of a part.
    part.fill(0);
  }
  convert(reader.end());
  const { rows, converted, failed, failedBeforeGood, failures } = counter;
  const firstError = failures[0]?.first;
  const output = Buffer.concat([plan.opening, ...results, reader.closing ?? plan.closing]);
  const counts = { rows, converted, failed, failedBeforeGood, firstError, failures };
  const { problem } = reader;
  return { output, text: output.toString(), problem: problem?.message, ...counts };
}

/** The lines of the output. @throws if it does not end with a line end */
export function linesOf(
  input: string | Buffer,
  options: Partial<ResolvedBatchOptions>,
  settings?: RunSettings,
) {
  const { text } = runBatch(input, options, settings);
  const lines = text.split("\n");
  if (lines.pop() !== "") throw new Error(`The output does not end with a line end: ${text}`);
  return lines;
}

/** The option and the message of the error that ends a batch. */
export function errorOf(input: string, options: Partial<ResolvedBatchOptions>) {
  const { option, message } = thrownBy(BatchError, () => linesOf(input, options));
  return [option, message];
}

/**
 * Converts in a session.
 * @param sizes of the input's parts, repeated
 * @param parts receives the output
 * @param proposed the format by the name of the input
 */
export function convertInParts(
  input: string | Uint8Array,
  options: BatchOptions,
  sizes: readonly number[],
  parts: Uint8Array[] = [],
  proposed?: FormatName,
) {
  const session = new BatchSession(options, {}, {}, proposed);
  for (const part of partsOf(input, sizes)) {
    for (const output of session.push(part)) parts.push(output);
    // Callers may reuse the memory of a part.
    part.fill(0);
  }
  for (const output of session.end()) parts.push(output);
  const { counts, plan } = session;
  return { text: Buffer.concat(parts).toString(), counts, notice: plan?.notice };
}
