/**
 * JSON values as rows: objects, and arrays or strings in place of objects. Values keep their own text, so that
 * numbers keep their digits.
 */

import { quoted } from "../../internal.ts";
import { COLUMN_NAMES, findByRole, freeNames, missingColumn } from "../columns.ts";
import {
  COLUMN_OPTIONS,
  type ConversionOptions,
  isRequired,
  ROLES,
  type Role,
  resultNames,
} from "../conversion.ts";
import { BatchError } from "../errors.ts";
import {
  type Cell,
  NOT_UTF8,
  type ParsedRow,
  type ResultValue,
  type RowError,
  type RowInput,
  type RowResult,
} from "../rows.ts";
import {
  type Columns,
  type FormatContext,
  type FormatPlan,
  NO_COLUMNS,
  type ParseRow,
  type WriteRow,
} from "./format.ts";

/** Name of the member, or column, that holds a row which is not an object. */
export const ROW_MEMBER = "row";

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of a text; undefined, which JSON does not have, when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON on one line: line ends stand only where spaces may. */
export function onOneLine(text: string): string {
  return text.replace(/\s*[\r\n]\s*/g, " ");
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/**
 * The texts of an object's values by the names of its members.
 * @param text an object that JSON.parse accepts
 */
export function valueTexts(text: string): Map<string, string> {
  const texts = new Map<string, string>();
  let depth = 0;
  let name: string | undefined;
  let start = -1;
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    const isClosing = token === "}" || token === "]";
    if (isClosing) depth--;
    const isEnd = isClosing ? depth === 0 : token === "," && depth === 1;
    if (isEnd) {
      if (name !== undefined) texts.set(name, text.slice(start, match.index).trim());
      name = undefined;
    } else if (depth === 1 && name === undefined) {
      name = String(JSON.parse(token));
      start = -1;
    } else if (depth === 1 && start < 0) {
      start = match.index + 1;
    }
    if (token === "{" || token === "[") depth++;
  }
  return texts;
}

/** A value as a field of a table: strings as they are, nothing for null, else the JSON text. */
export function fieldText(value: unknown, text: string): string {
  if (typeof value === "string") return value;
  return value === null ? "" : text;
}

/** The members of a row as fields of a table, by name; a row that is not an object is one member. */
function memberFields(value: unknown, text: string): ReadonlyMap<string, string> {
  if (!isObject(value)) return new Map([[ROW_MEMBER, fieldText(value, text)]]);
  const fields = valueTexts(text);
  for (const [name, own] of fields) fields.set(name, fieldText(value[name], own));
  return fields;
}

/** The member of each role, by the options or by COLUMN_NAMES; undefined if there is none. */
export function findMembers(
  names: readonly string[],
  options: ConversionOptions,
): Partial<Record<Role, string>> {
  const members: Partial<Record<Role, string>> = {};
  for (const role of ROLES[options.operation]) {
    const place = findByRole(names, role);
    const name = options[COLUMN_OPTIONS[role]] ?? (place === undefined ? undefined : names[place]);
    if (name !== undefined) members[role] = name;
  }
  return members;
}

/** Members are looked up by name in each row; those of the first row are tried first. */
export function findValueColumns(
  firstRow: string | undefined,
  { options, hasTableOutput }: FormatContext,
): Columns {
  if (firstRow === undefined) return NO_COLUMNS;
  const value = parseJson(firstRow);
  if (value === undefined && hasTableOutput) {
    const message = `The first row ${quoted(firstRow)} is not JSON, so there are no members to name the columns after.`;
    throw new BatchError(message);
  }
  const names = isObject(value) ? Object.keys(value) : [];
  const members = findMembers(names, options);
  for (const role of isObject(value) ? ROLES[options.operation] : []) {
    const name = members[role];
    const isThere = name !== undefined && names.includes(name);
    if (isRequired(role) && !isThere) throw missingColumn(names, role, "member");
  }
  const columns = hasTableOutput ? [...memberFields(value, firstRow).keys()] : [];
  return { columns, places: {}, members };
}

/** The member of a role in an object: the first row's, or else one of COLUMN_NAMES. */
function memberOf(object: JsonObject, role: Role, plan: FormatPlan): string | undefined {
  const known = plan.members[role];
  const requested = plan.options[COLUMN_OPTIONS[role]];
  if (requested !== undefined) return requested;
  if (known !== undefined && Object.hasOwn(object, known)) return known;
  const names = Object.keys(object);
  const place = findByRole(names, role);
  return place === undefined ? undefined : names[place];
}

/** What a row asks to convert, or why it does not. */
export type InputOrError =
  | { readonly input: RowInput; readonly error?: undefined }
  | { readonly input?: undefined; readonly error: RowError };

/** The cells of an object by the names of its members. */
export function inputOfObject(object: JsonObject, plan: FormatPlan): InputOrError {
  const input: Partial<Record<Role, Cell>> = {};
  for (const role of ROLES[plan.options.operation]) {
    const name = memberOf(object, role, plan);
    if (name !== undefined && Object.hasOwn(object, name)) {
      input[role] = { value: object[name], column: name };
    } else if (isRequired(role)) {
      const names = name ?? COLUMN_NAMES[role].join(", ");
      return { error: { message: `The row has no member for the ${role} (${names}).` } };
    }
  }
  return { input };
}

function inputOfValue(value: unknown, plan: FormatPlan): InputOrError {
  const isEncode = plan.options.operation === "encode";
  if (isObject(value)) return inputOfObject(value, plan);
  if (isEncode && Array.isArray(value) && value.length === 2) {
    return { input: { latitude: { value: value[0] }, longitude: { value: value[1] } } };
  }
  if (!isEncode && typeof value === "string") return { input: { mapcode: { value } } };
  const expected = isEncode ? "an array of latitude and longitude" : "a text";
  const shown = quoted(JSON.stringify(value));
  return { error: { message: `The row ${shown} is neither an object nor ${expected}.` } };
}

