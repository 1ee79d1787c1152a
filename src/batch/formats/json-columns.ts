/** Finds the members of the first row that hold the values to convert, and the names of all its members. */
import {
  didYouMean,
  isObject,
  type Message,
  type OptionReference,
  option,
  quoted,
  sentence,
} from "../../internal.ts";
import { indexByRole, indexesByRole, missingColumn, withoutUnused } from "../columns/columns.ts";
import { batchError } from "../errors.ts";
import {
  type Columns,
  type FormatContext,
  type FormatPlan,
  type FoundColumns,
  NO_COLUMNS,
} from "../format-plan.ts";
import {
  COLUMN_OPTIONS,
  type ConversionOptions,
  missingRoles,
  type Operation,
  ROLES,
  type Role,
} from "../options/conversion.ts";
import { ELEMENT_ROWS } from "../syntax/element-splitter.ts";
import { isTooDeep, JsonTokenizer } from "../syntax/json.ts";
import { type JsonObject, LIST_MEMBER, memberValue } from "../syntax/json-input.ts";
import { featureSchema, objectSchema } from "../syntax/object-schema.ts";

/** The value of a text; undefined, which is no JSON value, if the text is not JSON or nested too deep. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The names of the values of a row. Features that stay features have the names of their properties. */
export function namesOfRow(
  text: string,
  context: FormatContext,
  areFeatures: boolean,
): readonly string[] {
  const plan: FormatPlan = {
    ...context,
    ...NO_COLUMNS,
    added: [],
    layout: undefined,
    lineEnd: "\n",
  };
  const schemaOf = areFeatures ? featureSchema : objectSchema;
  const tokenizer = new JsonTokenizer(plan, ELEMENT_ROWS, areFeatures, schemaOf);
  tokenizer.next(new TextEncoder().encode(text), 0);
  const { feature, fields } = tokenizer.row.schema;
  const named = feature && context.hasFeatureOutput ? feature.properties : fields;
  return named.map(({ name }) => name);
}

/** The member of each role: the one that the options name, or one of COLUMN_NAMES. */
export function findMembers(
  names: readonly string[],
  options: ConversionOptions,
): Partial<Record<Role, string>> {
  const members: Partial<Record<Role, string>> = {};
  for (const role of ROLES[options.operation]) {
    const requested = options[COLUMN_OPTIONS[role]];
    const index = requested ? undefined : indexByRole(names, role, options.operation);
    const name = requested ?? (index === undefined ? undefined : names[index]);
    if (name !== undefined) members[role] = name;
  }
  return withoutUnused(members, options);
}

/** Members within members are searched this deep. */
const MAX_SEARCHED_DEPTH = 3;

/**
 * Members within a member that have the names of missing roles, as options that choose them.
 * @param path the keys of the objects around this one
 */
function nestedMembers(
  object: JsonObject,
  missing: readonly Role[],
  operation: Operation,
  path: readonly string[] = [],
): readonly OptionReference[] {
  for (const [outer, value] of Object.entries(object)) {
    if (!isObject(value)) continue;
    const outerPath = [...path, outer];
    if (value.type === "Point" && operation === "encode") {
      return [option(COLUMN_OPTIONS.coordinates, outerPath.join("."))];
    }
    const names = Object.keys(value);
    const found = missing.flatMap((role) => {
      const [index] = indexesByRole(names, role, operation);
      const inner = [...outerPath, names[index]].join(".");
      return index === undefined ? [] : [option(COLUMN_OPTIONS[role], inner)];
    });
    if (found.length === missing.length) return found;
    if (outerPath.length === MAX_SEARCHED_DEPTH) continue;
    const nested = nestedMembers(value, missing, operation, outerPath);
    if (nested.length > 0) return nested;
  }
  return [];
}

/** @throws BatchError when the first row does not have a required member */
export function checkMembers(
  object: JsonObject,
  members: Columns["members"],
  { operation }: ConversionOptions,
  kind: "member" | "property",
): void {
  const found: Partial<Record<Role, string>> = {};
  for (const role of ROLES[operation]) {
    const name = members[role];
    if (name !== undefined && memberValue(object, name) !== undefined) found[role] = name;
  }
  const isList = Object.hasOwn(object, LIST_MEMBER);
  const missing = isList ? [] : missingRoles(operation, found);
  if (missing.length === 0) return;
  throw missingColumn(
    Object.keys(object),
    missing[0],
    kind,
    nestedMembers(object, missing, operation),
  );
}

/** A notice about a member that an option names and the first row does not have, which rows need not have. */
export function absentMember(
  object: JsonObject,
  options: ConversionOptions,
  kind: "member" | "property",
): Message | undefined {
  for (const role of ROLES[options.operation]) {
    const name = options[COLUMN_OPTIONS[role]];
    if (name === undefined || memberValue(object, name) !== undefined) continue;
    const meant = didYouMean(name, Object.keys(object));
    const use = option(COLUMN_OPTIONS[role], name);
    return sentence`The first row does not have the ${kind} of the ${use}.${meant} Rows without it are converted without that ${role}.`;
  }
  return undefined;
}

/**
 * The columns for the members of all rows.
 * @param own names of the members of the first row
 */
export function columnsOfMembers(
  own: readonly string[],
  { options, hasTableOutput, memberNames }: FormatContext,
): Pick<Columns, "columns" | "names"> {
  const names = memberNames ?? own;
  if (!hasTableOutput || options.onlyResults) return { columns: [], names };
  return { columns: options.columns?.map(({ name }) => name) ?? names, names };
}

/** The members of the first row, which each row is searched for before any other names. */
export function findValueColumns(
  firstRow: string | undefined,
  context: FormatContext,
): FoundColumns {
  const { options, hasTableOutput } = context;
  if (firstRow === undefined) return NO_COLUMNS;
  const value = parseJson(firstRow);
  if (value === undefined && hasTableOutput) {
    const message = `The first row ${quoted(firstRow)} is not valid JSON. Its members are needed to name the columns of the output.`;
    throw batchError(message);
  }
  const members = findMembers(isObject(value) ? Object.keys(value) : [], options);
  if (isObject(value)) checkMembers(value, members, options, "member");
  const own = value === undefined ? [] : namesOfRow(firstRow, context, false);
  const notice = isObject(value) ? absentMember(value, options, "member") : undefined;
  return { ...columnsOfMembers(own, context), indexes: {}, members, notice };
}
