/** Degrees and meters of the map, which is Web Mercator (EPSG:3857). */
import type { Extent } from "ol/extent.js";
import { HALF_SIZE } from "ol/proj/epsg3857.js";
import { fromLonLat, toLonLat, transformExtent } from "ol/proj.js";
import type { Coordinate } from "../../index.ts";
import type { Bounds } from "../engine/places.ts";

/** The edges of the map, which is a square. */
const MAX_LAT_DEG = 85.05112878;

/** Where a place is; beyond the edges of the map, on them. */
export function toMeters({ latDeg, lonDeg }: Coordinate): number[] {
  return fromLonLat([lonDeg, Math.max(-MAX_LAT_DEG, Math.min(MAX_LAT_DEG, latDeg))]);
}

/** The place at meters of the map, with as many decimals as its pixels can tell apart. @param resolution meters a pixel */
export function toPlace(meters: readonly number[], resolution: number): Coordinate {
  const pixelDeg = (180 * resolution) / HALF_SIZE;
  const decimals = Math.max(0, Math.min(15, 1 + Math.ceil(-Math.log10(pixelDeg))));
  const [lonDeg, latDeg] = toLonLat([...meters]).map((degrees) =>
    Number(degrees.toFixed(decimals)),
  );
  return { latDeg, lonDeg };
}

/** Also of a line, which transformExtent takes for nothing. */
export function toExtent([west, south, east, north]: Bounds): Extent {
  return [...fromLonLat([west, south]), ...fromLonLat([east, north])];
}

export function toBounds(extent: Extent): Bounds {
  const [west, south, east, north] = transformExtent(extent, "EPSG:3857", "EPSG:4326");
  return [west, south, east, north];
}
