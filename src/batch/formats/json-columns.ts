/** Finds the members of the first row that hold the values to convert, and the names of all its members. */

import { readCoordinates } from "../../library/coordinates.ts";
import { didYouMean } from "../../library/names.ts";
import { isObject } from "../../library/options.ts";
import { formatList, quoted } from "../../messages.ts";
import { utf8Bytes } from "../../platform.ts";
import {
  indexesByRole,
  type JsonObject,
  memberValue,
  missingColumn,
  otherColumns,
  withoutUnused,
} from "../columns/columns.ts";
import { BatchError } from "../errors.ts";
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
import type { RowSchema } from "../rows/row.ts";
import { RowProblem } from "../rows/row-errors.ts";
import { JsonTokenizer } from "../syntax/json.ts";
import { cellsOf, memberOf } from "../syntax/json-input.ts";
import { VALUE_ROWS } from "../syntax/json-rows.ts";

/** The names of the values of rows. Features that stay features have the names of their properties. */
export function namesOf(
  { feature, fields, overflow }: RowSchema,
  { hasFeatureOutput }: FormatContext,
  areFeatures: boolean,
): readonly string[] {
  const isBroken = overflow > 0 || (areFeatures && !feature);
  if (isBroken) return [];
  const named = feature && hasFeatureOutput ? feature.properties : fields;
  return named.map(({ name }) => name);
}

/** The first row, as all rows are read. */
interface FirstRow {
  /** Undefined, which is no JSON value, if the text is not JSON or nested too deep. */
  readonly value: unknown;
  readonly names: readonly string[];
}

export function readFirstRow(text: string, context: FormatContext, areFeatures: boolean): FirstRow {
  const plan: FormatPlan = {
    ...context,
    ...NO_COLUMNS,
    added: [],
    layout: undefined,
    lineEnd: "\n",
    preambleBytes: 0,
  };
  const tokenizer = new JsonTokenizer(plan, VALUE_ROWS, areFeatures);
  const { row } = tokenizer;
  const bytes = utf8Bytes(text);
  const isOne = tokenizer.next(bytes, 0) === bytes.length;
  if (!isOne || row.isBlank || row.problem) return { value: undefined, names: [] };
  return { value: JSON.parse(text), names: namesOf(row.schema, context, areFeatures) };
}

/** The member of each role in the first row. @throws BatchError when several members may have a role */
function membersOf(object: JsonObject, options: ConversionOptions): Partial<Record<Role, string>> {
  const members: Partial<Record<Role, string>> = {};
  for (const role of ROLES[options.operation]) {
    const name = memberOf(object, role, { members: {}, options });
    if (name instanceof RowProblem) throw new BatchError(name.message, COLUMN_OPTIONS[role]);
    if (name !== undefined) members[role] = name;
  }
  return withoutUnused(members, options);
}

/** Members within members are searched this deep. */
const MAX_SEARCHED_DEPTH = 3;

/** An option, and its value that chooses a member. */
interface OptionReference {
  readonly option: string;
  readonly value: string;
}

/** The roles of an object's members by their names, as options that choose them. */
function optionsOfRoles(
  object: JsonObject,
  path: readonly string[],
  operation: Operation,
): Map<Role, OptionReference> {
  const names = Object.keys(object);
  const found = new Map<Role, OptionReference>();
  for (const role of ROLES[operation]) {
    const [index] = indexesByRole(names, role, operation);
    if (index === undefined) continue;
    found.set(role, { option: COLUMN_OPTIONS[role], value: [...path, names[index]].join(".") });
  }
  return found;
}

/** Texts that are nothing else than a point, such as Elasticsearch and BigQuery have: `52.37,4.9`, `POINT(4.9 52.37)`. */
const POINT_TEXT = /^(?:-?\d+\.\d+,\s*-?\d+\.\d+|(?:SRID=\d+;)?POINT.*)$/i;

function isPoint(value: unknown): boolean {
  if (typeof value !== "string") return isObject(value) && value.type === "Point";
  return POINT_TEXT.test(value) && !("code" in readCoordinates(value));
}

