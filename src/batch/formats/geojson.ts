/**
 * GeoJSON features, one a record: text sequences (RFC 8142), whose records begin with a record separator, and
 * newline-delimited GeoJSON. Both are read alike, with or without separators.
 */
import { quoted } from "../../internal.ts";
import { freeNames, missingColumn } from "../columns.ts";
import { type ConversionOptions, isRequired, ROLES, resultNames } from "../conversion.ts";
import { BatchError } from "../errors.ts";
import type { ParsedRow, RowError, RowInput } from "../rows.ts";
import {
  type Columns,
  type Format,
  type FormatContext,
  type FormatPlan,
  NO_COLUMNS,
  type ParseRow,
  type Preamble,
  type WriteRow,
} from "./format.ts";
import {
  addedMembers,
  brokenRow,
  createMemberWriter,
  fieldsInColumns,
  fieldText,
  findMembers,
  type InputOrError,
  inputOfObject,
  isObject,
  type JsonObject,
  onOneLine,
  parseJson,
  valueRow,
  valueTexts,
  withMembers,
} from "./json-values.ts";
import { LineSplitter, lineSpan, nextLine, type RowEnds } from "./line-splitter.ts";
import { afterByteOrderMark, countLines, isJsonSpace, LINE_FEED, NO_END, textOf } from "./scan.ts";

const RECORD_SEPARATOR = 0x1e;
const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Finds the end of a record that begins with a separator: a line feed outside of all brackets, or the next
 * separator, which no JSON text contains. A truncated record thus takes nothing of the next one with it.
 */
function findRecordEnd(bytes: Uint8Array, from: number): number {
  let depth = 0;
  let isString = false;
  for (let at = from + 1; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === RECORD_SEPARATOR) return at;
    if (byte === LINE_FEED) {
      if (depth <= 0) return at + 1;
      // JSON strings have no line feeds.
      isString = false;
    } else if (isString) {
      // No control character is escaped: it may be the separator behind a truncated string.
      if (byte === BACKSLASH && bytes[at + 1] > RECORD_SEPARATOR) at++;
      else if (byte === QUOTE) isString = false;
    } else if (byte === QUOTE) {
      isString = true;
    } else if (byte === 123 || byte === 91) {
      depth++;
    } else if (byte === 125 || byte === 93) {
      depth--;
    }
  }
  return NO_END;
}

/** The end of a record without a separator: behind its line feed, or before a separator. */
function findLineEnd(bytes: Uint8Array, from: number): number {
  const next = nextLine(bytes, from);
  const separator = bytes.indexOf(RECORD_SEPARATOR, from);
  return separator >= 0 && (next < 0 || separator < next) ? separator : next;
}

/** Where records end. */
class RecordEnds implements RowEnds {
  readonly keepsFirstLine = false;
  /** Whether the record that is skipped began with a separator and thus ends before the next one. */
  #isSequence = false;

  areLines(bytes: Uint8Array): boolean {
    return !bytes.includes(RECORD_SEPARATOR);
  }

  findNext(bytes: Uint8Array, from: number, isLast: boolean): number {
    if (bytes[from] !== RECORD_SEPARATOR) return findLineEnd(bytes, from);
    const next = findRecordEnd(bytes, from);
    return next < 0 && isLast ? bytes.length : next;
  }

