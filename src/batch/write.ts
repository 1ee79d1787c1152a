/** Writes a row and its answer in the format that is asked for. */
import type { Answer, Value } from "./answers.ts";
import { freeNames } from "./columns.ts";
import { delimiterOf, isJson } from "./options.ts";
import type { Output } from "./output.ts";
import { type BatchPlan, valueNames } from "./plan.ts";
import { writtenField } from "./rows/fields.ts";
import type { Complaint, Content, Extent } from "./rows/row.ts";

/** @param bytes the chunk that `extent` is a place in */
export type WriteRow = (
  output: Output,
  content: Content,
  answer: Answer,
  bytes: Uint8Array,
  extent: Extent,
) => void;

function complaintOf(content: Content, { complaint }: Answer): Complaint | undefined {
  return content.fault ?? complaint ?? content.loss;
}

/** One empty list stands for a row without an answer, so that the row is not lost. */
function linesOf({ lists }: Answer): readonly (readonly Value[])[] {
  return lists.length === 0 ? [[]] : lists;
}

function lineEndOf(plan: BatchPlan, { lineEnd }: Extent): string {
  const { from, to } = plan.options;
  return from === to && lineEnd !== undefined ? lineEnd : plan.lineEnd;
}

function tableWriter(plan: BatchPlan, delimiter: string): WriteRow {
  const count = valueNames(plan.options).length;
  const isSame = plan.options.from === plan.options.to;
  const fieldText = (value: Value): string => {
    return value === undefined ? "" : writtenField(String(value), delimiter);
  };
  return (output, content, answer, bytes, extent) => {
    const error = complaintOf(content, answer)?.message;
    const lineEnd = lineEndOf(plan, extent);
    for (const values of linesOf(answer)) {
      if (isSame && content.isWhole) output.append(bytes, extent.from, extent.to);
      else output.appendText(content.fields.map(fieldText).join(delimiter));
      for (let place = 0; place < count; place++) {
        output.appendText(delimiter + fieldText(values[place]));
      }
      output.appendText(delimiter + fieldText(error) + lineEnd);
    }
  };
}

/** What would be taken for the end of a field or a line. */
const SEPARATORS = /[\t\r\n]+/g;

function plainWriter(plan: BatchPlan): WriteRow {
  const count = valueNames(plan.options).length;
  const isSame = plan.options.from === "plain";
  return (output, content, answer, bytes, extent) => {
    const error = complaintOf(content, answer)?.message.replace(SEPARATORS, " ");
    const lineEnd = lineEndOf(plan, extent);
    for (const values of linesOf(answer)) {
      if (isSame && content.isWhole) output.append(bytes, extent.from, extent.to);
      else output.appendText(content.text.replace(/[\r\n]+/g, " "));
      for (let place = 0; place < count; place++) output.appendText(`\t${values[place] ?? ""}`);
      output.appendText(error === undefined ? lineEnd : `\t${error}${lineEnd}`);
    }
  };
}

/** Names as they stand in front of values. */
function keysOf(names: readonly string[]): readonly string[] {
  return names.map((name) => `${JSON.stringify(name)}:`);
}

/** Members with a comma between them, and none around them; those without a value are left out. */
function membersText(keys: readonly string[], values: readonly Value[]): string {
  let members = "";
  for (let place = 0; place < values.length; place++) {
    const value = values[place];
    if (value === undefined) continue;
    const comma = members === "" ? "" : ",";
    members += `${comma}${keys[place]}${JSON.stringify(value)}`;
  }
  return members;
}

/** The members that an answer adds to its row; the last of the keys is the error's. */
function answerMembers(
  keys: readonly string[],
  listKeys: readonly string[] | undefined,
  { lists }: Answer,
  error: string | undefined,
): string {
  const hasLists = lists.length > 0 || error === undefined;
  const errorKey = keys[keys.length - 1] as string;
  let members = "";
  if (listKeys === undefined) {
    members = membersText(keys, lists[0] ?? []);
  } else if (hasLists) {
    members = `${keys[0]}[${lists.map((values) => `{${membersText(listKeys, values)}}`).join(",")}]`;
  }
  if (error === undefined) return members;
  return `${members}${members === "" ? "" : ","}${errorKey}${JSON.stringify(error)}`;
}

function jsonWriter(plan: BatchPlan): WriteRow {
  const { options, added } = plan;
  const usualKeys = keysOf(added);
  const listKeys = options.all ? keysOf(valueNames(options)) : undefined;
  const lineEnd = options.to === "json" ? "" : "\n";
  const between = options.to === "json" ? ",\n" : "";
  return (output, content, answer) => {
    const error = complaintOf(content, answer)?.message;
    const isTaken = added.some(content.hasMember);
    const keys = isTaken ? keysOf(freeNames(added, content.hasMember)) : usualKeys;
    const members = answerMembers(keys, listKeys, answer, error);
    const { object } = content;
    const inner = object.slice(0, object.lastIndexOf("}")).trimEnd();
    const comma = members === "" || inner.endsWith("{") ? "" : ",";
    output.appendText(`${output.end > 0 ? between : ""}${inner}${comma}${members}}${lineEnd}`);
  };
}

export function rowWriter(plan: BatchPlan): WriteRow {
  const { to } = plan.options;
  if (isJson(to)) return jsonWriter(plan);
  const delimiter = delimiterOf(to);
  return delimiter === undefined ? plainWriter(plan) : tableWriter(plan, delimiter);
}
