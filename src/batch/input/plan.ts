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
import { type ByRole, COLUMN_OPTIONS, missingRoles, ROLES } from "../options/roles.ts";
import { sentence } from "../sentences.ts";
import { fieldsOf } from "../syntax/fields.ts";
import { JsonReader } from "../syntax/json-reader.ts";
import { parsed } from "../syntax/json-value.ts";
import { afterLines, countLines, nextLine } from "../text.ts";
import { jqPath } from "./arrays.ts";
import { checkDegrees } from "./beside.ts";
import { decideColumns, filledTexts, missingColumn } from "./columns.ts";
import { DELIMITERS, decideFormat } from "./format.ts";
import {
  checkIsHeader,
  chosenColumns,
  findLaterHeader,
  hasColumns,
  numbersError,
} from "./header.ts";
import { isSameName } from "./names.ts";
import { checkLines, checkOwnOrder, decideLonFirst } from "./pair.ts";
import { decideMembers } from "./places.ts";
import {
  type Decided,
  ELEMENTS,
  type Group,
  isFeature,
  jsonSample,
  MAX_SAMPLE_ROWS,
  parsedStart,
  SAMPLE_BYTES,
  type Sample,
  textOfValue,
  type Warnings,
} from "./sample.ts";
import { type InputStart, readStart } from "./start.ts";

/** @throws BatchError if lines end in carriage returns only, as on the first Macs */
function checkLineEnds(head: Uint8Array, { operation }: ResolvedBatchOptions): void {
  const at = head.indexOf(CARRIAGE_RETURN);
  if (at < 0 || at + 1 === head.length || head.includes(LINE_FEED)) return;
  const message = `The lines end in carriage returns only. Convert them: tr '\\r' '\\n' < FILE | mapcoded ${operation}.`;
  throw new BatchError(message);
}

// The values of rows

/** The start of an input, and the bytes that it is read from. */
interface Input extends InputStart {
  readonly head: Uint8Array;
}

const NO_VALUES = { columns: [], indexes: {}, members: {}, names: [] };

/** The columns or members of an input, and those of the sample that hold its values. */
interface Values {
  readonly plan: Pick<BatchPlan, "columns" | "indexes" | "members" | "names">;
  readonly group: Group;
  readonly indexes: ByRole<number>;
  readonly warnings: Warnings;
}

function valuesWithout(sample: Sample, names: Partial<BatchPlan> = {}): Values {
  return { plan: { ...NO_VALUES, ...names }, group: sample, indexes: {}, warnings: [] };
}

/** Name of the column or member that holds a line in other formats. */
const LINE_COLUMN = "input";

/** Encodings of files, the most frequent one first. */
const ENCODINGS =
  "latin1 windows-1250 windows-1251 windows-1253 windows-1254 shift_jis euc-kr gb18030 big5".split(
    " ",
  );

/** The encoding in which a line names the required columns, or else the most frequent one. */
function encodingOf(line: Uint8Array, options: PlannedOptions, delimiter: string): string {
  const isRight = (encoding: string) => {
    const text = new TextDecoder(encoding).decode(line).trim();
    return hasColumns(fieldsOf(text, delimiter) ?? [], options);
  };
  return ENCODINGS.find(isRight) ?? ENCODINGS[0];
}

/** The error for a table without the required columns: perhaps its header is another line, or in another encoding. */
function missingColumnsError(
  { delimiter, head, sample, firstRow = "", offset }: Input,
  options: PlannedOptions,
  error: BatchError,
): BatchError {
  const { encoding, header, skip } = options;
  if (!header) return error;
  const from = head.subarray(0, offset).lastIndexOf(LINE_FEED, offset - 2) + 1;
  const later = findLaterHeader(head, from, DELIMITERS, options);
  if (later !== undefined) {
    const lines = skip + countLines(head, 0, later);
    const message = sentence`The first row ${quoted(firstRow)} does not name the columns. Line ${lines + 1} does: use the option ${{ option: "skip", value: lines }}.`;
    return new BatchError(message, "skip");
  }
  if (encoding === undefined && sample.names.some((name) => name.includes("\ufffd"))) {
    const value = encodingOf(head.subarray(from, offset), options, delimiter);
    const message = sentence`The names of columns ${quoted(firstRow)} are not UTF-8 text. Use the option ${{ option: "encoding", value }}, or another encoding.`;
    return new BatchError(message, "encoding");
  }
  return error;
}