/**
 * Fields of a row for a table. Members that the first row did not have are lost.
 * @param members fields by the names of members
 */
export function fieldsInColumns(
  members: ReadonlyMap<string, string>,
  columns: readonly string[],
): { readonly fields: readonly string[]; readonly lossError: RowError | undefined } {
  const fields = columns.map((name) => members.get(name) ?? "");
  const lost = [...members.keys()].find((name) => !columns.includes(name));
  if (lost === undefined) return { fields, lossError: undefined };
  const message = `The member ${quoted(lost)} is left out: the first row, which names the columns, does not have it.`;
  return { fields, lossError: { message, column: lost } };
}

/** A row that is a JSON value, or that could not be read as one. */
class ValueRow implements ParsedRow {
  readonly text: string;
  readonly fields: readonly string[];
  readonly keepsBytes = false;
  readonly input: RowInput;
  readonly error: RowError | undefined;
  readonly lossError: RowError | undefined;
  readonly #value: unknown;

  /** @param value undefined when the text is not JSON */
  constructor(text: string, value: unknown, plan: FormatPlan, { input, error }: InputOrError) {
    const members =
      plan.hasTableOutput && value !== undefined ? memberFields(value, text) : undefined;
    this.text = value === undefined ? text : onOneLine(text);
    this.#value = value;
    this.input = input ?? {};
    this.error = error;
    const table = members && fieldsInColumns(members, plan.columns);
    this.fields = table?.fields ?? plan.columns.map(() => "");
    this.lossError = table?.lossError;
  }

  objectText(): string {
    if (isObject(this.#value)) return this.text;
    const own = this.#value === undefined ? JSON.stringify(this.text) : this.text;
    return `{"${ROW_MEMBER}":${own}}`;
  }

  hasMember(name: string): boolean {
    return isObject(this.#value) ? Object.hasOwn(this.#value, name) : name === ROW_MEMBER;
  }
}

/** The row in place of a text that is not UTF-8 or not JSON. */
export function brokenRow(text: string, isUtf8: boolean, plan: FormatPlan): ParsedRow {
  const message = `The row ${quoted(text)} is not JSON.`;
  return new ValueRow(text, undefined, plan, { error: isUtf8 ? { message } : NOT_UTF8 });
}

/** A row that is JSON but not what the format expects. */
export function valueRow(
  text: string,
  value: unknown,
  plan: FormatPlan,
  found: InputOrError,
): ParsedRow {
  return new ValueRow(text, value, plan, found);
}

export function createValueParser(plan: FormatPlan): ParseRow {
  return (text, isUtf8) => {
    const value = isUtf8 ? parseJson(text) : undefined;
    if (value === undefined) return brokenRow(text, isUtf8, plan);
    return valueRow(text, value, plan, inputOfValue(value, plan));
  };
}

/** Name of the member that has a list of all mapcodes. */
const LIST_MEMBER = "mapcodes";

/** Names of the members that a row gets. */
export function addedMembers(options: ConversionOptions): readonly string[] {
  return options.all ? [LIST_MEMBER] : resultNames(options);
}

/** Names as they stand before values. */
function keysOf(names: readonly string[]): readonly string[] {
  return names.map((name) => `${JSON.stringify(name)}:`);
}

/** Members with commas between them; those without a value are left out. */
function membersText(keys: readonly string[], values: readonly ResultValue[]): string {
  let members = "";
  for (let place = 0; place < values.length; place++) {
    const value = values[place];
    if (value === undefined) continue;
    const comma = members === "" ? "" : ",";
    members += `${comma}${keys[place]}${JSON.stringify(value)}`;
  }
  return members;
}

/** Writes the members that a result adds to its row. */
export type WriteMembers = (
  result: RowResult,
  error: RowError | undefined,
  isTaken: (name: string) => boolean,
) => string;

/** @param listNames with `all`, names of the values of each mapcode in the list */
export function createMemberWriter(
  added: readonly string[],
  listNames: readonly string[] | undefined,
): WriteMembers {
  const commonKeys = keysOf(added);
  const listKeys = listNames && keysOf(listNames);
  return ({ lists }, error, isTaken) => {
    const keys = added.some(isTaken) ? keysOf(freeNames(added, isTaken)) : commonKeys;
    let members = "";
    if (listKeys === undefined) {
      members = membersText(keys, lists[0] ?? []);
    } else if (lists.length > 0 || error === undefined) {
      members = `${keys[0]}[${lists.map((values) => `{${membersText(listKeys, values)}}`).join(",")}]`;
    }
    if (error === undefined) return members;
    return `${members}${members === "" ? "" : ","}${keys[keys.length - 1]}${JSON.stringify(error.message)}`;
  };
}

/** Puts members at the end of the text of an object. */
export function withMembers(object: string, members: string): string {
  const inner = object.slice(0, object.lastIndexOf("}")).trimEnd();
  const comma = members === "" || inner.endsWith("{") ? "" : ",";
  return `${inner}${comma}${members}}`;
}

/** @param between stands before each row but the first of a chunk, `lineEnd` behind each */
export function createObjectWriter(plan: FormatPlan, between: string, lineEnd: string): WriteRow {
  const { added, options } = plan;
  const write = createMemberWriter(added, options.all ? resultNames(options) : undefined);
  return (output, { row, result, error }) => {
    const members = write(result, error, (name) => row.hasMember(name));
    const before = output.end > 0 ? between : "";
    output.appendText(`${before}${withMembers(row.objectText(), members)}${lineEnd}`);
  };
}
