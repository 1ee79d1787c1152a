/**
 * GeoJSON features, one a record: text sequences (RFC 8142), whose records begin with a record separator, and
 * newline-delimited GeoJSON. Both are read the same way, with or without separators.
 */
import { quoted } from "../../internal.ts";
import { freeNames } from "../columns.ts";
import { type ConversionOptions, resultNames } from "../conversion.ts";
import { batchError } from "../errors.ts";
import { RowProblem } from "../row-errors.ts";
import { NO_FIELDS, type ParsedRow, type RowInput, type TableFields } from "../rows.ts";
import { ElementSplitter, elementSpan } from "./element-splitter.ts";
import {
  closingWith,
  collectionFrame,
  hasFirstFeature,
  parseCollectionStart,
} from "./feature-collection.ts";
import {
  type Format,
  type FormatContext,
  type FormatNames,
  type FormatPlan,
  type FoundColumns,
  NO_COLUMNS,
  NO_FRAME,
  type ParseRow,
  type RecordFrame,
  type WriteRow,
} from "./format.ts";
import { hasFirstRow, parsePreamble, RECORD_SEPARATOR, RecordEnds } from "./geojson-records.ts";
import { JSON_VALUES } from "./json-sequence.ts";
import {
  addedMembers,
  createMemberWriter,
  createObjectTextWriter,
  fieldText,
  isObject,
  type JsonObject,
  type MembersOfRow,
  onOneLine,
  parseJson,
  valueTexts,
} from "./json-text.ts";
import {
  absentMember,
  areaCells,
  brokenRow,
  checkMembers,
  columnsOfMembers,
  fieldsInColumns,
  findMembers,
  type InputOrError,
  inputOfObject,
  valueRow,
} from "./json-values.ts";
import { LineSplitter, lineSpan } from "./line-splitter.ts";

/** The text before the geometry of a Feature and between it and its properties. */
export const FEATURE_BEFORE = '{"type":"Feature","geometry":';
export const FEATURE_BETWEEN = ',"properties":';

/** A Feature without a point, up to its properties. */
const FEATURE_OPENING = `${FEATURE_BEFORE}null${FEATURE_BETWEEN}`;

/** The text around the longitude and latitude of a Point. */
export const POINT_BEFORE = '{"type":"Point","coordinates":[';
export const POINT_AFTER = "]}";

const FEATURE_MEMBERS = ["type", "geometry", "properties"];

/** A Feature with the text of each member. A bare Point becomes a Feature. */
export interface Feature {
  /** The members of the Feature; none for a bare Point. */
  readonly value: JsonObject;
  /** The text of each member, on one line. */
  readonly texts: ReadonlyMap<string, string>;
  readonly geometry: unknown;
  readonly properties: JsonObject;
  readonly propertyTexts: ReadonlyMap<string, string>;
}

/** @returns undefined if the value is neither a Feature nor a Point */
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
  const { geometry = null } = value;
  if (!isObject(value.properties)) {
    return { value, texts, geometry, properties: {}, propertyTexts: new Map() };
  }
  const propertyTexts = valueTexts(texts.get("properties") ?? "{}");
  return { value, texts, geometry, properties: value.properties, propertyTexts };
}

function coordinatesOf(geometry: unknown): readonly unknown[] | undefined {
  if (!isObject(geometry) || geometry.type !== "Point") return undefined;
  const { coordinates } = geometry;
  return Array.isArray(coordinates) && coordinates.length >= 2 ? coordinates : undefined;
}

/** The text of each coordinate of a point. Coordinates are numbers, which contain no commas. */
function coordinateTexts(geometryText: string): readonly string[] {
  const text = valueTexts(geometryText).get("coordinates") ?? "[]";
  return text
    .slice(1, -1)
    .split(",")
    .map((coordinate) => coordinate.trim());
}

/** Names of coordinates, in the order of columns, and their indexes in a position (RFC 7946: longitude first). */
const COORDINATES = [
  ["latitude", 1],
  ["longitude", 0],
  ["altitude", 2],
] as const;

export interface NamedValue {
  readonly name: string;
  readonly value: unknown;
  readonly text: string;
}

/**
 * A feature as a flat record, for tables and plain JSON: additional members such as `id`, then its properties,
 * then the coordinates of its point. Names that a property has already get a suffix, so that nothing is lost.
 */
export function flatten({
  value,
  texts,
  geometry,
  properties,
  propertyTexts,
}: Feature): NamedValue[] {
  const members: NamedValue[] = [];
  for (const [name, text] of texts) {
    if (!FEATURE_MEMBERS.includes(name)) members.push({ name, value: value[name], text });
  }
  const position: NamedValue[] = [];
  const coordinates = coordinatesOf(geometry);
  const geometryText = texts.get("geometry") ?? "null";
  if (coordinates) {
    const numbers = coordinateTexts(geometryText);
    for (const [name, index] of COORDINATES) {
      const text = numbers[index];
      if (text !== undefined) position.push({ name, value: coordinates[index], text });
    }
  } else if (geometry !== null) {
    position.push({ name: "geometry", value: geometry, text: geometryText });
  }
  const others = [...members, ...position];
  const names = freeNames(
    others.map(({ name }) => name),
    (name) => propertyTexts.has(name),
  );
  const renamed = others.map((member, index) => ({ ...member, name: names[index] }));
  const ofProperties = Array.from(propertyTexts, ([name, text]) => {
    return { name, value: properties[name], text };
  });
  return [...renamed.slice(0, members.length), ...ofProperties, ...renamed.slice(members.length)];
}