/** The columns of a table. @throws BatchError if it lacks one, or if its first row is not a header */
function valuesOfTable(input: Input, { keepsFormat, options }: BatchPlan): Values {
  const { sample } = input;
  const { header, operation } = options;
  const names = header ? sample.names : (sample.rows[0] ?? []).map((_, at) => `column${at + 1}`);
  let indexes: ByRole<number>;
  let warnings: Warnings;
  try {
    const chosen = chosenColumns(names, options);
    ({ value: indexes, warnings } = decideColumns(sample, chosen, options));
    const [missing] = missingRoles(operation, indexes);
    checkIsHeader(names, missing === undefined, options);
    if (missing !== undefined) {
      throw header ? missingColumn(sample, missing, "column") : numbersError(sample, options);
    }
  } catch (error) {
    throw error instanceof BatchError ? missingColumnsError(input, options, error) : error;
  }
  const columns = keepsFormat ? names : Columns.distinctNames(names);
  const plan = { ...NO_VALUES, columns, indexes, names: columns };
  return { plan, group: sample, indexes, warnings };
}

/** The members of the values of JSON rows, and all members of the first one if the output needs their names. */
function valuesOfJson({ firstRow = "", sample }: Input, plan: BatchPlan): Values {
  const { areFeatures, hasFeatureOutput, hasTableOutput, isSequence, options } = plan;
  const { operation } = options;
  const chosen = Object.fromEntries(
    ROLES[operation].flatMap((role) => {
      const name = options[COLUMN_OPTIONS[role]];
      return name === undefined ? [] : [[role, name]];
    }),
  );
  if (areFeatures ? !sample.values.some(isFeature) : sample.values.length === 0) {
    if (!hasTableOutput) return valuesWithout(sample);
    const [problem, names] = areFeatures
      ? ["is neither a GeoJSON Feature nor a Point", "properties"]
      : ["is not valid JSON", "members"];
    throw new BatchError(
      `The first row ${quoted(firstRow)} ${problem}. Its ${names} are needed to name the columns of the output.`,
    );
  }
  const reader = new JsonReader({ ...plan, isSequence: false });
  reader.next(utf8Bytes(firstRow), 0);
  const { feature, fields } = reader.row.schema;
  const names = (feature && hasFeatureOutput ? feature.properties : fields).map(({ name }) => name);
  const isWhole = hasTableOutput && !options.onlyResults;
  const columns = isWhole ? (options.columns?.map(({ name }) => name) ?? names) : [];
  const hasPoints = areFeatures && operation === "encode";
  if (hasPoints) {
    const given = (["latColumn", "lonColumn", "coordinatesColumn"] as const).find(
      (name) => options[name] !== undefined,
    );
    if (given === undefined) return valuesWithout(sample, { columns, names });
    const message = sentence`Features have their point as the geometry, not in a column. Omit the option ${{ option: given }}.`;
    throw new BatchError(message, given);
  }
  const first = sample.values.find((value) => typeof value === "object" && value !== null);
  // Rows that are pairs, or mapcodes, have no members.
  if (!isObject(first)) return valuesWithout(sample, { columns, names });
  const { members, ...found } = decideMembers(sample, chosen, !isSequence, options);
  const [missing] = missingRoles(operation, members);
  if (missing !== undefined) {
    throw missingColumn(sample, missing, areFeatures ? "property" : "member", names);
  }
  return { ...found, plan: { ...NO_VALUES, columns, members, names } };
}

// What the values mean

/** Decides the order of pairs, and what stands beside degrees. @throws BatchError if that is in doubt */
function checkPlace(
  sample: Sample,
  { group, indexes }: Values,
  plan: BatchPlan,
): Decided<PlannedOptions> {
  const { areFeatures, options } = plan;
  const { latitude, longitude, coordinates } = indexes;
  const isPlain = FORMAT_FACTS[options.from].kind === "line";
  if (options.operation === "decode") return { value: options, warnings: [] };
  if (areFeatures) return { value: options, warnings: checkOwnOrder(sample.values, options) };
  if (isPlain) return { value: options, warnings: checkLines(sample.rows.flat(), options) };
  if (latitude !== undefined && longitude !== undefined) {
    const isSaid = (options.latColumn ?? options.lonColumn) !== undefined;
    const warnings = checkDegrees(group, { latitude, longitude }, isSaid, options);
    return { value: options, warnings };
  }
  const isBoth = coordinates !== undefined;
  const texts = isBoth
    ? filledTexts(group, coordinates)
    : sample.values.flatMap((value) => (Array.isArray(value) ? (textOfValue(value) ?? []) : []));
  const name = isBoth ? group.names[coordinates] : undefined;
  const { value: lonFirst, warnings } = decideLonFirst(name, texts, options);
  return { value: { ...options, lonFirst }, warnings };
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

/** The values of rows, and the columns of the output. */
function valuesOf(input: Input, plan: BatchPlan): Values {
  const { kind } = FORMAT_FACTS[plan.options.from];
  const line = [LINE_COLUMN];
  if (kind === "line") return valuesWithout(input.sample, { columns: line, names: line });
  if (input.firstRow === undefined) return valuesWithout(input.sample);
  return kind === "table" ? valuesOfTable(input, plan) : valuesOfJson(input, plan);
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
