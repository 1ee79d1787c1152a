/** The chosen place on the map: its point, the cells of its codes to scale, and where the chosen code leads. */
import type { Coordinate } from "../../index.ts";
import { metersText } from "../results/units.ts";
import type { CodeDescription, PlaceDescription } from "../worker/methods.ts";
import type { MapLayer } from "./canvas-map.ts";
import type { MapColors } from "./colors.ts";
import { metersPerPixel, type WorldRectangle, worldRectangle } from "./mercator.ts";
import { drawText, setTextStyle } from "./texts.ts";
import type { MapView } from "./view.ts";

/** Smaller cells are hidden by the point. */
const MIN_CELL_PIXELS = 6;
const POINT_PIXELS = 7;
/** Half of the cross in the middle of a cell: that of the chosen code shows behind the point. */
const CENTER_PIXELS = 5;
const CHOSEN_CENTER_PIXELS = 12;
/** Crosses of smaller cells would lie on each other. */
const MIN_CENTER_CELL_PIXELS = 60;
/** From this distance on the screen, a line shows the offset, and from this one its length stands beside it. */
const MIN_OFFSET_PIXELS = 14;
const MIN_OFFSET_TEXT_PIXELS = 50;
const OFFSET_FONT = "600 12px system-ui, sans-serif";

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
  #accuracyMeters: number | undefined;

  /**
   * @param chosen the code whose cell is filled
   * @param accuracyMeters the radius of the circle in which the place is; undefined for an exact one
   */
  show(place: PlaceDescription, chosen: CodeDescription, accuracyMeters?: number): void {
    this.#accuracyMeters = accuracyMeters;
    this.#place = place;
    this.#chosen = chosen;
  }

  draw(context: CanvasRenderingContext2D, view: MapView, colors: MapColors): void {
    if (!this.#place || !this.#chosen) return;
    this.#drawAccuracy(context, view, colors, this.#place.request.point);
    for (const code of this.#place.codes) {
      if (code !== this.#chosen) this.#drawCell(context, view, colors, code);
    }
    this.#drawCell(context, view, colors, this.#chosen);
    this.#drawOffset(context, view, colors, this.#place.request.point, this.#chosen);
    this.#drawPoint(context, view, colors);
  }

  #drawAccuracy(
    context: CanvasRenderingContext2D,
    view: MapView,
    colors: MapColors,
    point: Coordinate,
  ): void {
    if (this.#accuracyMeters === undefined) return;
    const { x, y } = view.toScreen(point);
    const radius = this.#accuracyMeters / metersPerPixel(point.latDeg, view.zoom);
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = colors["cell-fill"];
    context.fill();
    context.strokeStyle = colors.cell;
    context.lineWidth = 1.5;
    context.stroke();
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
    if ((rectangle.east - rectangle.west) * view.scale < MIN_CENTER_CELL_PIXELS) return;
    const { x, y } = view.toScreen(code.center);
    const half = isChosen ? CHOSEN_CENTER_PIXELS : CENTER_PIXELS;
    context.beginPath();
    context.moveTo(x - half, y);
    context.lineTo(x + half, y);
    context.moveTo(x, y - half);
    context.lineTo(x, y + half);
    context.stroke();
  }

  /** The way from the point to the center of the cell, where the code leads, with its length. */
  #drawOffset(
    context: CanvasRenderingContext2D,
    view: MapView,
    colors: MapColors,
    point: Coordinate,
    { center, offsetMeters }: CodeDescription,
  ): void {
    const from = view.toScreen(point);
    const to = view.toScreen(center);
    const pixels = Math.hypot(to.x - from.x, to.y - from.y);
    if (pixels < MIN_OFFSET_PIXELS) return;
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.strokeStyle = colors.cell;
    context.lineWidth = 1.5;
    context.stroke();
    if (pixels < MIN_OFFSET_TEXT_PIXELS) return;
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    setTextStyle(context, colors, {
      font: OFFSET_FONT,
      color: colors.label,
      align: "center",
      baseline: "middle",
    });
    drawText(context, metersText(offsetMeters), middle);
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
