/**
 * JSON as text: values keep their own text, so that numbers keep their digits, and results are added as text
 * at the end of objects.
 */
import { freeNames } from "../columns.ts";
import { type ConversionOptions, resultNames } from "../conversion.ts";
import { NO_RESULT, type ResultValue, type RowError, type RowResult } from "../rows.ts";
import type { FormatPlan, TextWriter, WriteRow } from "./format.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of a text; undefined, which is no JSON value, if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Puts JSON on one line. Line ends are white space in JSON, as strings cannot contain them. */
export function onOneLine(text: string): string {
  return text.replace(/\s*[\r\n]\s*/g, " ");
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/**
 * The text of each value of an object, by member name.
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

/** A value as a field of a table: the content of a string, nothing for null, otherwise the JSON text. */
export function fieldText(value: unknown, text: string): string {
  if (typeof value === "string") return value;
  return value === null ? "" : text;
}

/** Name of the member that lists all mapcodes. */
export const LIST_MEMBER = "mapcodes";

/** Names of the members that a row gets. */
export function addedMembers(options: ConversionOptions): readonly string[] {
  return options.all ? [LIST_MEMBER] : resultNames(options);
}

/** Names as keys of an object. */
function keysOf(names: readonly string[]): readonly string[] {
  return names.map((name) => `${JSON.stringify(name)}:`);
}

/**
 * The first `count` members, separated by commas. Absent values are null, so that all rows have the same
 * members: readers take those of the first row for the columns of a table.
 */
function membersText(
  keys: readonly string[],
  count: number,
  values: readonly ResultValue[],
): string {
  let members = "";
  for (let index = 0; index < count; index++) {
    const comma = index === 0 ? "" : ",";
    members += `${comma}${keys[index]}${JSON.stringify(values[index] ?? null)}`;
  }
  return members;
}

/** Writes the members that a result adds to its row. */
export type WriteMembers = (
  result: RowResult,
  error: RowError | undefined,
  isUsed: (name: string) => boolean,
) => string;

/**
 * @param added names of the members, the error last
 * @param listNames with `all`, names of the values of each mapcode in the list
 */
export function createMemberWriter(
  added: readonly string[],
  listNames: readonly string[] | undefined,
): WriteMembers {
  const commonKeys = keysOf(added);
  const count = added.length - 1;
  const listKeys = listNames && keysOf(listNames);
  return ({ lists }, error, isUsed) => {
    const keys = added.some(isUsed) ? keysOf(freeNames(added, isUsed)) : commonKeys;
    let members: string;
    if (listKeys === undefined) {
      members = membersText(keys, count, lists[0] ?? []);
    } else if (lists.length === 0 && error !== undefined) {
      members = `${keys[0]}null`;
    } else {
      const texts = lists.map((values) => `{${membersText(listKeys, listKeys.length, values)}}`);
      members = `${keys[0]}[${texts.join(",")}]`;
    }
    if (error === undefined) return members;
    return `${members}${members === "" ? "" : ","}${keys[keys.length - 1]}${JSON.stringify(error.message)}`;
  };
}

/** Adds members at the end of the text of an object. */
export function withMembers(object: string, members: string): string {
  const inner = object.slice(0, object.lastIndexOf("}")).trimEnd();
  const comma = members === "" || inner.endsWith("{") ? "" : ",";
  return `${inner}${comma}${members}}`;
}

/** @param between goes before each row except the first of a chunk, `lineEnd` after each row */
export function createObjectWriter(plan: FormatPlan, between: string, lineEnd: string): WriteRow {
  const { added, options } = plan;
  const write = createMemberWriter(added, options.all ? resultNames(options) : undefined);
  return (output, { row, result, error }) => {
    const members = write(result, error, (name) => row.hasMember(name));
    const before = output.end > 0 ? between : "";
    output.appendText(`${before}${withMembers(row.objectText(), members)}${lineEnd}`);
  };
}

/** Name of the member or column that holds a row that is not an object. */
export const ROW_MEMBER = "row";

/** @param opening begins an object, to which `closing` is the end */
export function createObjectTextWriter(
  { added, options }: FormatPlan,
  opening: string,
  closing: string,
): TextWriter {
  const write = createMemberWriter(added, options.all ? resultNames(options) : undefined);
  return {
    before: () => `${opening}"${ROW_MEMBER}":"`,
    escape: (text) => JSON.stringify(text).slice(1, -1),
    after: (error) => `",${write(NO_RESULT, error, () => false)}${closing}`,
  };
}
