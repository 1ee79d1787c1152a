/** Makes the plan of a batch. Each attempt reads a sample of the input, and asks the decisions of this folder in order. */
import * as characters from "../../characters.ts";
import { isObject } from "../../library/errors.ts";
import { quoted } from "../../messages.ts";
import { afterLines, countLines, nextLine } from "../byte-texts.ts";
import { NO_BYTES } from "../chunks.ts";
import { BatchError, BatchLimitError } from "../errors.ts";
import { defaultResultNames, FORMATS } from "../formats.ts";
import type { InputPlan } from "../input-plan.ts";
import { FORMAT_FACTS, type FormatName, hasKeys } from "../options/format-facts.ts";
import {
  checkOptions,
  type PlannedOptions,
  type ResolvedBatchOptions,
} from "../options/options.ts";
import { type ByRole, COLUMN_OPTIONS, type Operation, ROLES } from "../options/roles.ts";
import * as Layout from "../output/layout.ts";
import { sentence } from "../sentences.ts";
import { ELEMENTS, jqPath, parsed } from "../syntax/json-value.ts";
import { filledTexts } from "./columns.ts";
import { decideFormat } from "./format.ts";
import { decideMembers } from "./members.ts";
import { foldedName, indexByName, indexesOf } from "./names.ts";
import { decideMeaning, decideRoles } from "./role-columns.ts";
import * as Samples from "./sample.ts";
import { type InputStart, readStart } from "./start.ts";

/** @throws BatchError if lines end in carriage returns only, as on the first Macs */
function checkLineEnds({ bytes, options }: Samples.GivenBytes): void {
  const at = bytes.indexOf(characters.CARRIAGE_RETURN);
  if (at < 0 || at + 1 === bytes.length || bytes.includes(characters.LINE_FEED)) return;
  const message = `The lines end in carriage returns only. Convert them: tr '\\r' '\\n' < FILE | mapcoded ${options.operation}.`;
  throw new BatchError(message);
}

/** @throws BatchError when the first two roles of the operation have the same column or member */
function checkDistinct(operation: Operation, columns: ByRole<unknown>): void {
  const [first, second] = ROLES[operation];
  if (columns[first] === undefined || columns[first] !== columns[second]) return;
  const option = COLUMN_OPTIONS[second];
  const message = sentence`The ${first} and the ${second} are the same column. Choose another one with the option ${{ option }}.`;
  throw new BatchError(message, option);
}

// The plan

const UNDECIDED = {
  delimiter: ",",
  quotesSpanLines: true,
  lineEnd: "\n",
  isSequence: false,
  areFeatures: false,
  besidePlace: { before: -1, after: -1 },
  decimalsAtEnd: 0,
  columns: [],
  indexes: {},
  members: {},
  names: [],
  resultNames: [],
  warnings: [],
  opening: NO_BYTES,
  closing: NO_BYTES,
} satisfies Partial<InputPlan>;

const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ";": "semicolons",
  "\t": "tabs",
  "|": "bars",
  ":": "colons",
};

/** The interpretation of an input that has rows, and missing columns to write. Plain lines have none. */
function noticeOf(plan: InputPlan): string {
  const { areFeatures, resultNames, columns, delimiter, indexes, members, names, preambleLines } =
    plan;
  const { from, header, operation, columns: chosen = [] } = plan.options;
  const hasOther = from === "csv" && delimiter !== ",";
  const hasPreamble = !hasKeys(from) && preambleLines > Number(header);
  const missing = chosen
    .filter(({ name }) => !resultNames.includes(name) && indexByName(names, name) < 0)
    .map(({ name }) => quoted(name));
  const roles = ROLES[operation].flatMap((role) => {
    const name = members[role] ?? columns[indexes[role] ?? -1];
    return name === undefined ? [] : `${role} from ${quoted(name.trim())}`;
  });
  const parts = [
    hasOther ? `csv with ${DELIMITER_NAMES[delimiter] ?? quoted(delimiter)}` : from,
    areFeatures && from !== "geojson" ? "features" : [],
    hasPreamble ? `rows from line ${preambleLines + 1}` : [],
    roles,
    missing.length > 0 ? `no ${missing.join(", ")} in the first row` : [],
  ];
  return parts.flat().join(", ");
}

