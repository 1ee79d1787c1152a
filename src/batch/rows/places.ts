/** Reads a place from a value: a text, a pair of numbers, or an object of JSON. */
import type { Coordinate } from "../../index.ts";
import { readCoordinates } from "../../library/coordinates.ts";
import { isObject } from "../../library/errors.ts";
import { shortened, shown } from "../../messages.ts";
import { knownColumns } from "../input/names.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import type { ByRole } from "../options/roles.ts";
import { parsed } from "../syntax/json-value.ts";
import type { RowValues } from "./row.ts";
import { missingValue, problemFromLibrary, RowProblem } from "./row-errors.ts";
import { rangeHint } from "./units.ts";
import { degreesOf, isBlank, unwrapped, valueText } from "./values.ts";

type PointOptions = Pick<ResolvedBatchOptions, "decimalComma" | "lonFirst">;

/** Well-known binary of a point in hexadecimal digits. COPY of PostGIS writes it. */
const WKB = /^0[01][0-9A-F]{40,}$/i;

/** References to degrees of WGS 84, or within two meters of it, by their EPSG codes: of continents and countries. */
const DEGREES_WKIDS: readonly unknown[] = [
  ...[undefined, 4326, 4979, 4258, 4269, 4152, 4617, 4759, 6318, 4674, 4148],
  ...[4167, 4171, 4283, 7844, 4490, 4612, 6668, 4619, 4737],
];

/** Whether a reference of Esri JSON is one to degrees, or missing. */
export function isInDegrees(reference: unknown): boolean {
  const { wkid, latestWkid = wkid } = isObject(reference) ? reference : {};
  return DEGREES_WKIDS.includes(latestWkid);
}

/** Names of WGS 84 with the longitude first. GeoJSON writes it first in all systems. */
const CRS84 = /CRS84h?$/i;
const EPSG_CODE = /EPSG:(?:[\d.]*:)?(\d+)$/i;

/** Whether a text is the EPSG code of a reference system that is not of degrees of WGS 84: `EPSG:4267`. */
export function isOtherEpsgCode(text: string): boolean {
  const [, code] = EPSG_CODE.exec(text) ?? [];
  return code !== undefined && !isInDegrees({ wkid: Number(code) });
}

/** The reference system that the member crs names, as in GeoJSON of 2008, unless it is one of degrees. */
export function otherSystemOf(value: unknown): string | undefined {
  const crs = isObject(value) ? (value.crs ?? undefined) : undefined;
  if (crs === undefined) return undefined;
  const name = isObject(crs) && isObject(crs.properties) ? crs.properties.name : undefined;
  const text = typeof name === "string" ? name : JSON.stringify(crs);
  const isKnown = CRS84.test(text) || (EPSG_CODE.test(text) && !isOtherEpsgCode(text));
  return isKnown ? undefined : text;
}

/** The coordinates of a value that is not a text, unread, and their names in it. */
interface Parts {
  readonly latitude: unknown;
  readonly longitude: unknown;
  readonly names?: readonly [string, string];
}

function isNumber(value: unknown): boolean {
  const isNumeral = typeof value === "string" && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value);
  return isNumeral || typeof value === "number";
}

/** Two or three numbers, perhaps in wrappers: a pair. */
export function isPair(value: unknown): value is readonly unknown[] {
  if (!Array.isArray(value) || value.length < 2 || value.length > 3) return false;
  return value.map(unwrapped).every(isNumber);
}

