/** Where the rows of an input begin, and its sample, by its format. */
import { OPENING_BRACE, OPENING_BRACKET, utf8Text } from "../../characters.ts";
import { isObject } from "../../library/errors.ts";
import { quoted } from "../../messages.ts";
import { BatchError, BatchLimitError } from "../errors.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { sentence } from "../sentences.ts";
import { FieldReader, findNextRow } from "../syntax/fields.ts";
import { afterSeparators, findArray } from "../syntax/json-ends.ts";
import { parsed } from "../syntax/json-value.ts";
import { afterJsonSpace, BROKEN_ROW, endOfText, OPEN_QUOTE, QUOTE_RULE } from "../text.ts";
import type { DecidedFormat, Table } from "./format.ts";
import * as Samples from "./sample.ts";

/** The start of an input. */
export interface InputStart {
  readonly sample: Samples.Sample;
  /** The offset of the first row, after the names of columns, or after the bracket of an array. */
  readonly offset: number;
  /** The number of complete rows, also without a value. */
  readonly rows: number;
  /** The row with the names of columns, or else the first row; undefined if there is none. */
  readonly firstRow: string | undefined;
  readonly delimiter: string;
  readonly quotesSpanLines: boolean;
  readonly lineEnd: "\n" | "\r\n";
  readonly isSequence: boolean;
  readonly areFeatures: boolean;
  readonly inputOpening: string | undefined;
}

const NO_TABLE = { delimiter: ",", quotesSpanLines: true, lineEnd: "\n" } as const;
const NO_JSON = { isSequence: false, areFeatures: false, inputOpening: undefined } as const;

/** How much of an input is read. */
interface Extent {
  readonly isWhole: boolean;
  readonly maxRows: number;
}

// Tables and lines

/** @returns undefined if the first row is not complete @throws BatchError if its quotes are broken */
function startOfTable(
  bytes: Uint8Array,
  table: Table,
  { comment, header, maxRowBytes }: ResolvedBatchOptions,
  { isWhole, maxRows }: Extent,
): InputStart | undefined {
  const { delimiter, format, from, quotesSpanLines } = table;
  const syntax = { delimiter, quotesSpanLines, comment };
  const next = findNextRow(bytes, from, new FieldReader(syntax));
  if (next < 0 && next !== BROKEN_ROW && !isWhole) return undefined;
  if (next === OPEN_QUOTE && bytes.length - from > maxRowBytes) {
    throw new BatchLimitError("maxRowBytes", maxRowBytes);
  }
  if (next === OPEN_QUOTE || next === BROKEN_ROW) {
    throw new BatchError(`The quotes of the first row are broken. ${QUOTE_RULE}`);
  }
  const end = next < 0 ? bytes.length : next - 1;
  const textEnd = endOfText(bytes, from, end);
  const firstRow = from === bytes.length ? undefined : utf8Text(bytes, from, textEnd);
  const all = Samples.readFields(bytes, from, syntax, isWhole, maxRows + Number(header));
  const [first] = all;
  if (firstRow !== undefined && first?.length === 0) {
    const message = `The quotes of the first row ${quoted(firstRow)} are broken. ${QUOTE_RULE}`;
    throw new BatchError(message);
  }
  const rows = header ? all.slice(1) : all;
  const names = header ? (first ?? []) : [];
  return {
    ...NO_JSON,
    sample: { format, path: [], names, rows, inner: [], values: [], isWhole },
    rows: rows.length,
    offset: header ? Math.min(end + 1, bytes.length) : from,
    firstRow,
    delimiter,
    quotesSpanLines,
    lineEnd: textEnd < end ? "\r\n" : "\n",
  };
}

function startOfLines(
  bytes: Uint8Array,
  { comment }: ResolvedBatchOptions,
  { isWhole, maxRows }: Extent,
): InputStart {
  const lines = Samples.readLines(bytes, 0, comment, isWhole, maxRows);
  const rows = lines.map((line) => [line]);
  const sample = {
    format: "plain",
    path: [],
    names: [],
    rows,
    inner: [],
    values: [],
    isWhole,
  } as const;
  return { ...NO_TABLE, ...NO_JSON, sample, rows: rows.length, offset: 0, firstRow: undefined };
}

