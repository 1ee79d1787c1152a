/** `mapcoded/batch`: streams that convert tables and lists of points or mapcodes, from bytes to bytes. */
export type { Failures, RowCounts } from "./chunks.ts";
export { BatchError, BatchLimitError } from "./errors.ts";
export { FORMAT_NAMES, type FormatName } from "./options/formats.ts";
export type { BatchOptionName, Include, OutputColumn, StreamOptions } from "./options/options.ts";
export type { LocatedRowError, RowError, RowErrorCode } from "./rows/row-errors.ts";
export type { BatchLimits } from "./session.ts";
export { DecodeStream, EncodeStream } from "./streams/web.ts";
