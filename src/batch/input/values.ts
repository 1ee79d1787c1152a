/** Decides which columns or members of an input hold its values, and what these mean. */
import { LINE_FEED, utf8Bytes } from "../../characters.ts";
import { isObject } from "../../library/errors.ts";
import { quoted } from "../../messages.ts";
import type { BatchPlan } from "../batch-plan.ts";
import * as Columns from "../columns/columns.ts";
import { BatchError } from "../errors.ts";
import { FORMAT_FACTS } from "../options/formats.ts";
import type { PlannedOptions } from "../options/options.ts";
import { type ByRole, COLUMN_OPTIONS, missingRoles, ROLES } from "../options/roles.ts";
import { sentence } from "../sentences.ts";
import { fieldsOf } from "../syntax/fields.ts";
import { JsonReader } from "../syntax/json-reader.ts";
import { countLines } from "../text.ts";
import { checkDegrees } from "./beside.ts";
import { decideColumns, filledTexts, missingColumn } from "./columns.ts";
import { DELIMITERS } from "./format.ts";
import {
  checkIsHeader,
  chosenColumns,
  findLaterHeader,
  hasColumns,
  numbersError,
} from "./header.ts";
import { checkLines, checkOwnOrder, decideLonFirst } from "./pair.ts";
import { decideMembers } from "./places.ts";
import {
  type Decided,
  type Group,
  isFeature,
  type Sample,
  textOfValue,
  type Warnings,
} from "./sample.ts";
import type { InputStart } from "./start.ts";

/** The start of an input, and the bytes that it is read from. */
export interface Input extends InputStart {
  readonly head: Uint8Array;
}

export const NO_VALUES = { columns: [], indexes: {}, members: {}, names: [] };

/** The columns or members of an input, and those of the sample that hold its values. */
export interface Values {
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

/** The values of rows, and the columns of the output. */
export function valuesOf(input: Input, plan: BatchPlan): Values {
  const { kind } = FORMAT_FACTS[plan.options.from];
  const line = [LINE_COLUMN];
  if (kind === "line") return valuesWithout(input.sample, { columns: line, names: line });
  if (input.firstRow === undefined) return valuesWithout(input.sample);
  return kind === "table" ? valuesOfTable(input, plan) : valuesOfJson(input, plan);
}

// What the values mean

/** Decides the order of pairs, and what stands beside degrees. @throws BatchError if that is in doubt */
export function checkPlace(
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
