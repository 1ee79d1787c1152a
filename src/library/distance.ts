/** Distances between points and the places that their mapcodes decode to (format 10). */
import { limitedLatDeg, wrapDeg } from "../codec/points.ts";
import type { Coordinate } from "./decoding.ts";
import { checkPoint, checkPrecision } from "./errors.ts";

const METERS_PER_LON_DEGREE = (2 * Math.PI * 6_378_137) / 360;
const METERS_PER_LAT_DEGREE = (2 * Math.PI * 6_356_752.3142) / 360;

/** The greatest offset at precision 0 to 8. */
const MAX_OFFSETS_METERS = [
  7.49, 1.39, 0.251, 0.0462, 0.00837, 0.00154, 0.000279, 0.0000514, 0.0000093,
] as const;

/**
 * The distance between two nearby points, as on flat ground, the short way round the Earth (format 10).
 * Latitudes beyond a pole count as the pole, as in encoding.
 * @returns meters, rounded to six decimals
 * @throws MapcodeError if a coordinate is not a finite number
 * @throws TypeError if a point is not an object
 * @example
 * ```ts
 * distanceMeters({ latDeg: 52, lonDeg: 4 }, { latDeg: 52, lonDeg: 4.001 }); // 68.535122
 * const place = decode(encodeShortest(52.4, 4.9));
 * distanceMeters({ latDeg: 52.4, lonDeg: 4.9 }, place) <= maxErrorMeters(0); // true
 * ```
 */
export function distanceMeters(from: Coordinate, to: Coordinate): number {
  checkPoint("first point", from);
  checkPoint("second point", to);
  return metersBetween(from.latDeg, from.lonDeg, to.latDeg, to.lonDeg);
}

/** As distanceMeters, without checks. */
export function metersBetween(
  fromLatDeg: number,
  fromLonDeg: number,
  toLatDeg: number,
  toLonDeg: number,
): number {
  const fromLat = limitedLatDeg(fromLatDeg);
  const toLat = limitedLatDeg(toLatDeg);
  let lonDeg = Math.abs(withinCircle(toLonDeg) - withinCircle(fromLonDeg));
  // The remainder takes 7 ns; nearby points do not need it.
  if (lonDeg >= 360) lonDeg %= 360;
  if (lonDeg > 180) lonDeg = 360 - lonDeg;
  const middleRadians = (((fromLat + toLat) / 2) * Math.PI) / 180;
  const north = (toLat - fromLat) * METERS_PER_LAT_DEGREE;
  const east = lonDeg * METERS_PER_LON_DEGREE * Math.cos(middleRadians);
  return Math.round(Math.sqrt(north * north + east * east) * 1e6) / 1e6;
}

/** Wraps a longitude beyond a full circle as encoding does. For values like 1e17, the exact remainder differs. */
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
