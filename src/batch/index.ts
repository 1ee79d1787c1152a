/**
 * `mapcoded/batch`: converts tables and lists of points or mapcodes, from bytes to bytes.
 *
 * The streams convert in the thread that reads them. For threads of your own, use their parts: collect the
 * first bytes (PreambleCollector), plan (planBatch), cut the input into chunks (createSplitter), convert
 * chunks anywhere (createConverter), and write the results in order, with what stands around them
 * (OutputFrame, and `opening` and `closing` of the plan). Plans and chunks are plain data.
 */
export {
  type Chunk,
  type ChunkError,
  type ConvertedChunk,
  DEFAULT_MAX_ROW_BYTES,
  RowCounter,
  type RowCounts,
  type Splitter,
} from "./chunks.ts";
export {
  type BatchOptionName,
  type ConversionOptions,
  INCLUDES,
  type Include,
  type Operation,
  type Role,
} from "./conversion.ts";
export { type Converter, createConverter } from "./converter.ts";
export { BatchError, BatchLimitError } from "./errors.ts";
export { FORMAT_NAMES, type FormatName } from "./formats/index.ts";
export { type BatchOptions, type BatchSettings, DEFAULT_BATCH_OPTIONS } from "./options.ts";
export { type FrameBytes, OutputFrame } from "./output.ts";
export { type BatchPlan, PreambleCollector, planBatch } from "./plan.ts";
export type { LocatedRowError, RowError } from "./rows.ts";
export { type BatchLimits, createSplitter } from "./session.ts";
export { BatchTransform, createBatchTransform } from "./streams/node.ts";
export { BatchTransformStream, createBatchTransformStream } from "./streams/web.ts";
