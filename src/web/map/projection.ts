/** Converts degrees to meters of the map, in Web Mercator (EPSG:3857), and back. */
import { fromEPSG4326, HALF_SIZE, toEPSG4326 } from "ol/proj/epsg3857.js";
import type { Coordinate } from "../../index.ts";
import type { Bounds } from "../engine/places.ts";

const MAX_LAT_DEG = 85.05112878;

/** The position of a place in meters, clamped to the upper and lower edge of the map. */
export function toMeters({ latDeg, lonDeg }: Coordinate): number[] {
  return fromEPSG4326([lonDeg, Math.max(-MAX_LAT_DEG, Math.min(MAX_LAT_DEG, latDeg))]);
}

/** Meters on the ground of one of the map, which is longer away from the equator. */
export function groundMeters(latDeg: number): number {
  return Math.cos((Math.min(Math.abs(latDeg), MAX_LAT_DEG) * Math.PI) / 180);
}

/** The place at a position, with as many decimals as pixels can distinguish. @param resolution meters per pixel */
export function toPoint(meters: readonly number[], resolution: number): Coordinate {
  const pixelDeg = (180 * resolution) / HALF_SIZE;
  const decimals = Math.max(0, Math.min(15, 1 + Math.ceil(-Math.log10(pixelDeg))));
  const [lon, lat] = toEPSG4326([...meters]);
  const round = (degrees: number) => Number(degrees.toFixed(decimals));
  return { latDeg: round(lat), lonDeg: round(lon - 360 * Math.round(lon / 360)) };
}

export function toExtent([west, south, east, north]: Bounds): number[] {
  const southWest = { latDeg: south, lonDeg: west };
  return [southWest, { latDeg: north, lonDeg: east }].flatMap(toMeters);
}

/** The rectangle of an extent. Beyond the date line, longitudes go on. */
export function toBounds(extent: readonly number[]): Bounds {
  return toEPSG4326([...extent]) as [number, number, number, number];
}
