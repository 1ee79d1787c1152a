/** Makes the plan of a batch: reads a sample of its input, and asks each decision once. */
import {
  CARRIAGE_RETURN,
  LINE_FEED,
  OPENING_BRACE,
  utf8Bytes,
  utf8Text,
} from "../../characters.ts";
import { isObject } from "../../library/errors.ts";
import { quoted } from "../../messages.ts";
import type { BatchPlan } from "../batch-plan.ts";
import { NO_BYTES } from "../chunks.ts";
import * as Columns from "../columns/columns.ts";
import { BatchError, BatchLimitError } from "../errors.ts";
import { formatNamed } from "../formats/index.ts";
import { FORMAT_FACTS, type FormatName, hasKeys } from "../options/formats.ts";
import {
  checkOptions,
  type PlannedOptions,
  type ResolvedBatchOptions,
} from "../options/options.ts";
import { ROLES } from "../options/roles.ts";
import { parsed } from "../syntax/json-value.ts";
import { afterLines, countLines, nextLine } from "../text.ts";
import { jqPath } from "./arrays.ts";
import { decideFormat } from "./format.ts";
import { isSameName } from "./names.ts";
import { decideMembers } from "./places.ts";
import {
  ELEMENTS,
  jsonSample,
  MAX_SAMPLE_ROWS,
  parsedStart,
  SAMPLE_BYTES,
  type Warnings,
} from "./sample.ts";
import { readStart } from "./start.ts";
import { checkPlace, type Input, NO_VALUES, valuesOf } from "./values.ts";

/** @throws BatchError if lines end in carriage returns only, as on the first Macs */
function checkLineEnds(head: Uint8Array, { operation }: ResolvedBatchOptions): void {
  const at = head.indexOf(CARRIAGE_RETURN);
  if (at < 0 || at + 1 === head.length || head.includes(LINE_FEED)) return;
  const message = `The lines end in carriage returns only. Convert them: tr '\\r' '\\n' < FILE | mapcoded ${operation}.`;
  throw new BatchError(message);
}

// The plan

const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ";": "semicolons",
  "\t": "tabs",
  "|": "bars",
  ":": "colons",
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
    if (name !== undefined) parts.push(`${role} from ${quoted(name.trim())}`);
  }
  if (lacking.length > 0) parts.push(`no ${lacking.join(", ")} in the first row`);
  return parts.join(", ");
}

/** Warnings about results whose names the input has. @param results the names that they would have */
function renamingWarnings(
  results: readonly string[],
  { added, names, options }: Pick<BatchPlan, "added" | "names" | "options">,
): Warnings {
  const isUsed = (name: string) => names.some((used) => isSameName(used, name));
  const renamed = added.filter((name) => !results.includes(name) && name !== "error");
  const { columns } = options;
  if (columns) {
    const other = columns.find(({ name }) => results.includes(name) && !added.includes(name));
    if (!other) return [];
    const result = added[results.indexOf(other.name)];
    const written = quoted(other.name);
    const message = `The column ${written} to write is that of the input. The result is ${quoted(result)}.`;
    return [{ message, option: "columns" }];
  }
  if (renamed.length === 0) return [];
  const used = [...results, "error"].filter(isUsed).map(quoted);
  const message = `The input has ${used.join(", ")} already. The results are in ${renamed.map(quoted).join(", ")}.`;
  return [{ message }];
}

/** What is known of an input besides its first bytes. */
export interface PlanSettings {
  /** The format that the name or the media type of the input proposes. */
  readonly proposed?: FormatName | undefined;
  /** Whether the bytes are all bytes of the input. */
  readonly isLast?: boolean;
  /** Whether no more bytes are expected soon: one row suffices. */
  readonly isSettled?: boolean;
}

/** The error for the rows of an object over several lines, or of one that is cut; undefined for other inputs. */
function objectError(
  { head, sample, offset, isSequence }: Input,
  options: PlannedOptions,
): BatchError | undefined {
  if (!isSequence || head[offset] !== OPENING_BRACE) return undefined;
  const line = nextLine(head, offset);
  if (parsed(utf8Text(head, offset, line < 0 ? head.length : line)) !== undefined) return undefined;
  const { value, isWhole } = parsedStart(utf8Text(head, offset, head.length));
  if (!isObject(value) || (isWhole && line < 0)) return undefined;
  // A row may be longer than the bytes so far.
  const isLong = line < 0 && !sample.isWhole;
  if (sample.isWhole && !isWhole) {
    return new BatchError("The input is a JSON object that ends early. Check that it is complete.");
  }
  let filter = ".";
  if (options.operation === "encode") {
    try {
      decideMembers(jsonSample(sample.format, [value], false, true), {}, false, options);
    } catch (error) {
      if (error instanceof BatchError && error.option === "from") return error;
    }
  } else {
    const array = Object.entries(value).find(([, member]) => Array.isArray(member));
    if (array) filter = jqPath([array[0], ELEMENTS]);
  }
  if (isLong) return undefined;
  const message = `The input is a JSON object over several lines. Write one value a line: jq -c '${filter}'.`;
  return new BatchError(message, "from");
}

