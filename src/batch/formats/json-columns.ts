/** Finds the members of the first row that hold the values to convert, and how rows of JSON are split and read. */
import { readCoordinates } from "../../library/coordinates.ts";
import { isObject } from "../../library/options.ts";
import { quoted } from "../../messages.ts";
import { utf8Bytes } from "../../platform.ts";
import { indexesByRole, type JsonObject, memberValue, missingColumn } from "../columns/columns.ts";
import { BatchError } from "../errors.ts";
import {
  type Columns,
  type FormatContext,
  type FormatPlan,
  type FoundColumns,
  NO_COLUMNS,
} from "../format-plan.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { COLUMN_OPTIONS, missingRoles, ROLES, type Role, resultNames } from "../options/roles.ts";
import { POINT_VALUES } from "../output/json.ts";
import { RowProblem } from "../rows/row-errors.ts";
import { type ArrayClosing, ArrayTail, JsonEnds } from "../syntax/json-ends.ts";
import { JsonReader } from "../syntax/json-reader.ts";
import { LIST_MEMBER, namesByRole } from "../syntax/json-schema.ts";
import { LINES, RowSplitter } from "../syntax/splitter.ts";
import { isFeature, listError, parsed } from "./json-start.ts";

/** Members within members are searched this deep. */
const MAX_SEARCHED_DEPTH = 3;

/** Texts that are nothing else than a point, such as Elasticsearch and BigQuery have: `52.37,4.9`, `POINT(4.9 52.37)`. */
const POINT_TEXT = /^(?:-?\d+\.\d+,\s*-?\d+\.\d+|(?:SRID=\d+;)?POINT.*)$/i;

function isPoint(value: unknown): boolean {
  if (typeof value !== "string") return isObject(value) && value.type === "Point";
  return POINT_TEXT.test(value) && !("code" in readCoordinates(value));
}

/** The paths to each object within the first row that has all missing roles, or to each member that is a point. */
function nestedMembers(
  object: JsonObject,
  missing: readonly Role[],
  options: ResolvedBatchOptions,
  path: readonly string[] = [],
): readonly Partial<ResolvedBatchOptions>[] {
  return Object.entries(object).flatMap(([outer, value]) => {
    const outerPath = [...path, outer];
    if (options.operation === "encode" && isPoint(value)) {
      return [{ coordinatesColumn: outerPath.join(".") }];
    }
    if (!isObject(value)) return [];
    const names = Object.keys(value);
    const found = ROLES[options.operation].flatMap((role) => {
      const [index] = indexesByRole(names, role, options.operation);
      return index === undefined ? [] : [[role, [...outerPath, names[index]].join(".")] as const];
    });
    if (missing.every((role) => found.some(([one]) => one === role))) {
      return [Object.fromEntries(found.map(([role, name]) => [COLUMN_OPTIONS[role], name]))];
    }
    if (outerPath.length === MAX_SEARCHED_DEPTH) return [];
    return nestedMembers(value, missing, options, outerPath);
  });
}

/** The member of each role in the first row. @throws BatchError when several members may have a role */
function membersOf(object: JsonObject, options: ResolvedBatchOptions): Columns["members"] {
  const names = namesByRole(Object.keys(object), { members: {}, options });
  if (names instanceof RowProblem) throw new BatchError(names.message);
  const present = Object.entries(names).filter(
    ([, name]) => memberValue(object, name) !== undefined,
  );
  return Object.fromEntries(present);
}

/**
 * The member of each role, or where exactly one object within the first row has the values, options that choose them.
 * @throws BatchError when the first row does not have a required member, or when several members may have a role
 */
function findMembers(
  object: JsonObject,
  options: ResolvedBatchOptions,
  kind: "member" | "property",
  bytes?: Uint8Array,
): Pick<FoundColumns, "members" | "chosen"> {
  const members = membersOf(object, options);
  const missing = missingRoles(options.operation, members);
  const isRequested = missing.some((role) => options[COLUMN_OPTIONS[role]] !== undefined);
  if (missing.length === 0 || isRequested) return { members };
  const isPart = missing.length < missingRoles(options.operation, {}).length;
  const nested = isPart || kind === "property" ? [] : nestedMembers(object, missing, options);
  const [chosen, other] = nested;
  if (chosen && !other) return { members: membersOf(object, { ...options, ...chosen }), chosen };
  throw (bytes && listError(bytes)) ?? missingColumn(Object.keys(object), missing[0], kind);
}

