/** The converted rows on the map: dots, and circles with the number of rows that are close together. */
import type { MapLayer } from "../map/canvas-map.ts";
import type { MapColors } from "../map/colors.ts";
import type { WorldRectangle } from "../map/mercator.ts";
import type { MapView } from "../map/view.ts";
import { ClusterLevels } from "./clusters.ts";

const DOT_PIXELS = 4;
const CIRCLE_PIXELS = 9;
/** By how much a circle grows with each factor of ten. */
const GROWTH_PIXELS = 3;
const FONT = "600 11px system-ui, sans-serif";

/** `950`, `1.2k`, `15k`: a number that fits into a circle. */
export function shortCount(count: number): string {
  if (count < 1000) return `${count}`;
  const thousands = count / 1000;
  return `${thousands < 9.95 ? thousands.toFixed(1).replace(/\.0$/, "") : Math.round(thousands)}k`;
}

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

  /** @param points world coordinates; undefined to show nothing */
  show(points: Float64Array | undefined): void {
    this.#levels = points && new ClusterLevels(points);
  }

  draw(context: CanvasRenderingContext2D, view: MapView, colors: MapColors): void {
    if (!this.#levels) return;
    context.font = FONT;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineWidth = 1.5;
    context.strokeStyle = colors.halo;
    const { xs, ys, counts } = this.#levels.at(view.zoom);
    const margin = (CIRCLE_PIXELS + 6 * GROWTH_PIXELS) / view.scale;
    for (let index = 0; index < counts.length; index++) {
      const [x, y] = [xs[index], ys[index]];
      if (y < view.top - margin || y > view.bottom + margin) continue;
      const first = Math.ceil(view.left - margin - x);
      for (let copy = first; x + copy <= view.right + margin; copy++) {
        drawMark(context, colors, view.screenX(x + copy), view.screenY(y), counts[index]);
      }
    }
  }
}

function drawMark(
  context: CanvasRenderingContext2D,
  colors: MapColors,
  x: number,
  y: number,
  count: number,
): void {
  const radius =
    count === 1 ? DOT_PIXELS : CIRCLE_PIXELS + Math.floor(Math.log10(count)) * GROWTH_PIXELS;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = colors.row;
  context.fill();
  context.stroke();
  if (count === 1) return;
  context.fillStyle = colors.halo;
  context.fillText(shortCount(count), x, y);
}
