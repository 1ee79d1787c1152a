/** The converted rows on the map: a mark for all rows that are close together. */
import type { MapLayer } from "../map/canvas-map.ts";
import type { MapColors } from "../map/colors.ts";
import type { WorldRectangle } from "../map/mercator.ts";
import type { MapView } from "../map/view.ts";
import { ClusterLevels } from "./clusters.ts";
import { MAX_MARK_PIXELS, MarkImages } from "./marks.ts";

/** The smallest rectangle with all points; undefined without any. */
export function boundsOfPoints(points: Float64Array): WorldRectangle | undefined {
  if (points.length === 0) return undefined;
  let [west, east, north, south] = [points[0], points[0], points[1], points[1]];
  for (let at = 2; at < points.length; at += 2) {
    west = Math.min(west, points[at]);
    east = Math.max(east, points[at]);
    north = Math.min(north, points[at + 1]);
    south = Math.max(south, points[at + 1]);
  }
  return { west, east, north, south };
}

export class RowsLayer implements MapLayer {
  #levels: ClusterLevels | undefined;
  #images: MarkImages | undefined;

  /** @param points world coordinates; undefined to show nothing */
  show(points: Float64Array | undefined): void {
    this.#levels = points && new ClusterLevels(points);
  }

  draw(context: CanvasRenderingContext2D, view: MapView, colors: MapColors): void {
    if (!this.#levels) return;
    const images = this.#imagesFor(colors, context.getTransform().a);
    context.resetTransform();
    const { xs, ys, counts } = this.#levels.at(view.zoom);
    const margin = MAX_MARK_PIXELS / view.scale;
    for (let index = 0; index < counts.length; index++) {
      const [x, y] = [xs[index], ys[index]];
      if (y < view.top - margin || y > view.bottom + margin) continue;
      const first = Math.ceil(view.left - margin - x);
      for (let copy = first; x + copy <= view.right + margin; copy++) {
        images.draw(context, view.screenX(x + copy), view.screenY(y), counts[index]);
      }
    }
  }

  /** The images of the last time, unless colors or resolution have changed. */
  #imagesFor(colors: MapColors, ratio: number): MarkImages {
    if (this.#images?.colors !== colors || this.#images.ratio !== ratio) {
      this.#images = new MarkImages(colors, ratio);
    }
    return this.#images;
  }
}
