/** JSON: one array of values, or one value a line. */
import { CLOSING_BRACKET, OPENING_BRACE, OPENING_BRACKET } from "../../characters.ts";
import { quoted } from "../../messages.ts";
import { utf8Text } from "../../platform.ts";
import { BatchError } from "../errors.ts";
import { type InputStart, NO_FRAME } from "../format-plan.ts";
import { FORMAT_FACTS } from "../options/formats.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { featureOutput, objectOutput } from "../output/json.ts";
import { afterJsonSpace } from "../scan.ts";
import type { Format } from "./format.ts";
import { addedNames, findColumns, syntaxOf } from "./json-columns.ts";
import { startOfElements, startOfLines } from "./json-start.ts";

function readArrayStart(
  bytes: Uint8Array,
  options: ResolvedBatchOptions,
  isLast: boolean,
): InputStart | undefined {
  const at = afterJsonSpace(bytes, 0);
  if (at === bytes.length || bytes[at] === OPENING_BRACE) {
    const start = startOfLines(bytes, options, isLast);
    return start && { ...start, areFeatures: false };
  }
  if (bytes[at] !== OPENING_BRACKET) {
    const start = quoted(utf8Text(bytes, 0, 20));
    const message = `The input begins with ${start}, not with the '[' of a JSON array. For one value a line, use the option from with ndjson.`;
    throw new BatchError(message, "from");
  }
  const from = afterJsonSpace(bytes, at + 1);
  const start = startOfElements(bytes, from, isLast);
  return start && bytes[from] === CLOSING_BRACKET ? { ...start, firstRow: undefined } : start;
}

export const json: Format = {
  name: "json",
  ...FORMAT_FACTS.json,
  ...syntaxOf(),
  findColumns,
  addedNames: (options) => addedNames(options, false),
  between: ",\n",
  readStart: readArrayStart,
  frame: () => ({ opening: "[\n", closing: "\n]\n" }),
  createOutput: (plan) => objectOutput(plan, ""),
};

export const ndjson: Format = {
  name: "ndjson",
  ...FORMAT_FACTS.ndjson,
  ...syntaxOf(),
  findColumns,
  addedNames: (options, hasFeatureOutput) => addedNames(options, hasFeatureOutput),
  between: "",
  readStart: startOfLines,
  frame: () => NO_FRAME,
  createOutput: (plan) => {
    return plan.hasFeatureOutput ? featureOutput(plan, "\n") : objectOutput(plan, "\n");
  },
};
