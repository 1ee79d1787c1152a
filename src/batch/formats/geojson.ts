/** The features of a GeoJSON FeatureCollection. An input may also be features, one a line. */
import { OPENING_BRACE, utf8Text } from "../../characters.ts";
import { isObject } from "../../library/errors.ts";
import { quoted } from "../../messages.ts";
import type { BatchPlan, InputStart } from "../batch-plan.ts";
import { BatchError } from "../errors.ts";
import { FORMAT_FACTS } from "../options/formats.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { featureOutput } from "../output/json.ts";
import { afterJsonSpace, NO_END } from "../scan.ts";
import { findArrayMember, NO_MEMBER } from "../syntax/json-ends.ts";
import type { Format } from "./format.ts";
import { addedNames, syntaxOf } from "./json.ts";
import { parsed, startOfElements, startOfLines } from "./json-start.ts";

/** Names of the system of all GeoJSON: degrees, longitude first. EPSG:4326 stands for it, though its latitude is first. */
const DEGREES_SYSTEM = /(?:CRS84h?|EPSG:[\d.]*:?(?:4326|4979))$/i;

/** @throws BatchError if a collection names a reference system, as GeoJSON of 2008 may, whose coordinates are not in degrees */
function checkReferenceSystem(collection: unknown): void {
  const crs = isObject(collection) ? (collection.crs ?? undefined) : undefined;
  const name = isObject(crs) && isObject(crs.properties) ? crs.properties.name : undefined;
  const text = typeof name === "string" ? name : JSON.stringify(crs);
  if (crs === undefined || DEGREES_SYSTEM.test(text)) return;
  const message = `The coordinates are in ${quoted(text)}, by the member crs, and not in degrees. Convert the file: ogr2ogr -t_srs EPSG:4326.`;
  throw new BatchError(message);
}

function readCollectionStart(
  bytes: Uint8Array,
  _: ResolvedBatchOptions,
  isLast: boolean,
): InputStart | undefined {
  const start = afterJsonSpace(bytes, 0);
  const { from } = findArrayMember(bytes, "features");
  const hasBrace = bytes[start] === OPENING_BRACE;
  if (!isLast && from === NO_END && (hasBrace || start === bytes.length)) return undefined;
  if (start === bytes.length) return { bytes: start, firstRow: undefined, isSequence: true };
  if (from === NO_MEMBER && hasBrace) {
    const lines = startOfLines(bytes, isLast);
    return lines && { ...lines, areFeatures: true };
  }
  if (from < 0) {
    const text = quoted(utf8Text(bytes, start, Math.min(start + 20, bytes.length)));
    const message = `The input begins with ${text}, and has no GeoJSON FeatureCollection with features. For one feature a line, use the option from with ndjson.`;
    throw new BatchError(message, "from");
  }
  const found = startOfElements(bytes, afterJsonSpace(bytes, from), isLast);
  if (!found) return undefined;
  const inputOpening = utf8Text(bytes, start, from);
  checkReferenceSystem(parsed(`${inputOpening}]}`));
  return { ...found, inputOpening, areFeatures: true };
}

/** The text around features: the members of the input's collection, or a collection without more members. */
function frame({ keepsFormat, inputOpening }: BatchPlan) {
  const opening =
    (keepsFormat ? inputOpening : undefined) ?? '{"type":"FeatureCollection","features":[';
  return { opening: `${opening}\n`, closing: "\n]}\n" };
}

export const geojson: Format = {
  name: "geojson",
  ...FORMAT_FACTS.geojson,
  // The members that follow the features of an input stay in an output of geojson.
  ...syntaxOf(({ keepsFormat }) => (trailer) => {
    if (parsed(`{"features":[]${trailer}`) === undefined) return undefined;
    return keepsFormat ? `\n]${trailer.trim()}\n` : "";
  }),
  addedNames: (options) => addedNames(options, true),
  readStart: readCollectionStart,
  between: ",\n",
  frame,
  createOutput: (plan) => featureOutput(plan, ""),
};
