/** `mapcoded/batch`: streams that convert tables and lists of points or mapcodes, from bytes to bytes. */
export type { BatchOptions, ResolvedBatchOptions, StreamOptions } from "./batch-options.ts";
export type { Failures, RowCounts } from "./chunks.ts";
export { BatchError, BatchLimitError } from "./errors.ts";
export { FORMAT_NAMES, type FormatName } from "./options/formats.ts";
export type { Include, Operation } from "./options/operations.ts";
export type { BatchOptionName, ConversionOptions } from "./options/option-table.ts";
export type { OutputColumn } from "./options/output-columns.ts";
export type { LocatedRowError } from "./rows/results.ts";
export type { RowError, RowErrorCode } from "./rows/row-errors.ts";
export type { BatchLimits } from "./session.ts";
export { DecodeStream, EncodeStream } from "./streams/web.ts";