/** Warnings about results whose names the input has. @param results the names that they would have */
function renamingWarnings(
  results: readonly string[],
  isUsed: (name: string) => boolean,
  { resultNames, options: { columns } }: InputPlan,
  sample: Samples.Sample,
): Samples.Warnings {
  if (columns) {
    const index = results.findIndex((result, at) => {
      return result !== resultNames[at] && columns.some(({ name }) => name === result);
    });
    if (index < 0) return [];
    const [name, result] = [results, resultNames].map((names) => quoted(names[index]));
    const message = sentence`The option ${{ option: "columns" }} writes the column ${name} of the input. The result is ${result}.`;
    return [{ message, option: "columns" }];
  }
  const renamed = resultNames.filter((name) => !results.includes(name) && name !== "error");
  const used = [...results, "error"].filter(isUsed);
  // Tables of this program have a column for errors, and most have none.
  const errors = indexesOf(sample.names, ["error"]).flatMap((at) => filledTexts(sample, at));
  const isOwn = used.join() === "error" && errors.length === 0;
  if (renamed.length === 0 || isOwn) return [];
  const message = `The input has ${used.map(quoted).join(", ")} already. The results are in ${renamed.map(quoted).join(", ")}.`;
  return [{ message }];
}

/** What is known of an input besides its first bytes. */
export interface PlanSettings {
  /** The format that the name or the media type of the input proposes. */
  readonly proposed?: FormatName | undefined;
  /** Whether the bytes are all bytes of the input. */
  readonly isWhole?: boolean;
  /** Whether no more bytes are expected soon: one row suffices. */
  readonly isPausing?: boolean;
}

/** @throws BatchError if the input is the rows of an object over several lines, or an object that is cut */
function checkObject(
  { given: { bytes }, sample, offset, plan: { isSequence } }: InputStart,
  options: PlannedOptions,
): void {
  if (!isSequence || bytes[offset] !== characters.OPENING_BRACE) return;
  const line = nextLine(bytes, offset);
  const row = characters.utf8Text(bytes, offset, line < 0 ? bytes.length : line).trim();
  if (parsed(row) !== undefined) return;
  if (row.endsWith(",") && parsed(row.slice(0, -1)) !== undefined) {
    const message = `The lines end with commas. Remove these: sed -E 's/,\\s*$//' FILE | mapcoded ${options.operation}.`;
    throw new BatchError(message, "from");
  }
  const { value, isClosed } = Samples.parsedStart(characters.utf8Text(bytes, offset));
  if (!isObject(value) || (isClosed && line < 0)) return;
  if (sample.isWhole && !isClosed) {
    const message = "The input is a JSON object that ends early. Check that it is complete.";
    throw new BatchError(message);
  }
  let filter = ".";
  if (options.operation === "encode") {
    try {
      decideMembers(Samples.jsonSample([value]), {}, options);
    } catch (error) {
      if (error instanceof BatchError && error.option === "from") throw error;
    }
  } else {
    const array = Object.entries(value).find(([, member]) => Array.isArray(member));
    if (array) filter = jqPath([array[0], ELEMENTS]);
  }
  // A row may be longer than the bytes so far.
  if (line < 0 && !sample.isWhole) return;
  const message = `The input is a JSON object over several lines. Write one value a line: jq -c '${filter}'.`;
  throw new BatchError(message, "from");
}

/** Reads the start of an input in its format. @returns undefined if more bytes are needed */
function readInput(
  afterSkip: Uint8Array,
  options: ResolvedBatchOptions,
  { proposed, isWhole: hasAll = true, isPausing = false }: PlanSettings,
) {
  const readUpTo = (length: number, maxRows: number) => {
    const bytes = afterSkip.subarray(0, length);
    const isWhole = hasAll && afterSkip.length <= length;
    const given = { bytes, options, proposed, isWhole, maxRows };
    const decided = decideFormat(given);
    const planned = { ...options, from: decided.format, to: options.to ?? decided.format };
    checkOptions(planned);
    return { isWhole, planned, input: readStart(given, decided) };
  };
  const sampled = readUpTo(Samples.SAMPLE_BYTES, Samples.MAX_SAMPLE_ROWS);
  const rows = sampled.input?.rowCount ?? 0;
  const isEnough = afterSkip.length >= Samples.SAMPLE_BYTES || isPausing;
  if (sampled.isWhole || rows === Samples.MAX_SAMPLE_ROWS || (isEnough && rows > 0)) {
    return sampled;
  }
  // The first row is longer than the sample.
  const maxBytes = Samples.SAMPLE_BYTES + options.maxRowBytes;
  return hasAll || afterSkip.length > maxBytes ? readUpTo(maxBytes, 1) : undefined;
}

