/** How far a code's place is from the point it was made for (format 10). */
import { checkPrecision } from "./arguments.ts";
import type { Coordinate } from "./mapcodes.ts";

const EQUATOR_RADIUS_METERS = 6_378_137;
const POLE_RADIUS_METERS = 6_356_752.3142;

/** Worst offset at precision 0 to 8. */
const WORST_OFFSETS_METERS = [
  7.49, 1.39, 0.251, 0.0462, 0.00837, 0.00154, 0.000279, 0.0000514, 0.0000093,
] as const;

function metersPerDegree(radiusMeters: number): number {
  return (2 * Math.PI * radiusMeters) / 360;
}

/**
 * Distance in meters between two points close to each other, as on flat ground, rounded to six
 * decimals; longitudes are taken the short way round.
 */
export function distanceMeters(from: Coordinate, to: Coordinate): number {
  const latDeg = to.latDeg - from.latDeg;
  let lonDeg = Math.abs(to.lonDeg - from.lonDeg) % 360;
  if (lonDeg > 180) lonDeg = 360 - lonDeg;
  const middleRadians = (((from.latDeg + to.latDeg) / 2) * Math.PI) / 180;
  const north = latDeg * metersPerDegree(POLE_RADIUS_METERS);
  const east = lonDeg * metersPerDegree(EQUATOR_RADIUS_METERS) * Math.cos(middleRadians);
  return Math.round(Math.sqrt(north * north + east * east) * 1e6) / 1e6;
}

/**
 * No point is farther than this many meters from the place its mapcode decodes to.
 * @param precision extra characters, 0 to 8
 * @throws PrecisionOutOfRangeError
 */
export function maxOffsetMeters(precision: number): number {
  checkPrecision(precision);
  return WORST_OFFSETS_METERS[precision];
}
