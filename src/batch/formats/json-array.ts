/** One JSON array of values. A comma or the closing bracket ends an element, anywhere in a line. */
import { CLOSING_BRACKET, OPENING_BRACE, OPENING_BRACKET } from "../../characters.ts";
import { option, quoted, sentence } from "../../internal.ts";
import { batchError } from "../errors.ts";
import { ALL_ROLES } from "../options/conversion.ts";
import { utf8Text } from "../text.ts";
import {
  createElementScan,
  ElementSplitter,
  elementSpan,
  findElementEnd,
} from "./element-splitter.ts";
import { isCollection, rejectCollection } from "./feature-collection.ts";
import type { Format, Preamble, RecordFrame } from "./format.ts";
import { endOfFirstValue, JSON_VALUES } from "./json-sequence.ts";
import { addedMembers, createObjectTextWriter, createObjectWriter } from "./json-text.ts";
import { createValueParser, findValueColumns, memberNames } from "./json-values.ts";
import { LineSplitter, lineSpan } from "./line-splitter.ts";
import { afterByteOrderMark, afterJsonSpace, countLines, NO_END } from "./scan.ts";

/** Where the first element begins, with or without an opening bracket. */
function firstElementOf(bytes: Uint8Array): number {
  const at = afterJsonSpace(bytes, afterByteOrderMark(bytes));
  return bytes[at] === OPENING_BRACKET ? afterJsonSpace(bytes, at + 1) : at;
}

function hasFirstRow(bytes: Uint8Array): boolean {
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

function parsePreamble(bytes: Uint8Array): Preamble {
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

const RECORDS: RecordFrame = { before: "", between: ",\n", after: "" };

export const json: Format<"json"> = {
  name: "json",
  summary: "one JSON array",
  extensions: [".json"],
  mediaTypes: ["application/json"],
  columnRoles: ALL_ROLES,
  isTable: false,
  hasNames: true,
  countsBlankRows: false,
  fastPath: "elements",
  records: RECORDS,
  hasFirstRow,
  parsePreamble,
  findColumns: findValueColumns,
  createSplitter: (plan) => {
    return plan.isSequence ? new LineSplitter(JSON_VALUES, plan) : new ElementSplitter(plan);
  },
  createRowFinder({ isSequence }) {
    return isSequence ? (bytes, from) => lineSpan(JSON_VALUES, bytes, from) : elementSpan;
  },
  isBlank: (text) => text.trim() === "",
  createParser: createValueParser,
  hasMember: (row, name) => row.hasMember(name),
  memberNames,
  addedNames: addedMembers,
  frame: () => ({ opening: "[\n", between: RECORDS.between, closing: "\n]\n" }),
  createWriter: (plan) => createObjectWriter(plan, RECORDS),
  createTextWriter: (plan) => createObjectTextWriter(plan, "{", "}"),
};
