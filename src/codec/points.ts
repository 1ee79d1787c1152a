/** Converts degrees to integers and back (format 1): the only floating point arithmetic of encoding. */

import * as format from "../tables/format.ts";
import * as scratch from "./scratch.ts";

export const LAT_FRACTIONS_PER_DEGREE = 1e6 * format.LAT_FRACTIONS;
export const LON_FRACTIONS_PER_DEGREE = 1e6 * format.LON_FRACTIONS;

/** Added to fractions: degrees may be a rounding error less than the printed micro-degrees. */
const ROUNDING_SLACK = 0.1;

/**
 * The slack in micro-degrees. setPoint estimates whole micro-degrees from the degrees instead of dividing the
 * fractions: the search starts 5 ns sooner. The estimate is wrong for coordinates within the rounding error of a whole
 * micro-degree.
 */
const LAT_SLACK = ROUNDING_SLACK / format.LAT_FRACTIONS;
const LON_SLACK = ROUNDING_SLACK / format.LON_FRACTIONS;

/**
 * Converts degrees, a latitude at `offset` with its longitude after it, to a point (format 1). Latitudes stop at poles,
 * longitudes wrap. Another order of operations gives other digits. @returns false, without changes, if not finite
 */
export function setPoint(point: scratch.Point, degrees: Float64Array, offset: number): boolean {
  const latDeg = degrees[offset];
  const lonDeg = degrees[offset + 1];
  // The difference of a number with itself is 0 unless it is NaN or infinite.
  if (latDeg - latDeg !== 0 || lonDeg - lonDeg !== 0) return false;
  let fromPole = latDeg + 90;
  if (fromPole < 0) fromPole = 0;
  if (fromPole > 180) fromPole = 180;
  const lat = Math.floor(fromPole * LAT_FRACTIONS_PER_DEGREE + ROUNDING_SLACK);
  const latMicroDeg = (fromPole * 1e6 + LAT_SLACK) | 0;
  const latFraction = lat - latMicroDeg * format.LAT_FRACTIONS;
  point[scratch.POINT_LAT] = latMicroDeg - format.LAT_LIMIT_MICRO_DEG;
  point[scratch.POINT_LAT_FRACTION] = latFraction;
  if (latFraction < 0 || latFraction >= format.LAT_FRACTIONS) correctLat(point);

  let eastward = lonDeg < 0 ? lonDeg + 360 : lonDeg;
  if (!(eastward >= 0 && eastward < 360)) eastward = wrapDeg(lonDeg);
  const lon = Math.floor(eastward * LON_FRACTIONS_PER_DEGREE + ROUNDING_SLACK);
  const lonMicroDeg = (eastward * 1e6 + LON_SLACK) | 0;
  const lonFraction = lon - lonMicroDeg * format.LON_FRACTIONS;
  const isWest = lonMicroDeg >= format.LON_LIMIT_MICRO_DEG;
  point[scratch.POINT_LON] = isWest ? lonMicroDeg - format.FULL_CIRCLE_MICRO_DEG : lonMicroDeg;
  point[scratch.POINT_LON_FRACTION] = lonFraction;
  if (lonFraction < 0 || lonFraction >= format.LON_FRACTIONS) correctLon(point);
  return true;
}

// Corrections of wrong estimates. They are separate functions, because V8 inlines 920 bytes of bytecode into a
// loop that encodes: with them, setPoint did not fit, and a call of it took 4% of encodeInternationalInto.

function correctLat(point: scratch.Point): void {
  const carry = Math.floor(point[scratch.POINT_LAT_FRACTION] / format.LAT_FRACTIONS);
  point[scratch.POINT_LAT] += carry;
  point[scratch.POINT_LAT_FRACTION] -= carry * format.LAT_FRACTIONS;
}

function correctLon(point: scratch.Point): void {
  const carry = Math.floor(point[scratch.POINT_LON_FRACTION] / format.LON_FRACTIONS);
  point[scratch.POINT_LON] = wrapMicroDeg(point[scratch.POINT_LON] + carry);
  point[scratch.POINT_LON_FRACTION] -= carry * format.LON_FRACTIONS;
}

/** A latitude, at most up to a pole. */
export function limitedLatDeg(latDeg: number): number {
  return Math.min(Math.max(latDeg, -90), 90);
}

/** A longitude wrapped to 0 to 360. Longitudes in range skip it: this saves 5 ns. */
export function wrapDeg(lonDeg: number): number {
  return Math.min(Math.max(lonDeg - 360 * Math.floor(lonDeg / 360), 0), 360);
}

/** Wraps a longitude in micro-degrees, at most one turn off, to [-180, 180) degrees. */
export function wrapMicroDeg(lonMicroDeg: number): number {
  if (lonMicroDeg >= format.LON_LIMIT_MICRO_DEG) return lonMicroDeg - format.FULL_CIRCLE_MICRO_DEG;
  return lonMicroDeg < -format.LON_LIMIT_MICRO_DEG
    ? lonMicroDeg + format.FULL_CIRCLE_MICRO_DEG
    : lonMicroDeg;
}

/** Converts a point to degrees. @param degrees gets the latitude at `offset`, the longitude after it */
export function writePointDegrees(
  point: scratch.Point,
  degrees: Float64Array,
  offset: number,
): void {
  degrees[offset] =
    point[scratch.POINT_LAT] / 1e6 + point[scratch.POINT_LAT_FRACTION] / LAT_FRACTIONS_PER_DEGREE;
  degrees[offset + 1] =
    point[scratch.POINT_LON] / 1e6 + point[scratch.POINT_LON_FRACTION] / LON_FRACTIONS_PER_DEGREE;
}

/**
 * Converts fractions to degrees. The latitude does not pass the pole, the longitude wraps to [-180, 180).
 * @param degrees has the latitude at `offset`, the longitude after it, in fractions: V8 would box them as arguments
 */
export function fractionsToDegrees(degrees: Float64Array, offset: number): void {
  const lat = degrees[offset];
  const latMicroDeg = Math.floor(lat / format.LAT_FRACTIONS);
  const latFraction = lat - latMicroDeg * format.LAT_FRACTIONS;
  const latDeg = latMicroDeg / 1e6 + latFraction / LAT_FRACTIONS_PER_DEGREE;
  degrees[offset] = latDeg > 90 ? 90 : latDeg;
  const lon = degrees[offset + 1];
  const lonMicroDeg = Math.floor(lon / format.LON_FRACTIONS);
  const lonFraction = lon - lonMicroDeg * format.LON_FRACTIONS;
  degrees[offset + 1] = wrapMicroDeg(lonMicroDeg) / 1e6 + lonFraction / LON_FRACTIONS_PER_DEGREE;
}
