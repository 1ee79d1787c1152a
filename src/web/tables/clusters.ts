/** Points that are close on the screen become one mark with their number. */

import { memoize } from "../../internal.ts";
import { WORLD_PIXELS } from "../map/mercator.ts";

/** Levels of zoom that are kept: those between which people zoom. */
const MAX_LEVELS = 8;

/** Marks in world coordinates, each in the middle of its points. */
export interface Clusters {
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  readonly counts: Uint32Array;
}

/**
 * Clusters points by the squares of a grid.
 * @param points world coordinates: x, y, x, y and so on
 * @param squares how many squares the world has from west to east
 */
export function clusterPoints(points: Float64Array, squares: number): Clusters {
  const indexes = new Map<number | string, number>();
  const areNumbersExact = squares * squares <= Number.MAX_SAFE_INTEGER;
  const size = points.length / 2;
  const xs = new Float64Array(size);
  const ys = new Float64Array(size);
  const counts = new Uint32Array(size);
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at], points[at + 1]];
    const [row, column] = [Math.floor(y * squares), Math.floor(x * squares)];
    const square = areNumbersExact ? row * squares + column : `${row} ${column}`;
    let index = indexes.get(square);
    if (index === undefined) {
      index = indexes.size;
      indexes.set(square, index);
    }
    xs[index] += x;
    ys[index] += y;
    counts[index]++;
  }
  const found = indexes.size;
  for (let index = 0; index < found; index++) {
    xs[index] /= counts[index];
    ys[index] /= counts[index];
  }
  return { xs: xs.slice(0, found), ys: ys.slice(0, found), counts: counts.slice(0, found) };
}

/** The clusters of points by zoom: 100,000 points take 20 ms, so that each level is computed once. */
export class ClusterLevels {
  readonly #squarePixels: number;
  readonly #clustersOf: (squares: number) => Clusters;

  /** @param squarePixels side of the squares of the screen whose points are one cluster */
  constructor(points: Float64Array, squarePixels: number) {
    this.#squarePixels = squarePixels;
    this.#clustersOf = memoize((squares) => clusterPoints(points, squares), MAX_LEVELS);
  }

  /** How many squares the world has from west to east at a zoom. */
  squaresAt(zoom: number): number {
    return (WORLD_PIXELS * 2 ** Math.round(zoom)) / this.#squarePixels;
  }

  at(zoom: number): Clusters {
    return this.#clustersOf(this.squaresAt(zoom));
  }
}
