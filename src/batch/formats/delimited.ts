/** Tables with delimited fields: csv and tsv. */
import type { BatchPlan } from "../batch-plan.ts";
import { tableColumns } from "../columns/columns.ts";
import { FORMAT_FACTS } from "../options/formats.ts";
import { resultNames } from "../options/roles.ts";
import { tableOutput } from "../output/tables.ts";
import { createRowEnds, DelimitedTokenizer } from "../syntax/fields.ts";
import { Splitter } from "../syntax/splitter.ts";
import { quotedField } from "../text.ts";
import type { Format } from "./format.ts";

const TAB = "\t";
const COMMA = ",";

function outputDelimiter({ keepsFormat, delimiter, outputDelimiter, options }: BatchPlan): string {
  if (outputDelimiter !== undefined) return outputDelimiter;
  if (keepsFormat) return delimiter;
  return options.to === "tsv" ? TAB : (options.delimiter ?? COMMA);
}

/** The header: copied from the input if the format stays the same. */
function frame(plan: BatchPlan, firstRow: string | undefined) {
  const { columns, layout, keepsFormat, lineEnd, options } = plan;
  const isEmpty = columns.length === 0 && firstRow === undefined;
  if (!options.header || isEmpty) return {};
  const delimiter = outputDelimiter(plan);
  const names = tableColumns(plan).map(({ name }) => quotedField(name, delimiter));
  const isCopied = !layout && keepsFormat && firstRow !== undefined;
  const header = isCopied ? [firstRow, ...names.slice(columns.length)] : names;
  return { opening: header.join(delimiter) + lineEnd };
}

const TABLE = {
  between: "",
  outputDelimiter,
  createSplitter: (plan: BatchPlan) => new Splitter(createRowEnds(plan), plan),
  createReader: (plan: BatchPlan) => new DelimitedTokenizer(plan),
  addedNames: resultNames,
  frame,
  createOutput: (plan: BatchPlan) => tableOutput(plan, outputDelimiter(plan)),
};

export const csv: Format = { name: "csv", ...FORMAT_FACTS.csv, ...TABLE };
export const tsv: Format = { name: "tsv", ...FORMAT_FACTS.tsv, ...TABLE };
