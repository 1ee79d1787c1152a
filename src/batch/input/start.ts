/** Where the rows of an input begin, and its sample, by its format. */
import { OPENING_BRACE, utf8Text } from "../../characters.ts";
import { isObject } from "../../library/errors.ts";
import { quoted } from "../../messages.ts";
import { afterJsonSpace, BROKEN_ROW, LINES, OPEN_QUOTE, QUOTE_RULE } from "../byte-texts.ts";
import { BatchError, BatchLimitError } from "../errors.ts";
import type { InputPlan } from "../input-plan.ts";
import { otherSystemOf } from "../rows/places.ts";
import { sentence } from "../sentences.ts";
import { FieldReader, findNextRow } from "../syntax/fields.ts";
import { afterSeparators, findRows, JsonEnds } from "../syntax/json-ends.ts";
import { parsed } from "../syntax/json-value.ts";
import { isReturn } from "../syntax/lines.ts";
import { OGR_ADVICE } from "./foreign.ts";
import type { DecidedFormat, FoundTable } from "./format.ts";
import { findFirstRow } from "./header.ts";
import * as Samples from "./sample.ts";

/** The start of an input. */
export interface InputStart {
  readonly given: Samples.GivenBytes;
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
  given: Samples.GivenBytes,
  { delimiter, offset: from, quotesSpanLines }: FoundTable,
): InputStart | undefined {
  const { bytes, isWhole, maxRows } = given;
  const { comment, header, maxRowBytes } = given.options;
  const syntax = { delimiter, quotesSpanLines, comment };
  const reader = new FieldReader(syntax);
  const { row } = reader;
  const next = findNextRow(bytes, from, reader);
  if (next < 0 && next !== BROKEN_ROW && !isWhole) return undefined;
  if (next === OPEN_QUOTE && bytes.length - from > maxRowBytes) {
    throw new BatchLimitError("maxRowBytes", maxRowBytes);
  }
  if (reader.isBroken) {
    throw new BatchError(`The quotes of the first row are broken. ${QUOTE_RULE}`);
  }
  const all = Samples.readFields({ ...given, maxRows: maxRows + Number(header) }, from, syntax);
  const [names = []] = all;
  const rows = header ? all.slice(1) : all;
  return {
    given,
    // Without a header, columns have no names.
    sample: { ...Samples.NO_JSON, names: header ? names : names.map(() => ""), rows, isWhole },
    rowCount: rows.length,
    headerOffset: from,
    offset: header ? row.lineTo : from,
    firstRow: from === bytes.length ? undefined : row.text(bytes),
    plan: { delimiter, quotesSpanLines, lineEnd: isReturn(bytes, row.to) ? "\r\n" : "\n" },
  };
}

// JSON

/** @throws BatchError if a value names a reference system without degrees, as GeoJSON of 2008 may */
function checkReferenceSystem(value: unknown): void {
  const system = otherSystemOf(value);
  if (system === undefined) return;
  const message = `By the member crs, the coordinates are in ${quoted(system)}, not in degrees. ${OGR_ADVICE}`;
  throw new BatchError(message, "from");
}

/** The offset of the elements of the input's array, and the text up to it; undefined if its rows are lines. */
function arrayOf(bytes: Uint8Array, format: "json" | "ndjson" | "geojson", isWhole: boolean) {
  const at = afterSeparators(bytes, 0);
  if (format === "ndjson" || at === bytes.length) return undefined;
  const isJson = format === "json";
  const from = findRows(bytes, at, !isJson);
  if (from !== undefined) {
    if (isJson) return { from, opening: undefined };
    const opening = utf8Text(bytes, at, from);
    // The member may follow the features.
    const whole = isWhole ? parsed(utf8Text(bytes, at)) : undefined;
    checkReferenceSystem(whole ?? parsed(`${opening}]}`));
    return { from, opening };
  }
  if (bytes[at] === OPENING_BRACE) return undefined;
  const problem = isJson
    ? "not with the '[' of a JSON array"
    : "and has no GeoJSON FeatureCollection with features";
  const message = sentence`The input begins with ${quoted(utf8Text(bytes, 0, 20))}, ${problem}. For one value a line, use the option ${{ option: "from", value: "ndjson" }}.`;
  throw new BatchError(message, "from");
}

function startOfJson(given: Samples.GivenBytes, format: "json" | "ndjson" | "geojson"): InputStart {
  const { bytes, isWhole } = given;
  const array = arrayOf(bytes, format, isWhole);
  const offset = array ? afterJsonSpace(bytes, array.from) : afterSeparators(bytes, 0);
  const all = array
    ? Samples.readJson({ ...given, isWhole: false }, offset, new JsonEnds())
    : Samples.readJson(given, offset, LINES);
  const valid = all.filter(({ value }) => value !== undefined);
  const values = valid.map(({ value }) => value);
  const areFeatures = format === "geojson" || (format === "ndjson" && Samples.isFeature(values[0]));
  const first = valid.find(({ value }) => !areFeatures || Samples.isFeature(value));
  // PostGIS names the system in each geometry.
  const geometries = values.map((value) => (isObject(value) && value.geometry) || value);
  if (areFeatures) geometries.forEach(checkReferenceSystem);
  return {
    given,
    sample: Samples.jsonSample(values, { areFeatures, isArray: array !== undefined, isWhole }),
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
  given: Samples.GivenBytes,
  { format, table }: DecidedFormat,
): InputStart | undefined {
  if (table) return startOfTable(given, table);
  if (format === "json" || format === "ndjson" || format === "geojson") {
    return startOfJson(given, format);
  }
  const { comment } = given.options;
  const hasRemarks = comment === undefined && utf8Text(given.bytes, 0, 1) === "#";
  const offset = hasRemarks ? findFirstRow(given, []).offset : 0;
  const lines = Samples.readTexts(given, offset, LINES, comment);
  const rows = lines.map((line) => [line]);
  const sample = { ...Samples.NO_JSON, names: [], rows, isWhole: given.isWhole };
  return { given, sample, rowCount: lines.length, headerOffset: offset, offset, plan: {} };
}
