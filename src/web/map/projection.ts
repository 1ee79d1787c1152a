/** Degrees and meters of the map, which is Web Mercator (EPSG:3857). */
import { type Extent, extendCoordinate } from "ol/extent.js";
import { fromLonLat, toLonLat } from "ol/proj.js";
import type { Coordinate } from "../../index.ts";
import type { Bounds } from "../engine/places.ts";

/** The width of the world in meters of the map. */
export const WORLD = 2 * Math.PI * 6_378_137;

/** The edges of the map, which is a square. */
const MAX_LAT_DEG = 85.05112878;

/** Where a place is; beyond the edges of the map, on them. */
export function toMeters({ latDeg, lonDeg }: Coordinate): number[] {
  return fromLonLat([lonDeg, Math.max(-MAX_LAT_DEG, Math.min(MAX_LAT_DEG, latDeg))]);
}

/** The place at meters of the map, with as many decimals as its pixels can tell apart. @param resolution meters a pixel */
export function toPlace(meters: readonly number[], resolution: number): Coordinate {
  const [lon, lat] = toLonLat([...meters]);
  const degreesPerPixel = (resolution / WORLD) * 360;
  const decimals = Math.max(0, Math.min(15, Math.ceil(-Math.log10(degreesPerPixel)) + 1));
  const round = (degrees: number) => Number(degrees.toFixed(decimals));
  return { latDeg: round(lat), lonDeg: round(lon) };
}

export function toExtent({ southDeg, westDeg, northDeg, eastDeg }: Bounds): Extent {
  const [west, south] = fromLonLat([westDeg, southDeg]);
  const [east, north] = fromLonLat([eastDeg, northDeg]);
  return [west, south, east, north];
}

/** The degrees of an extent; the east is above 180 across the date line. */
export function toBounds(extent: Extent): Bounds {
  const [westDeg, southDeg] = toLonLat([extent[0], extent[1]]);
  const [, northDeg] = toLonLat([extent[2], extent[3]]);
  const widthDeg = Math.min(360, ((extent[2] - extent[0]) / WORLD) * 360);
  return { southDeg, westDeg, northDeg, eastDeg: westDeg + widthDeg };
}

/** Where points are. @param points in meters: x, y, x, y and so on */
export function boundsOfPoints(points: Float64Array): Bounds {
  const extent = [...points.subarray(0, 2), ...points.subarray(0, 2)];
  for (let at = 0; at < points.length; at += 2) {
    extendCoordinate(extent, [points[at], points[at + 1]]);
  }
  return toBounds(extent);
}
