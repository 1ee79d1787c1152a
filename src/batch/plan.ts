/** Makes the plan of a batch from its options and the first bytes of its input. */
import { CARRIAGE_RETURN, LINE_FEED, TAB, utf8Bytes } from "../characters.ts";
import { quoted } from "../messages.ts";
import type { BatchPlan } from "./batch-plan.ts";
import { NO_BYTES } from "./chunks.ts";
import * as Columns from "./columns/columns.ts";
import { areSiblingsKnown } from "./columns/siblings.ts";
import { BatchError, BatchLimitError } from "./errors.ts";
import { formatNamed } from "./formats/index.ts";
import { formatByType, listError } from "./formats/json.ts";
import { FORMAT_FACTS } from "./options/formats.ts";
import { checkOptions, type ResolvedBatchOptions } from "./options/options.ts";
import { ROLES } from "./options/roles.ts";
import { afterLines, countLines, nextLine } from "./text.ts";

/** The greatest length of a first line. The plan does not wait for the end of a longer line. */
export const MAX_LINE_BYTES = 1 << 16;

/** @throws BatchError if lines end in carriage returns only, as on the first Macs */
function checkLineEnds(bytes: Uint8Array, isLast: boolean): void {
  if (!isLast && bytes.length < MAX_LINE_BYTES) return;
  const first = bytes.subarray(0, MAX_LINE_BYTES);
  const at = first.indexOf(CARRIAGE_RETURN);
  if (at < 0 || at + 1 === first.length || first.includes(LINE_FEED)) return;
  throw new BatchError("The lines end in carriage returns only. Convert them: tr '\\r' '\\n'.");
}

/** The start of an input and its columns. */
interface FoundInput extends BatchPlan {
  readonly firstRow: string | undefined;
  /** The offset of its rows. */
  readonly bytes: number;
}

/**
 * Reads the start of an input in its actual format, and finds its columns.
 * @returns undefined if more bytes are needed
 * @throws BatchLimitError if its first row is too long
 * @throws BatchError as planBatch
 */
function findInput(
  bytes: Uint8Array,
  options: ResolvedBatchOptions,
  isLast: boolean,
): FoundInput | undefined {
  checkOptions(options);
  const { from, maxRowBytes, to } = options;
  const format = formatNamed(from);
  const first = isLast ? bytes : bytes.subarray(0, maxRowBytes);
  const start = format.readStart(first, options, isLast);
  if (!start) {
    if (bytes.length <= maxRowBytes) return undefined;
    const isObject = from === "json" || from === "ndjson";
    throw (isObject && listError(first)) || new BatchLimitError("maxRowBytes", maxRowBytes);
  }
  const { kind } = FORMAT_FACTS[to];
  const found: FoundInput = {
    options,
    keepsFormat: from === to,
    hasTableOutput: kind === "table",
    hasFeatureOutput: kind === "feature" || (to === "ndjson" && start.areFeatures === true),
    delimiter: ",",
    lineEnd: "\n",
    isSequence: false,
    areFeatures: false,
    inputOpening: undefined,
    preambleBytes: 0,
    preambleLines: 0,
    columns: [],
    indexes: {},
    members: {},
    names: [],
    added: [],
    layout: undefined,
    notice: undefined,
    warnings: [],
    opening: NO_BYTES,
    between: utf8Bytes(formatNamed(to).between),
    closing: NO_BYTES,
    ...start,
  };
  return { ...found, ...format.findColumns(start.firstRow, found) };
}

/** The format of a line that is a header with the required columns; undefined if it is not a header. */
export function tableWithHeader(
  line: Uint8Array,
  options: ResolvedBatchOptions,
): "csv" | "tsv" | undefined {
  return (["tsv", "csv"] as const).find((from) => {
    if (from === "tsv" && !line.includes(TAB)) return false;
    try {
      return findInput(line, { ...options, from, skip: 0 }, true)?.firstRow !== undefined;
    } catch (error) {
      if (error instanceof BatchError) return false;
      throw error;
    }
  });
}

/**
 * Corrects the named format by the bytes: plain lines below a header of known names are a table, a FeatureCollection is
 * geojson, and json that begins with a Feature is ndjson. An output in the format of its input changes with it.
 * @returns undefined if more bytes are needed
 */
