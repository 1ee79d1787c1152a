/** Tables with delimited fields: csv and tsv. */
import { CARRIAGE_RETURN, LINE_FEED, utf8Bytes, utf8Text } from "../../characters.ts";
import { parseDegrees } from "../../library/decimal-reading.ts";
import { quoted } from "../../messages.ts";
import type { BatchPlan, InputStart } from "../batch-plan.ts";
import {
  distinctNames,
  findColumnIndex,
  missingColumn,
  tableColumns,
  withoutUnused,
} from "../columns/columns.ts";
import { BatchError } from "../errors.ts";
import { FORMAT_FACTS } from "../options/formats.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import {
  type ByRole,
  COLUMN_OPTIONS,
  missingRoles,
  ROLES,
  type Role,
  resultNames,
} from "../options/roles.ts";
import { tableOutput } from "../output/tables.ts";
import { sentence } from "../sentences.ts";
import {
  createRowEnds,
  DelimitedTokenizer,
  FieldReader,
  fieldsOf,
  findNextRow,
} from "../syntax/fields.ts";
import { Splitter } from "../syntax/splitter.ts";
import {
  BROKEN_ROW,
  endOfText,
  nextLine,
  OPEN_QUOTE,
  QUOTE_RULE,
  quotedField,
  startsWith,
} from "../text.ts";
import type { Format } from "./format.ts";

/** The delimiters of csv, the most frequent one first. */
const [COMMA, ...OTHERS] = [",", ";", "\t", "|"];
const TAB = "\t";

// Columns

/** The error for a missing column. The header may be a row, or have another delimiter. */
function missingColumnError(
  names: readonly string[],
  role: Role,
  { header }: ResolvedBatchOptions,
): BatchError {
  const option = COLUMN_OPTIONS[role];
  if (!header) {
    const message = sentence`Without a header, columns have no names. Give the number of the ${role} column, from 1 to ${names.length}, with the option ${{ option }}.`;
    return new BatchError(message, option);
  }
  const [name, ...others] = names;
  const [delimiter] = others.length === 0 ? (/[;|\t,]/.exec(name) ?? []) : [];
  if (delimiter !== undefined) {
    const message = sentence`The header ${quoted(name)} is one column. Its names seem to be separated by another delimiter. Use the option ${{ option: "delimiter", value: delimiter }}.`;
    return new BatchError(message, "delimiter");
  }
  if (names.some((one) => parseDegrees(one.trim()) !== undefined)) {
    const message = sentence`The header ${quoted(names.join(", "))} looks like a row. If the table has no header, use the option ${{ option: "header", value: false }} and numbers of columns, such as ${{ option, value: "1" }}.`;
    return new BatchError(message, "header");
  }
  return missingColumn(names, role, "column");
}

/** @throws BatchError when a required column is missing */
function findIndexes(names: readonly string[], options: ResolvedBatchOptions): ByRole<number> {
  const indexes: ByRole<number> = Object.fromEntries(
    ROLES[options.operation].flatMap((role) => {
      const index = findColumnIndex(names, role, options);
      return index === undefined ? [] : [[role, index]];
    }),
  );
  const [missing] = missingRoles(options.operation, indexes);
  if (missing !== undefined) throw missingColumnError(names, missing, options);
  return withoutUnused(indexes, options);
}

function findColumns(
  firstRow: string | undefined,
  { options, keepsFormat, delimiter }: BatchPlan,
): Partial<BatchPlan> {
  if (firstRow === undefined) return {};
  const fields = fieldsOf(firstRow, delimiter);
  if (!fields) {
    const message = `The quotes of the first row ${quoted(firstRow)} are broken. ${QUOTE_RULE}`;
    throw new BatchError(message);
  }
  const names = options.header ? fields : fields.map((_, index) => `column${index + 1}`);
  const indexes = findIndexes(names, options);
  const columns = keepsFormat ? names : distinctNames(names);
  return { columns, indexes, names: columns };
}

