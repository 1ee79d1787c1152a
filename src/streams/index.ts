/**
 * `mapcoded/batch`: tables and lists of points or mapcodes, from bytes to bytes, as csv, tsv, ndjson,
 * json or plain lines. The streams convert in the thread that they are read in. For several
 * threads, plan, splitter, converter and tally are here: a plan and chunks are plain data.
 */
export type { Chunk, Converted, Fault, Refusal, Splitter } from "../batch/chunks.ts";
export { type Converter, createConverter } from "../batch/converter.ts";
export { BatchError } from "../batch/errors.ts";
export { holdsFirstRow, MOST_ROW_BYTES } from "../batch/head.ts";
export {
  type BatchOptions,
  DEFAULT_BATCH_OPTIONS,
  FORMATS,
  type FormatName,
  INCLUDES,
  type Include,
  type Operation,
} from "../batch/options.ts";
export { type BatchPlan, planBatch } from "../batch/plan.ts";
export { createSplitter, type SplitterSettings } from "../batch/splitter.ts";
export { createTally, type Tally } from "../batch/tally.ts";
export type { BatchCounts, StreamOptions } from "./batch-run.ts";
export { BatchTransform, createBatchTransform } from "./node.ts";
export { BatchTransformStream, createBatchTransformStream } from "./web.ts";