/** Reads the start of an input in its format. @returns undefined if more bytes are needed */
function readInput(
  text: Uint8Array,
  options: ResolvedBatchOptions,
  { proposed, isLast = true, isSettled = false }: PlanSettings,
) {
  const { maxRowBytes } = options;
  const read = (length: number, maxRows: number) => {
    const head = text.subarray(0, length);
    const isWhole = isLast && text.length <= length;
    const format = decideFormat(head, options, proposed, isWhole);
    const planned = { ...options, from: format.from, to: options.to ?? format.from };
    checkOptions(planned);
    const start = readStart(head, format, planned, { isWhole, maxRows });
    return { isWhole, planned, input: start && { ...start, head } };
  };
  const sampled = read(SAMPLE_BYTES, MAX_SAMPLE_ROWS);
  const rows = sampled.input?.rows ?? 0;
  const isEnough = text.length >= SAMPLE_BYTES || isSettled;
  if (sampled.isWhole || rows === MAX_SAMPLE_ROWS || (isEnough && rows > 0)) return sampled;
  const maxBytes = SAMPLE_BYTES + maxRowBytes;
  if (!isLast && text.length <= maxBytes) return undefined;
  // The first row is longer than the sample.
  return read(maxBytes, 1);
}

/**
 * Plans the batch of one input.
 * @param bytes the first bytes of the input, from an InputDecoder
 * @returns undefined if more bytes are needed
 * @throws BatchError when options are wrong or contradict each other, when the input does not begin as its
 *   format requires, when a column is missing, or when it is in doubt what the values mean
 */
export function planBatch(bytes: Uint8Array, options: ResolvedBatchOptions): BatchPlan;
export function planBatch(
  bytes: Uint8Array,
  options: ResolvedBatchOptions,
  settings: PlanSettings,
): BatchPlan | undefined;
export function planBatch(
  bytes: Uint8Array,
  options: ResolvedBatchOptions,
  settings: PlanSettings = {},
) {
  checkOptions(options);
  const { maxRowBytes, skip } = options;
  const skipped = afterLines(bytes, skip);
  const text = bytes.subarray(skipped);
  const read = readInput(text, options, settings);
  if (!read) return undefined;
  const { input, isWhole, planned } = read;
  const object = input && objectError(input, planned);
  if (object) throw object;
  const isLong = (input?.firstRow ?? "").length > maxRowBytes;
  const isOpen = input?.rows === 0 && !isWhole && hasKeys(FORMAT_FACTS[planned.from].kind);
  if (!input || isLong || isOpen) {
    throw new BatchLimitError("maxRowBytes", maxRowBytes);
  }
  const { head, sample, offset, firstRow, rows, ...start } = input;
  const { from, to } = planned;
  if (planned.header && !hasKeys(FORMAT_FACTS[from].kind)) checkLineEnds(head, options);
  const output = formatNamed(to);
  const { kind } = FORMAT_FACTS[to];
  const preambleBytes = skipped + offset;
  const base: BatchPlan = {
    ...start,
    ...NO_VALUES,
    options: planned,
    keepsFormat: from === to,
    hasTableOutput: kind === "table",
    hasFeatureOutput: kind === "feature" || (to === "ndjson" && start.areFeatures),
    preambleBytes,
    preambleLines: countLines(bytes, 0, preambleBytes),
    added: [],
    layout: undefined,
    notice: undefined,
    warnings: [],
    opening: NO_BYTES,
    between: utf8Bytes(output.between),
    closing: NO_BYTES,
  };
  const values = valuesOf(input, base);
  const found = { ...base, ...values.plan };
  Columns.checkDistinct(planned.operation, { ...found.indexes, ...found.members });
  const place =
    rows === 0 && firstRow === undefined ? undefined : checkPlace(sample, values, found);
  return withOutput(
    {
      ...found,
      options: place?.value ?? planned,
      warnings: [...values.warnings, ...(place?.warnings ?? [])],
    },
    firstRow,
  );
}

/** Adds the columns and the frame of the output, the notice, and warnings about names. */
function withOutput(found: BatchPlan, firstRow: string | undefined): BatchPlan {
  const { hasFeatureOutput, names, options, preambleBytes } = found;
  const output = formatNamed(options.to);
  const hasRow = firstRow !== undefined;
  const results = output.addedNames(options, hasFeatureOutput);
  const isUsed = (name: string) => names.some((used) => isSameName(used, name));
  const added = Columns.nameResults(results, isUsed, options);
  const isOpen = FORMAT_FACTS[options.from].kind !== "table" || !hasRow;
  Columns.checkMembers(options, names);
  const layout = Columns.layoutOf(options, found.columns, isOpen, added);
  const plan = { ...found, added, layout };
  const { opening = "", closing = "" } = output.frame?.(plan, firstRow) ?? {};
  const isSkipped = options.skip > 0 && !hasRow && preambleBytes > 0 && options.from !== "plain";
  const notice = hasRow ? noticeOf(plan) : undefined;
  return {
    ...plan,
    notice: isSkipped ? "The input ends within the lines that are skipped." : notice,
    warnings: [...plan.warnings, ...renamingWarnings(results, plan)],
    opening: utf8Bytes(opening),
    closing: utf8Bytes(closing),
  };
}
