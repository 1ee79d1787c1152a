/**
 * The plan of a batch: everything that follows from its options and the first bytes of its input. It is made
 * once and sent to all workers.
 */
import { CARRIAGE_RETURN, LINE_FEED, TAB } from "../characters.ts";
import { isObject } from "../library/options.ts";
import { utf8Bytes, utf8Text } from "../platform.ts";
import { checkDistinct, isSameName } from "./columns/columns.ts";
import { layoutOf, nameResults } from "./columns/layout.ts";
import { checkSiblings, SIBLING_ROWS, siblingsOf } from "./columns/siblings.ts";
import { BatchError, BatchLimitError } from "./errors.ts";
import type { Columns, FormatContext, FormatPlan, InputStart } from "./format-plan.ts";
import type { Format } from "./formats/format.ts";
import { formatNamed } from "./formats/index.ts";
import {
  beginsWithFeature,
  isCollection,
  listError,
  mayBecomeCollection,
  parsed,
} from "./formats/json-start.ts";
import { checkOptions, type ResolvedBatchOptions } from "./options/options.ts";
import { afterByteOrderMark, afterLines, countLines, isOnlyByteOrderMark } from "./scan.ts";
import { fieldsOf } from "./syntax/fields.ts";
import { nextLine } from "./syntax/splitter.ts";

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
  const actual = withActualFormats(bytes, options, isLast);
  if (!actual || (!isLast && !hasStart(bytes, actual))) return undefined;
  const plan = planOf(bytes, actual);
  // Where a column may change the meaning of another one, the first rows tell.
  const isPaired = actual.header && pairedColumns(plan, plan.added[0]).length > 0;
  const isTable = formatNamed(actual.from).kind === "table";
  const needsRows = !isLast && isPaired && isTable && bytes.length <= actual.maxRowBytes;
  const rows = needsRows ? bytes.subarray(plan.preambleBytes) : bytes;
  return needsRows && countLines(rows, 0, rows.length) < SIBLING_ROWS ? undefined : plan;
}

/** The columns whose names pair them with the latitude or the longitude. */
function pairedColumns({ names, indexes, members }: Columns, firstRow: string | undefined) {
  if (firstRow === undefined) return [];
  const { latitude, longitude } = indexes;
  const ofMembers = [members.latitude, members.longitude].map((name) => names.indexOf(name ?? ""));
  const used = [latitude ?? ofMembers[0], longitude ?? ofMembers[1]].filter((index) => index >= 0);
  return siblingsOf(names, used);
}

/** @throws BatchError if columns beside the latitude and longitude change their meaning in the first rows */
function checkFirstRows(
  bytes: Uint8Array,
  { delimiter, isTable }: Pick<FormatContext, "delimiter"> & { readonly isTable: boolean },
  columns: Columns,
  firstRow: string | undefined,
): void {
  const siblings = pairedColumns(columns, firstRow);
  if (siblings.length === 0) return;
  if (isTable) {
    const lines = utf8Text(bytes, 0, bytes.length).split(/\r?\n/, SIBLING_ROWS);
    const rows = lines.flatMap((line) => [fieldsOf(line, delimiter) ?? []]);
    checkSiblings(columns.names, siblings, rows);
    return;
  }
  const object = parsed(firstRow ?? "");
  const values = columns.names.map((name) => {
    const value = isObject(object) ? object[name] : undefined;
    return typeof value === "string" || typeof value === "number" ? `${value}` : "";
  });
  checkSiblings(columns.names, siblings, [values]);
}

/** A first line that has not ended by then is not waited for. */
const MAX_LINE_BYTES = 1 << 16;

/** @throws BatchError if lines end as on the first Macs */
function checkLineEnds(bytes: Uint8Array, isLast: boolean): void {
  if (!isLast && bytes.length < MAX_LINE_BYTES) return;
  const first = bytes.subarray(0, MAX_LINE_BYTES);
  const at = first.indexOf(CARRIAGE_RETURN);
  if (at < 0 || at + 1 === first.length || first.includes(LINE_FEED)) return;
  throw new BatchError("The lines end in carriage returns only. Convert them: tr '\\r' '\\n'.");
}

/**
 * The bytes outrank the name of a format. Lines below a header of known names are a table, a FeatureCollection is
 * geojson, and a Feature begins ndjson of features. An output in the format of its input changes with it.
 * @returns undefined if it takes more bytes
 * @throws as checkLineEnds
 */
function withActualFormats(
  bytes: Uint8Array,
  options: ResolvedBatchOptions,
  isLast: boolean,
): ResolvedBatchOptions | undefined {
  const all = bytes.subarray(afterLines(bytes, options.skip));
  const rest = all.subarray(afterByteOrderMark(all));
  let { from, to } = options;
  if (rest.length === 0) return options;
  if (!isLast && mayBecomeCollection(rest)) return undefined;
  // Of plain lines without a header, the start may be less than a line.
  const isText = from === "csv" || from === "tsv" || from === "plain";
  if (options.header && isText) checkLineEnds(rest, isLast);
  if (isCollection(rest)) from = "geojson";
  else if (from === "json" && beginsWithFeature(rest)) from = "ndjson";
  else if (from === "plain" && options.header) {
    const end = nextLine(rest, 0);
    if (end < 0 && !isLast && rest.length < MAX_LINE_BYTES) return undefined;
    const line = end < 0 ? rest : rest.subarray(0, end);
    const table = line.includes(TAB) ? "tsv" : "csv";
    if (namesColumns(line, { ...options, from: table })) from = table;
  }
  if (to === options.from) to = from;
  return from === options.from ? options : { ...options, from, to };
}

/** Whether a line is the header of a table with the columns that are needed. */
function namesColumns(line: Uint8Array, options: ResolvedBatchOptions): boolean {
  const format = formatNamed(options.from);
  try {
    const start = format.readStart(line, options, true);
    if (!start?.firstRow) return false;
    format.findColumns(start.firstRow, {
      ...NO_CONTEXT,
      options,
      delimiter: start.delimiter ?? ",",
    });
    return true;
  } catch (error) {
    if (error instanceof BatchError) return false;
    throw error;
  }
}

/** What the columns of a header do not depend on. */
const NO_CONTEXT = {
  keepsFormat: true,
  hasTableOutput: true,
  hasFeatureOutput: false,
  isSequence: false,
  areFeatures: false,
  inputOpening: undefined,
};

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
  const isTable = input.kind === "table";
  if (options.header || !isTable) {
    checkFirstRows(
      preamble.subarray(skipped + start.bytes),
      { delimiter, isTable },
      inputColumns,
      firstRow,
    );
  }
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
