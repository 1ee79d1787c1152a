/**
 * Distances and containment, both in degrees (format 10).
 */
import type { OracleArea } from "./zone.ts";

const EQUATOR_RADIUS_METERS = 6378137;
const POLE_RADIUS_METERS = 6356752.3142;

function metersPerDegree(radius: number): number {
  return (2 * Math.PI * radius) / 360;
}

/** The difference of two longitudes the short way round. */
function shortestTurn(lonDeg: number, otherLonDeg: number): number {
  const turn = Math.abs(lonDeg - otherLonDeg) % 360;
  return Math.min(turn, 360 - turn);
}

/** The flat-earth distance of a point from the centre of its code (format 10). */
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

/** A longitude brought into [-180, 180), as the corners of areas are. */
function wrapDegrees(lonDeg: number): number {
  const lon = lonDeg % 360;
  if (lon >= 180) return lon - 360;
  return lon < -180 ? lon + 360 : lon;
}

/**
 * Whether a point lies in the rectangle of an area, its edges included. A rectangle whose east
 * edge is west of its west edge crosses the date line.
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
