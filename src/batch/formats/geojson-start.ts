/** Where the features of a GeoJSON FeatureCollection begin, and what stands around them. */
import { OPENING_BRACE } from "../../characters.ts";
import { isObject } from "../../library/options.ts";
import { quoted } from "../../messages.ts";
import { utf8Text } from "../../platform.ts";
import { BatchError } from "../errors.ts";
import type { FrameText, InputStart } from "../format-plan.ts";
import type { ConversionOptions } from "../options/conversion.ts";
import { afterJsonSpace, isJsonSpace, NO_END } from "../scan.ts";
import { ELEMENT_ROWS, RECORD_ROWS, startOfRows, VALUE_ROWS } from "../syntax/json-rows.ts";
import { findArrayMember, NO_MEMBER, RECORD_SEPARATOR } from "../syntax/json-structure.ts";

/** A collection without its features; undefined if its JSON is broken. */
function parsedCollection(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

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

/** Reads the beginning of a collection, or of a sequence of features. */
export function readCollectionStart(
  bytes: Uint8Array,
  _: ConversionOptions,
  isLast: boolean,
): InputStart | undefined {
  const start = afterJsonSpace(bytes, 0);
  const features = findArrayMember(bytes, "features");
  const isObject = bytes[start] === OPENING_BRACE;
  if (!isLast && features === NO_END && (isObject || start === bytes.length)) return undefined;
  if (start === bytes.length) return { bytes: start, firstRow: undefined, isSequence: true };
  if (!isObject || features === NO_END) {
    const message = `The input begins with ${quoted(utf8Text(bytes, start, Math.min(start + 20, bytes.length)))}, and has no GeoJSON FeatureCollection with features. For one feature a line, use the option from with geojsonl.`;
    throw new BatchError(message, "from");
  }
  // A single feature may have no line end.
  if (features === NO_MEMBER) return startOfRows(bytes, start, VALUE_ROWS, true);
  const found = startOfRows(bytes, afterJsonSpace(bytes, features), ELEMENT_ROWS, isLast);
  if (!found) return undefined;
  const inputOpening = utf8Text(bytes, start, features);
  checkReferenceSystem(parsedCollection(`${inputOpening}]}`));
  return { ...found, firstRow: found.firstRow || undefined, inputOpening };
}

/** The text around features: the members of the input's collection, or a collection without more members. */
export function collectionFrame(inputOpening: string | undefined): FrameText {
  const opening = inputOpening ?? '{"type":"FeatureCollection","features":[';
  return { opening: `${opening}\n`, closing: "\n]}\n" };
}

/** The closing of a collection with the members that follow the features of an input; undefined if they are not JSON. */
export function closingWith(trailer: string): string | undefined {
  if (parsedCollection(`{"features":[]${trailer}`) === undefined) return undefined;
  return `\n]${trailer.trim()}\n`;
}

const COLLECTION = /^\s*\{\s*"type"\s*:\s*"FeatureCollection"/;

/** Enough for the type of a collection that names it first. */
const MAX_TYPE_BYTES = 200;

/** Whether an input is a collection of features and says so at its beginning. */
export function isCollection(bytes: Uint8Array): boolean {
  return COLLECTION.test(utf8Text(bytes, 0, Math.min(bytes.length, MAX_TYPE_BYTES)));
}

/** Whether an input may be a collection of features and is too short yet to tell. */
export function mayBecomeCollection(bytes: Uint8Array): boolean {
  const isShort = bytes.length < MAX_TYPE_BYTES;
  return bytes[0] === OPENING_BRACE && isShort && !isCollection(bytes);
}

/** @throws BatchError if an input in another format is a collection of features */
export function rejectCollection(bytes: Uint8Array): void {
  if (!isCollection(bytes)) return;
  const message = `The input is a GeoJSON FeatureCollection. Use the option from with geojson.`;
  throw new BatchError(message, "from");
}

/** Where the first record begins, including its separator; the end of the bytes if there is none with a text. */
function firstRecordOf(bytes: Uint8Array): number {
  let separator = NO_END;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === RECORD_SEPARATOR) separator = at;
    else if (!isJsonSpace(bytes[at])) return separator < 0 ? at : separator;
  }
  return bytes.length;
}

export function readRecordsStart(
  bytes: Uint8Array,
  _: ConversionOptions,
  isLast: boolean,
): InputStart | undefined {
  const record = firstRecordOf(bytes);
  if (record < bytes.length) return startOfRows(bytes, record, RECORD_ROWS, isLast);
  return isLast ? { bytes: 0, firstRow: undefined } : undefined;
}
