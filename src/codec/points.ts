/** Degrees to integers and back: with whole-cell.ts, the only floating point of the engine (format 1). */
import {
  FULL_CIRCLE_MICRO_DEG,
  LAT_FRACTIONS,
  LAT_LIMIT_MICRO_DEG,
  LON_FRACTIONS,
  LON_LIMIT_MICRO_DEG,
} from "../tables/format.ts";
import { offHeapFrom } from "../tables/off-heap.ts";

/** A point in integers: micro-degrees, and fractions of them (see LAT_FRACTIONS). */
export type Point = Int32Array;
export const POINT_LAT = 0;
export const POINT_LON = 1;
export const POINT_LAT_FRACTION = 2;
export const POINT_LON_FRACTION = 3;
export const POINT_WORDS = 4;

const LAT_UNITS_PER_DEGREE = 1e6 * LAT_FRACTIONS;
const LON_UNITS_PER_DEGREE = 1e6 * LON_FRACTIONS;

/** The eighths of a micro-degree of longitude that the middle of a cell can lie at, in degrees. */
export const LON_EIGHTHS_DEG = offHeapFrom(
  Float64Array,
  [0, 1, 2, 3, 4, 5, 6, 7].map((count) => (count * (LON_FRACTIONS / 8)) / LON_UNITS_PER_DEGREE),
);

/** Likewise the halves of latitude, then the same with a fraction more. */
export const LAT_HALVES_DEG = offHeapFrom(
  Float64Array,
  [0, LAT_FRACTIONS / 2, 1, LAT_FRACTIONS / 2 + 1].map((count) => count / LAT_UNITS_PER_DEGREE),
);

/** Makes up for degrees that lie a rounding error below the micro-degree they were printed from. */
const ROUNDING_SLACK = 0.1;

/**
 * The same in micro-degrees. Whole micro-degrees are not divided out of the fractions but guessed beside
 * them, which all that follows can begin with 5 ns sooner; the guess is wrong only where a coordinate
 * is next to a whole one by less than its own rounding.
 */
const LAT_SLACK = ROUNDING_SLACK / LAT_FRACTIONS;
const LON_SLACK = ROUNDING_SLACK / LON_FRACTIONS;

/**
 * Takes a latitude at `place` and the longitude behind it. Latitudes beyond a pole count as the pole,
 * longitudes wrap. One multiplication, one addition, one floor: another order of operations gives
 * other digits.
 * @returns false, with `point` unchanged, for NaN and infinities
 */
export function setPoint(point: Point, degrees: Float64Array, place: number): boolean {
  const latDeg = degrees[place];
  const lonDeg = degrees[place + 1];
  // A difference that is not 0 only where one of them is not finite.
  if (latDeg - latDeg !== 0 || lonDeg - lonDeg !== 0) return false;
  let fromPole = latDeg + 90;
  if (fromPole < 0) fromPole = 0;
  if (fromPole > 180) fromPole = 180;
  const lat = Math.floor(fromPole * LAT_UNITS_PER_DEGREE + ROUNDING_SLACK);
  let latMicroDeg = (fromPole * 1e6 + LAT_SLACK) | 0;
  let latFraction = lat - latMicroDeg * LAT_FRACTIONS;
  if (latFraction < 0 || latFraction >= LAT_FRACTIONS) {
    latMicroDeg = Math.floor(lat / LAT_FRACTIONS);
    latFraction = lat - latMicroDeg * LAT_FRACTIONS;
  }
  point[POINT_LAT] = latMicroDeg - LAT_LIMIT_MICRO_DEG;
  point[POINT_LAT_FRACTION] = latFraction;

  let eastward = lonDeg < 0 ? lonDeg + 360 : lonDeg;
  if (!(eastward >= 0 && eastward < 360)) eastward = wrap(lonDeg);
  const lon = Math.floor(eastward * LON_UNITS_PER_DEGREE + ROUNDING_SLACK);
  let lonMicroDeg = (eastward * 1e6 + LON_SLACK) | 0;
  let lonFraction = lon - lonMicroDeg * LON_FRACTIONS;
  if (lonFraction < 0 || lonFraction >= LON_FRACTIONS) {
    lonMicroDeg = Math.floor(lon / LON_FRACTIONS);
    lonFraction = lon - lonMicroDeg * LON_FRACTIONS;
  }
  const isWest = lonMicroDeg >= LON_LIMIT_MICRO_DEG;
  point[POINT_LON] = isWest ? lonMicroDeg - FULL_CIRCLE_MICRO_DEG : lonMicroDeg;
  point[POINT_LON_FRACTION] = lonFraction;
  return true;
}

