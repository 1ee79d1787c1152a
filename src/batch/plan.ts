/** The plan of a batch: everything that follows from its options and the first bytes of its input. */
import { CARRIAGE_RETURN, LINE_FEED, TAB, utf8Bytes } from "../characters.ts";
import { quoted } from "../messages.ts";
import type { BatchPlan, InputStart } from "./batch-plan.ts";
import { NO_BYTES } from "./chunks.ts";
import { checkDistinct, indexByName, isSameName } from "./columns/columns.ts";
import { layoutOf, nameResults } from "./columns/layout.ts";
import { areSiblingsKnown } from "./columns/siblings.ts";
import { BatchError, BatchLimitError } from "./errors.ts";
import { formatNamed } from "./formats/index.ts";
import { beginsWithFeature, isCollection, listError, mayBecomeCollection } from "./formats/json.ts";
import { FORMAT_FACTS } from "./options/formats.ts";
import { checkOptions, type ResolvedBatchOptions } from "./options/options.ts";
import { ROLES } from "./options/roles.ts";
import { afterByteOrderMark, afterLines, countLines, isOnlyByteOrderMark } from "./scan.ts";
import { nextLine } from "./syntax/splitter.ts";

/** A first line that has not ended by then is not waited for. */
export const MAX_LINE_BYTES = 1 << 16;

/** @throws BatchError if lines end as on the first Macs */
function checkLineEnds(bytes: Uint8Array, isLast: boolean): void {
  if (!isLast && bytes.length < MAX_LINE_BYTES) return;
  const first = bytes.subarray(0, MAX_LINE_BYTES);
  const at = first.indexOf(CARRIAGE_RETURN);
  if (at < 0 || at + 1 === first.length || first.includes(LINE_FEED)) return;
  throw new BatchError("The lines end in carriage returns only. Convert them: tr '\\r' '\\n'.");
}

/** The table whose header a line is, with the columns that are needed; undefined if it is none. */
export function tableWithHeader(
  line: Uint8Array,
  options: ResolvedBatchOptions,
): "csv" | "tsv" | undefined {
  return (["tsv", "csv"] as const).find((from) => {
    if (from === "tsv" && !line.includes(TAB)) return false;
    const actual = { ...options, from, skip: 0 };
    try {
      checkOptions(actual);
      const start = formatNamed(from).readStart(line, actual, true);
      return (
        start?.firstRow && formatNamed(from).findColumns(start.firstRow, planAt(start, actual))
      );
    } catch (error) {
      if (error instanceof BatchError) return false;
      throw error;
    }
  });
}

/**
 * The bytes outrank the name of a format. Lines below a header of known names are a table, a FeatureCollection is
 * geojson, and a Feature begins ndjson of features. An output in the format of its input changes with it.
 * @returns undefined if it takes more bytes
 */
function withActualFormats(
  bytes: Uint8Array,
  options: ResolvedBatchOptions,
  isLast: boolean,
): ResolvedBatchOptions | undefined {
  const { header, from: named, to } = options;
  let from = named;
  if (bytes.length === 0) return isLast ? options : undefined;
  if (!isLast && mayBecomeCollection(bytes)) return undefined;
  // An unknown format is rejected with the other options.
  const kind = FORMAT_FACTS[named]?.kind;
  if (header && (kind === "table" || kind === "line")) checkLineEnds(bytes, isLast);
  if (isCollection(bytes)) from = "geojson";
  else if (named === "json" && beginsWithFeature(bytes)) from = "ndjson";
  else if (named === "plain" && header) {
    const end = nextLine(bytes, 0);
    if (end < 0 && !isLast && bytes.length < MAX_LINE_BYTES) return undefined;
    from = tableWithHeader(end < 0 ? bytes : bytes.subarray(0, end), options) ?? named;
  }
  return { ...options, from, to: to === named ? from : to };
}