// JSON

/** Names of GeoJSON's reference system: degrees, longitude first. EPSG:4326 is one, though its latitude is first. */
const DEGREES_SYSTEM = /(?:CRS84h?|EPSG:[\d.]*:?(?:4258|4326|4979))$/i;

/** @throws BatchError if a collection names a reference system without degrees, as GeoJSON of 2008 may */
function checkReferenceSystem(collection: unknown): void {
  const crs = isObject(collection) ? (collection.crs ?? undefined) : undefined;
  const name = isObject(crs) && isObject(crs.properties) ? crs.properties.name : undefined;
  const text = typeof name === "string" ? name : JSON.stringify(crs);
  if (crs === undefined || DEGREES_SYSTEM.test(text)) return;
  const message = `The coordinates are in ${quoted(text)}, by the member crs, and not in degrees. Convert the file: ogr2ogr -t_srs EPSG:4326.`;
  throw new BatchError(message);
}

/** The error for an input that does not begin as its format does. */
function startError(bytes: Uint8Array, problem: string): BatchError {
  const message = sentence`The input begins with ${quoted(utf8Text(bytes, 0, 20))}, ${problem}. For one value a line, use the option ${{ option: "from", value: "ndjson" }}.`;
  return new BatchError(message, "from");
}

/** The offset of the elements of the input's array, and the text up to it; undefined if its rows are lines. */
function arrayOf(bytes: Uint8Array, format: "json" | "ndjson" | "geojson") {
  const at = afterSeparators(bytes, 0);
  if (format === "ndjson" || at === bytes.length) return undefined;
  const byte = bytes[at];
  if (format === "json") {
    if (byte === OPENING_BRACKET) return { from: at + 1, opening: undefined };
    if (byte === OPENING_BRACE) return undefined;
    throw startError(bytes, "not with the '[' of a JSON array");
  }
  const features = byte === OPENING_BRACE ? findArray(bytes.subarray(at), "features") : undefined;
  if (!features) {
    if (byte === OPENING_BRACE) return undefined;
    throw startError(bytes, "and has no GeoJSON FeatureCollection with features");
  }
  const from = at + features.from;
  const opening = utf8Text(bytes, at, from);
  checkReferenceSystem(parsed(`${opening}]}`));
  return { from, opening };
}

function startOfJson(
  bytes: Uint8Array,
  format: "json" | "ndjson" | "geojson",
  { isWhole, maxRows }: Extent,
): InputStart {
  const array = arrayOf(bytes, format);
  const offset = array ? afterJsonSpace(bytes, array.from) : afterSeparators(bytes, 0);
  const all = array
    ? Samples.readElements(bytes, offset, maxRows)
    : Samples.jsonLines(Samples.readLines(bytes, offset, undefined, isWhole, maxRows));
  const valid = all.filter(({ value }) => value !== undefined);
  const values = valid.map(({ value }) => value);
  const areFeatures = format === "geojson" || (format === "ndjson" && Samples.isFeature(values[0]));
  const first = valid.find(({ value }) => !areFeatures || Samples.isFeature(value));
  return {
    ...NO_TABLE,
    sample: Samples.jsonSample(format, values, areFeatures, isWhole),
    rows: all.length,
    offset,
    firstRow: (first ?? all[0])?.text,
    isSequence: !array,
    areFeatures,
    inputOpening: array?.opening,
  };
}

/**
 * Reads the start of an input.
 * @returns undefined if its first row is not complete
 * @throws BatchError if it does not begin as its format requires
 */
export function readStart(
  bytes: Uint8Array,
  { from, table }: DecidedFormat,
  options: ResolvedBatchOptions,
  extent: Extent,
): InputStart | undefined {
  if (table) return startOfTable(bytes, table, options, extent);
  if (from === "json" || from === "ndjson" || from === "geojson") {
    return startOfJson(bytes, from, extent);
  }
  return startOfLines(bytes, options, extent);
}
