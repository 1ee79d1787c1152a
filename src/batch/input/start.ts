/** Where the rows of an input begin, and its sample, by its format. */
import { OPENING_BRACE, OPENING_BRACKET, utf8Text } from "../../characters.ts";
import { isObject } from "../../library/errors.ts";
import { quoted } from "../../messages.ts";
import { afterJsonSpace, BROKEN_ROW, endOfText, OPEN_QUOTE, QUOTE_RULE } from "../byte-texts.ts";
import { BatchError, BatchLimitError } from "../errors.ts";
import type { InputPlan } from "../input-plan.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { otherSystemOf } from "../rows/places.ts";
import { sentence } from "../sentences.ts";
import { FieldReader, findNextRow } from "../syntax/fields.ts";
import { afterSeparators, findArray, JsonEnds } from "../syntax/json-ends.ts";
import { parsed } from "../syntax/json-value.ts";
import { LINES } from "../syntax/row-ends.ts";
import { OGR } from "./foreign.ts";
import type { DecidedFormat, FoundTable } from "./format.ts";
import { findFirstRow } from "./header.ts";
import * as Samples from "./sample.ts";

/** The start of an input. */
export interface InputStart {
  /** The bytes that it is read from. */
  readonly head: Uint8Array;
  readonly sample: Samples.Sample;
  /** The offset of the row with the names of columns. */
  readonly headerOffset: number;
  /** The offset of the first row, after the names of columns, or after the bracket of an array. */
  readonly offset: number;
  /** The number of complete rows, also without a value. */
  readonly rowCount: number;
  /** The row with the names of columns, or else the first row; undefined for plain lines, and if there is no row. */
  readonly firstRow?: string | undefined;
  /** What it adds to the plan. */
  readonly plan: Partial<InputPlan>;
}

/** @returns undefined if the first row is not complete @throws BatchError if its quotes are broken */
function startOfTable(
  bytes: Uint8Array,
  { delimiter, offset: from, quotesSpanLines }: FoundTable,
  { comment, header, maxRowBytes }: ResolvedBatchOptions,
  { isWhole, maxRows }: Samples.ReadingLimits,
): InputStart | undefined {
  const syntax = { delimiter, quotesSpanLines, comment };
  const reader = new FieldReader(syntax);
  const next = findNextRow(bytes, from, reader);
  if (next < 0 && next !== BROKEN_ROW && !isWhole) return undefined;
  if (next === OPEN_QUOTE && bytes.length - from > maxRowBytes) {
    throw new BatchLimitError("maxRowBytes", maxRowBytes);
  }
  if (reader.isBroken) {
    throw new BatchError(`The quotes of the first row are broken. ${QUOTE_RULE}`);
  }
  const end = next < 0 ? bytes.length : next - 1;
  const textEnd = endOfText(bytes, from, end);
  const rowLimits = { isWhole, maxRows: maxRows + Number(header) };
  const all = Samples.readFields(bytes, from, syntax, rowLimits);
  const [names = []] = all;
  const rows = header ? all.slice(1) : all;
  return {
    head: bytes,
    // Without a header, columns have no names.
    sample: Samples.textSample(header ? names : names.map(() => ""), rows, isWhole),
    rowCount: rows.length,
    headerOffset: from,
    offset: header ? Math.min(end + 1, bytes.length) : from,
    firstRow: from === bytes.length ? undefined : utf8Text(bytes, from, textEnd),
    plan: { delimiter, quotesSpanLines, lineEnd: textEnd < end ? "\r\n" : "\n" },
  };
}

// JSON

/** @throws BatchError if a value names a reference system without degrees, as GeoJSON of 2008 may */
function checkReferenceSystem(value: unknown): void {
  const system = otherSystemOf(value);
  if (system === undefined) return;
  const message = `By the member crs, the coordinates are in ${quoted(system)}, not in degrees. ${OGR}`;
  throw new BatchError(message, "from");
}

/** The offset of the elements of the input's array, and the text up to it; undefined if its rows are lines. */
function arrayOf(bytes: Uint8Array, format: "json" | "ndjson" | "geojson", isWhole: boolean) {
  const at = afterSeparators(bytes, 0);
  if (format === "ndjson" || at === bytes.length) return undefined;
  const isJson = format === "json";
  if (isJson && bytes[at] === OPENING_BRACKET) return { from: at + 1, opening: undefined };
  const isBrace = bytes[at] === OPENING_BRACE;
  const features = isBrace && !isJson ? findArray(bytes.subarray(at), "features") : undefined;
  if (features !== undefined) {
    const from = at + features;
    const opening = utf8Text(bytes, at, from);
    // The member may follow the features.
    const whole = isWhole ? parsed(utf8Text(bytes, at)) : undefined;
    checkReferenceSystem(whole ?? parsed(`${opening}]}`));
    return { from, opening };
  }
  if (isBrace) return undefined;
  const problem = isJson
    ? "not with the '[' of a JSON array"
    : "and has no GeoJSON FeatureCollection with features";
  const message = sentence`The input begins with ${quoted(utf8Text(bytes, 0, 20))}, ${problem}. For one value a line, use the option ${{ option: "from", value: "ndjson" }}.`;
  throw new BatchError(message, "from");
}

function startOfJson(
  bytes: Uint8Array,
  format: "json" | "ndjson" | "geojson",
  limits: Samples.ReadingLimits,
): InputStart {
  const array = arrayOf(bytes, format, limits.isWhole);
  const offset = array ? afterJsonSpace(bytes, array.from) : afterSeparators(bytes, 0);
  const all = array
    ? Samples.readJson(new JsonEnds(), bytes, offset, { ...limits, isWhole: false })
    : Samples.readJson(LINES, bytes, offset, limits);
  const valid = all.filter(({ value }) => value !== undefined);
  const values = valid.map(({ value }) => value);
  const areFeatures = format === "geojson" || (format === "ndjson" && Samples.isFeature(values[0]));
  const first = valid.find(({ value }) => !areFeatures || Samples.isFeature(value));
  // PostGIS names the system in each geometry.
  const geometries = values.map((value) => (isObject(value) && value.geometry) || value);
  if (areFeatures) geometries.forEach(checkReferenceSystem);
  return {
    head: bytes,
    sample: Samples.jsonSample(values, areFeatures, limits.isWhole),
    rowCount: all.length,
    headerOffset: offset,
    offset,
    firstRow: (first ?? all[0])?.text,
    plan: { isSequence: !array, areFeatures, inputOpening: array?.opening },
  };
}

/**
 * Reads the start of an input.
 * @returns undefined if its first row is not complete
 * @throws BatchError if it does not begin as its format requires
 */
export function readStart(
  bytes: Uint8Array,
  { format, table }: DecidedFormat,
  options: ResolvedBatchOptions,
  limits: Samples.ReadingLimits,
): InputStart | undefined {
  if (table) return startOfTable(bytes, table, options, limits);
  if (format === "json" || format === "ndjson" || format === "geojson") {
    return startOfJson(bytes, format, limits);
  }
  const hasRemarks = options.comment === undefined && utf8Text(bytes, 0, 1) === "#";
  const offset = hasRemarks ? findFirstRow(bytes, [], options).offset : 0;
  const lines = Samples.readTexts(LINES, bytes, offset, limits, options.comment);
  const rows = lines.map((line) => [line]);
  const sample = Samples.textSample([], rows, limits.isWhole);
  const rowCount = lines.length;
  return { head: bytes, sample, rowCount, headerOffset: offset, offset, plan: {} };
}
