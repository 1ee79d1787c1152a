/** Converts degrees to meters of the map, in Web Mercator (EPSG:3857), and back. Without ol: a worker needs it, too. */
import type { Coordinate } from "../../index.ts";
import type { Bounds } from "../engine/places.ts";

const EARTH_RADIUS_METERS = 6_378_137;
/** From the middle of the square map to its edges. */
export const HALF_SIZE = Math.PI * EARTH_RADIUS_METERS;
/** The latitude of its upper edge. */
const MAX_LAT_DEG = 85.05112878;

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (radians: number) => (radians * 180) / Math.PI;

/** The position of a place in meters, clamped to the upper and lower edge of the map. */
export function toMeters({ latDeg, lonDeg }: Coordinate): [x: number, y: number] {
  const lat = radians(Math.max(-MAX_LAT_DEG, Math.min(MAX_LAT_DEG, latDeg)));
  return [EARTH_RADIUS_METERS * radians(lonDeg), EARTH_RADIUS_METERS * Math.asinh(Math.tan(lat))];
}

/** Degrees of a position in meters. Beyond the date line, longitudes go on. */
function toDegrees([x, y]: readonly number[]): [lon: number, lat: number] {
  return [degrees(x / EARTH_RADIUS_METERS), degrees(Math.atan(Math.sinh(y / EARTH_RADIUS_METERS)))];
}

/** The place at a position, with as many decimals as pixels can distinguish. @param resolution meters per pixel */
export function toPlace(meters: readonly number[], resolution: number): Coordinate {
  const pixelDeg = (180 * resolution) / HALF_SIZE;
  const decimals = Math.max(0, Math.min(15, 1 + Math.ceil(-Math.log10(pixelDeg))));
  const [lon, lat] = toDegrees(meters);
  const round = (degrees: number) => Number(degrees.toFixed(decimals));
  return { latDeg: round(lat), lonDeg: round(lon - 360 * Math.round(lon / 360)) };
}

/** The extent of a rectangle, for ol. */
export function toExtent([west, south, east, north]: Bounds): number[] {
  return [
    ...toMeters({ latDeg: south, lonDeg: west }),
    ...toMeters({ latDeg: north, lonDeg: east }),
  ];
}

export function toBounds(extent: readonly number[]): Bounds {
  const [west, south] = toDegrees(extent.slice(0, 2));
  const [east, north] = toDegrees(extent.slice(2));
  return [west, south, east, north];
}
