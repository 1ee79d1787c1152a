/**
 * JSON as text: values keep their own text, so that numbers keep their digits, and results are added as text
 * at the end of objects.
 */

import { type ConversionOptions, resultNames } from "../options/conversion.ts";
import { freeNames } from "../plan/columns.ts";
import type { RowError } from "../rows/row-errors.ts";
import { NO_RESULT, type ResultValue, type RowResult } from "../rows/rows.ts";
import type { FormatPlan, RecordFrame, TextWriter, WriteRow } from "./format.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Arrays and objects that may be within each other. JSON.stringify, which has a limit of its own, fails at
 * about 4,000.
 */
export const MAX_JSON_DEPTH = 1000;

const STRING_OR_BRACKET = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]/g;

/** Whether a text is nested deeper than MAX_JSON_DEPTH. */
export function isTooDeep(text: string): boolean {
  // Each level has two brackets, so that common rows are not searched.
  if (text.length < 2 * MAX_JSON_DEPTH) return false;
  let depth = 0;
  for (const [token] of text.matchAll(STRING_OR_BRACKET)) {
    if (token === "[" || token === "{") depth++;
    else if (token === "]" || token === "}") depth--;
    if (depth > MAX_JSON_DEPTH) return true;
  }
  return false;
}

/** The value of a text; undefined, which is no JSON value, if the text is not JSON or nested too deep. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) return undefined;
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

/**
 * The text of each element of an array.
 * @param text an array that JSON.parse accepts, with at least one element
 */
export function elementTexts(text: string): readonly string[] {
  const texts: string[] = [];
  let depth = 0;
  let start = 1;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === "{" || token === "[") depth++;
    else if (token === "}" || token === "]") depth--;
    const isEnd = depth === 0 || (token === "," && depth === 1);
    if (!isEnd) continue;
    texts.push(text.slice(start, index).trim());
    start = index + 1;
  }
  return texts;
}

/**
 * A value as a field of a table: the content of a string, otherwise the JSON text.
 * @param nullText the field of null
 */
