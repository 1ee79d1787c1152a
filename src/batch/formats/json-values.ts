/** Reads JSON values as rows: objects, or arrays and strings instead of objects. */

import {
  didYouMean,
  formatList,
  isObject,
  type Message,
  type OptionReference,
  option,
  quoted,
  sentence,
} from "../../internal.ts";
import { batchError } from "../errors.ts";
import {
  COLUMN_OPTIONS,
  type ConversionOptions,
  missingRoles,
  type Operation,
  ROLES,
  type Role,
} from "../options/conversion.ts";
import { choosesColumns } from "../options/option-table.ts";
import {
  ambiguousRole,
  COLUMN_NAMES,
  indexByRole,
  indexesByRole,
  missingColumn,
  withoutUnused,
} from "../plan/columns.ts";
import { RowProblem } from "../rows/row-errors.ts";
import {
  type Cell,
  NO_FIELDS,
  NOT_UTF8,
  type ParsedRow,
  type RowInput,
  type TableFields,
} from "../rows/rows.ts";
import {
  type Columns,
  type FormatContext,
  type FormatPlan,
  type FoundColumns,
  NO_COLUMNS,
  type ParseRow,
} from "./format.ts";
import {
  fieldText,
  isTooDeep,
  type JsonObject,
  LIST_MEMBER,
  MAX_JSON_DEPTH,
  onOneLine,
  parseJson,
  ROW_MEMBER,
  valueTexts,
} from "./json-text.ts";

/**
 * The members of a row as fields of a table, by name. A row that is not an object has one member, and a text
 * that is not JSON has none.
 */
function memberFields(value: unknown, text: string, nullText: string): ReadonlyMap<string, string> {
  if (value === undefined) return new Map();
  if (!isObject(value)) return new Map([[ROW_MEMBER, fieldText(value, text, nullText)]]);
  const fields = valueTexts(text);
  for (const [name, valueText] of fields) {
    fields.set(name, fieldText(value[name], valueText, nullText));
  }
  return fields;
}

/**
 * The value of a member; undefined, which is no JSON value, if the object does not have it.
 * @param name of a member, or of members within members: `pos.lat`
 */
function memberValue(object: JsonObject, name: string): unknown {
  if (Object.hasOwn(object, name)) return object[name];
  const dot = name.indexOf(".");
  const outer = dot < 0 ? undefined : memberValue(object, name.slice(0, dot));
  if (typeof outer !== "object" || outer === null) return undefined;
  return memberValue(Object.fromEntries(Object.entries(outer)), name.slice(dot + 1));
}

/** The names of the members of a row, in the order of its text unless they are numbers. */
export function memberNames(text: string): readonly string[] {
  const value = parseJson(text);
  if (value === undefined) return [];
  return isObject(value) ? Object.keys(value) : [ROW_MEMBER];
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
 * @param path the names in front of those of the object
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
  const names = isObject(value) ? Object.keys(value) : [];
  const members = findMembers(names, options);
  if (isObject(value)) checkMembers(value, members, options, "member");
  const own = value === undefined ? [] : [...memberFields(value, firstRow, "").keys()];
  const notice = isObject(value) ? absentMember(value, options, "member") : undefined;
  return { ...columnsOfMembers(own, context), indexes: {}, members, notice };
}

/** The member of a role: that of the first row if the object has it, or else one of COLUMN_NAMES. */
function memberOf(
  object: JsonObject,
  role: Role,
  plan: FormatPlan,
): string | RowProblem | undefined {
  const known = plan.members[role];
  const requested = plan.options[COLUMN_OPTIONS[role]];
  if (requested !== undefined) return requested;
  if (known !== undefined && Object.hasOwn(object, known)) return known;
  const names = Object.keys(object);
  const indexes = indexesByRole(names, role, plan.options.operation);
  if (indexes.length <= 1) return names[indexes[0]];
  return new RowProblem("ambiguous-member", ambiguousRole(names, indexes, role));
}

/** The cells of a row, or the reason why it has none. */
export type InputOrError =
  | { readonly input: RowInput; readonly error?: undefined }
  | { readonly input?: undefined; readonly error: RowProblem };

/** The first mapcode of an object that was encoded with the option `all`. */
function firstListed(object: JsonObject): JsonObject | undefined {
  const list = Object.hasOwn(object, LIST_MEMBER) ? object[LIST_MEMBER] : undefined;
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  return isObject(first) ? first : undefined;
}

/** Roles that restrict the mapcodes of a point. */
const AREA_ROLES = ["territory", "country"] as const;

/** The cells of the area of a point: those of members that the options name. */
export function areaCells(
  object: JsonObject,
  { options }: FormatPlan,
): Pick<RowInput, "territory" | "country"> {
  const cells: { territory?: Cell; country?: Cell } = {};
  for (const role of AREA_ROLES) {
    const column = options[COLUMN_OPTIONS[role]];
    const value = column === undefined ? undefined : memberValue(object, column);
    if (column !== undefined && value !== undefined) cells[role] = { value, column };
  }
  return cells;
}

