/**
 * GeoJSON features, one a record: text sequences (RFC 8142), whose records begin with a record separator, and
 * newline-delimited GeoJSON. Both are read the same way, with or without separators.
 */
import { quoted } from "../../internal.ts";
import { batchError } from "../errors.ts";
import { type ConversionOptions, resultNames } from "../options/conversion.ts";
import { RowProblem } from "../rows/row-errors.ts";
import { ElementSplitter, elementSpan } from "./element-splitter.ts";
import {
  closingWith,
  collectionFrame,
  hasFirstFeature,
  parseCollectionStart,
} from "./feature-collection.ts";
import { type Feature, FeatureRow, featureOf, flatten } from "./feature-rows.ts";
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
  parseJson,
} from "./json-text.ts";
import {
  absentMember,
  brokenRow,
  checkMembers,
  columnsOfMembers,
  findMembers,
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

/** The features of a FeatureCollection. An input may also be a single Feature, or several one after the other. */
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
