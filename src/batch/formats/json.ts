/** JSON: one array of values, or a sequence of values, which is written with one value a line. */
import { CLOSING_BRACKET, OPENING_BRACE, OPENING_BRACKET } from "../../characters.ts";
import { quoted } from "../../messages.ts";
import { utf8Text } from "../../platform.ts";
import type { Splitter } from "../chunks.ts";
import { BatchError } from "../errors.ts";
import { type FormatPlan, type InputStart, NO_FRAME } from "../format-plan.ts";
import { type ConversionOptions, resultNames } from "../options/conversion.ts";
import { FORMAT_FACTS } from "../options/formats.ts";
import { failedMembers, objectOutput } from "../output/objects.ts";
import type { Tokenizer } from "../rows/row.ts";
import { afterJsonSpace } from "../scan.ts";
import { JsonTokenizer } from "../syntax/json.ts";
import { LIST_MEMBER, ROW_MEMBER } from "../syntax/json-input.ts";
import { ELEMENT_ROWS, type JsonRows, startOfRows, VALUE_ROWS } from "../syntax/json-rows.ts";
import { RowSplitter } from "../syntax/splitter.ts";
import { type ArrayEnd, ArrayTail } from "../syntax/unreadable-text.ts";
import type { Format, TextWriter } from "./format.ts";
import { rejectCollection } from "./geojson-start.ts";
import { findValueColumns } from "./json-columns.ts";

function readArrayStart(
  bytes: Uint8Array,
  options: ConversionOptions,
  isLast: boolean,
): InputStart | undefined {
  const at = afterJsonSpace(bytes, 0);
  if (at === bytes.length || bytes[at] === OPENING_BRACE) {
    return readValuesStart(bytes, options, isLast);
  }
  if (bytes[at] !== OPENING_BRACKET) {
    const start = quoted(utf8Text(bytes, 0, 20));
    const message = `The input begins with ${start}, not with the '[' of a JSON array. For one value a line, use the option from with ndjson.`;
    throw new BatchError(message, "from");
  }
  const from = afterJsonSpace(bytes, at + 1);
  const start = startOfRows(bytes, from, ELEMENT_ROWS, isLast);
  const isEmpty = from === bytes.length || bytes[from] === CLOSING_BRACKET;
  return start && isEmpty ? { ...start, firstRow: undefined } : start;
}

function readValuesStart(
  bytes: Uint8Array,
  _: ConversionOptions,
  isLast: boolean,
): InputStart | undefined {
  const from = afterJsonSpace(bytes, 0);
  if (from < bytes.length) {
    rejectCollection(bytes);
    return startOfRows(bytes, from, VALUE_ROWS, isLast);
  }
  return isLast ? { bytes: from, firstRow: undefined, isSequence: true } : undefined;
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

/** Rows that are elements of an array, or values that follow each other. */
export function arrayOrValues({ isSequence }: FormatPlan): JsonRows {
  return isSequence ? VALUE_ROWS : ELEMENT_ROWS;
}

/** How rows of JSON are split and read. */
export function syntaxOf(
  areFeatures: boolean,
  rowsOf: (plan: FormatPlan) => JsonRows,
  arrayEnd?: (plan: FormatPlan) => ArrayEnd,
) {
  return {
    createSplitter: (plan: FormatPlan): Splitter => {
      const rows = rowsOf(plan);
      const tail = new ArrayTail(plan.options.maxRowBytes, arrayEnd?.(plan));
      return new RowSplitter(rows.createEnds(), plan, rows === ELEMENT_ROWS ? tail : undefined);
    },
    createTokenizer: (plan: FormatPlan): Tokenizer => {
      return new JsonTokenizer(plan, rowsOf(plan), areFeatures);
    },
  };
}

/** What both formats share. */
const VALUES = {
  findColumns: findValueColumns,
  addedNames: addedMembers,
  ...syntaxOf(false, arrayOrValues),
};

export const json: Format = {
  name: "json",
  ...FORMAT_FACTS.json,
  ...VALUES,
  between: ",\n",
  readStart: readArrayStart,
  frame: () => ({ opening: "[\n", closing: "\n]\n" }),
  createOutput: (plan) => objectOutput(plan, { before: "", after: "" }),
  createTextWriter: (plan) => textMember(plan, "{", "}"),
};

export const ndjson: Format = {
  name: "ndjson",
  ...FORMAT_FACTS.ndjson,
  ...VALUES,
  between: "",
  readStart: readValuesStart,
  frame: () => NO_FRAME,
  createOutput: (plan) => objectOutput(plan, { before: "", after: "\n" }),
  createTextWriter: (plan) => textMember(plan, "{", "}\n"),
};
