/** Distances between points and the places that their mapcodes decode to (format 10). */
import { wrapDeg } from "../codec/points.ts";
import { checkPrecision } from "./arguments.ts";
import { type PointInput, pointOf } from "./point-forms.ts";

const EQUATOR_RADIUS_METERS = 6_378_137;
const POLE_RADIUS_METERS = 6_356_752.3142;

/** The greatest offset at precision 0 to 8. */
const MAX_OFFSETS_METERS = [
  7.49, 1.39, 0.251, 0.0462, 0.00837, 0.00154, 0.000279, 0.0000514, 0.0000093,
] as const;

function metersPerDegree(radiusMeters: number): number {
  return (2 * Math.PI * radiusMeters) / 360;
}

/**
 * The distance between two points that are close to each other (format 10), as on flat ground.
 * Longitudes differ by the short way round the Earth.
 * @param from a point in any of the forms of PointInput, such as a mapcode of encode
 * @param to another one
 * @returns meters, rounded to six decimals
 * @throws MapcodeError if a coordinate is not a finite number
 * @throws TypeError if a point is in none of these forms
 * @example
 * ```ts
 * distanceMeters({ latDeg: 52, lonDeg: 4 }, { lat: 52, lng: 4.001 }); // 68.535122
 * const point = { lat: 52.4, lon: 4.9 };
 * distanceMeters(point, encodeShortest(point)) <= maxErrorMeters(0); // true
 * ```
 */
export function distanceMeters(from: PointInput, to: PointInput): number {
  const start = pointOf(from, "first point");
  const end = pointOf(to, "second point");
  return metersBetween(start.latDeg, start.lonDeg, end.latDeg, end.lonDeg);
}

/** As distanceMeters, for numbers that are known to be coordinates. */
export function metersBetween(
  fromLatDeg: number,
  fromLonDeg: number,
  toLatDeg: number,
  toLonDeg: number,
): number {
  const latDeg = toLatDeg - fromLatDeg;
  let lonDeg = Math.abs(withinCircle(toLonDeg) - withinCircle(fromLonDeg));
  // The remainder takes 7 ns, and points that are close to each other do not need it.
  if (lonDeg >= 360) lonDeg %= 360;
  if (lonDeg > 180) lonDeg = 360 - lonDeg;
  const middleRadians = (((fromLatDeg + toLatDeg) / 2) * Math.PI) / 180;
  const north = latDeg * metersPerDegree(POLE_RADIUS_METERS);
  const east = lonDeg * metersPerDegree(EQUATOR_RADIUS_METERS) * Math.cos(middleRadians);
  return Math.round(Math.sqrt(north * north + east * east) * 1e6) / 1e6;
}

/**
 * A longitude beyond a full circle, wrapped as encoding does it (format 1). The exact remainder of a longitude like
 * 1e17 is another one, thousands of kilometers from the code.
 */
function withinCircle(lonDeg: number): number {
  return Math.abs(lonDeg) > 360 ? wrapDeg(lonDeg) : lonDeg;
}

/**
 * The greatest distance between a point and the place that its mapcode decodes to (format 10).
 * @param precision number of extra characters, 0 to 8
 * @returns meters
 * @throws MapcodeError if the precision is not an integer from 0 to 8
 * @example
 * ```ts
 * maxErrorMeters(0); // 7.49
 * maxErrorMeters(8); // 0.0000093
 * ```
 */
export function maxErrorMeters(precision: number): number {
  checkPrecision(precision);
  return MAX_OFFSETS_METERS[precision];
}
