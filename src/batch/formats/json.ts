/** JSON: one array of values, one value a line, or the features of a GeoJSON FeatureCollection. */
import { OPENING_BRACE, OPENING_BRACKET, utf8Bytes, utf8Text } from "../../characters.ts";
import { readCoordinates } from "../../library/coordinates.ts";
import { isObject } from "../../library/errors.ts";
import { quoted } from "../../messages.ts";
import type { BatchPlan, InputStart } from "../batch-plan.ts";
import { indexesByRole, type JsonObject, memberValue, missingColumn } from "../columns/columns.ts";
import { BatchError } from "../errors.ts";
import { FORMAT_FACTS, type FormatName } from "../options/formats.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import {
  type ByRole,
  COLUMN_OPTIONS,
  missingRoles,
  type Operation,
  ROLES,
  type Role,
  resultNames,
} from "../options/roles.ts";
import { featureOutput, objectOutput, POINT_VALUES } from "../output/json.ts";
import { RowProblem } from "../rows/row-errors.ts";
import { sentence } from "../sentences.ts";
import { findArray, JsonEnds } from "../syntax/json-ends.ts";
import { JsonReader, RECORD_SEPARATOR } from "../syntax/json-reader.ts";
import { namesByRole } from "../syntax/json-schema.ts";
import { parsed } from "../syntax/json-value.ts";
import { LINES, Splitter } from "../syntax/splitter.ts";
import { afterJsonSpace, nextLine } from "../text.ts";
import type { Format } from "./format.ts";

// The format of an input by its first bytes

/** Enough for an object's type as its first member, as programs write it. */
const MAX_TYPE_BYTES = 200;

const COLLECTIONS = ['{"type":"FeatureCollection"', '{"features":['];

/**
 * The format of an input that begins like a FeatureCollection or a Feature, or else `other`.
 * @returns undefined if more bytes are needed
 */
export function formatByType(bytes: Uint8Array, isLast: boolean): FormatName | "other" | undefined {
  const text = utf8Text(bytes.subarray(0, MAX_TYPE_BYTES)).replace(/\s+/g, "");
  if (COLLECTIONS.some((start) => text.startsWith(start))) return "geojson";
  const isShort = !isLast && bytes.length < MAX_TYPE_BYTES;
  if (isShort && COLLECTIONS.some((start) => start.startsWith(text))) return undefined;
  return text.startsWith('{"type":"Feature"') ? "ndjson" : "other";
}

/** Whether a value is a Feature, or a Point with coordinates. */
function isFeature(value: unknown): boolean {
  if (!isObject(value)) return false;
  return value.type === "Feature" || (value.type === "Point" && Array.isArray(value.coordinates));
}

// The first row

/** The error for an input of one object with its rows in a member; undefined if it has no array. */
export function listError(bytes: Uint8Array): BatchError | undefined {
  const { name } = findArray(bytes) ?? {};
  if (name === undefined) return undefined;
  const path = /^\w+$/.test(name) ? `.${name}[]` : `.[${JSON.stringify(name)}][]`;
  return new BatchError(
    `The input is one JSON object. If the rows are in its member ${quoted(name)}, write them one a line: jq -c '${path}'.`,
  );
}

/** Enough to find an array of rows in an object over several lines. */
const MAX_LIST_BYTES = 1 << 14;

/** Reads the first line. @throws BatchError if the input is an object over several lines with the rows in a member */
function startOfLines(bytes: Uint8Array, isLast: boolean): InputStart | undefined {
  let from = afterJsonSpace(bytes, 0);
  while (bytes[from] === RECORD_SEPARATOR) from = afterJsonSpace(bytes, from + 1);
  const next = nextLine(bytes, from);
  if (next < 0 && !isLast) return undefined;
  const firstRow = utf8Text(bytes, from, next < 0 ? bytes.length : next).trim();
  const value = parsed(firstRow);
  if (value === undefined && bytes[from] === OPENING_BRACE) {
    // The result must not depend on how the input was cut into parts.
    if (!isLast && bytes.length < from + MAX_LIST_BYTES) return undefined;
    const error = listError(bytes.subarray(from, from + MAX_LIST_BYTES));
    if (error) throw error;
  }
  return {
    bytes: from,
    firstRow: firstRow || undefined,
    isSequence: true,
    areFeatures: isFeature(value),
  };
}

/** Reads the first element of an array. @param from its start @returns undefined if more bytes are needed */
function startOfElements(bytes: Uint8Array, from: number, isLast: boolean): InputStart | undefined {
  const next = new JsonEnds().findNext(bytes, from);
  if (next < 0 && !isLast) return undefined;
  const firstRow = utf8Text(bytes, from, next < 0 ? bytes.length : next - 1).trim();
  return { bytes: from, firstRow: firstRow || undefined };
}