export function fieldText(value: unknown, text: string, nullText: string): string {
  if (typeof value === "string") return value;
  return value === null ? nullText : text;
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
 * A value as JSON. Absent values are null, so that all rows have the same members: readers take those of the
 * first row for the columns of a table.
 */
function valueText(value: ResultValue): string {
  return JSON.stringify(value ?? null);
}

/** The first `count` members, separated by commas. */
function membersText(
  keys: readonly string[],
  count: number,
  values: readonly ResultValue[],
): string {
  let members = "";
  for (let index = 0; index < count; index++) {
    const comma = index === 0 ? "" : ",";
    members += `${comma}${keys[index]}${valueText(values[index])}`;
  }
  return members;
}

/** The JSON text of each value that a row gets, the error last; undefined if there is no error. */
type ResultTexts = (
  result: RowResult,
  error: RowError | undefined,
) => readonly (string | undefined)[];

/** @param listNames with `all`, names of the values of each mapcode in the list */
function createResultTexts(count: number, listNames: readonly string[] | undefined): ResultTexts {
  const listKeys = listNames && keysOf(listNames);
  return ({ lists, listErrors }, error) => {
    // The errors of single mapcodes stand in the list.
    const errorText = error && !listErrors ? JSON.stringify(error.message) : undefined;
    if (listKeys === undefined) {
      const values = lists[0] ?? [];
      const texts = Array.from({ length: count }, (_, index) => valueText(values[index]));
      return [...texts, errorText];
    }
    if (lists.length === 0 && error !== undefined) return ["null", errorText];
    const texts = lists.map((values, index) => {
      const listError = listErrors?.[index];
      const last = listError ? `,"error":${JSON.stringify(listError.message)}` : "";
      return `{${membersText(listKeys, listKeys.length, values)}${last}}`;
    });
    return [`[${texts.join(",")}]`, errorText];
  };
}

/** Writes the members of a row with its results, without the braces. */
export type WriteMembers = (
  members: MembersOfRow,
  result: RowResult,
  error: RowError | undefined,
) => string;

/** The members of a row to which results are added. */
export interface MembersOfRow {
  /** The object with these members, as the input has it. */
  objectText(): string;
  hasMember(name: string): boolean;
  members(): ReadonlyMap<string, string>;
}

/** Members as text, separated by commas; those that are undefined are left out. */
function joinMembers(members: Iterable<readonly [key: string, text: string | undefined]>): string {
  let joined = "";
  for (const [key, text] of members) {
    if (text !== undefined) joined += `${joined === "" ? "" : ","}${key}${text}`;
  }
  return joined;
}

function innerText(object: string): string {
  const inner = object.slice(object.indexOf("{") + 1, object.lastIndexOf("}")).trimEnd();
  return inner.trim() === "" ? "" : inner;
}

/** The members of an object with those that are added behind them. */
function withAdded(object: string, added: string): string {
  const inner = innerText(object);
  return inner === "" || added === "" ? inner + added : `${inner},${added}`;
}

/** Creates the writer of rows as objects, for the names, layout and options of a plan. */
export function createMemberWriter(
  { added, layout, options }: Pick<FormatPlan, "added" | "layout" | "options">,
  listNames: readonly string[] | undefined,
): WriteMembers {
  const keys = keysOf(added);
  const results = createResultTexts(added.length - 1, listNames);
  if (layout) {
    const layoutKeys = keysOf(layout.map(({ name }) => name));
    return (row, result, error) => {
      const texts = results(result, error);
      const members = row.members();
      return joinMembers(
        layout.map(({ isResult, index, source }, at) => {
          const text = isResult ? texts[index] : (members.get(source) ?? "null");
          return [layoutKeys[at], text];
        }),
      );
    };
  }
  const last = added.length - 1;
  return (row, result, error) => {
    const texts = results(result, error);
    const isUsed = (name: string) => row.hasMember(name);
    if (!added.some(isUsed)) {
      return withAdded(row.objectText(), joinMembers(texts.map((text, at) => [keys[at], text])));
    }
    if (options.replace) {
      const members = new Map(row.members());
      added.forEach((name, at) => {
        const text = texts[at];
        if (text === undefined) members.delete(name);
        else members.set(name, text);
      });
      return joinMembers(Array.from(members, ([name, text]) => [`${JSON.stringify(name)}:`, text]));
    }
    // A row that has other names than the plan knew fails, and gets nothing but its error.
    const [errorName] = freeNames([added[last]], isUsed);
    return withAdded(row.objectText(), `${JSON.stringify(errorName)}:${texts[last] ?? "null"}`);
  };
}

export function createObjectWriter(plan: FormatPlan, records: RecordFrame): WriteRow {
  const write = createMemberWriter(plan, plan.options.all ? resultNames(plan.options) : undefined);
  return (output, { row, result, error }) => {
    const before = output.end > 0 ? records.between : "";
    output.appendText(`${before}${records.before}{${write(row, result, error)}}${records.after}`);
  };
}

/** Name of the member or column that holds a row that is not an object. */
export const ROW_MEMBER = "row";

/** @param opening begins an object, to which `closing` is the end */
export function createObjectTextWriter(
  plan: FormatPlan,
  opening: string,
  closing: string,
): TextWriter {
  const write = createMemberWriter(plan, plan.options.all ? resultNames(plan.options) : undefined);
  const row: MembersOfRow = {
    objectText: () => "{}",
    hasMember: () => false,
    members: () => new Map(),
  };
  return {
    before: () => `${opening}"${ROW_MEMBER}":"`,
    escape: (text) => JSON.stringify(text).slice(1, -1),
    after: (error) => `",${write(row, NO_RESULT, error)}${closing}`,
  };
}