  recover(bytes: Uint8Array, from: number, isInside: boolean): number {
    if (!isInside) this.#isSequence = bytes[from] === RECORD_SEPARATOR;
    if (!this.#isSequence) return findLineEnd(bytes, from);
    return bytes.indexOf(RECORD_SEPARATOR, isInside ? from : from + 1);
  }
}

/** Where the first record begins, its separator included, and where its text begins. */
function startOf(bytes: Uint8Array): { readonly record: number; readonly text: number } {
  let separator = NO_END;
  let at = afterByteOrderMark(bytes);
  for (; at < bytes.length; at++) {
    if (bytes[at] === RECORD_SEPARATOR) separator = at;
    else if (!isJsonSpace(bytes[at])) break;
  }
  return { record: separator < 0 ? at : separator, text: at };
}

function hasFirstRow(bytes: Uint8Array): boolean {
  const { record, text } = startOf(bytes);
  return text < bytes.length && new RecordEnds().findNext(bytes, record, false) >= 0;
}

function parsePreamble(bytes: Uint8Array): Preamble {
  const { record, text } = startOf(bytes);
  const mark = afterByteOrderMark(bytes);
  if (text === bytes.length) return { bytes: mark, lines: 0, firstRow: undefined, lineEnd: "\n" };
  const { to } = lineSpan(new RecordEnds(), bytes, record);
  const lines = countLines(bytes, 0, record);
  return { bytes: record, lines, firstRow: textOf(bytes, text, to), lineEnd: "\n" };
}

const FEATURE_MEMBERS = ["type", "geometry", "properties"];

/** A Feature, or a bare Point as one, with the texts of its parts. */
interface Feature {
  /** Its members but geometry and properties. */
  readonly value: JsonObject;
  readonly texts: ReadonlyMap<string, string>;
  readonly geometry: unknown;
  readonly properties: JsonObject;
  readonly propertyTexts: ReadonlyMap<string, string>;
}

/** @returns undefined for a value that is neither a Feature nor a Point */
function featureOf(value: unknown, text: string): Feature | undefined {
  if (!isObject(value)) return undefined;
  if (value.type === "Point") {
    const texts = new Map([
      ["type", '"Feature"'],
      ["geometry", onOneLine(text)],
      ["properties", "{}"],
    ]);
    return { value: {}, texts, geometry: value, properties: {}, propertyTexts: new Map() };
  }
  if (value.type !== "Feature") return undefined;
  const texts = valueTexts(onOneLine(text));
  const { geometry = null, properties } = value;
  const own = isObject(properties) ? properties : {};
  const propertyTexts = valueTexts(isObject(properties) ? (texts.get("properties") ?? "{}") : "{}");
  return { value, texts, geometry, properties: own, propertyTexts };
}

function coordinatesOf(geometry: unknown): readonly unknown[] | undefined {
  if (!isObject(geometry) || geometry.type !== "Point") return undefined;
  const { coordinates } = geometry;
  return Array.isArray(coordinates) && coordinates.length >= 2 ? coordinates : undefined;
}

/** The texts of a point's coordinates, which are numbers and have no commas. */
function coordinateTexts(geometryText: string): readonly string[] {
  const text = valueTexts(geometryText).get("coordinates") ?? "[]";
  return text
    .slice(1, -1)
    .split(",")
    .map((one) => one.trim());
}

const COORDINATE_NAMES = ["longitude", "latitude", "altitude"];

interface NamedValue {
  readonly name: string;
  readonly value: unknown;
  readonly text: string;
}

/**
 * A feature as a flat record, for tables and plain JSON: its own members such as `id`, its properties, and the
 * coordinates of its point. Names that properties have get a number, so that nothing is lost.
 */
function flatten({ value, texts, geometry, properties, propertyTexts }: Feature): NamedValue[] {
  const members: NamedValue[] = [];
  for (const [name, text] of texts) {
    if (!FEATURE_MEMBERS.includes(name)) members.push({ name, value: value[name], text });
  }
  const position: NamedValue[] = [];
  const coordinates = coordinatesOf(geometry);
  const geometryText = texts.get("geometry") ?? "null";
  if (coordinates) {
    const own = coordinateTexts(geometryText);
    for (const [place, name] of COORDINATE_NAMES.entries()) {
      const text = own[place];
      if (text !== undefined) position.push({ name, value: coordinates[place], text });
    }
    position.splice(0, 2, position[1], position[0]);
  } else if (geometry !== null) {
    position.push({ name: "geometry", value: geometry, text: geometryText });
  }
  const names = freeNames(
    [...members, ...position].map(({ name }) => name),
    (name) => propertyTexts.has(name),
  );
  const renamed = [...members, ...position].map((one, place) => ({ ...one, name: names[place] }));
  const own = Array.from(propertyTexts, ([name, text]) => ({
    name,
    value: properties[name],
    text,
  }));
  return [...renamed.slice(0, members.length), ...own, ...renamed.slice(members.length)];
}

function inputOfGeometry(geometry: unknown): InputOrError {
  const coordinates = coordinatesOf(geometry);
  if (coordinates) {
    const [longitude, latitude] = coordinates;
    return { input: { latitude: { value: latitude }, longitude: { value: longitude } } };
  }
  const shown = quoted(JSON.stringify(geometry));
  const message = `The geometry ${shown} is not a Point with a longitude and a latitude.`;
  return { error: { message, column: "geometry" } };
}

/** A row that is a Feature or a Point. */
class FeatureRow implements ParsedRow {
  readonly text: string;
  readonly fields: readonly string[];
  readonly keepsBytes = false;
  readonly input: RowInput;
  readonly error: RowError | undefined;
  readonly lossError: RowError | undefined;
  readonly #feature: Feature;

  constructor(text: string, feature: Feature, plan: FormatPlan) {
    const isEncode = plan.options.operation === "encode";
    const found = isEncode
      ? inputOfGeometry(feature.geometry)
      : inputOfObject(feature.properties, plan);
    this.#feature = feature;
    this.text = onOneLine(text);
    this.input = found.input ?? {};
    this.error = found.error;
    const values = plan.hasTableOutput ? flatten(feature) : [];
    const fields = new Map(values.map((one) => [one.name, fieldText(one.value, one.text)]));
    const table = fieldsInColumns(fields, plan.columns);
    this.fields = table.fields;
    this.lossError = table.lossError;
  }

  objectText(): string {
    const members = flatten(this.#feature).map(({ name, text }) => {
      return `${JSON.stringify(name)}:${text}`;
    });
    return `{${members.join(",")}}`;
  }

