/** Tables with delimited fields: csv and tsv. */
import { parseDegrees } from "../../library/decimal-reading.ts";
import { quoted } from "../../messages.ts";
import {
  distinctNames,
  findColumnIndex,
  missingColumn,
  withoutUnused,
} from "../columns/columns.ts";
import { tableColumns } from "../columns/layout.ts";
import { BatchError } from "../errors.ts";
import {
  type Columns,
  type FormatContext,
  type FormatPlan,
  type FoundColumns,
  type FrameText,
  NO_COLUMNS,
  NO_FRAME,
} from "../format-plan.ts";
import { FORMAT_FACTS } from "../options/formats.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { COLUMN_OPTIONS, missingRoles, ROLES, type Role, resultNames } from "../options/roles.ts";
import { tableOutput } from "../output/tables.ts";
import { createRowEnds, DelimitedTokenizer, fieldsOf } from "../syntax/fields.ts";
import { RowSplitter } from "../syntax/splitter.ts";
import { QUOTE_RULE, quotedField } from "../text.ts";
import { type DelimiterRule, readTableStart } from "./delimited-start.ts";
import type { Format } from "./format.ts";

/** A delimiter that the only name of a header contains. */
const OTHER_DELIMITER = /[;|\t,]/;

/** The error for a header that looks like a row, or has another delimiter; undefined for other headers. */
function headerError(names: readonly string[], role: Role): BatchError | undefined {
  const [name, ...others] = names;
  const [delimiter] = others.length === 0 ? (OTHER_DELIMITER.exec(name) ?? []) : [];
  if (delimiter !== undefined) {
    const use = `option delimiter with ${quoted(delimiter === "\t" ? "\\t" : delimiter)}`;
    const message = `The header ${quoted(name)} is one column. Its names seem to be separated by another delimiter. Use the ${use}.`;
    return new BatchError(message, "delimiter");
  }
  if (!names.some((one) => parseDegrees(one.trim()) !== undefined)) return undefined;
  const message = `The header ${quoted(names.join(", "))} looks like a row. If the table has no header, use the option header with false and numbers of columns, such as the option ${COLUMN_OPTIONS[role]} with 1.`;
  return new BatchError(message, "header");
}

/** The error for a table without a required column. */
function missingColumnError(
  names: readonly string[],
  role: Role,
  options: ResolvedBatchOptions,
): BatchError {
  if (options.header) {
    return headerError(names, role) ?? missingColumn(names, role, "column");
  }
  const name = COLUMN_OPTIONS[role];
  const message = `Without a header, columns have no names. Give the number of the ${role} column, from 1 to ${names.length}, with the option ${name}.`;
  return new BatchError(message, name);
}

/** @throws BatchError when a required column is missing */
function findIndexes(names: readonly string[], options: ResolvedBatchOptions): Columns["indexes"] {
  const indexes: Partial<Record<Role, number>> = {};
  for (const role of ROLES[options.operation]) {
    const index = findColumnIndex(names, role, options);
    if (index !== undefined) indexes[role] = index;
  }
  const [missing] = missingRoles(options.operation, indexes);
  if (missing !== undefined) throw missingColumnError(names, missing, options);
  return withoutUnused(indexes, options);
}

function findColumns(
  firstRow: string,
  { options, keepsFormat, delimiter }: FormatContext,
): FoundColumns {
  const fields = fieldsOf(firstRow, delimiter);
  if (!fields) {
    const message = `The quotes of the first row ${quoted(firstRow)} are broken. ${QUOTE_RULE}`;
    throw new BatchError(message);
  }
  const names = options.header ? fields : fields.map((_, index) => `column${index + 1}`);
  const indexes = findIndexes(names, options);
  const columns = keepsFormat ? names : distinctNames(names);
  return { ...NO_COLUMNS, columns, indexes, names: columns };
}

/** Whether a delimiter finds the columns of a first row, or without a header, any columns. */
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

/** The header: copied from the input if the format stays the same. */
function frame(plan: FormatPlan, firstRow: string | undefined, delimiter: string): FrameText {
  const { columns, layout, keepsFormat, lineEnd, options } = plan;
  const isEmpty = columns.length === 0 && firstRow === undefined;
  if (!options.header || isEmpty) return NO_FRAME;
  const names = tableColumns(plan).map(({ name }) => quotedField(name, delimiter));
  const isCopied = !layout && keepsFormat && firstRow !== undefined;
  const header = isCopied ? [firstRow, ...names.slice(columns.length)] : names;
  return { opening: header.join(delimiter) + lineEnd, closing: "" };
}

/** @param rule how the delimiter of an input is found */
function delimitedFormat(name: "csv" | "tsv", rule: DelimiterRule): Format {
  const outputDelimiter = (plan: FormatPlan): string => {
    if (plan.keepsFormat) return plan.delimiter;
    return rule.fixed ?? plan.options.delimiter ?? rule.preferred;
  };
  return {
    name,
    ...FORMAT_FACTS[name],
    between: "",
    outputDelimiter,
    readStart: (bytes, options, isLast) => readTableStart(bytes, options, isLast, rule),
    findColumns(firstRow, context) {
      return firstRow === undefined ? NO_COLUMNS : findColumns(firstRow, context);
    },
    createSplitter: (plan) => new RowSplitter(createRowEnds(plan), plan),
    createReader: (plan) => new DelimitedTokenizer(plan),
    addedNames: resultNames,
    frame: (plan, firstRow) => frame(plan, firstRow, outputDelimiter(plan)),
    createOutput: (plan) => tableOutput(plan, outputDelimiter(plan)),
  };
}

export const csv = delimitedFormat("csv", { preferred: ",", others: [";", "\t", "|"], suits });

export const tsv = delimitedFormat("tsv", { preferred: "\t", fixed: "\t", others: [], suits });