/** The point of a feature, and the area that its properties name. */
function inputOfPoint({ geometry, properties }: Feature, plan: FormatPlan): InputOrError {
  const coordinates = coordinatesOf(geometry);
  if (coordinates) {
    const [longitude, latitude] = coordinates;
    const point = { latitude: { value: latitude }, longitude: { value: longitude } };
    return { input: { ...point, ...areaCells(properties, plan) } };
  }
  const shown = quoted(JSON.stringify(geometry));
  const message = `The geometry ${shown} is not a Point with a longitude and a latitude.`;
  return { error: new RowProblem("malformed-coordinates", message, "geometry") };
}

/** A row that is a Feature or a Point. */
class FeatureRow implements ParsedRow {
  readonly text: string;
  readonly table: TableFields;
  readonly keepsBytes = false;
  readonly input: RowInput;
  readonly error: RowProblem | undefined;
  readonly #feature: Feature;
  #flat: readonly NamedValue[] | undefined;

  constructor(text: string, feature: Feature, plan: FormatPlan) {
    const isEncode = plan.options.operation === "encode";
    const { input, error } = isEncode
      ? inputOfPoint(feature, plan)
      : inputOfObject(feature.properties, plan);
    this.#feature = feature;
    this.text = onOneLine(text);
    this.input = input ?? {};
    this.error = error;
    this.table = plan.hasTableOutput ? this.#tableFields(plan) : NO_FIELDS;
  }

  #tableFields(plan: FormatPlan): TableFields {
    const nullText = plan.options.nullText ?? "";
    const fields = this.#flatten().map(({ name, value, text }) => {
      return [name, fieldText(value, text, nullText)] as const;
    });
    return fieldsInColumns(new Map(fields), () => this.members(), plan);
  }

  /** Flattens the feature once: writers look for members several times a row. */
  #flatten(): readonly NamedValue[] {
    this.#flat ??= flatten(this.#feature);
    return this.#flat;
  }

  objectText(): string {
    const members = this.#flatten().map(({ name, text }) => {
      return `${JSON.stringify(name)}:${text}`;
    });
    return `{${members.join(",")}}`;
  }

  hasMember(member: string): boolean {
    return this.#flatten().some(({ name }) => name === member);
  }

  members(): ReadonlyMap<string, string> {
    return new Map(this.#flatten().map(({ name, text }) => [name, text]));
  }

  /** The properties, to which results are added if the output is GeoJSON as well. */
  get properties(): MembersOfRow {
    const { texts, properties, propertyTexts } = this.#feature;
    const isEmpty = Object.keys(properties).length === 0;
    return {
      objectText: () => (isEmpty ? "{}" : (texts.get("properties") ?? "{}")),
      hasMember: (name) => Object.hasOwn(properties, name),
      members: () => propertyTexts,
    };
  }

  /**
   * The feature with its results.
   * @param properties the text of its properties
   * @param point the geometry to set; undefined to keep that of the feature
   */
  featureText(properties: string, point: string | undefined): string {
    const { texts } = this.#feature;
    const replaced = new Map(texts);
    replaced.set("geometry", point ?? texts.get("geometry") ?? "null");
    replaced.set("properties", properties);
    const all = Array.from(replaced, ([name, text]) => `${JSON.stringify(name)}:${text}`);
    return `{${all.join(",")}}`;
  }
}

/** The names of a feature: of its properties in GeoJSON, otherwise of all its values. */
function namesOf(feature: Feature, hasFeatureOutput: boolean): readonly string[] {
  if (hasFeatureOutput) return Object.keys(feature.properties);
  return flatten(feature).map(({ name }) => name);
}

function findColumns(firstRow: string | undefined, context: FormatContext): FoundColumns {
  if (firstRow === undefined) return NO_COLUMNS;
  const { options, hasTableOutput, hasFeatureOutput } = context;
  const feature = featureOf(parseJson(firstRow), firstRow);
  if (!feature) {
    if (!hasTableOutput) return NO_COLUMNS;
    const message = `The first row ${quoted(firstRow)} is neither a GeoJSON Feature nor a Point. Its properties are needed to name the columns of the output.`;
    throw batchError(message);
  }
  const found = columnsOfMembers(namesOf(feature, hasFeatureOutput), context);
  const notice = absentMember(feature.properties, options, "property");
  if (options.operation === "encode") return { ...NO_COLUMNS, ...found, notice };
  const members = findMembers(Object.keys(feature.properties), options);
  checkMembers(feature.properties, members, options, "property");
  return { ...NO_COLUMNS, ...found, members, notice };
}

