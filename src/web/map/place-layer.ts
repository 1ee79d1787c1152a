/** The chosen place on the map: its point, the cells of its codes to scale, and where the chosen code leads. */
import type { Coordinate } from "../../index.ts";
import { metersText } from "../units.ts";
import type { CodeDescription, PlaceDescription } from "../worker/methods.ts";
import type { Frame, MapLayer } from "./canvas-map.ts";
import { metersPerPixel, worldRectangle } from "./mercator.ts";
import { drawText, setTextStyle } from "./texts.ts";

/** Smaller cells are hidden by the point. */
const MIN_CELL_PIXELS = 6;
const POINT_PIXELS = 7;
/** Half of the cross in the middle of a cell: the cross of the chosen code shows behind the point. */
const CENTER_PIXELS = 5;
const CHOSEN_CENTER_PIXELS = 12;
/** Crosses of smaller cells would lie on each other. */
const MIN_CENTER_CELL_PIXELS = 60;
/** From this distance on the screen, a line shows the offset, and from this one its length stands beside it. */
const MIN_OFFSET_PIXELS = 14;
const MIN_OFFSET_TEXT_PIXELS = 50;
const OFFSET_FONT = "600 12px system-ui, sans-serif";

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

  draw(frame: Frame): void {
    if (!this.#place || !this.#chosen) return;
    const { point } = this.#place.request;
    this.#drawAccuracy(frame, point);
    for (const code of this.#place.codes) {
      if (code !== this.#chosen) drawCell(frame, code, false);
    }
    drawCell(frame, this.#chosen, true);
    drawOffset(frame, point, this.#chosen);
    drawPoint(frame, point);
  }

  #drawAccuracy({ context, view, colors }: Frame, point: Coordinate): void {
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
}

function drawCell(
  { context, view, colors }: Frame,
  { cell, center }: CodeDescription,
  isChosen: boolean,
): void {
  const { left, top, width, height } = view.boxOf(worldRectangle(cell));
  if (width < MIN_CELL_PIXELS) return;
  context.beginPath();
  context.rect(left, top, width, height);
  if (isChosen) {
    context.fillStyle = colors["cell-fill"];
    context.fill();
  }
  context.strokeStyle = colors.cell;
  context.lineWidth = isChosen ? 2 : 1;
  context.setLineDash(isChosen ? [] : [4, 4]);
  context.stroke();
  context.setLineDash([]);
  if (width < MIN_CENTER_CELL_PIXELS) return;
  const { x, y } = view.toScreen(center);
  const half = isChosen ? CHOSEN_CENTER_PIXELS : CENTER_PIXELS;
  context.beginPath();
  context.moveTo(x - half, y);
  context.lineTo(x + half, y);
  context.moveTo(x, y - half);
  context.lineTo(x, y + half);
  context.stroke();
}

/** The way from the point to the center of the cell, where the code leads, with its length. */
function drawOffset(frame: Frame, point: Coordinate, chosen: CodeDescription): void {
  const { context, view, colors } = frame;
  const from = view.toScreen(point);
  const to = view.toScreen(chosen.center);
  const pixels = Math.hypot(to.x - from.x, to.y - from.y);
  if (pixels < MIN_OFFSET_PIXELS) return;
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  context.strokeStyle = colors.cell;
  context.lineWidth = 1.5;
  context.stroke();
  if (pixels < MIN_OFFSET_TEXT_PIXELS) return;
  setTextStyle(frame, OFFSET_FONT);
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  drawText(context, metersText(chosen.offsetMeters), middle);
}

function drawPoint({ context, view, colors }: Frame, point: Coordinate): void {
  const { x, y } = view.toScreen(point);
  context.beginPath();
  context.arc(x, y, POINT_PIXELS, 0, 2 * Math.PI);
  context.fillStyle = colors.halo;
  context.fill();
  context.beginPath();
  context.arc(x, y, POINT_PIXELS - 2, 0, 2 * Math.PI);
  context.fillStyle = colors.point;
  context.fill();
}
