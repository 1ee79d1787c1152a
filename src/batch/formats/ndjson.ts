/** One JSON value a line. */

import { ALL_ROLES } from "../conversion.ts";
import { type Format, NO_FRAME, type Preamble } from "./format.ts";
import { addedMembers, createObjectTextWriter, createObjectWriter } from "./json-text.ts";
import { createValueParser, findValueColumns, memberNames } from "./json-values.ts";
import { LINES, LineSplitter, lineSpan } from "./line-splitter.ts";
import {
  afterByteOrderMark,
  afterJsonSpace,
  countLines,
  endOfText,
  LINE_FEED,
  textOf,
} from "./scan.ts";

function parsePreamble(bytes: Uint8Array): Preamble {
  const mark = afterByteOrderMark(bytes);
  const from = afterJsonSpace(bytes, mark);
  if (from === bytes.length) return { bytes: mark, lines: 0, firstRow: undefined, lineEnd: "\n" };
  const lineFeed = bytes.indexOf(LINE_FEED, from);
  const end = lineFeed < 0 ? bytes.length : lineFeed;
  return {
    bytes: from,
    lines: countLines(bytes, 0, from),
    firstRow: textOf(bytes, from, endOfText(bytes, from, end)),
    lineEnd: "\n",
  };
}

export const ndjson: Format<"ndjson"> = {
  name: "ndjson",
  summary: "one JSON value a line",
  extensions: [".ndjson", ".jsonl"],
  mediaTypes: ["application/x-ndjson", "application/ndjson"],
  columnRoles: ALL_ROLES,
  isTable: false,
  hasNames: true,
  countsBlankRows: false,
  hasFirstRow: (bytes) => {
    const from = afterJsonSpace(bytes, afterByteOrderMark(bytes));
    return bytes.indexOf(LINE_FEED, from) >= 0;
  },
  parsePreamble,
  findColumns: findValueColumns,
  createSplitter: (plan) => new LineSplitter(LINES, plan),
  createRowFinder: () => (bytes, from) => lineSpan(LINES, bytes, from),
  isBlank: (text) => text.trim() === "",
  createParser: createValueParser,
  hasMember: (row, name) => row.hasMember(name),
  memberNames,
  addedNames: addedMembers,
  frame: () => NO_FRAME,
  createWriter: (plan) => createObjectWriter(plan, "", "\n"),
  createTextWriter: (plan) => createObjectTextWriter(plan, "{", "}\n"),
};
