/** JSON: one array of values, or a sequence of values, which is written with one value a line. */
import { CLOSING_BRACKET, OPENING_BRACE, OPENING_BRACKET } from "../../characters.ts";
import { option, quoted, sentence } from "../../internal.ts";
import { batchError } from "../errors.ts";
import { type FormatPlan, NO_FRAME, type Preamble, type RecordFrame } from "../format-plan.ts";
import { type ConversionOptions, resultNames } from "../options/conversion.ts";
import { FORMAT_FACTS } from "../options/formats.ts";
import { failedMembers, objectOutput } from "../output/objects.ts";
import { afterByteOrderMark, afterJsonSpace, countLines, NO_END } from "../scan.ts";
import { createElementScan, ElementSplitter, findElementEnd } from "../syntax/element-splitter.ts";
import { JsonTokenizer } from "../syntax/json.ts";
import { LIST_MEMBER, ROW_MEMBER } from "../syntax/json-input.ts";
import { ELEMENT_ROWS, VALUE_ROWS } from "../syntax/json-rows.ts";
import { endOfFirstValue, JSON_VALUES } from "../syntax/json-sequence.ts";
import { LineSplitter } from "../syntax/line-splitter.ts";
import { objectSchema } from "../syntax/object-schema.ts";
import { utf8Text } from "../text.ts";
import type { Format, TextWriter } from "./format.ts";
import { isCollection, rejectCollection } from "./geojson-start.ts";
import { findValueColumns } from "./json-columns.ts";

/** Where the first element begins, with or without an opening bracket. */
function firstElementOf(bytes: Uint8Array): number {
  const at = afterJsonSpace(bytes, afterByteOrderMark(bytes));
  return bytes[at] === OPENING_BRACKET ? afterJsonSpace(bytes, at + 1) : at;
}

function hasFirstElement(bytes: Uint8Array): boolean {
  const at = afterJsonSpace(bytes, afterByteOrderMark(bytes));
  if (bytes[at] === OPENING_BRACE) {
    return isCollection(bytes) || JSON_VALUES.findNext(bytes, at, false) >= 0;
  }
  if (at < bytes.length && bytes[at] !== OPENING_BRACKET) return true;
  const from = firstElementOf(bytes);
  return from < bytes.length && findElementEnd(bytes, from, createElementScan()) >= 0;
}

/** Parses the beginning of objects without an array around them. */
function parseSequenceStart(bytes: Uint8Array, from: number): Preamble {
  rejectCollection(bytes);
  return {
    bytes: from,
    lines: countLines(bytes, 0, from),
    firstRow: utf8Text(bytes, from, endOfFirstValue(bytes, from)).trimEnd(),
    lineEnd: "\n",
    isSequence: true,
  };
}

function parseArrayStart(bytes: Uint8Array): Preamble {
  const mark = afterByteOrderMark(bytes);
  const at = afterJsonSpace(bytes, mark);
  if (bytes[at] === OPENING_BRACE) return parseSequenceStart(bytes, at);
  if (at < bytes.length && bytes[at] !== OPENING_BRACKET) {
    const start = quoted(utf8Text(bytes, mark, mark + 20));
    const message = sentence`The input begins with ${start}, not with the '[' of a JSON array. For one value a line, use the ${option("from", "ndjson")}.`;
    throw batchError(message, "from");
  }
  const from = firstElementOf(bytes);
  const end = findElementEnd(bytes, from, createElementScan());
  const firstRow = utf8Text(bytes, from, end === NO_END ? bytes.length : end);
  const hasNoRow = from === bytes.length || bytes[from] === CLOSING_BRACKET;
  return {
    bytes: from,
    lines: countLines(bytes, 0, from),
    firstRow: hasNoRow ? undefined : firstRow,
    lineEnd: "\n",
  };
}

/** Names of the members that a row gets. */
export function addedMembers(options: ConversionOptions): readonly string[] {
  return options.all ? [LIST_MEMBER] : resultNames(options);
}

/** Writes the text of an unreadable row as a member. @param opening begins an object, to which `closing` is the end */
export function textMember(plan: FormatPlan, opening: string, closing: string): TextWriter {
  return {
    before: () => `${opening}"${ROW_MEMBER}":"`,
    escape: (text) => JSON.stringify(text).slice(1, -1),
    after: ({ message }) => `",${failedMembers(plan, message)}${closing}`,
  };
}

/** What both formats share. */
const VALUES = {
  isTable: false,
  countsBlankRows: false,
  hasMembers: true,
  keepsMembers: true,
  findColumns: findValueColumns,
  addedNames: addedMembers,
} as const;

const ELEMENTS: RecordFrame = { before: "", between: ",\n", after: "" };

export const json: Format = {
  name: "json",
  ...FORMAT_FACTS.json,
  ...VALUES,
  between: ELEMENTS.between,
  hasFirstRow: hasFirstElement,
  parsePreamble: parseArrayStart,
  createSplitter: (plan) => {
    return plan.isSequence ? new LineSplitter(JSON_VALUES, plan) : new ElementSplitter(plan);
  },
  createTokenizer(plan) {
    const rows = plan.isSequence ? VALUE_ROWS : ELEMENT_ROWS;
    return new JsonTokenizer(plan, rows, false, objectSchema);
  },
  frame: () => ({ opening: "[\n", between: ELEMENTS.between, closing: "\n]\n" }),
  createOutput: (plan) => objectOutput(plan, ELEMENTS),
  createTextWriter: (plan) => textMember(plan, "{", "}"),
};

function parseValuesStart(bytes: Uint8Array): Preamble {
  const mark = afterByteOrderMark(bytes);
  const from = afterJsonSpace(bytes, mark);
  if (from === bytes.length) return { bytes: mark, lines: 0, firstRow: undefined, lineEnd: "\n" };
  rejectCollection(bytes);
  return {
    bytes: from,
    lines: countLines(bytes, 0, from),
    firstRow: utf8Text(bytes, from, endOfFirstValue(bytes, from)).trimEnd(),
    lineEnd: "\n",
  };
}

const LINES: RecordFrame = { before: "", between: "", after: "\n" };

export const ndjson: Format = {
  name: "ndjson",
  ...FORMAT_FACTS.ndjson,
  ...VALUES,
  between: LINES.between,
  hasFirstRow: (bytes) => {
    const from = afterJsonSpace(bytes, afterByteOrderMark(bytes));
    return isCollection(bytes) || JSON_VALUES.findNext(bytes, from, false) >= 0;
  },
  parsePreamble: parseValuesStart,
  createSplitter: (plan) => new LineSplitter(JSON_VALUES, plan),
  createTokenizer: (plan) => new JsonTokenizer(plan, VALUE_ROWS, false, objectSchema),
  frame: () => NO_FRAME,
  createOutput: (plan) => objectOutput(plan, LINES),
  createTextWriter: (plan) => textMember(plan, "{", "}\n"),
};
