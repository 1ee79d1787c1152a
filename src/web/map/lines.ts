/** Lines of the base map in world coordinates: their bounds, fewer points for small scales, and clipping. */
import { type WorldRectangle, worldX, worldY } from "./mercator.ts";
import type { MapView } from "./view.ts";

/** A line or a closed ring. */
export interface Line extends WorldRectangle {
  /** x and y of each point in turn. */
  readonly points: Float64Array;
}

/** The smallest rectangle with all points: x, y, x, y and so on. */
export function boundsOfPoints(points: Float64Array): WorldRectangle {
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = 0; index < points.length; index += 2) {
    west = Math.min(west, points[index]);
    east = Math.max(east, points[index]);
    north = Math.min(north, points[index + 1]);
    south = Math.max(south, points[index + 1]);
  }
  return { west, north, east, south };
}

/**
 * A line without jumps: where it crosses the date line, it goes on beyond the edge of the world. A ring around the
 * pole, such as Antarctica, is closed along the southern edge.
 * @param positions longitude and latitude in degrees, as in GeoJSON
 */
export function lineOf(positions: readonly (readonly number[])[]): Line {
  const points: number[] = [];
  let shift = 0;
  for (const [lonDeg, latDeg] of positions) {
    const last = points.at(-2);
    const x = worldX(lonDeg) + shift;
    const jump = last === undefined ? 0 : Math.round(last - x);
    shift += jump;
    points.push(x + jump, worldY(latDeg));
  }
  const [first] = points;
  if (Math.abs(points[points.length - 2] - first) > 0.5) {
    points.push(points[points.length - 2], 1, first, 1);
  }
  const line = Float64Array.from(points);
  return { points: line, ...boundsOfPoints(line) };
}

/** The line without points that are closer than `distance` to the one before. The last point stays. */
export function simplified(line: Line, distance: number): Line {
  const { points } = line;
  const kept: number[] = [];
  const last = points.length - 2;
  for (let index = 0; index <= last; index += 2) {
    const right = points[index] - kept[kept.length - 2];
    const down = points[index + 1] - kept[kept.length - 1];
    const isKept = index === 0 || index === last || Math.hypot(right, down) >= distance;
    if (isKept) kept.push(points[index], points[index + 1]);
  }
  // A ring of one point and its repetition is an island too small to see.
  const isVisible = line.east - line.west >= distance || line.south - line.north >= distance;
  return { ...line, points: Float64Array.from(isVisible ? kept : []) };
}

/** The part of a ring on one side of a line: x or y (by `axis`) times `sign` is at least `limit`. */
function clippedAt(points: readonly number[], axis: 0 | 1, sign: 1 | -1, limit: number): number[] {
  const result: number[] = [];
  const count = points.length;
  for (let index = 0; index < count; index += 2) {
    const before = (index + count - 2) % count;
    const inside = points[index + axis] * sign - limit;
    const insideBefore = points[before + axis] * sign - limit;
    if (inside >= 0 !== insideBefore >= 0) {
      const share = insideBefore / (insideBefore - inside);
      for (const other of [0, 1]) {
        const from = points[before + other];
        result.push(other === axis ? limit * sign : from + (points[index + other] - from) * share);
      }
    }
    if (inside >= 0) result.push(points[index], points[index + 1]);
  }
  return result;
}

/**
 * The part of a ring that a view shows, with a margin (Sutherland and Hodgman's algorithm).
 * @param copy the copy of the world that the ring is drawn on
 */
export function clippedRing(line: Line, view: MapView, copy: number): Pick<Line, "points"> {
  const marginX = view.right - view.left;
  const marginY = view.bottom - view.top;
  const west = view.left - copy - marginX;
  const east = view.right - copy + marginX;
  const [north, south] = [view.top - marginY, view.bottom + marginY];
  const isInside =
    line.west >= west && line.east <= east && line.north >= north && line.south <= south;
  if (isInside) return line;
  let points = Array.from(line.points);
  points = clippedAt(points, 0, 1, west);
  points = clippedAt(points, 0, -1, -east);
  points = clippedAt(points, 1, 1, north);
  points = clippedAt(points, 1, -1, -south);
  return { points: Float64Array.from(points) };
}
