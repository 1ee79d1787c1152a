/**
 * Degrees to integers and back (format 1). It is the only floating point arithmetic of encoding; decoding has
 * more in cell.ts, extension.ts and zone.ts.
 */
import {
  POINT_LAT,
  POINT_LAT_FRACTION,
  POINT_LON,
  POINT_LON_FRACTION,
  type Point,
} from "../scratch.ts";
import {
  FULL_CIRCLE_MICRO_DEG,
  LAT_FRACTIONS,
  LAT_LIMIT_MICRO_DEG,
  LON_FRACTIONS,
  LON_LIMIT_MICRO_DEG,
} from "../tables/format.ts";
import { offHeapFrom } from "../tables/off-heap.ts";

const LAT_FRACTIONS_PER_DEGREE = 1e6 * LAT_FRACTIONS;
const LON_FRACTIONS_PER_DEGREE = 1e6 * LON_FRACTIONS;

/** Degrees of 0 to 7 eighths of a micro-degree of longitude: where the center of a cell can lie. */
export const LON_EIGHTHS_DEG = offHeapFrom(
  Float64Array,
  [0, 1, 2, 3, 4, 5, 6, 7].map((count) => (count * (LON_FRACTIONS / 8)) / LON_FRACTIONS_PER_DEGREE),
);

/** Degrees of 0 and 1 halves of a micro-degree of latitude, then the same plus one fraction. */
export const LAT_HALVES_DEG = offHeapFrom(
  Float64Array,
  [0, LAT_FRACTIONS / 2, 1, LAT_FRACTIONS / 2 + 1].map((count) => count / LAT_FRACTIONS_PER_DEGREE),
);

/** Added to fractions, as degrees may be a rounding error less than the micro-degrees that were printed. */
const ROUNDING_SLACK = 0.1;

/**
 * The same in micro-degrees. setPoint does not divide the fractions to get whole micro-degrees but estimates
 * them separately, so that the search starts 5 ns sooner. The estimate is wrong only for a coordinate that
 * differs from a whole micro-degree by less than its rounding error.
 */
const LAT_SLACK = ROUNDING_SLACK / LAT_FRACTIONS;
const LON_SLACK = ROUNDING_SLACK / LON_FRACTIONS;

/**
 * Converts degrees to a point (format 1). Latitudes beyond a pole become the pole, longitudes wrap. There is one
 * multiplication, one addition and one floor: another order of operations gives other digits.
 * @param degrees the latitude at `offset`, the longitude after it
 * @returns false, with `point` unchanged, for NaN and infinities
 */
export function setPoint(point: Point, degrees: Float64Array, offset: number): boolean {
  const latDeg = degrees[offset];
  const lonDeg = degrees[offset + 1];
  // The difference of a number with itself is 0 unless it is NaN or infinite.
  if (latDeg - latDeg !== 0 || lonDeg - lonDeg !== 0) return false;
  let fromPole = latDeg + 90;
  if (fromPole < 0) fromPole = 0;
  if (fromPole > 180) fromPole = 180;
  const lat = Math.floor(fromPole * LAT_FRACTIONS_PER_DEGREE + ROUNDING_SLACK);
  const latMicroDeg = (fromPole * 1e6 + LAT_SLACK) | 0;
  const latFraction = lat - latMicroDeg * LAT_FRACTIONS;
  point[POINT_LAT] = latMicroDeg - LAT_LIMIT_MICRO_DEG;
  point[POINT_LAT_FRACTION] = latFraction;
  if (latFraction < 0 || latFraction >= LAT_FRACTIONS) correctLat(point);

  let eastward = lonDeg < 0 ? lonDeg + 360 : lonDeg;
  if (!(eastward >= 0 && eastward < 360)) eastward = wrapDeg(lonDeg);
  const lon = Math.floor(eastward * LON_FRACTIONS_PER_DEGREE + ROUNDING_SLACK);
  const lonMicroDeg = (eastward * 1e6 + LON_SLACK) | 0;
  const lonFraction = lon - lonMicroDeg * LON_FRACTIONS;
  const isWest = lonMicroDeg >= LON_LIMIT_MICRO_DEG;
  point[POINT_LON] = isWest ? lonMicroDeg - FULL_CIRCLE_MICRO_DEG : lonMicroDeg;
  point[POINT_LON_FRACTION] = lonFraction;
  if (lonFraction < 0 || lonFraction >= LON_FRACTIONS) correctLon(point);
  return true;
}

