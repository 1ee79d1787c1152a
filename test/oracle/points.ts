/**
 * Points: degrees to integers and back, and whether a record contains a point (format 1, 3). The
 * last printed digit depends on the order of the floating-point operations.
 */
import { div, floorDiv } from "./digits.ts";
import type { BoundaryRecord } from "./tables.ts";

export const LAT_FRACTIONS = 810_000;
/** Longitude is counted in quarter micro-degrees, the width of the narrowest cells. */
export const LON_QUARTER_FRACTIONS = 810_000;
export const LON_FRACTIONS = 4 * LON_QUARTER_FRACTIONS;
export const FULL_CIRCLE_MICRO = 360_000_000;

const MICRO = 1e6;
const QUARTER_CIRCLE_MICRO = 90_000_000;
const HALF_CIRCLE_MICRO = 180_000_000;

/** Whole micro-degrees and the fractions beyond them. */
export interface Point {
  latMicro: number;
  latFrac: number;
  lonMicro: number;
  lonFrac: number;
}

export interface Degrees {
  latDeg: number;
  lonDeg: number;
}

/** Converts degrees to a point (format 1). */
export function pointFromDegrees(latDeg: number, lonDeg: number): Point {
  if (!Number.isFinite(latDeg) || !Number.isFinite(lonDeg)) {
    throw new RangeError(`not a point: ${latDeg}, ${lonDeg}`);
  }
  const lat = Math.min(Math.max(latDeg + 90, 0), 180);
  const latTotal = Math.floor(lat * 810000000000 + 0.1);
  const turned = lonDeg - 360 * Math.floor(lonDeg / 360);
  const lon = Math.min(Math.max(turned, 0), 360);
  const lonTotal = Math.floor(lon * 3240000000000 + 0.1);
  return {
    latMicro: div(latTotal, LAT_FRACTIONS) - QUARTER_CIRCLE_MICRO,
    latFrac: latTotal % LAT_FRACTIONS,
    lonMicro: wrapLongitude(div(lonTotal, LON_FRACTIONS)),
    lonFrac: lonTotal % LON_FRACTIONS,
  };
}

/** Wraps a longitude in micro-degrees into [-180, 180) degrees. */
function wrapLongitude(lonMicro: number): number {
  return lonMicro - FULL_CIRCLE_MICRO * floorDiv(lonMicro + HALF_CIRCLE_MICRO, FULL_CIRCLE_MICRO);
}

/** Converts a point to degrees (format 1). A fraction beyond 90 degrees is cut off. */
export function degreesFromPoint(point: Point): Degrees {
  const latDeg = point.latMicro / MICRO + point.latFrac / (MICRO * LAT_FRACTIONS);
  const lonDeg = point.lonMicro / MICRO + point.lonFrac / (MICRO * LON_FRACTIONS);
  return { latDeg: Math.min(Math.max(latDeg, -90), 90), lonDeg };
}

/** Converts fractions on both axes, the unit of zones, to a point (format 7). */
export function pointFromFractions(latTotal: number, lonTotal: number): Point {
  const latMicro = floorDiv(latTotal, LAT_FRACTIONS);
  const lonMicro = floorDiv(lonTotal, LON_FRACTIONS);
  const beyondPole = latMicro > QUARTER_CIRCLE_MICRO;
  return {
    latMicro: beyondPole ? QUARTER_CIRCLE_MICRO : latMicro,
    latFrac: beyondPole ? 0 : latTotal - latMicro * LAT_FRACTIONS,
    lonMicro: wrapLongitude(lonMicro),
    lonFrac: lonTotal - lonMicro * LON_FRACTIONS,
  };
}

/** Whether a record contains a point. A record may reach beyond the date line (format 3). */
export function contains(record: BoundaryRecord, point: Point): boolean {
  const { latMicro, lonMicro } = point;
  if (latMicro < record.latMin || latMicro >= record.latMax) return false;
  let lon = lonMicro;
  if (lonMicro < record.lonMin) lon += FULL_CIRCLE_MICRO;
  if (lonMicro >= record.lonMax) lon -= FULL_CIRCLE_MICRO;
  return record.lonMin <= lon && lon < record.lonMax;
}