function readArrayStart(
  bytes: Uint8Array,
  _: ResolvedBatchOptions,
  isLast: boolean,
): InputStart | undefined {
  const at = afterJsonSpace(bytes, 0);
  if (at === bytes.length || bytes[at] === OPENING_BRACE) {
    const start = startOfLines(bytes, isLast);
    return start && { ...start, areFeatures: false };
  }
  if (bytes[at] === OPENING_BRACKET) {
    return startOfElements(bytes, afterJsonSpace(bytes, at + 1), isLast);
  }
  const start = quoted(utf8Text(bytes, 0, 20));
  const message = sentence`The input begins with ${start}, not with the '[' of a JSON array. For one value a line, use the option ${{ option: "from", value: "ndjson" }}.`;
  throw new BatchError(message, "from");
}

/** Names of GeoJSON's reference system: degrees, longitude first. EPSG:4326 is one, though its latitude is first. */
const DEGREES_SYSTEM = /(?:CRS84h?|EPSG:[\d.]*:?(?:4326|4979))$/i;

/** @throws BatchError if a collection names a reference system without degrees, as GeoJSON of 2008 may */
function checkReferenceSystem(collection: unknown): void {
  const crs = isObject(collection) ? (collection.crs ?? undefined) : undefined;
  const name = isObject(crs) && isObject(crs.properties) ? crs.properties.name : undefined;
  const text = typeof name === "string" ? name : JSON.stringify(crs);
  if (crs === undefined || DEGREES_SYSTEM.test(text)) return;
  const message = `The coordinates are in ${quoted(text)}, by the member crs, and not in degrees. Convert the file: ogr2ogr -t_srs EPSG:4326.`;
  throw new BatchError(message);
}

/** Reads the first feature of a collection or of lines. */
function readCollectionStart(
  bytes: Uint8Array,
  _: ResolvedBatchOptions,
  isLast: boolean,
): InputStart | undefined {
  const at = afterJsonSpace(bytes, 0);
  const features = findArray(bytes, "features");
  if (features) {
    const inputOpening = utf8Text(bytes, at, features.from);
    checkReferenceSystem(parsed(`${inputOpening}]}`));
    const start = startOfElements(bytes, afterJsonSpace(bytes, features.from), isLast);
    return start && { ...start, inputOpening, areFeatures: true };
  }
  const next = nextLine(bytes, at);
  const line = utf8Text(bytes, at, next < 0 ? bytes.length : next).trim();
  const isOpen = line === "" || line.startsWith("{");
  if (isOpen && !isLast && (next < 0 || parsed(line) === undefined)) return undefined;
  if (isOpen && (line === "" || line.endsWith("}"))) {
    const start = startOfLines(bytes, isLast);
    return start && { ...start, areFeatures: true };
  }
  const message = sentence`The input begins with ${quoted(line.slice(0, 20))}, and has no GeoJSON FeatureCollection with features. For one feature a line, use the option ${{ option: "from", value: "ndjson" }}.`;
  throw new BatchError(message, "from");
}

// Members

/** The greatest depth of a search in nested members. */
const MAX_SEARCHED_DEPTH = 3;

/** Texts of a point alone, as from Elasticsearch and BigQuery: `52.37,4.9`, `POINT(4.9 52.37)`. */
const POINT_TEXT = /^(?:-?\d+\.\d+,\s*-?\d+\.\d+|(?:SRID=\d+;)?POINT.*)$/i;

function isPoint(value: unknown): boolean {
  if (typeof value !== "string") return isObject(value) && value.type === "Point";
  return POINT_TEXT.test(value) && !("code" in readCoordinates(value));
}

/** Options for each nested object of the first row with all missing roles, and for each member that is a point. */
function nestedMembers(
  object: JsonObject,
  missing: readonly Role[],
  operation: Operation,
  path: readonly string[] = [],
): readonly Partial<ResolvedBatchOptions>[] {
  return Object.entries(object).flatMap(([name, value]) => {
    const outer = [...path, name];
    if (operation === "encode" && isPoint(value)) return [{ coordinatesColumn: outer.join(".") }];
    if (!isObject(value)) return [];
    const names = Object.keys(value);
    const found = ROLES[operation].flatMap((role) => {
      const [index] = indexesByRole(names, role, operation);
      return index === undefined ? [] : [[role, [...outer, names[index]].join(".")] as const];
    });
    if (missing.every((role) => found.some(([one]) => one === role))) {
      return [Object.fromEntries(found.map(([role, member]) => [COLUMN_OPTIONS[role], member]))];
    }
    const isDeepest = outer.length === MAX_SEARCHED_DEPTH;
    return isDeepest ? [] : nestedMembers(value, missing, operation, outer);
  });
}

/** The member of each role in the first row. @throws BatchError when several members may have a role */
function membersOf(object: JsonObject, options: ResolvedBatchOptions): ByRole<string> {
  const names = namesByRole(Object.keys(object), { members: {}, options });
  if (names instanceof RowProblem) throw new BatchError(names.message);
  const present = Object.entries(names).filter(([, name]) => {
    return memberValue(object, name) !== undefined;
  });
  return Object.fromEntries(present);
}

/**
 * The member of each role. If exactly one nested object of the first row has the missing values, also options for it.
 * @throws BatchError when the first row does not have a required member, or when several members may have a role
 */
