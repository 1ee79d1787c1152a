/**
 * Zones: the points that a code covers, in fractions of a micro-degree, as half-open ranges
 * (format 7, 7.5).
 */
import { digitValue, div, floorDiv } from "./digits.ts";
import * as sphere from "./points.ts";
import type { BoundaryRecord } from "./tables.ts";

export interface Zone {
  latMin: number;
  latMax: number;
  lonMin: number;
  lonMax: number;
}

/** The corner of a cell, its steps (negative is southward) and its limits. */
export interface Corner {
  latMicro: number;
  lonMicro: number;
  /** Quarters of a micro-degree to add to the longitude. */
  lonQuarters: number;
  stepX4: number;
  stepY: number;
  latLimit: number;
  lonLimit: number;
}

/** The point and the rectangle of a code. */
export interface OracleArea {
  latDeg: number;
  lonDeg: number;
  southWest: sphere.Degrees;
  northEast: sphere.Degrees;
  center: sphere.Degrees;
}

/** The cell of the extra characters; each pair selects one of 30 x 30 (format 7.5). */
function extensionCell(extension: string): { lat: number; lon: number; pairs: number } {
  let lat = 0;
  let lon = 0;
  let pairs = 0;
  for (let i = 0; i < extension.length; i += 2) {
    const c1 = digitValue(extension.charAt(i));
    const c2 = i + 1 < extension.length ? digitValue(extension.charAt(i + 1)) : 0;
    lon = lon * 30 + (c1 % 5) * 6 + (c2 % 6);
    lat = lat * 30 + div(c1, 5) * 5 + div(c2, 6);
    pairs++;
  }
  return { lat, lon, pairs };
}

/** The zone of a cell with extra characters; undefined if they have a vowel (format 7.5). */
export function cellZone(corner: Corner, extension: string): Zone | undefined {
  if (/[AEU]/.test(extension)) return undefined;
  const { lat, lon, pairs } = extensionCell(extension);
  const missing = 30 ** (4 - pairs);
  const sx = corner.stepX4 * missing;
  const sy = corner.stepY * missing;
  const odd = extension.length % 2 === 1;
  const width = odd ? 6 * sx : sx;
  const height = odd ? 5 * sy : sy;
  const quarters = corner.lonQuarters * sphere.LON_QUARTER_FRACTIONS;
  const lonF = corner.lonMicro * sphere.LON_FRACTIONS + quarters + lon * sx;
  const latF = corner.latMicro * sphere.LAT_FRACTIONS + lat * sy;
  const latLimit = corner.latLimit * sphere.LAT_FRACTIONS;
  const upward = height > 0;
  return {
    latMin: upward ? latF : Math.max(latF + 1 + height, latLimit),
    latMax: upward ? Math.min(latF + height, latLimit) : latF + 1,
    lonMin: lonF,
    lonMax: Math.min(lonF + width, corner.lonLimit * sphere.LON_FRACTIONS),
  };
}

export function isEmpty(zone: Zone): boolean {
  return zone.latMin >= zone.latMax || zone.lonMin >= zone.lonMax;
}

/** The intersection of a zone and a record, with the record moved to the zone's side (format 7). */
export function intersect(zone: Zone, record: BoundaryRecord): Zone {
  let shift = 0;
  if (record.lonMax < 0 && zone.lonMin > 0) shift = sphere.FULL_CIRCLE_MICRO;
  if (record.lonMin > 0 && zone.lonMax < 0) shift = -sphere.FULL_CIRCLE_MICRO;
  return {
    latMin: Math.max(zone.latMin, record.latMin * sphere.LAT_FRACTIONS),
    latMax: Math.min(zone.latMax, record.latMax * sphere.LAT_FRACTIONS),
    lonMin: Math.max(zone.lonMin, (record.lonMin + shift) * sphere.LON_FRACTIONS),
    lonMax: Math.min(zone.lonMax, (record.lonMax + shift) * sphere.LON_FRACTIONS),
  };
}

/** The center of a zone; it must not be empty (format 7). */
export function zoneCenter(zone: Zone): sphere.Point {
  const lat = floorDiv(zone.latMin + zone.latMax, 2);
  return sphere.pointFromFractions(lat, floorDiv(zone.lonMin + zone.lonMax, 2));
}

/**
 * The middle of the corners of a rectangle, in printed degrees (format 7). Across the
 * date line the east edge has the smaller longitude; adding 360 puts the mean inside.
 */
function rectangleCenter(southWest: sphere.Degrees, northEast: sphere.Degrees): sphere.Degrees {
  const crosses = northEast.lonDeg < southWest.lonDeg;
  const east = crosses ? northEast.lonDeg + 360 : northEast.lonDeg;
  const lat = (southWest.latDeg + northEast.latDeg) / 2;
  return sphere.degreesFromPoint(sphere.pointFromDegrees(lat, (southWest.lonDeg + east) / 2));
}

/** Converts a zone to degrees; it must not be empty (format 7). */
export function areaOf(zone: Zone): OracleArea {
  const southWest = sphere.degreesFromPoint(sphere.pointFromFractions(zone.latMin, zone.lonMin));
  const northEast = sphere.degreesFromPoint(sphere.pointFromFractions(zone.latMax, zone.lonMax));
  const center = rectangleCenter(southWest, northEast);
  return { ...sphere.degreesFromPoint(zoneCenter(zone)), southWest, northEast, center };
}