/** The columns for the members of all rows, if the output is a table. @param names of the members of the first row */
function columnsOfMembers(
  names: readonly string[],
  { options, hasTableOutput }: FormatContext,
): Pick<Columns, "columns" | "names"> {
  if (!hasTableOutput || options.onlyResults) return { columns: [], names };
  return { columns: options.columns?.map(({ name }) => name) ?? names, names };
}

/** The first row, as all rows are read. */
function readFirstRow(text: string, context: FormatContext) {
  const plan: FormatPlan = {
    ...context,
    ...NO_COLUMNS,
    added: [],
    layout: undefined,
    lineEnd: "\n",
    preambleBytes: 0,
  };
  const reader = new JsonReader(plan, context.areFeatures, false);
  const bytes = utf8Bytes(text);
  reader.next(bytes, 0);
  return { bytes, schema: reader.row.schema, value: parsed(text) };
}

export function findColumns(firstRow: string | undefined, context: FormatContext): FoundColumns {
  if (firstRow === undefined) return NO_COLUMNS;
  if (context.areFeatures) return findFeatureColumns(firstRow, context);
  const { options, hasTableOutput } = context;
  const { bytes, schema, value } = readFirstRow(firstRow, context);
  if (value === undefined && hasTableOutput) {
    const message = `The first row ${quoted(firstRow)} is not valid JSON. Its members are needed to name the columns of the output.`;
    throw new BatchError(message);
  }
  const names = schema.overflow > 0 ? [] : schema.fields.map(({ name }) => name);
  const found = { ...NO_COLUMNS, ...columnsOfMembers(names, context) };
  return isObject(value) ? { ...found, ...findMembers(value, options, "member", bytes) } : found;
}

/** Names of the values that each row gets. */
export function addedNames(options: ResolvedBatchOptions, areFeatures: boolean): readonly string[] {
  if (areFeatures && options.operation === "decode")
    return resultNames(options).slice(POINT_VALUES);
  return options.all ? [LIST_MEMBER] : resultNames(options);
}

/** How rows of JSON are split and read. */
export function syntaxOf(closing?: (plan: FormatPlan) => ArrayClosing) {
  return {
    createSplitter: (plan: FormatPlan) => {
      if (plan.isSequence) return new RowSplitter(LINES, plan);
      const tail = new ArrayTail(plan.options.maxRowBytes, closing?.(plan));
      return new RowSplitter(new JsonEnds(), plan, tail);
    },
    createReader: (plan: FormatPlan) => new JsonReader(plan, plan.areFeatures, plan.isSequence),
  };
}

/** The columns of features. */
function findFeatureColumns(firstRow: string, context: FormatContext): FoundColumns {
  const { options, hasFeatureOutput, hasTableOutput } = context;
  for (const name of ["latColumn", "lonColumn", "coordinatesColumn"] as const) {
    if (options[name] === undefined) continue;
    const message = `Features have their point as the geometry, not in a column. Omit the option ${name}.`;
    throw new BatchError(message, name);
  }
  const { schema, value } = readFirstRow(firstRow, context);
  if (!isFeature(value)) {
    if (!hasTableOutput) return NO_COLUMNS;
    const message = `The first row ${quoted(firstRow)} is neither a GeoJSON Feature nor a Point. Its properties are needed to name the columns of the output.`;
    throw new BatchError(message);
  }
  const { feature, fields } = schema;
  const names = (feature && hasFeatureOutput ? feature.properties : fields).map(({ name }) => name);
  const found = { ...NO_COLUMNS, ...columnsOfMembers(names, context) };
  if (options.operation === "encode") return found;
  const properties = isObject(value) && isObject(value.properties) ? value.properties : {};
  return { ...found, ...findMembers(properties, options, "property") };
}