  hasMember(member: string): boolean {
    return flatten(this.#feature).some(({ name }) => name === member);
  }

  hasProperty(name: string): boolean {
    return Object.hasOwn(this.#feature.properties, name);
  }

  /** The feature with more properties, and with its geometry replaced if there is a point. */
  featureText(members: string, point: string | undefined): string {
    const { texts, properties } = this.#feature;
    const isEmpty = Object.keys(properties).length === 0;
    const ownProperties = isEmpty ? "{}" : (texts.get("properties") ?? "{}");
    const replaced = new Map(texts);
    replaced.set("geometry", point ?? texts.get("geometry") ?? "null");
    replaced.set("properties", withMembers(ownProperties, members));
    const all = Array.from(replaced, ([name, text]) => `${JSON.stringify(name)}:${text}`);
    return `{${all.join(",")}}`;
  }
}

function findColumns(firstRow: string | undefined, context: FormatContext): Columns {
  if (firstRow === undefined) return NO_COLUMNS;
  const { options, hasTableOutput } = context;
  const feature = featureOf(parseJson(firstRow), firstRow);
  if (!feature) {
    if (!hasTableOutput) return NO_COLUMNS;
    const message = `The first row ${quoted(firstRow)} is neither a GeoJSON Feature nor a Point, so there are no properties to name the columns after.`;
    throw new BatchError(message);
  }
  const columns = hasTableOutput ? flatten(feature).map(({ name }) => name) : [];
  if (options.operation === "encode") return { ...NO_COLUMNS, columns };
  const names = Object.keys(feature.properties);
  const members = findMembers(names, options);
  for (const role of ROLES[options.operation]) {
    const name = members[role];
    const isThere = name !== undefined && names.includes(name);
    if (isRequired(role) && !isThere) throw missingColumn(names, role, "property");
  }
  return { ...NO_COLUMNS, columns, members };
}

function createParser(plan: FormatPlan): ParseRow {
  return (text, isUtf8) => {
    const value = isUtf8 ? parseJson(text) : undefined;
    if (value === undefined) return brokenRow(text, isUtf8, plan);
    const feature = featureOf(value, text);
    if (feature) return new FeatureRow(text, feature, plan);
    const message = `The row ${quoted(text)} is neither a GeoJSON Feature nor a Point.`;
    return valueRow(text, value, plan, { error: { message } });
  };
}

/** How many values of a decoded row are its point, which becomes the geometry. */
const POINT_VALUES = 2;

function addedNames(options: ConversionOptions): readonly string[] {
  const isDecode = options.operation === "decode";
  return isDecode ? resultNames(options).slice(POINT_VALUES) : addedMembers(options);
}

function createWriter(plan: FormatPlan, before: string): WriteRow {
  const { added, options } = plan;
  const isDecode = options.operation === "decode";
  const write = createMemberWriter(added, options.all ? resultNames(options) : undefined);
  return (output, { row, result, error }) => {
    const feature = row instanceof FeatureRow ? row : undefined;
    const own = isDecode
      ? { lists: result.lists.map((values) => values.slice(POINT_VALUES)) }
      : result;
    const members = write(own, error, (name) => {
      return feature ? feature.hasProperty(name) : row.hasMember(name);
    });
    const point =
      result.point &&
      `{"type":"Point","coordinates":[${result.point.lonDeg},${result.point.latDeg}]}`;
    const text = feature
      ? feature.featureText(members, isDecode ? point : undefined)
      : `{"type":"Feature","geometry":${point ?? "null"},"properties":${withMembers(row.objectText(), members)}}`;
    output.appendText(`${before}${text}\n`);
  };
}

type Names<Name extends string> = Pick<
  Format<Name>,
  "name" | "summary" | "extensions" | "mediaTypes"
>;

/** @param before stands before each record that is written */
function geojsonFormat<Name extends string>(names: Names<Name>, before: string): Format<Name> {
  return {
    ...names,
    columnRoles: ["mapcode", "territory"],
    isTable: false,
    countsBlankRows: false,
    hasFirstRow,
    parsePreamble,
    findColumns,
    createSplitter: (preambleBytes, maxRowBytes) => {
      return new LineSplitter(new RecordEnds(), preambleBytes, maxRowBytes);
    },
    findRow(bytes, from) {
      const span = lineSpan(new RecordEnds(), bytes, from);
      return bytes[from] === RECORD_SEPARATOR ? { ...span, from: from + 1 } : span;
    },
    isBlank: (text) => text.trim() === "",
    createParser,
    addedNames,
    frame: () => ({ opening: "", between: "", closing: "" }),
    createWriter: (plan) => createWriter(plan, before),
  };
}

export const geojsonseq = geojsonFormat(
  {
    name: "geojsonseq",
    summary: "GeoJSON text sequence, RFC 8142",
    extensions: [".geojsons", ".geojsonseq"],
    mediaTypes: ["application/geo+json-seq"],
  },
  String.fromCharCode(RECORD_SEPARATOR),
);

// No media type is registered for newline-delimited GeoJSON. The first one is that of loaders.gl and kepler.gl.
export const geojsonl = geojsonFormat(
  {
    name: "geojsonl",
    summary: "one GeoJSON feature a line",
    extensions: [".geojsonl", ".ndgeojson"],
    mediaTypes: ["application/geo+x-ndjson", "application/x-ndgeojson"],
  },
  "",
);
