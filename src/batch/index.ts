/**
 * `mapcoded/batch`: tables and lists of points or mapcodes, from bytes to bytes, as csv, tsv, ndjson,
 * json or plain lines. The streams convert in the thread that they are read in. For several
 * threads, plan, splitter, converter and tally are here: a plan and chunks are plain data.
 */
export type { Chunk, Converted, Fault, Refusal, Splitter } from "./chunks.ts";
export { type Converter, createConverter } from "./converter.ts";
export { BatchError } from "./errors.ts";
export {
  type BatchOptions,
  DEFAULT_BATCH_OPTIONS,
  FORMATS,
  type FormatName,
  INCLUDES,
  type Include,
  type Operation,
} from "./options.ts";
export { type BatchPlan, planBatch } from "./plan.ts";
export { hasFirstRow, MAX_ROW_BYTES } from "./preamble.ts";
export { createRowCounts, type Tally } from "./row-counts.ts";
export type { BatchCounts, StreamOptions } from "./session.ts";
export { createSplitter, type SplitterSettings } from "./splitter.ts";
export { BatchTransform, createBatchTransform } from "./streams/node.ts";
export { BatchTransformStream, createBatchTransformStream } from "./streams/web.ts";
