/** Converts degrees to integers and back (format 1): the only floating point arithmetic of encoding. */
import * as S from "../digits/scratch.ts";
import { offHeapFrom } from "../tables/arrays.ts";
import * as F from "../tables/format.ts";

const LAT_FRACTIONS_PER_DEGREE = 1e6 * F.LAT_FRACTIONS;
const LON_FRACTIONS_PER_DEGREE = 1e6 * F.LON_FRACTIONS;

/** Degrees of 0 to 7 eighths of a micro-degree of longitude, for centers of cells. */
export const LON_EIGHTHS_DEG = offHeapFrom(
  Float64Array,
  [0, 1, 2, 3, 4, 5, 6, 7].map(
    (count) => (count * (F.LON_FRACTIONS / 8)) / LON_FRACTIONS_PER_DEGREE,
  ),
);

/** Degrees of 0 and 1 halves of a micro-degree of latitude, then the same plus one fraction. */
export const LAT_HALVES_DEG = offHeapFrom(
  Float64Array,
  [0, F.LAT_FRACTIONS / 2, 1, F.LAT_FRACTIONS / 2 + 1].map(
    (count) => count / LAT_FRACTIONS_PER_DEGREE,
  ),
);

/** Added to fractions: degrees may be a rounding error less than the printed micro-degrees. */
const ROUNDING_SLACK = 0.1;

/**
 * The same in micro-degrees: setPoint estimates these separately instead of dividing the fractions, so the search
 * starts 5 ns sooner. The estimate is wrong for coordinates within the rounding error of a whole micro-degree.
 */
const LAT_SLACK = ROUNDING_SLACK / F.LAT_FRACTIONS;
const LON_SLACK = ROUNDING_SLACK / F.LON_FRACTIONS;

/**
 * Converts degrees, a latitude at `offset` with its longitude after it, to a point (format 1). Latitudes stop at poles,
 * longitudes wrap. Another order of operations gives other digits. @returns false, without changes, if not finite
 */
export function setPoint(point: S.Point, degrees: Float64Array, offset: number): boolean {
  const latDeg = degrees[offset];
  const lonDeg = degrees[offset + 1];
  // The difference of a number with itself is 0 unless it is NaN or infinite.
  if (latDeg - latDeg !== 0 || lonDeg - lonDeg !== 0) return false;
  let fromPole = latDeg + 90;
  if (fromPole < 0) fromPole = 0;
  if (fromPole > 180) fromPole = 180;
  const lat = Math.floor(fromPole * LAT_FRACTIONS_PER_DEGREE + ROUNDING_SLACK);
  const latMicroDeg = (fromPole * 1e6 + LAT_SLACK) | 0;
  const latFraction = lat - latMicroDeg * F.LAT_FRACTIONS;
  point[S.POINT_LAT] = latMicroDeg - F.LAT_LIMIT_MICRO_DEG;
  point[S.POINT_LAT_FRACTION] = latFraction;
  if (latFraction < 0 || latFraction >= F.LAT_FRACTIONS) correctLat(point);

  let eastward = lonDeg < 0 ? lonDeg + 360 : lonDeg;
  if (!(eastward >= 0 && eastward < 360)) eastward = wrapDeg(lonDeg);
  const lon = Math.floor(eastward * LON_FRACTIONS_PER_DEGREE + ROUNDING_SLACK);
  const lonMicroDeg = (eastward * 1e6 + LON_SLACK) | 0;
  const lonFraction = lon - lonMicroDeg * F.LON_FRACTIONS;
  const isWest = lonMicroDeg >= F.LON_LIMIT_MICRO_DEG;
  point[S.POINT_LON] = isWest ? lonMicroDeg - F.FULL_CIRCLE_MICRO_DEG : lonMicroDeg;
  point[S.POINT_LON_FRACTION] = lonFraction;
  if (lonFraction < 0 || lonFraction >= F.LON_FRACTIONS) correctLon(point);
  return true;
}

// Corrections of wrong estimates. They are separate functions, because V8 inlines 920 bytes of bytecode into a
// loop that encodes: with them, setPoint did not fit, and a call of it took 4% of encodeInternationalInto.

