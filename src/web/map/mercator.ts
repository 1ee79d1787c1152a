/** Web Mercator: the square world, 0 to 1 from west to east and from north to south. */
import type { Coordinate } from "../../index.ts";
import type { Bounds } from "../worker/methods.ts";

/** Side of the world in pixels at zoom 0, as tile servers have it. */
export const WORLD_PIXELS = 256;

/** Beyond this latitude the square world ends. */
const MAX_LAT_DEG = 85.051128779806;

const DEGREE = Math.PI / 180;
const EQUATOR_METERS = 40_075_016.7;

export function worldX(lonDeg: number): number {
  return (lonDeg + 180) / 360;
}

export function worldY(latDeg: number): number {
  const sine = Math.sin(Math.max(-MAX_LAT_DEG, Math.min(MAX_LAT_DEG, latDeg)) * DEGREE);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

/** @param x may lie on another copy of the world */
export function toCoordinate(x: number, y: number): Coordinate {
  const latDeg = Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) / DEGREE;
  const lonDeg = (x - Math.floor(x)) * 360 - 180;
  return { latDeg, lonDeg };
}

/** Meters on the ground for each pixel. */
export function metersPerPixel(latDeg: number, zoom: number): number {
  return (EQUATOR_METERS * Math.cos(latDeg * DEGREE)) / (WORLD_PIXELS * 2 ** zoom);
}

/** A rectangle of the world; `south` is the greater y. */
export interface WorldRectangle {
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly south: number;
}

export function worldRectangle({ southDeg, westDeg, northDeg, eastDeg }: Bounds): WorldRectangle {
  return {
    west: worldX(westDeg),
    east: worldX(eastDeg),
    north: worldY(northDeg),
    south: worldY(southDeg),
  };
}
