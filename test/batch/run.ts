/** Runs whole batches in memory, as the command line and the service do with files and bodies. */
import { type Chunk, RowCounter } from "../../src/batch/chunks.ts";
import { createConverter, createGeneralConverter } from "../../src/batch/converter.ts";
import { type BatchOptions, DEFAULT_BATCH_OPTIONS } from "../../src/batch/options.ts";
import { planBatch } from "../../src/batch/plan.ts";
import { createSplitter } from "../../src/batch/session.ts";

export interface Ways {
  /** Sizes in which the input arrives, over and over; all at once unless given. */
  readonly sizes?: readonly number[];
  readonly maxRowBytes?: number;
  /** Without the fast path. */
  readonly isGeneral?: boolean;
}

function pieces(input: Buffer, sizes: readonly number[]): Buffer[] {
  const cut: Buffer[] = [];
  for (let at = 0; at < input.length; ) {
    const size = sizes[cut.length % sizes.length];
    cut.push(input.subarray(at, at + size));
    at += size;
  }
  return cut;
}

export function runBatch(input: string | Buffer, own: Partial<BatchOptions>, ways: Ways = {}) {
  const bytes = Buffer.from(input);
  const { sizes = [bytes.length], maxRowBytes, isGeneral = false } = ways;
  // The plan goes to converters as it goes to a worker.
  const plan = structuredClone(planBatch(bytes, { ...DEFAULT_BATCH_OPTIONS, ...own }));
  const splitter = createSplitter(plan, maxRowBytes === undefined ? {} : { maxRowBytes });
  const counter = new RowCounter(plan.preambleLines);
  const answers: Uint8Array[] = [];
  const take = (chunks: readonly Chunk[]) => {
    for (const chunk of chunks) {
      const converter = isGeneral ? createGeneralConverter(plan) : createConverter(plan);
      const result = converter.convert(structuredClone(chunk));
      counter.add(result);
      if (result.bytes.length === 0) continue;
      if (answers.length > 0) answers.push(plan.between);
      answers.push(result.bytes);
    }
  };
  for (const piece of pieces(bytes, sizes)) take(splitter.push(piece));
  take(splitter.end());
  const { rows, converted, failed, firstError } = counter;
  const output = Buffer.concat([plan.opening, ...answers, plan.closing]);
  return { output, text: output.toString(), rows, converted, failed, firstError };
}

/** The answer as lines, the last of which has a line end as well. */
export function linesOf(input: string | Buffer, options: Partial<BatchOptions>, ways?: Ways) {
  const { text } = runBatch(input, options, ways);
  const lines = text.split("\n");
  if (lines.pop() !== "") throw new Error(`The answer does not end with a line end: ${text}`);
  return lines;
}
