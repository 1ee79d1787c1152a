/**
 * The plan of a batch: everything that follows from its options and the first bytes of its input. It is made
 * once and sent to all workers.
 */
import { utf8Bytes } from "../platform.ts";
import { checkOptions, type ResolvedBatchOptions } from "./batch-options.ts";
import { checkDistinct, isSameName } from "./columns/columns.ts";
import { layoutOf, nameResults } from "./columns/layout.ts";
import { BatchLimitError } from "./errors.ts";
import type { FormatPlan, InputStart } from "./format-plan.ts";
import type { Format } from "./formats/format.ts";
import { formatNamed } from "./formats/index.ts";
import { listError } from "./formats/json-start.ts";
import { afterByteOrderMark, afterLines, countLines, isOnlyByteOrderMark } from "./scan.ts";

/** Plain data that survives a structured clone. */
export interface BatchPlan extends FormatPlan {
  /** Bytes before the first row of the output. */
  readonly opening: Uint8Array;
  /** Bytes between the rows of two chunks. */
  readonly between: Uint8Array;
  /** Bytes after the last row. */
  readonly closing: Uint8Array;
  /** The options that the plan was made for. */
  readonly options: ResolvedBatchOptions;
  /** Line feeds in the bytes before the first row. */
  readonly preambleLines: number;
  /** What was guessed about the input, as sentences that name the option to change it. */
  readonly notices: readonly string[];
}

/** The delimiter of the plans of inputs that are not tables; nothing reads it. */
const DEFAULT_DELIMITER = ",";

/** The start of an input that has nothing. */
const NO_START: InputStart = { bytes: 0, firstRow: undefined };

/** The start of an input, behind its byte order mark; undefined if more bytes are needed. */
function startOf(
  format: Format,
  bytes: Uint8Array,
  options: ResolvedBatchOptions,
  isLast: boolean,
): InputStart | undefined {
  const mark = afterByteOrderMark(bytes);
  const start = format.readStart(bytes.subarray(mark), options, isLast);
  return start && { ...start, bytes: mark + start.bytes };
}

/**
 * Plans the batch of one input.
 * @param bytes the first bytes of the input, in UTF-8
 * @param isLast whether these are all, or known to have the whole first row
 * @returns undefined if it takes more bytes
 * @throws BatchError when options are wrong or contradict each other, when the input does not begin as its
 *   format requires, or when a column is missing (the message lists the existing columns, and names the
 *   option that chooses one)
 */
export function planBatch(
  bytes: Uint8Array,
  options: ResolvedBatchOptions,
  isLast?: true,
): BatchPlan;
export function planBatch(
  bytes: Uint8Array,
  options: ResolvedBatchOptions,
  isLast: boolean,
): BatchPlan | undefined;
export function planBatch(
  bytes: Uint8Array,
  options: ResolvedBatchOptions,
  isLast = true,
): BatchPlan | undefined {
  if (!isLast && !hasStart(bytes, options)) return undefined;
  return planOf(bytes, options);
}

const ALL_SKIPPED = `The input ends within the lines that the option skip leaves out.`;

function planOf(preamble: Uint8Array, options: ResolvedBatchOptions): BatchPlan {
  checkOptions(options);
  const input = formatNamed(options.from);
  const output = formatNamed(options.to);
  const skipped = afterLines(preamble, options.skip);
  const start = startOf(input, preamble.subarray(skipped), options, true) ?? NO_START;
  const { delimiter = DEFAULT_DELIMITER, firstRow, lineEnd = "\n", notices = [] } = start;
  const isSkipped = options.skip > 0 && skipped === preamble.length;
  const { areFeatures = false } = start;
  const context = {
    options: { ...options },
    keepsFormat: options.from === options.to,
    hasTableOutput: output.kind === "table",
    hasFeatureOutput: output.kind === "feature" || (areFeatures && options.to === "ndjson"),
    delimiter,
    isSequence: start.isSequence ?? false,
    areFeatures,
    inputOpening: start.inputOpening,
  };
  const { notices: found = [], chosen, ...inputColumns } = input.findColumns(firstRow, context);
  checkDistinct(options, { ...inputColumns.indexes, ...inputColumns.members });
  const isUsed = (name: string) => inputColumns.names.some((used) => isSameName(used, name));
  const results = output.addedNames(options, context.hasFeatureOutput);
  const added = nameResults([...results, "error"], isUsed, options);
  const isOpen = input.kind !== "table" || firstRow === undefined;
  const { columns } = inputColumns;
  const layout = layoutOf(options, { columns, isOpen }, added);
  const formatPlan = {
    ...context,
    options: { ...context.options, ...chosen },
    ...inputColumns,
    added,
    layout,
    lineEnd,
    preambleBytes: skipped + start.bytes,
  };
  const { opening, closing } = output.frame(formatPlan, firstRow);
  return {
    ...formatPlan,
    preambleLines: countLines(preamble, 0, formatPlan.preambleBytes),
    notices: [...(isSkipped ? [ALL_SKIPPED] : []), ...notices, ...found],
    opening: utf8Bytes(opening),
    between: utf8Bytes(output.between),
    closing: utf8Bytes(closing),
  };
}

/** Whether bytes have the whole first row. @throws BatchLimitError when it is longer than `maxRowBytes` */
function hasStart(bytes: Uint8Array, options: ResolvedBatchOptions): boolean {
  const { maxRowBytes, skip } = options;
  const skipped = afterLines(bytes, skip);
  const first = bytes.subarray(skipped, skipped + maxRowBytes);
  // Lines to skip may not have ended.
  if (first.length === 0 || (skipped === 0 && isOnlyByteOrderMark(first))) return false;
  try {
    if (startOf(formatNamed(options.from), first, options, false)) return true;
  } catch {
    // The plan rejects the input, and can quote more of it.
    return true;
  }
  if (bytes.length - skipped <= maxRowBytes) return false;
  const isObject = options.from === "json" || options.from === "ndjson";
  throw (isObject && listError(first)) || new BatchLimitError("maxRowBytes", maxRowBytes);
}
