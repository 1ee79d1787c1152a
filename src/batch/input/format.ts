/**
 * Decides the format of an input. What the user says is final. Otherwise unmistakable bytes come first, then options
 * for tables, then the name or the media type, then the first rows.
 */
import { OPENING_BRACE, OPENING_BRACKET, utf8Text } from "../../characters.ts";
import { isObject } from "../../library/errors.ts";
import { FORMAT_FACTS, type FormatName, hasKeys } from "../options/formats.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { COLUMN_OPTIONS, ROLES } from "../options/roles.ts";
import { isPair } from "../rows/places.ts";
import { fieldsOf } from "../syntax/fields.ts";
import { afterSeparators, findArray } from "../syntax/json-ends.ts";
import { checkHasDelimiters } from "./blank-columns.ts";
import { checkIsNotForeign } from "./foreign.ts";
import { findHeader, findLaterHeader, hasColumns, hasValues, type TableStart } from "./header.ts";
import { isFeature, jsonLines, linesFrom, readElements, readFields, readLines } from "./sample.ts";

// JSON

/** The beginning of a JSON object or array, also with words of other languages. */
const JSON_START = /^(?:\{\s*["}]|\[\s*(?:["[{\]\d-]|true|false|null|NaN|Infinity))/;

/** Whether bytes begin with a FeatureCollection. Its type may follow its features. */
function isCollection(bytes: Uint8Array, first: unknown): boolean {
  const features = findArray(bytes, "features");
  if (!features) return isObject(first) && first.type === "FeatureCollection";
  if (isObject(first) && first.type !== undefined) return first.type === "FeatureCollection";
  const opening = utf8Text(bytes, 0, features.from);
  const isTyped = /"type"\s*:\s*"FeatureCollection"/.test(opening);
  return isTyped || isFeature(readElements(bytes, features.from, 1)[0]?.value);
}

/** The format of JSON by its first value; undefined if these bytes are not JSON. */
function jsonFormat(
  bytes: Uint8Array,
  proposed: FormatName | undefined,
  isWhole: boolean,
): FormatName | undefined {
  const from = afterSeparators(bytes, 0);
  const text = utf8Text(bytes, from, from + 200);
  const isJson = proposed !== undefined && hasKeys(FORMAT_FACTS[proposed].kind);
  const isStart = bytes[from] === OPENING_BRACE || bytes[from] === OPENING_BRACKET;
  if (!(isStart && isJson) && !JSON_START.test(text)) return undefined;
  const rest = bytes.subarray(from);
  const [first, second] = jsonLines(readLines(rest, 0, undefined, isWhole, 2));
  if (bytes[from] === OPENING_BRACKET) return isPair(first?.value) ? "ndjson" : "json";
  if (isCollection(rest, first?.value)) return "geojson";
  if (isFeature(first?.value)) return proposed === "geojson" ? "geojson" : "ndjson";
  const areLines = first?.value !== undefined && second?.value !== undefined;
  return proposed === "json" && !areLines ? "json" : "ndjson";
}

// Tables

const TAB = "\t";

/** The delimiters of tables, the most frequent one first. */
export const DELIMITERS = [",", ";", "\t", "|", ":"];

/** Whether options can only mean a table. */
function isTableSaid(options: ResolvedBatchOptions): boolean {
  const { columns, decimalComma, delimiter, header, operation } = options;
  const hasColumn = ROLES[operation].some((role) => options[COLUMN_OPTIONS[role]] !== undefined);
  return hasColumn || decimalComma || !header || (columns ?? delimiter) !== undefined;
}

/** A line with a delimiter and without a number or a mapcode names columns, perhaps not the required ones. */
const NAMES = /^[^\d.]*[,;|\t][^\d.]*$/;

/** Some rows suffice to see whether a delimiter suits. */
const FIRST_ROWS = 20;

/** Whether rows have the same number of fields. Rows with broken quotes have none. */
function isEven(rows: readonly (readonly string[])[]): boolean {
  return rows.every((row) => row.length === rows[0].length || row.length === 0);
}

/** A table, and where it begins. */
export interface Table extends TableStart {
  readonly format: "csv" | "tsv";
  readonly delimiter: string;
  /** Whether fields in quotes go over lines (RFC 4180). Otherwise, a quote that does not close on its line is text. */
  readonly quotesSpanLines: boolean;
}

/** The first delimiter with which the first row names the columns, or else all rows have as many fields. */
function chooseDelimiter(
  bytes: Uint8Array,
  from: number,
  candidates: readonly string[],
  options: ResolvedBatchOptions,
  isWhole: boolean,
): string {
  const suits = options.header ? hasColumns : hasValues;
  const rows = (delimiter: string, maxRows: number) => {
    const syntax = { delimiter, quotesSpanLines: delimiter !== TAB };
    return readFields(bytes, from, syntax, isWhole, maxRows);
  };
  const firstRow = (delimiter: string) => rows(delimiter, 1)[0] ?? [];
  const several = candidates.filter((delimiter) => firstRow(delimiter).length > 1);
  return (
    several.find((delimiter) => suits(firstRow(delimiter), options)) ??
    several.find((delimiter) => isEven(rows(delimiter, FIRST_ROWS))) ??
    candidates[0]
  );
}

/** Reads the text before a table, and finds its delimiter. @param proposed the format by the name of the input */
function tableOf(
  bytes: Uint8Array,
  options: ResolvedBatchOptions,
  proposed: "csv" | "tsv" | undefined,
  isWhole: boolean,
): Table {
  const { delimiter: said, from: format } = options;
  const fixed = format === "tsv" ? TAB : said;
  const others = proposed === "tsv" ? [TAB, ...DELIMITERS] : DELIMITERS;
  const candidates = fixed === undefined ? others : [fixed];
  const start = findHeader(bytes, candidates, options);
  const delimiter =
    fixed ?? start.named ?? chooseDelimiter(bytes, start.from, candidates, options, isWhole);
  const isTab = delimiter === TAB;
  const own = isTab && said === undefined ? (proposed ?? "tsv") : "csv";
  return {
    ...start,
    delimiter,
    format: format === "tsv" || format === "csv" ? format : own,
    quotesSpanLines: format !== "tsv" && (!isTab || said !== undefined),
  };
}

/** Whether the first rows look like a table, if nothing says it. */
function looksLikeTable(
  bytes: Uint8Array,
  { from, delimiter }: Table,
  options: ResolvedBatchOptions,
): boolean {
  const line: string = linesFrom(bytes, from).next().value?.text ?? "";
  return (
    hasColumns(fieldsOf(line, delimiter) ?? [], options) ||
    NAMES.test(line) ||
    findLaterHeader(bytes, from, DELIMITERS, options) !== undefined
  );
}

// The decision

/** The format of an input, and how its table begins if it is one. */
export interface DecidedFormat {
  readonly from: FormatName;
  readonly table?: Table;
}

/**
 * Decides the format.
 * @param bytes the first bytes of the input, decoded, after the lines of the option skip
 * @param proposed the format that a file name or a media type names
 * @param isWhole whether these are all bytes
 * @throws BatchError if the bytes are of a kind with a converter
 */
export function decideFormat(
  bytes: Uint8Array,
  options: ResolvedBatchOptions,
  proposed: FormatName | undefined,
  isWhole: boolean,
): DecidedFormat {
  const { from: said } = options;
  const table = (name: FormatName | undefined) => {
    const known = name === "csv" || name === "tsv" ? name : undefined;
    const found = tableOf(bytes, options, known, isWhole);
    return { from: found.format, table: found };
  };
  if (said === undefined || said === "csv") checkHasDelimiters(bytes, options, isWhole);
  if (said === "csv" || said === "tsv") return table(said);
  if (said !== undefined) return { from: said };
  checkIsNotForeign(bytes, options.operation);
  const isJson = proposed !== undefined && hasKeys(FORMAT_FACTS[proposed].kind);
  if (isJson && afterSeparators(bytes, 0) === bytes.length) return { from: proposed };
  const json = jsonFormat(bytes, proposed, isWhole);
  if (json !== undefined) return { from: json };
  const found = table(proposed);
  const isTable = proposed === "csv" || proposed === "tsv" || isTableSaid(options);
  if (isTable || looksLikeTable(bytes, found.table, options)) return found;
  return { from: "plain" };
}