function createParser(plan: FormatPlan): ParseRow {
  return (text, isUtf8) => {
    const value = isUtf8 ? parseJson(text) : undefined;
    if (value === undefined) return brokenRow(text, isUtf8, plan);
    const feature = featureOf(value, text);
    if (feature) return new FeatureRow(text, feature, plan);
    const message = `The row ${quoted(text)} is neither a GeoJSON Feature nor a Point.`;
    return valueRow(text, value, plan, { error: new RowProblem("malformed-row", message) });
  };
}

/** The first values of a decoded row are its point, which becomes the geometry. */
const POINT_VALUES = 2;

function addedNames(options: ConversionOptions): readonly string[] {
  const isDecode = options.operation === "decode";
  return isDecode ? resultNames(options).slice(POINT_VALUES) : addedMembers(options);
}

function createWriter(plan: FormatPlan, { before, between, after }: RecordFrame): WriteRow {
  const { options } = plan;
  const isDecode = options.operation === "decode";
  const write = createMemberWriter(plan, options.all ? resultNames(options) : undefined);
  return (output, { row, result, error }) => {
    const feature = row instanceof FeatureRow ? row : undefined;
    const properties = isDecode
      ? { lists: result.lists.map((values) => values.slice(POINT_VALUES)) }
      : result;
    const text = `{${write(feature?.properties ?? row, properties, error)}}`;
    const point =
      result.point && `${POINT_BEFORE}${result.point.lonDeg},${result.point.latDeg}${POINT_AFTER}`;
    const record = feature
      ? feature.featureText(text, isDecode ? point : undefined)
      : `${FEATURE_BEFORE}${point ?? "null"}${FEATURE_BETWEEN}${text}}`;
    const separator = output.end > 0 ? between : "";
    output.appendText(`${separator}${before}${record}${after}`);
  };
}

function geojsonFormat<Name extends string>(
  names: FormatNames<Name>,
  record: RecordFrame,
): Format<Name> {
  return {
    ...names,
    columnRoles: ["mapcode", "territory", "international", "country"],
    isTable: false,
    hasNames: true,
    countsBlankRows: false,
    hasFirstRow,
    parsePreamble,
    findColumns,
    createSplitter: (plan) => new LineSplitter(new RecordEnds(), plan),
    createRowFinder: () => (bytes, from) => {
      const span = lineSpan(new RecordEnds(), bytes, from);
      return bytes[from] === RECORD_SEPARATOR ? { ...span, from: from + 1 } : span;
    },
    isBlank: (text) => text.trim() === "",
    createParser,
    addedNames,
    frame: () => NO_FRAME,
    createWriter: (plan) => createWriter(plan, record),
    hasGeometry: true,
    fastPath: "records",
    records: record,
    hasMember(row, name) {
      return (row instanceof FeatureRow ? row.properties : row).hasMember(name);
    },
    memberNames(text, { hasFeatureOutput }) {
      const feature = featureOf(parseJson(text), text);
      return feature ? namesOf(feature, hasFeatureOutput) : [];
    },
    createTextWriter: (plan) => {
      return createObjectTextWriter(
        plan,
        `${record.before}${FEATURE_OPENING}{`,
        `}}${record.after}`,
      );
    },
  };
}

export const geojsonseq = geojsonFormat(
  {
    name: "geojsonseq",
    summary: "GeoJSON text sequence, RFC 8142",
    extensions: [".geojsons", ".geojsonseq"],
    mediaTypes: ["application/geo+json-seq"],
  },
  { before: String.fromCharCode(RECORD_SEPARATOR), between: "", after: "\n" },
);

// No media type is registered for newline-delimited GeoJSON. The first one is that of loaders.gl and kepler.gl.
export const geojsonl = geojsonFormat(
  {
    name: "geojsonl",
    summary: "one GeoJSON feature a line",
    extensions: [".geojsonl", ".ndgeojson"],
    mediaTypes: ["application/geo+x-ndjson", "application/x-ndgeojson"],
  },
  { before: "", between: "", after: "\n" },
);

/** Features within a FeatureCollection; from a single Feature or several in a row, these. */
export const geojson: Format<"geojson"> = {
  ...geojsonFormat(
    {
      name: "geojson",
      summary: "GeoJSON FeatureCollection",
      extensions: [".geojson"],
      mediaTypes: ["application/geo+json"],
    },
    { before: "", between: ",\n", after: "" },
  ),
  fastPath: "elements",
  hasFirstRow: hasFirstFeature,
  parsePreamble: parseCollectionStart,
  createSplitter(plan) {
    if (plan.isSequence) return new LineSplitter(JSON_VALUES, plan);
    return new ElementSplitter(
      plan,
      plan.keepsFormat ? closingWith : (text) => closingWith(text) && "",
    );
  },
  createRowFinder({ isSequence }) {
    return isSequence ? (bytes, from) => lineSpan(JSON_VALUES, bytes, from) : elementSpan;
  },
  frame: ({ keepsFormat, inputOpening }) => collectionFrame(keepsFormat ? inputOpening : undefined),
};
