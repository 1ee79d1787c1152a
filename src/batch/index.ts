/**
 * `mapcoded/batch`: converts tables and lists of points or mapcodes, from bytes to bytes.
 *
 * The streams convert in the thread that reads them. To use several threads, combine the parts of a stream:
 *
 * 1. Collect the first bytes (PreambleCollector) and plan the batch (planBatch).
 * 2. Cut the input into chunks (createSplitter) and convert them in any thread (createConverter). Plans and
 *    chunks are plain data.
 * 3. Write the results in order, between `opening` and `closing` of the plan (OutputFrame).
 */
export {
  type BatchOptions,
  DEFAULT_BATCH_OPTIONS,
  type ResolvedBatchOptions,
  type StreamOptions,
} from "./batch-options.ts";
export {
  type Chunk,
  type ChunkError,
  type ConvertedChunk,
  type Failures,
  RowCounter,
  type RowCounts,
  type Splitter,
} from "./chunks.ts";
export type { LayoutColumn } from "./columns/layout.ts";
export { type Converter, createConverter } from "./converter.ts";
export { BatchError, BatchLimitError } from "./errors.ts";
export type { LineEnd } from "./format-plan.ts";
export type { Role } from "./options/conversion.ts";
export { FORMAT_NAMES, type FormatName } from "./options/formats.ts";
export { INCLUDES, type Include, type Operation } from "./options/operations.ts";
export {
  type BatchOptionName,
  type ConversionOptions,
  DEFAULT_MAX_ROW_BYTES,
} from "./options/option-table.ts";
export type { OutputColumn } from "./options/output-columns.ts";
export { type FrameBytes, OutputFrame } from "./output/frame.ts";
export { type BatchPlan, type InputFacts, PreambleCollector, planBatch } from "./plan.ts";
export type {
  FailedRow,
  LocatedRowError,
  ResultValue,
  RowObserver,
  RowResult,
} from "./rows/results.ts";
export type { Cell, RowInput } from "./rows/row.ts";
export type { RowError, RowErrorCode } from "./rows/row-errors.ts";
export { type BatchLimits, createSplitter } from "./session.ts";
export { DecodeStream, EncodeStream } from "./streams/web.ts";
