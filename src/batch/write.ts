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

/** Members of an object, without its braces; those without a value are left out. */
function membersText(names: readonly string[], values: readonly Value[]): string {
  const members: string[] = [];
  for (const [place, name] of names.entries()) {
    const value = values[place];
    if (value !== undefined) members.push(`${JSON.stringify(name)}:${JSON.stringify(value)}`);
  }
  return members.join(",");
}

function jsonWriter(plan: BatchPlan): WriteRow {
  const { options, added } = plan;
  const listNames = valueNames(options);
  const lineEnd = options.to === "json" ? "" : "\n";
  const between = options.to === "json" ? ",\n" : "";
  return (output, content, answer) => {
    const error = complaintOf(content, answer)?.message;
    const isTaken = added.some(content.hasMember);
    const names = isTaken ? freeNames(added, content.hasMember) : added;
    const errorName = names[names.length - 1] as string;
    const parts: string[] = [];
    if (options.all && !content.fault && (answer.lists.length > 0 || !answer.complaint)) {
      const codes = answer.lists.map((values) => `{${membersText(listNames, values)}}`);
      parts.push(`${JSON.stringify(names[0])}:[${codes.join(",")}]`);
    } else if (!options.all) {
      parts.push(membersText(names, answer.lists[0] ?? []));
    }
    parts.push(membersText([errorName], [error]));
    const members = parts.filter((part) => part !== "").join(",");
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