/** The start of an input. @returns undefined if it takes more bytes @throws BatchLimitError if its first row is too long */
function startOf(
  bytes: Uint8Array,
  options: ResolvedBatchOptions,
  isLast: boolean,
): InputStart | undefined {
  const { from, maxRowBytes } = options;
  const first = isLast ? bytes : bytes.subarray(0, maxRowBytes);
  const start = formatNamed(from).readStart(first, options, isLast);
  if (start || bytes.length <= maxRowBytes) return start;
  const isObject = from === "json" || from === "ndjson";
  throw (isObject && listError(first)) || new BatchLimitError("maxRowBytes", maxRowBytes);
}

/** A plan without columns. */
function planAt(
  { bytes, firstRow, ...start }: InputStart,
  options: ResolvedBatchOptions,
): BatchPlan {
  const { from, to } = options;
  const { kind } = FORMAT_FACTS[to];
  return {
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
    opening: NO_BYTES,
    between: utf8Bytes(formatNamed(to).between),
    closing: NO_BYTES,
    ...start,
  };
}

const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ";": "semicolons",
  "\t": "tabs",
  "|": "bars",
};

/** How an input is read, and columns to write that it lacks. */
function noticeOf(plan: BatchPlan): string | undefined {
  const { areFeatures, added, columns, delimiter, indexes, members, names, preambleLines } = plan;
  const { from, header, operation, columns: chosen = [] } = plan.options;
  const { kind } = FORMAT_FACTS[from];
  if (kind === "line") return undefined;
  const isOther = from === "csv" && delimiter !== ",";
  const hasLines = kind === "table" && preambleLines > (header ? 1 : 0);
  const places = ROLES[operation].flatMap((role) => {
    const name = members[role] ?? columns[indexes[role] ?? -1];
    return name === undefined ? [] : [`${role} from ${quoted(name)}`];
  });
  const lacking = chosen
    .filter(({ name }) => !added.includes(name) && indexByName(names, name) < 0)
    .map(({ name }) => quoted(name));
  return [
    from + (isOther ? ` with ${DELIMITER_NAMES[delimiter] ?? quoted(delimiter)}` : ""),
    ...(areFeatures && from !== "geojson" ? ["features"] : []),
    ...(hasLines ? [`rows from line ${preambleLines + 1}`] : []),
    ...places,
    ...(lacking.length > 0 ? [`no ${lacking.join(", ")} in the first row`] : []),
  ].join(", ");
}

/**
 * Plans the batch of one input.
 * @param bytes the first bytes of the input, in UTF-8
 * @param isLast whether these are all, or known to have the whole first row
 * @returns undefined if it takes more bytes
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
  const skipped = afterLines(bytes, options.skip);
  const lines = bytes.subarray(skipped);
  if (!isLast && isOnlyByteOrderMark(lines)) return undefined;
  const text = lines.subarray(afterByteOrderMark(lines));
  const actual = withActualFormats(text, options, isLast);
  if (!actual) return undefined;
  checkOptions(actual);
  const start = startOf(text, actual, isLast);
  if (!start) return undefined;
  const { firstRow } = start;
  const input = formatNamed(actual.from);
  const output = formatNamed(actual.to);
  const bare = planAt(start, actual);
  const found = { ...bare, ...input.findColumns(firstRow, bare) };
  const rest = text.subarray(start.bytes);
  const hasRow = firstRow !== undefined;
  checkDistinct(actual.operation, { ...found.indexes, ...found.members });
  if (hasRow && !areSiblingsKnown(found, firstRow, rest, isLast)) return undefined;

  const results = output.addedNames(actual, bare.hasFeatureOutput);
  const isUsed = (name: string) => found.names.some((used) => isSameName(used, name));
  const added = nameResults([...results, "error"], isUsed, actual);
  const preambleBytes = bytes.length - rest.length;
  const plan = {
    ...found,
    added,
    layout: layoutOf(actual, found.columns, input.kind !== "table" || !hasRow, added),
    preambleBytes,
    preambleLines: countLines(bytes, 0, preambleBytes),
  };
  const { opening = "", closing = "" } = output.frame?.(plan, firstRow) ?? {};
  const isSkipped = actual.skip > 0 && lines.length === 0;
  const notice = hasRow ? noticeOf(plan) : undefined;
  return {
    ...plan,
    notice: isSkipped ? "The input ends within the lines that the option skip leaves out." : notice,
    opening: utf8Bytes(opening),
    closing: utf8Bytes(closing),
  };
}