/**
 * Plans the batch of one input.
 * @param bytes the first bytes of the input, from a Transcoder
 * @returns undefined if more bytes are needed
 * @throws BatchError when options are wrong or contradict each other, when the input does not begin as its
 *   format requires, when a column is missing, or when it is in doubt what the values mean
 */
export function makePlan(bytes: Uint8Array, options: ResolvedBatchOptions): InputPlan;
export function makePlan(
  bytes: Uint8Array,
  options: ResolvedBatchOptions,
  settings: PlanSettings,
): InputPlan | undefined;
export function makePlan(
  bytes: Uint8Array,
  options: ResolvedBatchOptions,
  settings: PlanSettings = {},
) {
  checkOptions(options);
  const { maxRowBytes, skip } = options;
  const skipped = afterLines(bytes, skip);
  const read = readInput(bytes.subarray(skipped), options, settings);
  if (!read) return undefined;
  const { input, isWhole, planned } = read;
  if (input) checkObject(input, planned);
  const isLong = characters.utf8Bytes(input?.firstRow ?? "").length > maxRowBytes;
  const hasNoEnd = input?.rowCount === 0 && !isWhole && hasKeys(planned.from);
  if (!input || isLong || hasNoEnd) throw new BatchLimitError("maxRowBytes", maxRowBytes);
  const { given, sample, offset, firstRow, rowCount } = input;
  if (!hasKeys(planned.from)) checkLineEnds(given);
  const { kind } = FORMAT_FACTS[planned.to];
  const preambleBytes = skipped + offset;
  const base: InputPlan = {
    ...UNDECIDED,
    ...input.plan,
    options: planned,
    keepsFormat: planned.from === planned.to,
    keepsLineEnds: planned.from === planned.to,
    hasTableOutput: kind === "table",
    hasFeatureOutput:
      kind === "feature" || (planned.to === "ndjson" && input.plan.areFeatures === true),
    preambleBytes,
    preambleLines: countLines(bytes, 0, preambleBytes),
    between: characters.utf8Bytes(FORMATS[planned.to].between),
  };
  let indexes: ByRole<number> = {};
  try {
    const roles = decideRoles(input, base);
    indexes = roles.group === sample ? roles.indexes : {};
    const decided = { ...base, ...roles.plan };
    checkDistinct(planned.operation, { ...decided.indexes, ...decided.members });
    if (rowCount === 0 && firstRow === undefined) return withOutput(decided, firstRow, sample);
    const { lonFirst, warnings, area } = decideMeaning(sample, roles, decided);
    const plan = { ...decided, options: { ...planned, lonFirst }, warnings, area };
    return withOutput(plan, firstRow, sample);
  } catch (error) {
    const { names, rows } = sample;
    if (error instanceof BatchError) error.sample = { from: planned.from, names, rows, indexes };
    throw error;
  }
}

/** Adds the columns and the frame of the output, the notice, and warnings about names. */
function withOutput(
  decided: InputPlan,
  firstRow: string | undefined,
  sample: Samples.Sample,
): InputPlan {
  const { columns, hasFeatureOutput, names, options, preambleBytes, warnings } = decided;
  const output = FORMATS[options.to];
  const hasRow = firstRow !== undefined;
  const results = defaultResultNames(options, hasFeatureOutput);
  const isUsed = (name: string) =>
    names.includes(name) || indexesOf(names, [foldedName(name)]).length > 0;
  const resultNames = Layout.nameResults(results, isUsed, options);
  const hasOtherMembers = FORMAT_FACTS[options.from].kind !== "table" || !hasRow;
  Layout.checkMembers(options, names);
  const layout = Layout.layoutOf(options, columns, hasOtherMembers, resultNames);
  const plan = { ...decided, resultNames, layout };
  const { opening = "", closing = "" } = output.frame?.(plan, firstRow) ?? {};
  const isSkipped = options.skip > 0 && !hasRow && preambleBytes > 0 && options.from !== "plain";
  const notice = hasRow ? noticeOf(plan) : undefined;
  return {
    ...plan,
    notice: isSkipped ? "The input has no rows after the lines that are skipped." : notice,
    warnings: [...warnings, ...renamingWarnings(results, isUsed, plan, sample)],
    opening: characters.utf8Bytes(opening),
    closing: characters.utf8Bytes(closing),
  };
}