function withActualFormats(
  bytes: Uint8Array,
  options: ResolvedBatchOptions,
  isLast: boolean,
): ResolvedBatchOptions | undefined {
  const { header, from: named, to } = options;
  let from = named;
  if (bytes.length === 0) return isLast ? options : undefined;
  const byType = formatByType(bytes, isLast);
  if (byType === undefined) return undefined;
  // An unknown format is rejected with the other options.
  const kind = FORMAT_FACTS[named]?.kind;
  if (header && (kind === "table" || kind === "line")) checkLineEnds(bytes, isLast);
  if (byType === "geojson" || (named === "json" && byType === "ndjson")) from = byType;
  else if (named === "plain" && header) {
    const end = nextLine(bytes, 0);
    if (end < 0 && !isLast && bytes.length < MAX_LINE_BYTES) return undefined;
    from = tableWithHeader(end < 0 ? bytes : bytes.subarray(0, end), options) ?? named;
  }
  return { ...options, from, to: to === named ? from : to };
}

const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ";": "semicolons",
  "\t": "tabs",
  "|": "bars",
};

/** The interpretation of an input, and missing columns to write. */
function noticeOf(plan: BatchPlan): string | undefined {
  const { areFeatures, added, columns, delimiter, indexes, members, names, preambleLines } = plan;
  const { from, header, operation, columns: chosen = [] } = plan.options;
  const { kind } = FORMAT_FACTS[from];
  if (kind === "line") return undefined;
  const isOther = from === "csv" && delimiter !== ",";
  const lacking = chosen
    .filter(({ name }) => !added.includes(name) && Columns.indexByName(names, name) < 0)
    .map(({ name }) => quoted(name));
  const parts = [
    from + (isOther ? ` with ${DELIMITER_NAMES[delimiter] ?? quoted(delimiter)}` : ""),
  ];
  if (areFeatures && from !== "geojson") parts.push("features");
  if (kind === "table" && preambleLines > (header ? 1 : 0)) {
    parts.push(`rows from line ${preambleLines + 1}`);
  }
  for (const role of ROLES[operation]) {
    const name = members[role] ?? columns[indexes[role] ?? -1];
    if (name !== undefined) parts.push(`${role} from ${quoted(name)}`);
  }
  if (lacking.length > 0) parts.push(`no ${lacking.join(", ")} in the first row`);
  return parts.join(", ");
}

/**
 * Plans the batch of one input.
 * @param bytes the first bytes of the input, from an InputDecoder
 * @param isLast whether these are all bytes, or have the whole first row
 * @returns undefined if more bytes are needed
 * @throws BatchError when options are wrong or contradict each other, when the input does not begin as its
 *   format requires, or when a column is missing
 */
export function planBatch(bytes: Uint8Array, options: ResolvedBatchOptions): BatchPlan;
export function planBatch(
  bytes: Uint8Array,
  options: ResolvedBatchOptions,
  isLast: boolean,
): BatchPlan | undefined;
export function planBatch(bytes: Uint8Array, options: ResolvedBatchOptions, isLast = true) {
  const text = bytes.subarray(afterLines(bytes, options.skip));
  const actual = withActualFormats(text, options, isLast);
  const input = actual && findInput(text, actual, isLast);
  if (!input) return undefined;
  const { bytes: start, firstRow, ...found } = input;
  const { from, operation, skip, to } = found.options;
  const output = formatNamed(to);
  const rest = text.subarray(start);
  const hasRow = firstRow !== undefined;
  Columns.checkDistinct(operation, { ...found.indexes, ...found.members });
  if (hasRow && !areSiblingsKnown(found, firstRow, rest, isLast)) return undefined;

  const results = output.addedNames(actual, found.hasFeatureOutput);
  const isUsed = (name: string) => found.names.some((used) => Columns.isSameName(used, name));
  const added = Columns.nameResults(results, isUsed, actual);
  const isOpen = FORMAT_FACTS[from].kind !== "table" || !hasRow;
  const preambleBytes = bytes.length - rest.length;
  const plan = {
    ...found,
    added,
    layout: Columns.layoutOf(actual, found.columns, isOpen, added),
    preambleBytes,
    preambleLines: countLines(bytes, 0, preambleBytes),
  };
  const { opening = "", closing = "" } = output.frame?.(plan, firstRow) ?? {};
  const isSkipped = skip > 0 && text.length === 0;
  const notice = hasRow ? noticeOf(plan) : undefined;
  return {
    ...plan,
    notice: isSkipped ? "The input ends within the lines that are skipped." : notice,
    opening: utf8Bytes(opening),
    closing: utf8Bytes(closing),
  };
}
