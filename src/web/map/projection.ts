/** Converts degrees to meters of the map, in Web Mercator (EPSG:3857), and back. */
import type { Extent } from "ol/extent.js";
import { HALF_SIZE } from "ol/proj/epsg3857.js";
import { fromLonLat, toLonLat, transformExtent } from "ol/proj.js";
import type { Coordinate } from "../../index.ts";
import type { Bounds } from "../engine/places.ts";

/** The edges of the square map. */
const MAX_LAT_DEG = 85.05112878;

/** The position of a place in meters, clamped to the edges of the map. */
export function toMeters({ latDeg, lonDeg }: Coordinate): number[] {
  return fromLonLat([lonDeg, Math.max(-MAX_LAT_DEG, Math.min(MAX_LAT_DEG, latDeg))]);
}

/** The place at a position, with as many decimals as pixels can distinguish. @param resolution meters per pixel */
export function toPlace(meters: readonly number[], resolution: number): Coordinate {
  const pixelDeg = (180 * resolution) / HALF_SIZE;
  const decimals = Math.max(0, Math.min(15, 1 + Math.ceil(-Math.log10(pixelDeg))));
  const [lonDeg, latDeg] = toLonLat([...meters]).map((degrees) =>
    Number(degrees.toFixed(decimals)),
  );
  return { latDeg, lonDeg };
}

/** Works also for a line; transformExtent treats it as empty. */
export function toExtent([west, south, east, north]: Bounds): Extent {
  return [...fromLonLat([west, south]), ...fromLonLat([east, north])];
}

export function toBounds(extent: Extent): Bounds {
  const [west, south, east, north] = transformExtent(extent, "EPSG:3857", "EPSG:4326");
  return [west, south, east, north];
}
