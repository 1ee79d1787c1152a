/** The chosen place on the map: its point, the cells of its codes to scale, and where the chosen code leads. */
import type { Coordinate } from "../../index.ts";
import type { CodeDescription, PlaceDescription } from "../worker/methods.ts";
import type { Frame, MapLayer } from "./canvas-map.ts";
import { worldRectangle } from "./mercator.ts";

/** Smaller cells are hidden by the point. */
const MIN_CELL_PIXELS = 6;
const POINT_PIXELS = 7;
/** Half of the cross in the middle of a cell: the cross of the chosen code shows behind the point. */
const CENTER_PIXELS = 5;
const CHOSEN_CENTER_PIXELS = 12;
/** Crosses of smaller cells would lie on each other. */
const MIN_CENTER_CELL_PIXELS = 60;

export class PlaceLayer implements MapLayer {
  #place: PlaceDescription | undefined;
  #chosen: CodeDescription | undefined;

  /** @param chosen the code whose cell is filled */
  show(place: PlaceDescription, chosen: CodeDescription): void {
    this.#place = place;
    this.#chosen = chosen;
  }

  draw(frame: Frame): void {
    if (!this.#place || !this.#chosen) return;
    const { point } = this.#place.request;
    for (const code of this.#place.codes) {
      if (code !== this.#chosen) drawCell(frame, code, false);
    }
    drawCell(frame, this.#chosen, true);
    drawPoint(frame, point);
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
