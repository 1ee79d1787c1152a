/** Degrees to integers and back; the only floating point of the engine (format 1). */
import {
  FULL_CIRCLE_MICRO_DEG,
  LAT_FRACTIONS,
  LAT_LIMIT_MICRO_DEG,
  LON_FRACTIONS,
  LON_LIMIT_MICRO_DEG,
} from "../tables/format.ts";

/** A point in integers: micro-degrees, and fractions of them (see LAT_FRACTIONS). */
export type Point = Int32Array;
export const POINT_LAT = 0;
export const POINT_LON = 1;
export const POINT_LAT_FRACTION = 2;
export const POINT_LON_FRACTION = 3;
export const POINT_WORDS = 4;

const LAT_UNITS_PER_DEGREE = 1e6 * LAT_FRACTIONS;
const LON_UNITS_PER_DEGREE = 1e6 * LON_FRACTIONS;

/** Makes up for degrees that lie a rounding error below the micro-degree they were printed from. */
const ROUNDING_SLACK = 0.1;

/**
 * Latitudes beyond a pole count as the pole, longitudes wrap. One multiplication, one addition, one
 * floor: another order of operations gives other digits.
 * @returns false, with `point` unchanged, for NaN and infinities
 */
export function setPoint(point: Point, latDeg: number, lonDeg: number): boolean {
  // A difference that is not 0 only where one of them is not finite.
  if (latDeg - latDeg !== 0 || lonDeg - lonDeg !== 0) return false;
  const fromPole = Math.min(Math.max(latDeg + 90, 0), 180);
  const lat = Math.floor(fromPole * LAT_UNITS_PER_DEGREE + ROUNDING_SLACK);
  const latMicroDeg = Math.floor(lat / LAT_FRACTIONS);
  point[POINT_LAT] = latMicroDeg - LAT_LIMIT_MICRO_DEG;
  point[POINT_LAT_FRACTION] = lat - latMicroDeg * LAT_FRACTIONS;

  const eastward = Math.min(Math.max(lonDeg - 360 * Math.floor(lonDeg / 360), 0), 360);
  const lon = Math.floor(eastward * LON_UNITS_PER_DEGREE + ROUNDING_SLACK);
  const lonMicroDeg = Math.floor(lon / LON_FRACTIONS);
  const isWest = lonMicroDeg >= LON_LIMIT_MICRO_DEG;
  point[POINT_LON] = isWest ? lonMicroDeg - FULL_CIRCLE_MICRO_DEG : lonMicroDeg;
  point[POINT_LON_FRACTION] = lon - lonMicroDeg * LON_FRACTIONS;
  return true;
}

/** A point's latitude, all in fractions. */
export function latUnits(point: Point): number {
  return (point[POINT_LAT] as number) * LAT_FRACTIONS + (point[POINT_LAT_FRACTION] as number);
}

export function lonUnits(point: Point): number {
  return (point[POINT_LON] as number) * LON_FRACTIONS + (point[POINT_LON_FRACTION] as number);
}

/** Fractions of latitude to degrees, never beyond the north pole. */
export function latDegrees(units: number): number {
  const microDeg = Math.floor(units / LAT_FRACTIONS);
  const fraction = units - microDeg * LAT_FRACTIONS;
  return Math.min(microDeg / 1e6 + fraction / LAT_UNITS_PER_DEGREE, 90);
}

/** Whole micro-degrees of longitude in a number of fractions, in [-180, 180) degrees. */
export function wrappedLonMicroDeg(units: number): number {
  const microDeg = Math.floor(units / LON_FRACTIONS);
  if (microDeg >= LON_LIMIT_MICRO_DEG) return microDeg - FULL_CIRCLE_MICRO_DEG;
  return microDeg < -LON_LIMIT_MICRO_DEG ? microDeg + FULL_CIRCLE_MICRO_DEG : microDeg;
}

/** Fractions of longitude to degrees in [-180, 180). */
export function lonDegrees(units: number): number {
  const fraction = units - Math.floor(units / LON_FRACTIONS) * LON_FRACTIONS;
  return wrappedLonMicroDeg(units) / 1e6 + fraction / LON_UNITS_PER_DEGREE;
}