function findMembers(
  object: JsonObject,
  { areFeatures, options }: BatchPlan,
  firstRow: string,
): Partial<BatchPlan> {
  const { operation } = options;
  const members = membersOf(object, options);
  const missing = missingRoles(operation, members);
  const isRequested = missing.some((role) => options[COLUMN_OPTIONS[role]] !== undefined);
  if (missing.length === 0 || isRequested) return { members };
  const isPart = missing.length < missingRoles(operation, {}).length;
  const nested = isPart || areFeatures ? [] : nestedMembers(object, missing, operation);
  if (nested.length === 1) {
    const choosing = { ...options, ...nested[0] };
    return { members: membersOf(object, choosing), options: choosing };
  }
  const error = areFeatures ? undefined : listError(utf8Bytes(firstRow));
  const kind = areFeatures ? "property" : "member";
  throw error ?? missingColumn(Object.keys(object), missing[0], kind);
}

/** @throws BatchError when the first row lacks a required member, or cannot name the columns of the output */
function findColumns(firstRow: string | undefined, plan: BatchPlan): Partial<BatchPlan> {
  const { areFeatures, hasFeatureOutput, hasTableOutput, options } = plan;
  if (firstRow === undefined) return {};
  const columnOptions = ["latColumn", "lonColumn", "coordinatesColumn"] as const;
  const given = columnOptions.find((name) => areFeatures && options[name] !== undefined);
  if (given) {
    const message = sentence`Features have their point as the geometry, not in a column. Omit the option ${{ option: given }}.`;
    throw new BatchError(message, given);
  }
  const value = parsed(firstRow);
  if (areFeatures ? !isFeature(value) : value === undefined) {
    if (!hasTableOutput) return {};
    const [problem, names] = areFeatures
      ? ["is neither a GeoJSON Feature nor a Point", "properties"]
      : ["is not valid JSON", "members"];
    throw new BatchError(
      `The first row ${quoted(firstRow)} ${problem}. Its ${names} are needed to name the columns of the output.`,
    );
  }
  const reader = new JsonReader({ ...plan, isSequence: false });
  reader.next(utf8Bytes(firstRow), 0);
  const { feature, fields } = reader.row.schema;
  const names = (feature && hasFeatureOutput ? feature.properties : fields).map(({ name }) => name);
  const isWhole = hasTableOutput && !options.onlyResults;
  const columns = isWhole ? (options.columns?.map(({ name }) => name) ?? names) : [];
  const found = { columns, names };
  if (!isObject(value) || (areFeatures && options.operation === "encode")) return found;
  const properties = isObject(value.properties) ? value.properties : {};
  return { ...found, ...findMembers(areFeatures ? properties : value, plan, firstRow) };
}

// The formats

/** Name of the member that lists all mapcodes. */
const LIST_MEMBER = "mapcodes";

/** Names of the values that each row gets. The point of a decoded feature is its geometry. */
function addedNames(options: ResolvedBatchOptions, areFeatures: boolean) {
  const names = resultNames(options);
  if (areFeatures && options.operation === "decode") return names.slice(POINT_VALUES);
  return options.all ? [LIST_MEMBER] : names;
}

/** The closing of an output, from the text after an array; undefined if it is wrong. Members may follow features. */
function closingOf(text: string, { areFeatures, keepsFormat }: BatchPlan): string | undefined {
  if (!areFeatures) return text === "" ? "" : undefined;
  if (parsed(`{"features":[]${text}`) === undefined) return undefined;
  return keepsFormat ? `\n]${text.trim()}\n` : "";
}

const SYNTAX = {
  findColumns,
  createSplitter: (plan: BatchPlan) => {
    if (plan.isSequence) return new Splitter(LINES, plan);
    return new Splitter(new JsonEnds(), plan, (text) => closingOf(text, plan));
  },
  createReader: (plan: BatchPlan) => new JsonReader(plan),
  addedNames,
};

export const json: Format = {
  name: "json",
  ...FORMAT_FACTS.json,
  ...SYNTAX,
  between: ",\n",
  readStart: readArrayStart,
  frame: () => ({ opening: "[\n", closing: "\n]\n" }),
  createOutput: (plan) => objectOutput(plan, ""),
};

export const ndjson: Format = {
  name: "ndjson",
  ...FORMAT_FACTS.ndjson,
  ...SYNTAX,
  between: "",
  readStart: (bytes, _, isLast) => startOfLines(bytes, isLast),
  createOutput: (plan) => (plan.hasFeatureOutput ? featureOutput : objectOutput)(plan, "\n"),
};

export const geojson: Format = {
  name: "geojson",
  ...FORMAT_FACTS.geojson,
  ...SYNTAX,
  between: ",\n",
  readStart: readCollectionStart,
  /** Keeps the members of the input's collection if the format stays the same. */
  frame({ keepsFormat, inputOpening }) {
    const kept = keepsFormat ? inputOpening : undefined;
    const opening = kept ?? '{"type":"FeatureCollection","features":[';
    return { opening: `${opening}\n`, closing: "\n]}\n" };
  },
  createOutput: (plan) => featureOutput(plan, ""),
};
