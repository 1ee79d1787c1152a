/** A sequence of JSON values, which is written with one value a line. */

import { ALL_ROLES } from "../options/conversion.ts";
import { utf8Text } from "../text.ts";
import { isCollection, rejectCollection } from "./feature-collection.ts";
import { type Format, NO_FRAME, type Preamble, type RecordFrame } from "./format.ts";
import { endOfFirstValue, JSON_VALUES } from "./json-sequence.ts";
import { addedMembers, createObjectTextWriter, createObjectWriter } from "./json-text.ts";
import { createValueParser, findValueColumns, memberNames } from "./json-values.ts";
import { LineSplitter, lineSpan } from "./line-splitter.ts";
import { afterByteOrderMark, afterJsonSpace, countLines } from "./scan.ts";

function parsePreamble(bytes: Uint8Array): Preamble {
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

const RECORDS: RecordFrame = { before: "", between: "", after: "\n" };

export const ndjson: Format<"ndjson"> = {
  name: "ndjson",
  summary: "JSON values, one a line",
  extensions: [".ndjson", ".jsonl"],
  mediaTypes: ["application/x-ndjson", "application/ndjson"],
  columnRoles: ALL_ROLES,
  isTable: false,
  hasNames: true,
  countsBlankRows: false,
  fastPath: "values",
  records: RECORDS,
  hasFirstRow: (bytes) => {
    const from = afterJsonSpace(bytes, afterByteOrderMark(bytes));
    return isCollection(bytes) || JSON_VALUES.findNext(bytes, from, false) >= 0;
  },
  parsePreamble,
  findColumns: findValueColumns,
  createSplitter: (plan) => new LineSplitter(JSON_VALUES, plan),
  createRowFinder: () => (bytes, from) => lineSpan(JSON_VALUES, bytes, from),
  isBlank: (text) => text.trim() === "",
  createParser: createValueParser,
  hasMember: (row, name) => row.hasMember(name),
  memberNames,
  addedNames: addedMembers,
  frame: () => NO_FRAME,
  createWriter: (plan) => createObjectWriter(plan, RECORDS),
  createTextWriter: (plan) => createObjectTextWriter(plan, "{", "}\n"),
};