/**
 * Members within members that have the names of missing roles, as options that choose them: a list for each object that
 * has them.
 * @param path the keys of the objects around this one
 */
function nestedMembers(
  object: JsonObject,
  missing: readonly Role[],
  operation: Operation,
  path: readonly string[] = [],
): readonly (readonly OptionReference[])[] {
  return Object.entries(object).flatMap(([outer, value]) => {
    const outerPath = [...path, outer];
    if (operation === "encode" && isPoint(value)) {
      return [[{ option: COLUMN_OPTIONS.coordinates, value: outerPath.join(".") }]];
    }
    if (!isObject(value)) return [];
    const found = optionsOfRoles(value, outerPath, operation);
    if (missing.every((role) => found.has(role))) return [[...found.values()]];
    if (outerPath.length === MAX_SEARCHED_DEPTH) return [];
    return nestedMembers(value, missing, operation, outerPath);
  });
}

/** The roles that the first row needs and has no members for. */
function missingMembers(
  object: JsonObject,
  members: Columns["members"],
  { operation }: ConversionOptions,
): readonly Role[] {
  return missingRoles(operation, cellsOf(object, members));
}

/** Options that choose the members within a member, where there is one choice. */
function chooseNested(
  object: JsonObject,
  options: ConversionOptions,
): Pick<FoundColumns, "chosen" | "notices"> {
  const missing = missingMembers(object, membersOf(object, options), options);
  const isRequested = ROLES[options.operation].some((role) => options[COLUMN_OPTIONS[role]]);
  const isPart = missing.length < missingRoles(options.operation, {}).length;
  if (missing.length === 0 || isPart || isRequested) return {};
  const [nested, other] = nestedMembers(object, missing, options.operation);
  if (nested === undefined || other !== undefined) return {};
  const chosen = Object.fromEntries(nested.map(({ option: name, value }) => [name, value]));
  const names = formatList(
    nested.map(({ value }) => quoted(value)),
    "and",
  );
  const notice = `The rows have their values in ${names}. Use the option ${nested[0].option} for another member.`;
  return { chosen, notices: [notice] };
}

/**
 * The member of each role in the first row.
 * @throws BatchError when it does not have a required member, or when several members may have a role
 */
export function findMembers(
  object: JsonObject,
  options: ConversionOptions,
  kind: "member" | "property",
): Columns["members"] {
  const members = membersOf(object, options);
  const missing = missingMembers(object, members, options);
  if (missing.length === 0) return members;
  throw missingColumn(Object.keys(object), missing[0], kind);
}

/** Notices about members that an option names and the first row does not have, which rows need not have. */
export function absentMembers(
  object: JsonObject,
  options: ConversionOptions,
  kind: "member" | "property",
): readonly string[] {
  return ROLES[options.operation].flatMap((role) => {
    const name = options[COLUMN_OPTIONS[role]];
    if (name === undefined || memberValue(object, name) !== undefined) return [];
    const meant = didYouMean(name, Object.keys(object));
    const use = `option ${COLUMN_OPTIONS[role]} with ${name}`;
    return [
      `The first row does not have the ${kind} of the ${use}.${meant} Rows without it are converted without that ${role}.`,
    ];
  });
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
  const { names: own, value } = readFirstRow(firstRow, context, false);
  if (value === undefined && hasTableOutput) {
    const message = `The first row ${quoted(firstRow)} is not valid JSON. Its members are needed to name the columns of the output.`;
    throw new BatchError(message);
  }
  const found = { ...columnsOfMembers(own, context), indexes: {} };
  if (!isObject(value)) return { ...found, members: {} };
  const names = Object.keys(value);
  const { chosen = {}, notices = [] } = chooseNested(value, options);
  const used = { ...options, ...chosen };
  const members = findMembers(value, used, "member");
  const noticed = [...absentMembers(value, used, "member"), ...otherColumns(names, used)];
  return { ...found, members, chosen, notices: [...notices, ...noticed] };
}
