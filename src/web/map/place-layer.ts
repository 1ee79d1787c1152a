/** The chosen place on the map: its point, the cells of its codes to scale, and where the chosen code leads. */
import type { CodeDescription, PlaceDescription } from "../worker/methods.ts";
import type { MapLayer } from "./canvas-map.ts";
import type { MapColors } from "./colors.ts";
import { type WorldRectangle, worldRectangle } from "./mercator.ts";
import type { MapView } from "./view.ts";

/** Smaller cells are hidden by the point. */
const MIN_CELL_PIXELS = 6;
const POINT_PIXELS = 7;
const CENTER_PIXELS = 4;
/** From this distance on the screen, a line shows the offset. */
const MIN_OFFSET_PIXELS = 14;

function traceRectangle(
  context: CanvasRenderingContext2D,
  view: MapView,
  { west, north, east, south }: WorldRectangle,
): void {
  const copy = Math.round(view.centerX - (west + east) / 2);
  const [left, top] = [view.screenX(west + copy), view.screenY(north)];
  context.rect(left, top, view.screenX(east + copy) - left, view.screenY(south) - top);
}

export class PlaceLayer implements MapLayer {
  #place: PlaceDescription | undefined;
  #chosen: CodeDescription | undefined;

  /** @param chosen the code whose cell is filled */
  show(place: PlaceDescription, chosen: CodeDescription): void {
    this.#place = place;
    this.#chosen = chosen;
  }

  draw(context: CanvasRenderingContext2D, view: MapView, colors: MapColors): void {
    if (!this.#place || !this.#chosen) return;
    for (const code of this.#place.codes) {
      if (code !== this.#chosen) this.#drawCell(context, view, colors, code);
    }
    this.#drawCell(context, view, colors, this.#chosen);
    this.#drawOffset(context, view, colors, this.#chosen);
    this.#drawPoint(context, view, colors);
  }

  #drawCell(
    context: CanvasRenderingContext2D,
    view: MapView,
    colors: MapColors,
    code: CodeDescription,
  ): void {
    const rectangle = worldRectangle(code.cell);
    if ((rectangle.east - rectangle.west) * view.scale < MIN_CELL_PIXELS) return;
    const isChosen = code === this.#chosen;
    context.beginPath();
    traceRectangle(context, view, rectangle);
    if (isChosen) {
      context.fillStyle = colors["cell-fill"];
      context.fill();
    }
    context.strokeStyle = colors.cell;
    context.lineWidth = isChosen ? 2 : 1;
    context.setLineDash(isChosen ? [] : [4, 4]);
    context.stroke();
    context.setLineDash([]);
  }

  /** The way from the point to the center of the cell, where the code leads. */
  #drawOffset(
    context: CanvasRenderingContext2D,
    view: MapView,
    colors: MapColors,
    { center }: CodeDescription,
  ): void {
    if (!this.#place) return;
    const from = view.toScreen(this.#place.request.point);
    const to = view.toScreen(center);
    if (Math.hypot(to.x - from.x, to.y - from.y) < MIN_OFFSET_PIXELS) return;
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.strokeStyle = colors.cell;
    context.lineWidth = 1.5;
    context.stroke();
    context.beginPath();
    context.rect(to.x - CENTER_PIXELS, to.y - CENTER_PIXELS, 2 * CENTER_PIXELS, 2 * CENTER_PIXELS);
    context.fillStyle = colors.cell;
    context.fill();
  }

  #drawPoint(context: CanvasRenderingContext2D, view: MapView, colors: MapColors): void {
    if (!this.#place) return;
    const { x, y } = view.toScreen(this.#place.request.point);
    context.beginPath();
    context.arc(x, y, POINT_PIXELS, 0, 2 * Math.PI);
    context.fillStyle = colors.halo;
    context.fill();
    context.beginPath();
    context.arc(x, y, POINT_PIXELS - 2, 0, 2 * Math.PI);
    context.fillStyle = colors.point;
    context.fill();
  }
}
