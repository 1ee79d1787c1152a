/** Tables with delimited fields: csv and tsv. */
import { decode, MapcodeError } from "../../index.ts";
import { option, parseDegrees, quoted, sentence } from "../../internal.ts";
import { BatchError, batchError } from "../errors.ts";
import {
  ALL_ROLES,
  COLUMN_OPTIONS,
  type ConversionOptions,
  missingRoles,
  ROLES,
  type Role,
  resultNames,
} from "../options/conversion.ts";
import { distinctNames, findColumnIndex, missingColumn, withoutUnused } from "../plan/columns.ts";
import type { LayoutColumn } from "../plan/layout.ts";
import { RowProblem } from "../rows/row-errors.ts";
import {
  type Cell,
  ColumnRow,
  createJsonText,
  errorOfList,
  NOT_UTF8,
  numberText,
  type ResultValue,
} from "../rows/rows.ts";
import { QUOTE_RULE, quotedField, splitFields } from "./delimited-fields.ts";
import { createRowEnds, type DelimiterRule, hasFirstRow, parsePreamble } from "./delimited-rows.ts";
import {
  type Columns,
  type Format,
  type FormatContext,
  type FormatNames,
  type FormatPlan,
  type FrameText,
  NO_COLUMNS,
  NO_FRAME,
  type ParseRow,
  type TextWriter,
  type WriteRow,
} from "./format.ts";
import { LineSplitter, lineSpan } from "./line-splitter.ts";

/** A delimiter that the only name of a header contains. */
const OTHER_DELIMITER = /[;|\t,]/;

/** Whether a text is the mapcode of a place in any of these territories, or worldwide. */
function isPlace(text: string, territories: readonly string[]): boolean {
  return [undefined, ...territories].some((context) => {
    try {
      decode(text, context === undefined ? {} : { context });
      return true;
    } catch (error) {
      if (error instanceof MapcodeError) return false;
      throw error;
    }
  });
}

/** The numbers of the columns, from 1, whose names pass a test. */
function numbersOf(names: readonly string[], test: (name: string) => boolean): readonly number[] {
  return names.flatMap((name, index) => (test(name.trim()) ? [index + 1] : []));
}

/** The error for a header that looks like a row, or has another delimiter; undefined for other headers. */
function headerError(
  names: readonly string[],
  role: Role,
  { territory = "" }: ConversionOptions,
): BatchError | undefined {
  const [name, ...others] = names;
  const [delimiter] = others.length === 0 ? (OTHER_DELIMITER.exec(name) ?? []) : [];
  if (delimiter !== undefined) {
    const use = option("delimiter", quoted(delimiter === "\t" ? "\\t" : delimiter));
    const message = sentence`The header ${quoted(name)} is one column. Its names seem to be separated by another delimiter. Use the ${use}.`;
    return batchError(message, "delimiter");
  }
  const problem = sentence`The header ${quoted(names.join(", "))} looks like a row. If the table has no header, use the ${option("header", "false")}`;
  const numbers = numbersOf(names, (text) => parseDegrees(text) !== undefined);
  if (role === "latitude" && numbers.length >= 2) {
    const [lat, lon] = numbers;
    const choice = sentence`the ${option("latColumn", lat)} and the ${option("lonColumn", lon)}`;
    return batchError(sentence`${problem}, ${choice}.`, "header");
  }
  if (role !== "mapcode") return undefined;
  const [code] = numbersOf(names, (text) => isPlace(text, [...names, territory]));
  if (code === undefined) return undefined;
  return batchError(sentence`${problem} and the ${option("codeColumn", code)}.`, "header");
}

/** The error for a table without a required column. */
function missingColumnError(
  names: readonly string[],
  role: Role,
  options: ConversionOptions,
): BatchError {
  if (options.header) {
    return headerError(names, role, options) ?? missingColumn(names, role, "column");
  }
  const name = COLUMN_OPTIONS[role];
  const message = sentence`Without a header, columns have no names. Give the number of the ${role} column, from 1 to ${names.length}, with the ${option(name)}.`;
  return batchError(message, name);
}