/** A longitude from 0 to 360. On longitudes that need no wrapping, it would cost 5 ns. */
function wrap(lonDeg: number): number {
  return Math.min(Math.max(lonDeg - 360 * Math.floor(lonDeg / 360), 0), 360);
}

/** A longitude in micro-degrees, at most one turn out of [-180, 180) degrees, brought into it. */
export function wrapMicroDeg(lonMicroDeg: number): number {
  if (lonMicroDeg >= LON_LIMIT_MICRO_DEG) return lonMicroDeg - FULL_CIRCLE_MICRO_DEG;
  return lonMicroDeg < -LON_LIMIT_MICRO_DEG ? lonMicroDeg + FULL_CIRCLE_MICRO_DEG : lonMicroDeg;
}

/**
 * A point given in fractions of latitude and longitude, its longitude brought into [-180, 180).
 * Numbers go in and out through arrays here and below: a call that is not inlined passes and returns
 * numbers that are no int32 on the heap.
 */
export function setPointFromUnits(
  point: Point,
  units: Float64Array,
  latPlace: number,
  lonPlace: number,
): void {
  const lat = units[latPlace];
  const latMicroDeg = Math.floor(lat / LAT_FRACTIONS);
  point[POINT_LAT] = latMicroDeg;
  point[POINT_LAT_FRACTION] = lat - latMicroDeg * LAT_FRACTIONS;
  const lon = units[lonPlace];
  const lonMicroDeg = Math.floor(lon / LON_FRACTIONS);
  point[POINT_LON_FRACTION] = lon - lonMicroDeg * LON_FRACTIONS;
  point[POINT_LON] = wrapMicroDeg(lonMicroDeg);
}

/** A point as fractions of latitude and longitude: the inverse of setPointFromUnits. */
export function setUnits(
  units: Float64Array,
  latPlace: number,
  lonPlace: number,
  point: Point,
): void {
  const lat = point[POINT_LAT] * LAT_FRACTIONS;
  const lon = point[POINT_LON] * LON_FRACTIONS;
  units[latPlace] = lat + point[POINT_LAT_FRACTION];
  units[lonPlace] = lon + point[POINT_LON_FRACTION];
}

/**
 * Writes a latitude, which never leaves the pole, at `place` and a longitude, brought into
 * [-180, 180), behind it. All in floating point: by way of a Point it would take 10 ns more.
 * @param units fractions of latitude and longitude
 */
export function writeDegrees(
  units: Float64Array,
  latPlace: number,
  lonPlace: number,
  degrees: Float64Array,
  place: number,
): void {
  const lat = units[latPlace];
  const latMicroDeg = Math.floor(lat / LAT_FRACTIONS);
  const latFraction = lat - latMicroDeg * LAT_FRACTIONS;
  const latDeg = latMicroDeg / 1e6 + latFraction / LAT_UNITS_PER_DEGREE;
  degrees[place] = latDeg > 90 ? 90 : latDeg;
  const lon = units[lonPlace];
  const lonMicroDeg = Math.floor(lon / LON_FRACTIONS);
  const lonFraction = lon - lonMicroDeg * LON_FRACTIONS;
  degrees[place + 1] = wrapMicroDeg(lonMicroDeg) / 1e6 + lonFraction / LON_UNITS_PER_DEGREE;
}