/** The parts of a place that is not a text; undefined if the value is not a place. Objects may have it in a member. */
function partsOf(value: unknown, lonFirst = false): Parts | undefined {
  if (isPair(value)) {
    const [latitude, longitude] = lonFirst ? [value[1], value[0]] : value;
    return { latitude, longitude };
  }
  if (!isObject(value)) return undefined;
  const { coordinates, geometry, spatialReference, type, x, y } = value;
  if (type === "Point") {
    return Array.isArray(coordinates) ? partsOf(coordinates.slice(0, 2), true) : undefined;
  }
  const names = Object.keys(value);
  const [pair] = knownColumns(names);
  if (pair) {
    const [lat, lon] = [names[pair.latitude], names[pair.longitude]];
    return { latitude: value[lat], longitude: value[lon], names: [lat, lon] };
  }
  if (x === undefined || y === undefined) {
    return isObject(geometry) ? partsOf(geometry) : undefined;
  }
  if (!isInDegrees(spatialReference)) return undefined;
  return { latitude: y, longitude: x, names: ["y", "x"] };
}

/** Whole degrees: the comma of `33,65` is not a decimal comma in a value with both coordinates. */
const WHOLE_PAIR = /^\s*([-+]?\d{1,3}),([-+]?\d{1,3})\s*$/;

/** A point in brackets below an address, as portals of Socrata write it. */
const BELOW_ADDRESS = /\n[ \t]*(\([^()\n]*\))\s*$/;

function readText(text: string, { decimalComma, lonFirst }: PointOptions) {
  const [, point = text] = BELOW_ADDRESS.exec(text) ?? [];
  return readCoordinates(decimalComma ? point : point.replace(WHOLE_PAIR, "$1, $2"), lonFirst);
}

/** The numbers of a point in well-known text. */
const WKT_NUMBERS = /\bPOINT[^(]{0,9}\(\s*([-+.\de]+)\s+([-+.\de]+)/i;

/** The point of a value, or its problem. @param column the name of the value for messages */
export function pointOfValue(
  value: unknown,
  column: string | undefined,
  options: PointOptions,
): Coordinate | RowProblem {
  const bare = unwrapped(value);
  if (isBlank(bare)) return missingValue("coordinates", column);
  if (typeof bare === "string") {
    const inner = /^\s*[{[]/.test(bare) ? parsed(bare) : undefined;
    if (inner !== undefined) return pointOfValue(inner, column, options);
    if (!WKB.test(bare)) {
      const point = readText(bare, options);
      if (!("code" in point)) return point;
      const [, x, y] = WKT_NUMBERS.exec(bare) ?? [];
      const message = `${point.message}${rangeHint(Number(y), Number(x))}`;
      return problemFromLibrary({ ...point, message }, column);
    }
    const message = `The coordinates ${shown(bare)} look like WKB. Write them with ST_AsText.`;
    return new RowProblem("malformed-coordinates", message, column);
  }
  if (Array.isArray(bare) && bare.length === 0) return missingValue("coordinates", column);
  const system = otherSystemOf(bare);
  if (system !== undefined) {
    const message = `The coordinates are in ${shown(system)}, not in degrees. Write degrees of WGS 84.`;
    return new RowProblem("malformed-coordinates", message, column);
  }
  const parts = partsOf(bare, options.lonFirst);
  if (!parts) {
    const message = `The coordinates ${shortened(valueText(bare))} are not a text such as '52.37, 4.9' or 'POINT(4.9 52.37)'.`;
    return new RowProblem("malformed-coordinates", message, column);
  }
  const [lat, lon] = (parts.names ?? []).map((name) => (column ? `${column}.${name}` : name));
  return pointOf(parts, { latitude: lat ?? column, longitude: lon ?? column }, options);
}

/** The point of a row, in degrees, or its problem. */
export function pointOf(
  { latitude, longitude, coordinates }: RowValues,
  columns: ByRole<string>,
  options: PointOptions,
): Coordinate | RowProblem {
  if (coordinates !== undefined) return pointOfValue(coordinates, columns.coordinates, options);
  const latDeg = degreesOf("latitude", { value: latitude, column: columns.latitude }, options);
  if (typeof latDeg !== "number") return latDeg;
  const lonDeg = degreesOf("longitude", { value: longitude, column: columns.longitude }, options);
  return typeof lonDeg === "number" ? { latDeg, lonDeg } : lonDeg;
}