/** @throws BatchError when a required column is missing */
function findIndexes(names: readonly string[], options: ConversionOptions): Columns["indexes"] {
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
): Columns {
  const fields = splitFields(firstRow, delimiter);
  if (!fields) {
    const message = `The quotes of the first row ${quoted(firstRow)} are broken. ${QUOTE_RULE}`;
    throw batchError(message);
  }
  const names = options.header ? fields : fields.map((_, index) => `column${index + 1}`);
  const indexes = findIndexes(names, options);
  const columns = keepsFormat ? names : distinctNames(names);
  return { ...NO_COLUMNS, columns, indexes, names: columns };
}

/** Whether a delimiter finds the columns of a first row, or without a header, any columns. */
function suits(firstRow: string, delimiter: string, options: ConversionOptions): boolean {
  const fields = splitFields(firstRow, delimiter) ?? [];
  if (!options.header) return fields.length > 1;
  try {
    findIndexes(fields, options);
    return true;
  } catch (error) {
    if (error instanceof BatchError) return false;
    throw error;
  }
}

/** Adjusts the fields of a row to the number of columns; missing fields are empty. */
function padFields(fields: readonly string[], count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => fields[index] ?? "");
}

function fieldCountText(fields: number): string {
  return fields === 1 ? "1 field" : `${fields} fields`;
}

function createParser({ columns, indexes, options, delimiter }: FormatPlan): ParseRow {
  const { nullText } = options;
  const jsonText = createJsonText(options);
  const errorOf = (fields: readonly string[] | undefined, text: string): RowProblem | undefined => {
    if (!fields) {
      const message = `The quotes of the row ${quoted(text)} are broken. ${QUOTE_RULE}`;
      return new RowProblem("malformed-row", message);
    }
    if (fields.length === columns.length) return undefined;
    const counts = `The row ${quoted(text)} has ${fieldCountText(fields.length)}`;
    return new RowProblem(
      "malformed-row",
      `${counts}; expected ${columns.length} as in the first row.`,
    );
  };
  return (text, isUtf8) => {
    const split = splitFields(text, delimiter);
    const error = errorOf(split, text);
    const found = split ?? text.split(delimiter);
    const fields = error ? padFields(found, columns.length) : found;
    const input: Partial<Record<Role, Cell>> = {};
    for (const role of ROLES[options.operation]) {
      const index = indexes[role];
      if (index === undefined) continue;
      const value = fields[index] === nullText ? null : fields[index];
      input[role] = { value, column: columns[index] };
    }
    return new ColumnRow({
      text,
      jsonText,
      columns,
      fields,
      overflow: error ? found.slice(columns.length) : [],
      keepsBytes: !error,
      input,
      error: error ?? (isUtf8 ? undefined : NOT_UTF8),
    });
  };
}

/** The header: copied from the input if the format stays the same. */
function frame(plan: FormatPlan, firstRow: string | undefined, delimiter: string): FrameText {
  const { columns, added, layout, keepsFormat, lineEnd, options } = plan;
  const isEmpty = columns.length === 0 && firstRow === undefined;
  if (!options.header || isEmpty) return NO_FRAME;
  if (layout) {
    const names = layout.map(({ name }) => quotedField(name, delimiter));
    return { opening: names.join(delimiter) + lineEnd, between: "", closing: "" };
  }
  const written = columns.map((name) => quotedField(name, delimiter));
  const header = keepsFormat && firstRow !== undefined ? [firstRow] : written;
  const results = added.map((name) => quotedField(name, delimiter));
  return { opening: [...header, ...results].join(delimiter) + lineEnd, between: "", closing: "" };
}

/** A function that writes a value as a field. */
function createFieldText({ options }: FormatPlan, delimiter: string) {
  const { decimalComma, nullText = "" } = options;
  const absent = quotedField(nullText, delimiter);
  return (value: ResultValue): string => {
    if (value === undefined) return absent;
    return quotedField(numberText(value, decimalComma) ?? String(value), delimiter);
  };
}

/** Writes the columns of a layout. */
function createLayoutWriter(
  plan: FormatPlan,
  layout: readonly LayoutColumn[],
  delimiter: string,
): WriteRow {
  const count = resultNames(plan.options).length;
  const fieldText = createFieldText(plan, delimiter);
  return (output, { row, result, error, span }) => {
    const lineEnd = (plan.keepsFormat && span.lineEnd) || plan.lineEnd;
    const lists = result.lists.length === 0 ? [[]] : result.lists;
    const { fields, overflow } = row.table;
    lists.forEach((values, list) => {
      const listError = errorOfList(result, error, list);
      const resultOrField = ({ isResult, index }: LayoutColumn): ResultValue => {
        if (!isResult) return fields[index];
        return index < count ? values[index] : (listError?.message ?? "");
      };
      const all = [...layout.map(resultOrField), ...overflow].map(fieldText);
      output.appendText(all.join(delimiter) + lineEnd);
    });
  };
}