// Corrections of wrong estimates. They are functions of their own because V8 inlines 920 bytes of bytecode into a
// loop that encodes: with them, setPoint did not fit, and a call of it took 4% of encodeInternationalInto.

function correctLat(point: Point): void {
  const carry = Math.floor(point[POINT_LAT_FRACTION] / LAT_FRACTIONS);
  point[POINT_LAT] += carry;
  point[POINT_LAT_FRACTION] -= carry * LAT_FRACTIONS;
}

function correctLon(point: Point): void {
  const carry = Math.floor(point[POINT_LON_FRACTION] / LON_FRACTIONS);
  point[POINT_LON] = wrapMicroDeg(point[POINT_LON] + carry);
  point[POINT_LON_FRACTION] -= carry * LON_FRACTIONS;
}

/** A longitude wrapped to 0 to 360. Longitudes in range skip it, which saves 5 ns. */
export function wrapDeg(lonDeg: number): number {
  return Math.min(Math.max(lonDeg - 360 * Math.floor(lonDeg / 360), 0), 360);
}

/** Wraps a longitude in micro-degrees, at most one turn off, to [-180, 180) degrees. */
export function wrapMicroDeg(lonMicroDeg: number): number {
  if (lonMicroDeg >= LON_LIMIT_MICRO_DEG) return lonMicroDeg - FULL_CIRCLE_MICRO_DEG;
  return lonMicroDeg < -LON_LIMIT_MICRO_DEG ? lonMicroDeg + FULL_CIRCLE_MICRO_DEG : lonMicroDeg;
}

/**
 * Converts fractions of latitude and longitude to a point; the longitude wraps to [-180, 180) degrees. Here
 * and below, numbers are passed in arrays: V8 boxes doubles passed to calls that it does not inline.
 */
export function setPointFromFractions(
  point: Point,
  fractions: Float64Array,
  latIndex: number,
  lonIndex: number,
): void {
  const lat = fractions[latIndex];
  const latMicroDeg = Math.floor(lat / LAT_FRACTIONS);
  point[POINT_LAT] = latMicroDeg;
  point[POINT_LAT_FRACTION] = lat - latMicroDeg * LAT_FRACTIONS;
  const lon = fractions[lonIndex];
  const lonMicroDeg = Math.floor(lon / LON_FRACTIONS);
  point[POINT_LON_FRACTION] = lon - lonMicroDeg * LON_FRACTIONS;
  point[POINT_LON] = wrapMicroDeg(lonMicroDeg);
}

/** Converts a point to degrees. @param degrees gets the latitude at `offset`, the longitude after it */
export function writePointDegrees(point: Point, degrees: Float64Array, offset: number): void {
  degrees[offset] = point[POINT_LAT] / 1e6 + point[POINT_LAT_FRACTION] / LAT_FRACTIONS_PER_DEGREE;
  degrees[offset + 1] =
    point[POINT_LON] / 1e6 + point[POINT_LON_FRACTION] / LON_FRACTIONS_PER_DEGREE;
}

/**
 * Converts fractions to degrees, entirely in floating point: through a point it would take 10 ns more.
 * The latitude does not pass the pole, the longitude wraps to [-180, 180).
 * @param fractions fractions of latitude and longitude
 * @param degrees gets the latitude at `offset`, the longitude after it
 */
export function writeDegrees(
  fractions: Float64Array,
  latIndex: number,
  lonIndex: number,
  degrees: Float64Array,
  offset: number,
): void {
  const lat = fractions[latIndex];
  const latMicroDeg = Math.floor(lat / LAT_FRACTIONS);
  const latFraction = lat - latMicroDeg * LAT_FRACTIONS;
  const latDeg = latMicroDeg / 1e6 + latFraction / LAT_FRACTIONS_PER_DEGREE;
  degrees[offset] = latDeg > 90 ? 90 : latDeg;
  const lon = fractions[lonIndex];
  const lonMicroDeg = Math.floor(lon / LON_FRACTIONS);
  const lonFraction = lon - lonMicroDeg * LON_FRACTIONS;
  degrees[offset + 1] = wrapMicroDeg(lonMicroDeg) / 1e6 + lonFraction / LON_FRACTIONS_PER_DEGREE;
}