function correctLat(point: S.Point): void {
  const carry = Math.floor(point[S.POINT_LAT_FRACTION] / F.LAT_FRACTIONS);
  point[S.POINT_LAT] += carry;
  point[S.POINT_LAT_FRACTION] -= carry * F.LAT_FRACTIONS;
}

function correctLon(point: S.Point): void {
  const carry = Math.floor(point[S.POINT_LON_FRACTION] / F.LON_FRACTIONS);
  point[S.POINT_LON] = wrapMicroDeg(point[S.POINT_LON] + carry);
  point[S.POINT_LON_FRACTION] -= carry * F.LON_FRACTIONS;
}

/** A longitude wrapped to 0 to 360. Longitudes in range skip it: this saves 5 ns. */
export function wrapDeg(lonDeg: number): number {
  return Math.min(Math.max(lonDeg - 360 * Math.floor(lonDeg / 360), 0), 360);
}

/** Wraps a longitude in micro-degrees, at most one turn off, to [-180, 180) degrees. */
export function wrapMicroDeg(lonMicroDeg: number): number {
  if (lonMicroDeg >= F.LON_LIMIT_MICRO_DEG) return lonMicroDeg - F.FULL_CIRCLE_MICRO_DEG;
  return lonMicroDeg < -F.LON_LIMIT_MICRO_DEG ? lonMicroDeg + F.FULL_CIRCLE_MICRO_DEG : lonMicroDeg;
}

/**
 * Converts fractions to a point; the longitude wraps to [-180, 180) degrees. The numbers come in arrays: V8 boxes
 * doubles passed to calls that it does not inline.
 */
export function setPointFromFractions(
  point: S.Point,
  fractions: Float64Array,
  latIndex: number,
  lonIndex: number,
): void {
  const lat = fractions[latIndex];
  const latMicroDeg = Math.floor(lat / F.LAT_FRACTIONS);
  point[S.POINT_LAT] = latMicroDeg;
  point[S.POINT_LAT_FRACTION] = lat - latMicroDeg * F.LAT_FRACTIONS;
  const lon = fractions[lonIndex];
  const lonMicroDeg = Math.floor(lon / F.LON_FRACTIONS);
  point[S.POINT_LON_FRACTION] = lon - lonMicroDeg * F.LON_FRACTIONS;
  point[S.POINT_LON] = wrapMicroDeg(lonMicroDeg);
}

/** Converts a point to degrees. @param degrees gets the latitude at `offset`, the longitude after it */
export function writePointDegrees(point: S.Point, degrees: Float64Array, offset: number): void {
  degrees[offset] =
    point[S.POINT_LAT] / 1e6 + point[S.POINT_LAT_FRACTION] / LAT_FRACTIONS_PER_DEGREE;
  degrees[offset + 1] =
    point[S.POINT_LON] / 1e6 + point[S.POINT_LON_FRACTION] / LON_FRACTIONS_PER_DEGREE;
}

/**
 * Converts fractions to degrees, entirely in floating point: through a point it would take 10 ns more. The latitude
 * does not pass the pole, the longitude wraps to [-180, 180).
 */
export function writeDegrees(
  fractions: Float64Array,
  latIndex: number,
  lonIndex: number,
  degrees: Float64Array,
  offset: number,
): void {
  const lat = fractions[latIndex];
  const latMicroDeg = Math.floor(lat / F.LAT_FRACTIONS);
  const latFraction = lat - latMicroDeg * F.LAT_FRACTIONS;
  const latDeg = latMicroDeg / 1e6 + latFraction / LAT_FRACTIONS_PER_DEGREE;
  degrees[offset] = latDeg > 90 ? 90 : latDeg;
  const lon = fractions[lonIndex];
  const lonMicroDeg = Math.floor(lon / F.LON_FRACTIONS);
  const lonFraction = lon - lonMicroDeg * F.LON_FRACTIONS;
  degrees[offset + 1] = wrapMicroDeg(lonMicroDeg) / 1e6 + lonFraction / LON_FRACTIONS_PER_DEGREE;
}
