/**
 * The fast path, from bytes to bytes, for rows that get the common results. It writes the same bytes as the general
 * path, and leaves rare rows to that path, such as rows with odd quotes or numbers.
 */
import { ROLES } from "../conversion.ts";
import type { Format } from "../formats/format.ts";
import { formatNamed } from "../formats/index.ts";
import type { BatchPlan } from "../plan.ts";
import { type FastConversion, FastEncoding } from "./conversions.ts";
import { commentByte, type FastPath, LineFastPath, TableFastPath } from "./copied-rows.ts";
import { FastDecoding } from "./decoding.ts";
import { FailureMessages } from "./failure-messages.ts";
import { JsonReader } from "./json-reader.ts";
import { createTemplates, messageForm } from "./output-templates.ts";
import { TemplateFastPath } from "./rebuilt-rows.ts";
import { ELEMENT_ENDS, RECORD_ENDS, type RowEnd, VALUE_ENDS } from "./row-ends.ts";
import { shapeOf } from "./row-shapes.ts";
import { NO_SLOT, type RowShape } from "./shapes.ts";
import { TableReader } from "./table-reader.ts";

export { FALL_BACK, type FastPath, UNCONVERTED } from "./copied-rows.ts";

/** Whether rows have no values but two numbers, or a mapcode and what it needs. */
function hasCommonColumns({ options, indexes }: BatchPlan): boolean {
  const { countryColumn, decimalComma, operation, territoryColumn } = options;
  const hasArea =
    countryColumn !== undefined || (operation === "encode" && territoryColumn !== undefined);
  return !decimalComma && indexes.coordinates === undefined && !hasArea;
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

function rowEndOf({ fastPath }: Format, { isSequence }: BatchPlan): RowEnd {
  if (fastPath === "values" || isSequence) return VALUE_ENDS;
  return fastPath === "records" ? RECORD_ENDS : ELEMENT_ENDS;
}

/** The fast path of tables whose rows become JSON, or rows of a table with another delimiter. */
function tableFastPath(plan: BatchPlan, conversion: FastConversion): FastPath {
  const { columns, delimiter, indexes, options } = plan;
  const members = columns.map((name, slot) => ({ name, slot }));
  const [first, second, third] = ROLES[options.operation].map((role) => indexes[role] ?? NO_SLOT);
  const failures = new FailureMessages(conversion, messageForm(plan));
  const templates = createTemplates(plan, true, failures.writer).ofMembers(members, undefined);
  const shape: RowShape = { first, second, third, required: [], ...templates };
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
  const reader = new JsonReader(rowEndOf(format, plan), format.hasGeometry ?? false, (end) => {
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
