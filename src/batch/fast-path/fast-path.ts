/**
 * The fast path, from bytes to bytes, for rows that get the common results. It writes the same bytes as the general
 * path, and leaves rare rows to that path, such as rows with odd quotes or numbers.
 */
import { formatNamed } from "../formats/index.ts";
import type { BatchPlan } from "../plan/plan.ts";
import { type FastConversion, FastEncoding } from "./conversions.ts";
import { commentByte, LineFastPath, TableFastPath } from "./copied-rows.ts";
import { FastDecoding } from "./decoding.ts";
import { FailureMessages } from "./failure-messages.ts";
import { JsonReader } from "./json-reader.ts";
import { createTemplates, messageForm } from "./output-templates.ts";
import type { FastPath } from "./paths.ts";
import { TemplateFastPath } from "./rebuilt-rows.ts";
import { rowEndOf } from "./row-ends.ts";
import { shapeOf } from "./row-shapes.ts";
import { NO_SLOT, type RowShape } from "./shapes.ts";
import { TableReader } from "./table-reader.ts";
import { FAST_ROLES } from "./value-ranges.ts";

/** Whether all values of rows have roles of the fast path, and, in tables, each a column of its own. */
function hasCommonColumns({ options, indexes }: BatchPlan): boolean {
  if (options.decimalComma || indexes.coordinates !== undefined) return false;
  const columns = FAST_ROLES[options.operation].flatMap((role) => indexes[role] ?? []);
  return new Set(columns).size === columns.length;
}

/** Whether rows get the common results, in their common places. */
function hasCommonResults({ options, layout }: BatchPlan): boolean {
  return (
    options.alphabet === undefined &&
    options.include.length === 0 &&
    layout === undefined &&
    options.nullText === undefined
  );
}

/** The fast path of tables whose rows become JSON, or rows of a table with another delimiter. */
function tableFastPath(plan: BatchPlan, conversion: FastConversion): FastPath {
  const { columns, delimiter, indexes, options } = plan;
  const members = columns.map((name, slot) => ({ name, slot }));
  const roles = FAST_ROLES[options.operation];
  const [first, second, territory, country] = roles.map((role) => indexes[role] ?? NO_SLOT);
  const failures = new FailureMessages(conversion, messageForm(plan));
  const templates = createTemplates(plan, true, failures.writer).ofMembers(members, undefined);
  const shape: RowShape = {
    first,
    second,
    territory,
    country,
    names: "",
    required: [],
    ...templates,
  };
  const comment = commentByte(options);
  const reader = new TableReader(delimiter.charCodeAt(0), comment, columns.length, shape);
  const { between = "" } = formatNamed(options.to).records ?? {};
  return new TemplateFastPath(reader, conversion, failures, "field", between);
}

/** The fast path of JSON. */
function jsonFastPath(plan: BatchPlan, conversion: FastConversion): FastPath {
  const { from, operation, to } = plan.options;
  const format = formatNamed(from);
  const failures = new FailureMessages(conversion, messageForm(plan));
  const templates = createTemplates(plan, false, failures.writer);
  const rowEnd = rowEndOf(format, plan.isSequence);
  const reader = new JsonReader(rowEnd, format.hasGeometry ?? false, (end) => {
    return shapeOf(end, plan, templates);
  });
  const form = operation === "encode" ? "number" : "string";
  const { between = "" } = formatNamed(to).records ?? {};
  return new TemplateFastPath(reader, conversion, failures, form, between);
}

/** Creates the fast path of a plan; undefined if the general path has to convert all rows. */
export function createFastPath(plan: BatchPlan): FastPath | undefined {
  const { options, keepsFormat } = plan;
  const { fastPath } = formatNamed(options.from);
  const output = formatNamed(options.to);
  if (!fastPath || !hasCommonResults(plan) || !hasCommonColumns(plan)) return undefined;
  const isCopied = keepsFormat && (fastPath === "line" || fastPath === "fields");
  const isJson = output.records !== undefined;
  const isEncode = options.operation === "encode";
  const conversion = isEncode ? new FastEncoding(options, !isJson) : new FastDecoding(options);
  if (isCopied && fastPath === "line") return new LineFastPath(conversion, options);
  if (isCopied) return new TableFastPath(plan, conversion);
  if (fastPath === "line" || (!isJson && !output.isTable)) return undefined;
  if (fastPath !== "fields") {
    return options.comment === undefined ? jsonFastPath(plan, conversion) : undefined;
  }
  return options.typedNumbers ? undefined : tableFastPath(plan, conversion);
}
