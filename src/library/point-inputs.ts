/** The forms in which callers have many points or mapcodes, as what the engine takes. */
import type { MapcodeStrings } from "../codec/batch.ts";
import type { MapcodeColumn } from "../codec/code-arrays.ts";
import { wrongType } from "../messages.ts";
import { isObject } from "./arguments.ts";
import type { Coordinate } from "./decoding.ts";
import { OutOfRangeError } from "./errors.ts";
import type { Mapcode } from "./mapcode.ts";

/** A GeoJSON point (RFC 7946): the longitude comes first. */
export interface GeoJsonPoint {
  /** The type of the geometry. */
  readonly type: "Point";
  /** Longitude and latitude in degrees; an altitude is ignored. */
  readonly coordinates: readonly number[];
}

/** A point under the names that most programs use, in degrees. */
export type PointInput =
  | Coordinate
  | {
      /** Latitude in degrees, north positive. */
      readonly lat: number;
      /** Longitude in degrees, east positive. */
      readonly lon: number;
    }
  | {
      /** Latitude in degrees, north positive. */
      readonly lat: number;
      /** Longitude in degrees, east positive. */
      readonly lng: number;
    }
  | {
      /** Latitude in degrees, north positive. */
      readonly latitude: number;
      /** Longitude in degrees, east positive. */
      readonly longitude: number;
    }
  | GeoJsonPoint;

/**
 * Many points in degrees: numbers, latitude and longitude of each point in turn, or objects. Pairs in arrays are
 * not accepted, as programs disagree on their order.
 */
export type PointsInput = Float64Array | Float32Array | readonly number[] | readonly PointInput[];

/** Many mapcodes: strings, objects with territory and code, or texts in bytes with their ends. */
export type MapcodesInput =
  | MapcodeStrings
  | readonly (Mapcode | null | undefined)[]
  | MapcodeColumn;

const NAMES: readonly (readonly [lat: string, lon: string])[] = [
  ["latDeg", "lonDeg"],
  ["lat", "lon"],
  ["lat", "lng"],
  ["latitude", "longitude"],
];

/** Anything but a number becomes NaN, which encoding reports as the error of its point. */
function numberOrNaN(value: unknown): number {
  return typeof value === "number" ? value : Number.NaN;
}

/**
 * Writes a point to `degrees` from `offset` on.
 * @returns false for a value that is not a point in a known form
 */
function writeDegreesOf(value: unknown, degrees: Float64Array, offset: number): boolean {
  if (!isObject(value)) return false;
  if (value.type === "Point" && Array.isArray(value.coordinates)) {
    const [lon, lat]: unknown[] = value.coordinates;
    degrees[offset] = numberOrNaN(lat);
    degrees[offset + 1] = numberOrNaN(lon);
    return true;
  }
  for (const [lat, lon] of NAMES) {
    if (!(lat in value && lon in value)) continue;
    degrees[offset] = numberOrNaN(value[lat]);
    degrees[offset + 1] = numberOrNaN(value[lon]);
    return true;
  }
  return false;
}

/** The error for a value that is not a point in a known form. */
function wrongPoint(index: number, point: unknown): TypeError {
  if (isObject(point)) {
    const names = NAMES.map(([lat, lon]) => `${lat} and ${lon}`).join(", nor ");
    return new TypeError(`The point ${index} has neither ${names}, and is not a GeoJSON point.`);
  }
  const expected = Array.isArray(point)
    ? "an object, as the order of a pair is not known"
    : "an object such as { lat: 52.37, lon: 4.9 }";
  return wrongType(`point ${index}`, point, expected);
}

function degreesOfObjects(points: readonly unknown[]): Float64Array {
  const degrees = new Float64Array(2 * points.length);
  for (const [index, point] of points.entries()) {
    if (!writeDegreesOf(point, degrees, 2 * index)) throw wrongPoint(index, point);
  }
  return degrees;
}

/**
 * Latitude and longitude of each point in turn. A Float64Array is passed on, anything else is copied.
 * @throws TypeError if the points are in none of the known forms
 * @throws OutOfRangeError if the last latitude has no longitude
 */
export function degreesOfPoints(points: PointsInput): Float64Array {
  const isArray = Array.isArray(points);
  if (isArray && typeof points[0] !== "number") return degreesOfObjects(points);
  if (!isArray && !(points instanceof Float64Array || points instanceof Float32Array)) {
    throw wrongType("argument for points", points, "an array of degrees or of points");
  }
  if (points.length % 2 !== 0) {
    const expected = "even: a latitude and a longitude for each point";
    throw new OutOfRangeError("number of degrees", points.length, expected);
  }
  if (points instanceof Float64Array) return points;
  return Float64Array.from<unknown>(points, numberOrNaN);
}

type MapcodeList = Exclude<MapcodesInput, MapcodeColumn>;

function isList(mapcodes: MapcodesInput): mapcodes is MapcodeList {
  return Array.isArray(mapcodes);
}

function areTexts(mapcodes: MapcodeList): mapcodes is MapcodeStrings {
  return !mapcodes.some(isObject);
}

/** The text of a mapcode; undefined, which counts as malformed, for any other value. */
function textOfMapcode(mapcode: unknown): string | undefined {
  if (typeof mapcode === "string") return mapcode;
  if (!isObject(mapcode) || typeof mapcode.code !== "string") return undefined;
  const { territory, code } = mapcode;
  return typeof territory === "string" ? `${territory} ${code}` : code;
}

/** Mapcodes as the engine takes them: objects as texts. An array of texts is passed on. */
export function textsOfMapcodes(mapcodes: MapcodesInput): MapcodeStrings | MapcodeColumn {
  if (!isList(mapcodes) || areTexts(mapcodes)) return mapcodes;
  return mapcodes.map(textOfMapcode);
}
