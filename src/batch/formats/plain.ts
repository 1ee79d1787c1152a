/** Plain lines: one point or mapcode a line, followed by its results, each after a tab. */
import { OPENING_BRACE } from "../../characters.ts";
import { option, quoted, sentence } from "../../internal.ts";
import { type ConversionOptions, resultNames } from "../options/conversion.ts";
import { RowProblem } from "../rows/row-errors.ts";
import {
  ColumnRow,
  createJsonText,
  errorOfList,
  NOT_UTF8,
  numberText,
  type ResultValue,
  type RowInput,
} from "../rows/rows.ts";
import { mayBecomeCollection, rejectCollection } from "./feature-collection.ts";
import {
  type Format,
  type FormatPlan,
  NO_COLUMNS,
  NO_FRAME,
  type ParseRow,
  type TextWriter,
  type WriteRow,
} from "./format.ts";
import { LINES, LineSplitter, lineSpan } from "./line-splitter.ts";
import { codeOfResults, pointOfResults, splitPoint } from "./plain-results.ts";
import { afterByteOrderMark } from "./scan.ts";

/** Name of the column or member that holds the line in other formats. */
const LINE_COLUMN = "input";

/** Spaces, tabs or one semicolon, as a comma belongs to a number, unless a space follows it. */
const BETWEEN_COMMA_NUMBERS = /\s*;\s*|,?\s+/;

/** Two numbers with decimal commas. */
const COMMA_NUMBERS = /^\s*-?\d+,\d+(?:\s*;\s*|,?\s+)-?\d+,\d+/;

/** Degrees with signs of minutes, hemispheres or the name of a notation. */
const NOTATION_SIGNS = /[°º'"′″:(]|\d\s*[NSEW]\b|\b[NSEW]\s*\d/i;

function inputOf(
  text: string,
  { operation, decimalComma }: ConversionOptions,
): RowInput | undefined {
  const [first] = text.split("\t", 1);
  if (operation === "decode") return codeOfResults(text) ?? { mapcode: { value: first } };
  const point = decimalComma ? splitPoint(text, BETWEEN_COMMA_NUMBERS) : splitPoint(text);
  const isOther = NOTATION_SIGNS.test(first);
  if (point && !isOther) return { latitude: { value: point[0] }, longitude: { value: point[1] } };
  return pointOfResults(text) ?? (isOther ? { coordinates: { value: first } } : undefined);
}

/** Why a line has no point. Decimal commas are a common reason. */
function notPoint(text: string, { decimalComma }: ConversionOptions): RowProblem {
  const message = `The line ${quoted(text)} is not a point; expected a latitude and a longitude.`;
  const hasCommas = !decimalComma && COMMA_NUMBERS.test(text);
  const advice = sentence`${message} Write decimal points, or use the ${option("decimalComma")}.`;
  return new RowProblem("malformed-coordinates", hasCommas ? advice : message);
}

function createParser({ columns, options }: FormatPlan): ParseRow {
  const jsonText = createJsonText(options);
  return (text, isUtf8) => {
    const input = inputOf(text, options);
    const error = input ? undefined : notPoint(text, options);
    return new ColumnRow({
      text,
      jsonText,
      columns,
      fields: [text],
      overflow: [],
      keepsBytes: true,
      input: input ?? {},
      error: isUtf8 ? error : NOT_UTF8,
    });
  };
}

/** Characters that would end a field or a line. */
const SEPARATORS = /[\t\r\n]+/g;

function createWriter(plan: FormatPlan): WriteRow {
  const { keepsFormat } = plan;
  const { nullText = "", onlyResults } = plan.options;
  const count = resultNames(plan.options).length;
  const valueText = (value: ResultValue): string => {
    return numberText(value, plan.options.decimalComma) ?? String(value ?? nullText);
  };
  return (output, { row, result, error, bytes, span }) => {
    const lineEnd = (keepsFormat && span.lineEnd) || plan.lineEnd;
    // A row without a result gets empty fields.
    const lists = result.lists.length === 0 ? [[]] : result.lists;
    lists.forEach((values, list) => {
      if (onlyResults) output.appendText(valueText(values[0]));
      else if (keepsFormat && row.keepsBytes) output.append(bytes, span.from, span.to);
      else output.appendText(row.text.replace(/[\r\n]+/g, " "));
      for (let index = onlyResults ? 1 : 0; index < count; index++) {
        output.appendText(`\t${valueText(values[index])}`);
      }
      const message = errorOfList(result, error, list)?.message.replace(SEPARATORS, " ");
      output.appendText(message === undefined ? lineEnd : `\t${message}${lineEnd}`);
    });
  };
}

function createTextWriter(plan: FormatPlan): TextWriter {
  const results = "\t".repeat(resultNames(plan.options).length);
  return {
    before: () => "",
    escape: (text) => text.replace(/[\r\n]/g, " "),
    after: ({ message }) => `${results}\t${message.replace(SEPARATORS, " ")}${plan.lineEnd}`,
  };
}

export const plain: Format<"plain"> = {
  name: "plain",
  summary: "one point or mapcode a line",
  extensions: [".txt"],
  mediaTypes: ["text/plain"],
  columnRoles: [],
  isTable: false,
  hasNames: false,
  countsBlankRows: true,
  fastPath: "line",
  hasFirstRow: (bytes) => !mayBecomeCollection(bytes),
  parsePreamble(bytes) {
    const mark = afterByteOrderMark(bytes);
    // Lines in front of a brace are rows.
    if (bytes[mark] === OPENING_BRACE) rejectCollection(bytes);
    return { bytes: mark, lines: 0, firstRow: undefined, lineEnd: "\n" };
  },
  findColumns: () => ({ ...NO_COLUMNS, columns: [LINE_COLUMN], names: [LINE_COLUMN] }),
  createSplitter: (plan) => new LineSplitter(LINES, plan),
  createRowFinder: () => (bytes, from) => lineSpan(LINES, bytes, from),
  isBlank: (text) => text.trim() === "",
  createParser,
  addedNames: resultNames,
  frame: () => NO_FRAME,
  createWriter,
  createTextWriter,
};