/** The cells of an object, which its members hold. */
export function inputOfObject(object: JsonObject, plan: FormatPlan): InputOrError {
  const { operation } = plan.options;
  const names: Partial<Record<Role, string>> = {};
  const cells: Partial<Record<Role, Cell>> = {};
  for (const role of ROLES[operation]) {
    const name = memberOf(object, role, plan);
    if (name instanceof RowProblem) return { error: name };
    if (name === undefined) continue;
    names[role] = name;
    const value = memberValue(object, name);
    if (value !== undefined) cells[role] = { value, column: name };
  }
  const input = withoutUnused(cells, plan.options);
  const [missing] = missingRoles(operation, input);
  if (missing === undefined) return { input };
  const listed = operation === "decode" ? firstListed(object) : undefined;
  if (listed) return inputOfObject(listed, plan);
  const expected = names[missing] ?? formatList(COLUMN_NAMES[missing], "or");
  const message = `The row has no member for the ${missing}; expected ${expected}.`;
  return { error: new RowProblem("missing-value", message) };
}

function inputOfValue(value: unknown, plan: FormatPlan): InputOrError {
  const isEncode = plan.options.operation === "encode";
  if (isObject(value)) return inputOfObject(value, plan);
  if (isEncode && Array.isArray(value) && value.length === 2) {
    return { input: { latitude: { value: value[0] }, longitude: { value: value[1] } } };
  }
  if (!isEncode && typeof value === "string") return { input: { mapcode: { value } } };
  const expected = isEncode ? "an array of latitude and longitude" : "a string";
  const shown = quoted(JSON.stringify(value));
  const message = `The row ${shown} is neither an object nor ${expected}.`;
  return { error: new RowProblem("malformed-row", message) };
}

/**
 * Fits the members of a row into the columns of a table. A member without a column is an error, unless the
 * options choose the columns; then all members without a column are in the overflow, as an object.
 * @param fieldOf the text of each field, by member name
 * @param members the JSON text of each value, by member name
 */
export function fieldsInColumns(
  fieldOf: ReadonlyMap<string, string>,
  members: () => ReadonlyMap<string, string>,
  { columns, added, options }: FormatPlan,
): TableFields {
  const fields = columns.map((name) => fieldOf.get(name) ?? options.nullText ?? "");
  const isExtra = (name: string) => {
    return !columns.includes(name) && !(options.replace && added.includes(name));
  };
  const extra = choosesColumns(options) ? [] : [...fieldOf.keys()].filter(isExtra);
  const [first] = extra;
  if (first === undefined) return { fields, overflow: [], error: undefined };
  const texts = members();
  const rest = extra.map((name) => `${JSON.stringify(name)}:${texts.get(name)}`);
  const message = sentence`There is no column for the member ${quoted(first)}: the first row, which names the columns, does not have it. Name all columns with the ${option("columns")}.`;
  const error = new RowProblem("unexpected-member", message, first);
  return { fields, overflow: [`{${rest.join(",")}}`], error };
}

function tableFields(value: unknown, text: string, plan: FormatPlan): TableFields {
  const fieldOf = memberFields(value, text, plan.options.nullText ?? "");
  const fields = fieldsInColumns(fieldOf, () => membersOf(value, text), plan);
  return value === undefined ? { ...fields, overflow: [text] } : fields;
}

/** The members of a row as JSON; a row that is not an object has one. */
function membersOf(value: unknown, text: string): ReadonlyMap<string, string> {
  if (isObject(value)) return valueTexts(text);
  return new Map([[ROW_MEMBER, value === undefined ? JSON.stringify(text) : text]]);
}

/** A row that is a JSON value, or a text that is not JSON. */
class ValueRow implements ParsedRow {
  readonly text: string;
  readonly table: TableFields;
  readonly keepsBytes = false;
  readonly input: RowInput;
  readonly error: RowProblem | undefined;
  readonly #value: unknown;

  /** @param value undefined when the text is not JSON */
  constructor(text: string, value: unknown, plan: FormatPlan, { input, error }: InputOrError) {
    this.text = value === undefined ? text : onOneLine(text);
    this.#value = value;
    this.input = input ?? {};
    this.error = error;
    this.table = plan.hasTableOutput ? tableFields(value, text, plan) : NO_FIELDS;
  }

  objectText(): string {
    if (isObject(this.#value)) return this.text;
    const value = this.#value === undefined ? JSON.stringify(this.text) : this.text;
    return `{"${ROW_MEMBER}":${value}}`;
  }

  hasMember(name: string): boolean {
    return isObject(this.#value) ? Object.hasOwn(this.#value, name) : name === ROW_MEMBER;
  }

  members(): ReadonlyMap<string, string> {
    return membersOf(this.#value, this.text);
  }
}

/** The row of a text that is not UTF-8, not JSON or nested too deep. */
export function brokenRow(text: string, isUtf8: boolean, plan: FormatPlan): ParsedRow {
  const message = isTooDeep(text)
    ? `The row ${quoted(text)} has more than ${MAX_JSON_DEPTH} arrays and objects within each other. Nest it less deeply.`
    : `The row ${quoted(text)} is not valid JSON. Check its quotes, commas and brackets.`;
  const error = isUtf8 ? new RowProblem("malformed-row", message) : NOT_UTF8;
  return new ValueRow(text, undefined, plan, { error });
}

/** The row of a JSON value. */
export function valueRow(
  text: string,
  value: unknown,
  plan: FormatPlan,
  inputOrError: InputOrError,
): ParsedRow {
  return new ValueRow(text, value, plan, inputOrError);
}

export function createValueParser(plan: FormatPlan): ParseRow {
  return (text, isUtf8) => {
    const value = isUtf8 ? parseJson(text) : undefined;
    if (value === undefined) return brokenRow(text, isUtf8, plan);
    return valueRow(text, value, plan, inputOfValue(value, plan));
  };
}
