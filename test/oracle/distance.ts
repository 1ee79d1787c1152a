/** Distances between points, and whether a rectangle contains a point (format 10). */
import type { OracleArea } from "./zone.ts";

const EQUATOR_RADIUS_METERS = 6378137;
const POLE_RADIUS_METERS = 6356752.3142;

function metersPerDegree(radius: number): number {
  return (2 * Math.PI * radius) / 360;
}

/** The difference between two longitudes the short way round. */
function shortestTurn(lonDeg: number, otherLonDeg: number): number {
  const turn = Math.abs(withinCircle(lonDeg) - withinCircle(otherLonDeg)) % 360;
  return Math.min(turn, 360 - turn);
}

/** The distance in meters between a point and the center of its code, on flat ground (format 10). */
export function offsetMeters(
  latDeg: number,
  lonDeg: number,
  centerLatDeg: number,
  centerLonDeg: number,
): number {
  const meanLat = (latDeg + centerLatDeg) / 2;
  const lonScale = Math.cos((meanLat * Math.PI) / 180);
  const north = (latDeg - centerLatDeg) * metersPerDegree(POLE_RADIUS_METERS);
  const turn = shortestTurn(lonDeg, centerLonDeg);
  const east = turn * metersPerDegree(EQUATOR_RADIUS_METERS) * lonScale;
  const distance = Math.sqrt(north * north + east * east);
  return Math.round(distance * 1e6) / 1e6;
}

/** Wraps a longitude beyond a full circle as format 1 does. */
function withinCircle(lonDeg: number): number {
  if (Math.abs(lonDeg) <= 360) return lonDeg;
  return Math.min(Math.max(lonDeg - 360 * Math.floor(lonDeg / 360), 0), 360);
}

/** Wraps a longitude into [-180, 180), the range of the corners of areas. */
function wrapDegrees(lonDeg: number): number {
  const lon = withinCircle(lonDeg) % 360;
  if (lon >= 180) return lon - 360;
  return lon < -180 ? lon + 360 : lon;
}

/**
 * Whether the rectangle of an area contains a point, edges included. A rectangle crosses the date
 * line if its east longitude is less than its west longitude.
 */
export function areaContains(area: OracleArea, latDeg: number, lonDeg: number): boolean {
  const { southWest, northEast } = area;
  if (latDeg < southWest.latDeg || latDeg > northEast.latDeg) return false;
  const lon = wrapDegrees(lonDeg);
  const eastOfWest = southWest.lonDeg <= lon;
  const westOfEast = lon <= northEast.lonDeg;
  const crosses = northEast.lonDeg < southWest.lonDeg;
  return crosses ? eastOfWest || westOfEast : eastOfWest && westOfEast;
}
