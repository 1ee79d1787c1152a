/** Towns with their names, the most populous first: more of them the closer the map is. */

import type { WorkerClient } from "../protocol.ts";
import { type Methods, POPULATION_STEPS, type Town } from "../worker/methods.ts";
import type { CanvasMap, Frame, MapLayer } from "./canvas-map.ts";
import { drawText, setTextStyle, type TextBox, type TextRoom } from "./texts.ts";
import { MapView, type ScreenPoint } from "./view.ts";

export const MIN_TOWN_ZOOM = 5;
export const MAX_TOWN_ZOOM = 12;
/** Towns with half as many inhabitants appear one step of zoom later: from 2^19 at zoom 5 on. */
const ALL_ZOOM = 24;
/** More than two screens have room for. */
const MAX_TOWNS = 600;
/** The worker is asked for towns this far around the screen, as a part of its size, and for this much closer views. */
const MARGIN = 0.5;
const CLOSER = 0.5;

const FONT = "12px system-ui, sans-serif";
const CITY_FONT = "600 13px system-ui, sans-serif";
/** A million inhabitants. */
const CITY_STEP = Math.round(Math.log2(1e6) * POPULATION_STEPS);
const DOT_PIXELS = 2.5;
/** Between the middle of the dot and the text. */
const TEXT_PIXELS = 6;
const LINE_PIXELS = 15;

/** The least population that a zoom shows, as a step. */
function minStepAt(zoom: number): number {
  return (ALL_ZOOM - zoom) * POPULATION_STEPS;
}

/** Where the text may stand, the best place first: its left end by parts of its width, and pixels from the dot. */
const PLACES = [
  { part: 0, right: TEXT_PIXELS, down: 0 },
  { part: -1, right: -TEXT_PIXELS, down: 0 },
  { part: -0.5, right: 0, down: -LINE_PIXELS * 0.75 },
  { part: -0.5, right: 0, down: LINE_PIXELS * 0.75 },
] as const;

/** What a dot and its text cover. @param text the left end of the text, in the middle of its height */
function boxOf(dot: ScreenPoint, text: ScreenPoint, width: number): TextBox {
  return {
    left: Math.min(dot.x - DOT_PIXELS, text.x) - 1,
    right: Math.max(dot.x + DOT_PIXELS, text.x + width) + 1,
    top: Math.min(dot.y - DOT_PIXELS, text.y - LINE_PIXELS / 2),
    bottom: Math.max(dot.y + DOT_PIXELS, text.y + LINE_PIXELS / 2),
  };
}

export class TownLayer implements MapLayer {
  readonly #map: CanvasMap;
  readonly #worker: WorkerClient<Methods>;
  readonly #room: TextRoom;
  #towns: readonly Town[] = [];
  /** The view that the towns, or those that the worker is asked for, are for: with the margin around it. */
  #asked: MapView | undefined;
  #isAsking = false;
  #isStarted = false;

  /** @param room where the names of countries have their places */
  constructor(map: CanvasMap, worker: WorkerClient<Methods>, room: TextRoom) {
    this.#map = map;
    this.#worker = worker;
    this.#room = room;
  }

  /** Draws towns from now on, and loads them where the map shows any. */
  start(): void {
    this.#isStarted = true;
    this.#map.redraw();
  }

  draw(frame: Frame): void {
    const { view } = frame;
    if (!this.#isStarted || view.zoom < MIN_TOWN_ZOOM || view.zoom > MAX_TOWN_ZOOM) return;
    if (!this.#isAsking && !this.#covers(view)) void this.#ask(view);
    const minStep = minStepAt(view.zoom);
    for (const town of this.#towns) {
      if (town.populationStep < minStep) break;
      this.#drawTown(frame, town);
    }
  }

  #covers(view: MapView): boolean {
    const asked = this.#asked;
    if (!asked) return false;
    const shift = asked.centerX - view.centerX;
    const away = Math.abs(shift - Math.round(shift));
    return (
      view.zoom <= asked.zoom + CLOSER &&
      away + view.width / 2 / view.scale <= asked.width / 2 / asked.scale &&
      view.top >= asked.top &&
      view.bottom <= asked.bottom
    );
  }

  /** Asks for the towns of a view. Without network, none are drawn, and another view asks again. */
  async #ask(view: MapView): Promise<void> {
    const { width, height, zoom, centerX, centerY } = view;
    const wide = { width: width * (1 + 2 * MARGIN), height: height * (1 + 2 * MARGIN) };
    this.#asked = new MapView(centerX, centerY, zoom, wide);
    this.#isAsking = true;
    const north = this.#asked.toPlace({ x: 0, y: 0 });
    const south = this.#asked.toPlace({ x: wide.width, y: wide.height });
    const eastDeg = north.lonDeg + Math.min((wide.width / view.scale) * 360, 360);
    const bounds = {
      southDeg: south.latDeg,
      westDeg: north.lonDeg,
      northDeg: north.latDeg,
      eastDeg,
    };
    try {
      const step = minStepAt(zoom + CLOSER);
      this.#towns = await this.#worker.call("townsIn", bounds, step, MAX_TOWNS);
      this.#map.redraw();
    } catch {
      this.#towns = [];
    } finally {
      this.#isAsking = false;
    }
  }

  #drawTown(frame: Frame, { name, point, populationStep }: Town): void {
    const { context, view } = frame;
    const position = view.toScreen(point);
    const { x, y } = position;
    if (x < 0 || y < 0 || x > view.width || y > view.height) return;
    setTextStyle(frame, populationStep >= CITY_STEP ? CITY_FONT : FONT, { align: "left" });
    const width = this.#room.widthOf(context, name);
    const place = PLACES.map(({ part, right, down }) => {
      return { x: x + part * width + right, y: y + down };
    }).find((text) => this.#room.takeInside(boxOf(position, text, width), view));
    if (!place) return;
    context.beginPath();
    context.arc(x, y, DOT_PIXELS, 0, 2 * Math.PI);
    context.fill();
    drawText(context, name, place);
  }
}
