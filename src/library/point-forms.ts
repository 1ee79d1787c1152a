/** The forms in which callers have a point: objects with the names that other programs use, GeoJSON, mapcodes. */
import { shown, wrongType } from "../messages.ts";
import { checkCoordinate, hasMember, isObject } from "./arguments.ts";
import { MapcodeError } from "./errors.ts";
import type { Coordinate, Mapcode } from "./results.ts";

/** A GeoJSON point (RFC 7946): the longitude comes first. */
export interface GeoJsonPoint {
  /** The type of the geometry. */
  readonly type: "Point";
  /** Longitude and latitude in degrees; an altitude is ignored. */
  readonly coordinates: readonly number[];
}

/**
 * A point under the names that most programs use, in degrees. If an object has several of these names, their values must
 * be the same. A mapcode stands for the place that it decodes to, if this library has made it.
 */
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
  | GeoJsonPoint
  | Mapcode;

/**
 * The method by which a mapcode tells its place. A method, as a function that takes points would otherwise carry the
 * decoder and its tables into every bundle.
 */
export const PLACE = Symbol.for("mapcoded/place");

const LAT_NAMES = ["latDeg", "lat", "latitude"] as const;
const LON_NAMES = ["lonDeg", "lon", "lng", "longitude"] as const;

/** What is wrong with an object that names the same coordinate twice. */
function disagreement(value: object, names: readonly string[]): string | undefined {
  const given = names.filter((name) => hasMember(value, name));
  const values = given.map((name) => Reflect.get(value, name));
  if (values.every((one) => Object.is(one, values[0]))) return undefined;
  const texts = given.map((name, index) => `${name} ${shown(values[index])}`);
  return `The point has ${texts.join(" and ")}, which disagree. Give one of them.`;
}

/** Anything but a number becomes NaN, which encoding reports as the error of its point. */
function numberOrNaN(value: unknown): number {
  return typeof value === "number" ? value : Number.NaN;
}

/** The value of the first of some names that an object has; NaN if the others disagree. */
function degreesOf(value: object, names: readonly string[]): unknown {
  let found: unknown;
  let isFound = false;
  for (let index = 0; index < names.length; index++) {
    const name = names[index];
    if (!hasMember(value, name)) continue;
    const degrees: unknown = Reflect.get(value, name);
    if (isFound && !Object.is(degrees, found)) return Number.NaN;
    found = degrees;
    isFound = true;
  }
  return found;
}

/** What a point has under the names of coordinates; undefined unless it is a point in a known form. */
function givenDegrees(value: unknown): readonly [lat: unknown, lon: unknown] | undefined {
  if (!isObject(value)) return undefined;
  if (value.type === "Point" && Array.isArray(value.coordinates)) {
    const [lon, lat]: unknown[] = value.coordinates;
    return [lat, lon];
  }
  const isPoint =
    LAT_NAMES.some((name) => hasMember(value, name)) &&
    LON_NAMES.some((name) => hasMember(value, name));
  if (isPoint) return [degreesOf(value, LAT_NAMES), degreesOf(value, LON_NAMES)];
  const place: unknown = Reflect.get(value, PLACE);
  if (typeof place !== "function") return undefined;
  const { latDeg, lonDeg }: Coordinate = Reflect.apply(place, value, []);
  return [latDeg, lonDeg];
}

/**
 * Writes a point to `degrees` from `offset` on, with NaN for what is not a number, or is given twice and differs.
 * @returns false for a value that is not a point in a known form
 */
export function writeDegreesOf(value: unknown, degrees: Float64Array, offset: number): boolean {
  const given = givenDegrees(value);
  if (given === undefined) return false;
  degrees[offset] = numberOrNaN(given[0]);
  degrees[offset + 1] = numberOrNaN(given[1]);
  return true;
}

/** The error for a value that is not a point in a known form. @param subject such as "point 3" */
export function wrongPoint(subject: string, point: unknown): TypeError {
  if (isObject(point)) {
    if (typeof point.territory === "string" || typeof point.code === "string") {
      return new TypeError(`The ${subject} is a mapcode without its methods. Decode it first.`);
    }
    return new TypeError(
      `The ${subject} has neither latDeg and lonDeg, nor lat and lon, nor lat and lng, nor latitude and longitude, and is not a GeoJSON point.`,
    );
  }
  if (Array.isArray(point)) {
    return wrongType(subject, point, "an object, as the order of a pair is not known");
  }
  const error = wrongType(subject, point, "an object such as { lat: 52.37, lon: 4.9 }");
  if (typeof point === "string") error.message += " parseCoordinates reads coordinates from text.";
  return error;
}

/**
 * The degrees of a point in any form.
 * @param subject its role in messages
 * @throws TypeError if it is none @throws MapcodeError unless its degrees are finite numbers
 */
export function pointOf(point: PointInput, subject = "point"): Coordinate {
  const given = givenDegrees(point);
  if (given === undefined) throw wrongPoint(subject, point);
  const [latDeg, lonDeg] = given as readonly [number, number];
  if (!(Number.isFinite(latDeg) && Number.isFinite(lonDeg))) {
    const problem = disagreement(point, LAT_NAMES) ?? disagreement(point, LON_NAMES);
    if (problem !== undefined) {
      throw new MapcodeError({ code: "invalid-coordinate", message: problem, value: point });
    }
  }
  checkCoordinate(latDeg, lonDeg);
  return { latDeg, lonDeg };
}

/** Latitude and longitude of `readPoint`. */
export const pointDegrees: Float64Array = new Float64Array(2);

/**
 * Reads the first arguments of a function, a point or its two degrees, to `pointDegrees`.
 * @returns whether they are one argument, a point
 * @throws MapcodeError unless the degrees are finite numbers
 */
export function readPoint(latDeg: number | PointInput, lonDeg: unknown): boolean {
  if (typeof latDeg === "object" && latDeg !== null) {
    const point = pointOf(latDeg);
    pointDegrees[0] = point.latDeg;
    pointDegrees[1] = point.lonDeg;
    return true;
  }
  checkCoordinate(latDeg, lonDeg as number);
  pointDegrees[0] = latDeg;
  pointDegrees[1] = lonDeg as number;
  return false;
}