/** Whether a first row has the required columns with a delimiter, or without a header, several columns. */
function suits(firstRow: string, delimiter: string, options: ResolvedBatchOptions): boolean {
  const fields = fieldsOf(firstRow, delimiter) ?? [];
  if (!options.header) return fields.length > 1;
  try {
    findIndexes(fields, options);
    return true;
  } catch (error) {
    if (error instanceof BatchError) return false;
    throw error;
  }
}

// The first lines

/** The delimiter line of spreadsheets: `sep=;`. */
const DELIMITER_LINE = /^"?sep=([\t,:;|])"?$/i;

/** Longer lines are not remarks. */
const MAX_REMARK_BYTES = 10_000;

/** Skips blank lines, comments, remarks (lines with `#` that name no columns) and delimiter lines. */
function afterFirstLines(
  bytes: Uint8Array,
  options: ResolvedBatchOptions,
): { readonly from: number; readonly named: string | undefined } {
  const isTsv = options.from === "tsv";
  const comment = options.comment === undefined ? undefined : utf8Bytes(options.comment);
  const delimiters = isTsv ? [TAB] : [options.delimiter ?? COMMA, ...OTHERS];
  let named: string | undefined;
  for (let from = 0; ; ) {
    while (bytes[from] === LINE_FEED || bytes[from] === CARRIAGE_RETURN) from++;
    const next = nextLine(bytes, from);
    const end = next < 0 ? bytes.length : next - 1;
    const isShort = end - from <= MAX_REMARK_BYTES;
    const text = isShort ? utf8Text(bytes, from, endOfText(bytes, from, end)) : "";
    const [, delimiter] = (!isTsv && DELIMITER_LINE.exec(text)) || [];
    const isHash = options.header && text.startsWith("#");
    const isRemark = comment
      ? startsWith(bytes, from, comment)
      : isHash && !delimiters.some((one) => suits(text, one, options));
    const isSkipped = delimiter !== undefined || isRemark;
    if (from === bytes.length || !isSkipped) return { from, named };
    named ??= delimiter;
    from = next < 0 ? bytes.length : next;
  }
}

/** @throws BatchError when the quotes of the first row are broken */
function readStart(
  bytes: Uint8Array,
  options: ResolvedBatchOptions,
  isLast: boolean,
): InputStart | undefined {
  const { from, named } = afterFirstLines(bytes, options);
  const chosen = options.from === "tsv" ? TAB : (options.delimiter ?? named);
  const likely = chosen ?? COMMA;
  const next = findNextRow(bytes, from, new FieldReader(likely));
  if (next < 0 && next !== BROKEN_ROW && !isLast) return undefined;
  if (from === bytes.length) return { bytes: from, firstRow: undefined, delimiter: likely };
  if (next === OPEN_QUOTE || next === BROKEN_ROW) {
    throw new BatchError(`The quotes of the first row are broken. ${QUOTE_RULE}`);
  }
  const end = next < 0 ? bytes.length : next - 1;
  const textEnd = endOfText(bytes, from, end);
  const firstRow = utf8Text(bytes, from, textEnd);
  // Without a named delimiter, the comma or the only other one that suits.
  const isKnown = chosen !== undefined || suits(firstRow, COMMA, options);
  const suiting = isKnown ? [] : OTHERS.filter((one) => suits(firstRow, one, options));
  return {
    bytes: options.header ? Math.min(end + 1, bytes.length) : from,
    firstRow,
    lineEnd: textEnd < end ? "\r\n" : "\n",
    delimiter: suiting.length === 1 ? suiting[0] : likely,
  };
}

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
  readStart,
  findColumns,
  createSplitter: (plan: BatchPlan) => new Splitter(createRowEnds(plan), plan),
  createReader: (plan: BatchPlan) => new DelimitedTokenizer(plan),
  addedNames: resultNames,
  frame,
  createOutput: (plan: BatchPlan) => tableOutput(plan, outputDelimiter(plan)),
};

export const csv: Format = { name: "csv", ...FORMAT_FACTS.csv, ...TABLE };
export const tsv: Format = { name: "tsv", ...FORMAT_FACTS.tsv, ...TABLE };
