/**
 * GeoJSON features, one a record: text sequences (RFC 8142), whose records begin with a record separator, and
 * newline-delimited GeoJSON. Both are read the same way, with or without separators.
 */
import { isObject } from "../../library/options.ts";
import { quoted } from "../../messages.ts";
import { BatchError } from "../errors.ts";
import {
  type FormatContext,
  type FoundColumns,
  NO_COLUMNS,
  NO_FRAME,
  type RecordFrame,
} from "../format-plan.ts";
import { type ConversionOptions, resultNames } from "../options/conversion.ts";
import { FORMAT_FACTS } from "../options/formats.ts";
import { featureOutput, POINT_VALUES } from "../output/objects.ts";
import { RECORD_ROWS } from "../syntax/json-rows.ts";
import { RECORD_SEPARATOR } from "../syntax/json-structure.ts";
import type { Format } from "./format.ts";
import {
  closingWith,
  collectionFrame,
  readCollectionStart,
  readRecordsStart,
} from "./geojson-start.ts";
import { addedMembers, arrayOrValues, syntaxOf, textMember } from "./json.ts";
import { absentMembers, columnsOfMembers, findMembers, readFirstRow } from "./json-columns.ts";

/** A Feature without a point, up to its properties. */
const FEATURE_OPENING = '{"type":"Feature","geometry":null,"properties":';

function findColumns(firstRow: string | undefined, context: FormatContext): FoundColumns {
  if (firstRow === undefined) return NO_COLUMNS;
  const { options, hasTableOutput } = context;
  const { names, value } = readFirstRow(firstRow, context, true);
  const isPoint = isObject(value) && value.type === "Point";
  if (!isObject(value) || (!isPoint && value.type !== "Feature")) {
    if (!hasTableOutput) return NO_COLUMNS;
    const message = `The first row ${quoted(firstRow)} is neither a GeoJSON Feature nor a Point. Its properties are needed to name the columns of the output.`;
    throw new BatchError(message);
  }
  const properties = !isPoint && isObject(value.properties) ? value.properties : {};
  const found = columnsOfMembers(names, context);
  const notices = absentMembers(properties, options, "property");
  const isEncode = options.operation === "encode";
  const members = isEncode ? {} : findMembers(properties, options, "property");
  return { ...NO_COLUMNS, ...found, members, notices };
}

function addedNames(options: ConversionOptions): readonly string[] {
  const isDecode = options.operation === "decode";
  return isDecode ? resultNames(options).slice(POINT_VALUES) : addedMembers(options);
}

function geojsonFormat(name: "geojson" | "geojsonseq" | "geojsonl", record: RecordFrame): Format {
  return {
    name,
    ...FORMAT_FACTS[name],
    readStart: readRecordsStart,
    findColumns,
    ...syntaxOf(true, () => RECORD_ROWS),
    addedNames,
    frame: () => NO_FRAME,
    between: "",
    createOutput: (plan) => featureOutput(plan, record),
    createTextWriter: (plan) => {
      return textMember(plan, `${record.before}${FEATURE_OPENING}{`, `}}${record.after}`);
    },
  };
}

const SEPARATOR = String.fromCharCode(RECORD_SEPARATOR);

export const geojsonseq = geojsonFormat("geojsonseq", { before: SEPARATOR, after: "\n" });

export const geojsonl = geojsonFormat("geojsonl", { before: "", after: "\n" });

/** The features of a FeatureCollection. An input may also be a single Feature, or several one after the other. */
export const geojson: Format = {
  ...geojsonFormat("geojson", { before: "", after: "" }),
  ...syntaxOf(true, arrayOrValues, ({ keepsFormat }) => (trailer) => {
    const closing = closingWith(trailer);
    return keepsFormat ? closing : closing && "";
  }),
  readStart: readCollectionStart,
  between: ",\n",
  frame: ({ keepsFormat, inputOpening }) => collectionFrame(keepsFormat ? inputOpening : undefined),
};