function createWriter(plan: FormatPlan, delimiter: string): WriteRow {
  const { keepsFormat, layout } = plan;
  if (layout) return createLayoutWriter(plan, layout, delimiter);
  const count = resultNames(plan.options).length;
  const fieldText = createFieldText(plan, delimiter);
  return (output, { row, result, error, bytes, span }) => {
    const lineEnd = (keepsFormat && span.lineEnd) || plan.lineEnd;
    // A row without a result gets empty fields.
    const lists = result.lists.length === 0 ? [[]] : result.lists;
    lists.forEach((values, list) => {
      if (keepsFormat && row.keepsBytes) output.append(bytes, span.from, span.to);
      else output.appendText(row.table.fields.map(fieldText).join(delimiter));
      // One text, as each takes a call of the encoder.
      let text = "";
      for (let index = 0; index < count; index++) text += delimiter + fieldText(values[index]);
      text += delimiter + fieldText(errorOfList(result, error, list)?.message ?? "");
      for (const field of row.table.overflow) text += delimiter + fieldText(field);
      output.appendText(text + lineEnd);
    });
  };
}

/** Writes the text of an unreadable row as one more field, where other rows have what their columns cannot hold. */
function createTextWriter(plan: FormatPlan, delimiter: string): TextWriter {
  const { layout, columns, added } = plan;
  const others = columns.length + added.length - 1;
  const isError = layout?.map(({ isResult, index }) => isResult && index === added.length - 1);
  return {
    before({ message }) {
      const text = quotedField(message, delimiter);
      const fields = isError?.map((is) => (is ? text : "")).join(delimiter);
      return `${fields ?? delimiter.repeat(others) + text}${delimiter}"`;
    },
    escape: (text) => text.replaceAll('"', '""'),
    after: () => `"${plan.lineEnd}`,
  };
}

/** @param rule how the delimiter of an input is found */
function delimitedFormat<Name extends string>(
  names: FormatNames<Name>,
  rule: DelimiterRule,
): Format<Name> {
  const outputDelimiter = (plan: FormatPlan): string => {
    if (plan.keepsFormat) return plan.delimiter;
    return rule.fixed ?? plan.outputDelimiter ?? plan.options.delimiter ?? rule.preferred;
  };
  return {
    ...names,
    columnRoles: ALL_ROLES,
    isTable: true,
    hasNames: true,
    countsBlankRows: false,
    fastPath: "fields",
    outputDelimiter,
    hasFirstRow: (bytes, options) => hasFirstRow(bytes, options, rule),
    parsePreamble: (bytes, options) => parsePreamble(bytes, options, rule),
    findColumns(firstRow, context) {
      return firstRow === undefined ? NO_COLUMNS : findColumns(firstRow, context);
    },
    createSplitter: (plan) => new LineSplitter(createRowEnds(plan), plan),
    createRowFinder(plan) {
      const ends = createRowEnds(plan);
      return (bytes, from) => lineSpan(ends, bytes, from);
    },
    isBlank: (text) => text === "",
    createParser,
    addedNames: resultNames,
    frame: (plan, firstRow) => frame(plan, firstRow, outputDelimiter(plan)),
    createWriter: (plan) => createWriter(plan, outputDelimiter(plan)),
    createTextWriter: (plan) => createTextWriter(plan, outputDelimiter(plan)),
  };
}

export const csv = delimitedFormat(
  {
    name: "csv",
    summary: "table with commas, or other delimiters",
    extensions: [".csv"],
    mediaTypes: ["text/csv"],
  },
  { preferred: ",", others: [";", "\t", "|"], suits },
);

export const tsv = delimitedFormat(
  {
    name: "tsv",
    summary: "table with tabs",
    extensions: [".tsv", ".tab"],
    mediaTypes: ["text/tab-separated-values"],
  },
  { preferred: "\t", fixed: "\t", others: [], suits },
);
