/**
 * Decides the format of an input. What the user says is final. Otherwise unmistakable bytes come first, then options
 * for tables, then the name or the media type, then the first rows.
 */

import { OPENING_BRACE, OPENING_BRACKET, utf8Text } from "../../characters.ts";
import { hasMapcodeForm } from "../../index.ts";
import { readCoordinates } from "../../library/coordinates.ts";
import { isObject } from "../../library/errors.ts";
import { LINES } from "../byte-texts.ts";
import { type FormatName, hasKeys } from "../options/format-facts.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { COLUMN_OPTIONS, ROLES } from "../options/roles.ts";
import { isPair } from "../rows/places.ts";
import type { FieldSyntax } from "../syntax/fields.ts";
import { afterSeparators, findRows, JsonEnds } from "../syntax/json-ends.ts";
import { checkHasDelimiters } from "./blank-columns.ts";
import { checkIsNotForeign } from "./foreign.ts";
import * as Headers from "./header.ts";
import { type GivenBytes, isFeature, linesFrom, readFields, readJson } from "./sample.ts";

// JSON

/** The beginning of a JSON object or array, also with words of other languages. */
const JSON_START = /^(?:\{\s*["}]|\[\s*(?:["[{\]\d-]|true|false|null|NaN|Infinity))/;

/** Whether bytes begin with a FeatureCollection. Its type may follow its features. */
function isCollection(bytes: Uint8Array, first: unknown): boolean {
  const features = findRows(bytes, 0, true);
  if (isObject(first) && (features === undefined || first.type !== undefined)) {
    return first.type === "FeatureCollection";
  }
  if (features === undefined) return false;
  const opening = utf8Text(bytes, 0, features);
  const isTyped = /"type"\s*:\s*"FeatureCollection"/.test(opening);
  const [row] = readJson({ bytes, isWhole: false, maxRows: 1 }, features, new JsonEnds());
  return isTyped || isFeature(row?.value);
}

/** The format of JSON by its first value; undefined if these bytes are not JSON. */
function jsonFormat({ bytes, isWhole, proposed }: GivenBytes): FormatName | undefined {
  const isJsonName = proposed !== undefined && hasKeys(proposed);
  const rest = bytes.subarray(afterSeparators(bytes, 0));
  if (isJsonName && rest.length === 0) return proposed;
  const isArray = rest[0] === OPENING_BRACKET;
  const isStart = isArray || rest[0] === OPENING_BRACE;
  if (!(isStart && isJsonName) && !JSON_START.test(utf8Text(rest, 0, 200))) return undefined;
  const [first, second] = readJson({ bytes: rest, isWhole, maxRows: 2 }, 0, LINES);
  if (isArray) return isPair(first?.value) ? "ndjson" : "json";
  if (isCollection(rest, first?.value)) return "geojson";
  if (isFeature(first?.value)) return proposed === "geojson" ? "geojson" : "ndjson";
  const areLines = first?.value !== undefined && second?.value !== undefined;
  return proposed === "json" && !areLines ? "json" : "ndjson";
}

// Tables

const TAB = "\t";

/** Whether options mean a table, if the input is not JSON. */
function areForTables(options: ResolvedBatchOptions): boolean {
  const { columns, decimalComma, delimiter, header, operation } = options;
  const hasColumn = ROLES[operation].some((role) => options[COLUMN_OPTIONS[role]] !== undefined);
  return hasColumn || decimalComma || !header || (columns ?? delimiter) !== undefined;
}

/** Whether a text may be the name of a column: it has neither digits nor dots, or begins with a letter and has no value. */
function mayBeName(text: string): boolean {
  return !/[\d.]/.test(text) || (/^[\s"]*\p{L}/u.test(text) && !hasMapcodeForm(text));
}

/** Whether a line looks like names of columns: several texts, and no point. */
function looksLikeNames(line: string): boolean {
  const areNames = Headers.DELIMITERS.some((delimiter) => {
    const texts = delimiter === ":" ? [] : line.split(delimiter);
    return texts.length > 1 && texts.every(mayBeName);
  });
  return areNames && "code" in readCoordinates(line);
}

/** Some rows suffice to see whether a delimiter suits. */
const FIRST_ROWS = 20;

/** A table, and where its first row begins. */
export interface FoundTable extends Omit<FieldSyntax, "comment"> {
  readonly offset: number;
}

/**
 * The first delimiter with which the first row names the columns, or else all rows have as many fields. With the right one,
 * quotes surround whole fields. A colon may also be within names, as in `georss:point`.
 */
function chooseDelimiter(given: GivenBytes, offset: number, candidates: readonly string[]): string {
  const tables = candidates.map((delimiter) => {
    const syntax = { delimiter, quotesSpanLines: delimiter !== TAB };
    return { delimiter, rows: readFields({ ...given, maxRows: FIRST_ROWS }, offset, syntax) };
  });
  const withSeveralFields = tables.filter(({ delimiter, rows: [first = []] }, at) => {
    const others = tables.slice(0, at).some(({ rows }) => (rows[0]?.length ?? 0) > 1);
    const isBroken = first.some((name) => name.includes('"'));
    return first.length > 1 && !isBroken && !(delimiter === ":" && others);
  });
  const named = withSeveralFields.find(({ rows }) => Headers.mayBeFirst(rows[0], given.options));
  // Rows with broken quotes have no fields.
  const even = withSeveralFields.filter(({ rows: [first, ...others] }) => {
    return others.every(({ length }) => length === first.length || length === 0);
  });
  // Commas between semicolons are decimal commas.
  const withCommas = even.find(({ delimiter }) => delimiter === ";");
  return (named ?? withCommas ?? even[0])?.delimiter ?? candidates[0];
}

// The decision

/** The format of an input, and how its table begins if it is one. */
export interface DecidedFormat {
  readonly format: FormatName;
  readonly table?: FoundTable;
}

/** Reads the text before a table, and finds its delimiter. */
function decideTable(given: GivenBytes): Required<DecidedFormat> {
  const { delimiter: chosen, from } = given.options;
  const { proposed } = given;
  const fixed = from === "tsv" ? TAB : chosen;
  const others = proposed === "tsv" ? [TAB, ...Headers.DELIMITERS] : Headers.DELIMITERS;
  const candidates = fixed === undefined ? others : [fixed];
  const { offset, namedDelimiter } = Headers.findFirstRow(given, candidates);
  const delimiter = fixed ?? namedDelimiter ?? chooseDelimiter(given, offset, candidates);
  const hasFoundTabs = delimiter === TAB && chosen === undefined;
  const foundFormat = hasFoundTabs && proposed !== "csv" ? "tsv" : "csv";
  const quotesSpanLines = from !== "tsv" && !hasFoundTabs;
  return { format: from ?? foundFormat, table: { offset, delimiter, quotesSpanLines } };
}

/** Decides the format. @throws BatchError if the bytes are a file that another program must convert first */
export function decideFormat(given: GivenBytes): DecidedFormat {
  const { bytes, options, proposed } = given;
  const { from } = options;
  if (from === undefined || from === "csv") checkHasDelimiters(given);
  if (from === "csv" || from === "tsv") return decideTable({ ...given, proposed: from });
  if (from !== undefined) return { format: from };
  checkIsNotForeign(bytes, options.operation);
  const json = jsonFormat(given);
  if (json !== undefined) return { format: json };
  const decided = decideTable(given);
  if (proposed === "csv" || proposed === "tsv" || areForTables(options)) return decided;
  const { offset } = decided.table;
  const firstLine: string = linesFrom(bytes, offset).next().value?.text ?? "";
  const isTable = looksLikeNames(firstLine) || Headers.findHeader(given, offset) !== undefined;
  return isTable ? decided : { format: "plain" };
}
