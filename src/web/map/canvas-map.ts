/** The map: a canvas, the view that it shows, and the layers that draw on it. */

import type { Coordinate } from "../../index.ts";
import { oncePerFrame } from "../dom.ts";
import { type MapColors, readColors } from "./colors.ts";
import type { WorldRectangle } from "./mercator.ts";
import { MapView, type Size } from "./view.ts";

/** What a layer draws with: a canvas, what part of the world it shows, and the colors of the page. */
export interface Frame {
  /** In CSS pixels. */
  readonly context: CanvasRenderingContext2D;
  readonly view: MapView;
  readonly colors: MapColors;
}

/** Something that the map draws. Layers draw in the order in which they were added. */
export interface MapLayer {
  draw(frame: Frame): void;
}

/** What the colors of the page depend on. */
const COLOR_QUERIES = [
  "(prefers-color-scheme: dark)",
  "(prefers-contrast: more)",
  "(forced-colors: active)",
];

/** Closer than this, there is nothing to see on a map without tiles. */
const MAX_FIT_ZOOM = 20;

const FLIGHT_MS = 450;
/** Farther than this many screens, or steps of zoom, the map jumps. */
const MAX_FLIGHT_SCREENS = 6;
const MAX_FLIGHT_ZOOM = 6;

interface Flight {
  readonly from: MapView;
  readonly to: MapView;
  readonly beganMs: number;
}

/** Slow at both ends. */
function eased(share: number): number {
  return share * share * (3 - 2 * share);
}

export class CanvasMap {
  readonly canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #layers: MapLayer[] = [];
  readonly #viewListeners: ((view: MapView) => void)[] = [];
  readonly #drawSoon = oncePerFrame(() => this.#draw());
  readonly #lessMotion = matchMedia("(prefers-reduced-motion: reduce)");
  /** The place that stays where it is when buttons and keys zoom. */
  zoomCenter: Coordinate;
  #view: MapView;
  #colors: MapColors;
  #flight: Flight | undefined;

  constructor(canvas: HTMLCanvasElement, center: Coordinate, zoom: number) {
    const context = canvas.getContext("2d", { alpha: false });
    if (!context) throw new Error("This browser draws no canvas.");
    this.canvas = canvas;
    this.#context = context;
    this.zoomCenter = center;
    this.#colors = readColors(canvas);
    this.#view = MapView.at(center, zoom, this.#size());
    new ResizeObserver(() => this.#resize()).observe(canvas);
    for (const query of COLOR_QUERIES) {
      matchMedia(query).addEventListener("change", () => {
        this.#colors = readColors(canvas);
        this.redraw();
      });
    }
    this.#resize();
  }

  get view(): MapView {
    return this.#view;
  }

  addLayer(layer: MapLayer): void {
    this.#layers.push(layer);
    this.redraw();
  }

  /** Registers a listener, which gets the current view at once and then every new one. */
  onView(listener: (view: MapView) => void): void {
    this.#viewListeners.push(listener);
    listener(this.#view);
  }

  /** Draws everything again before the next frame. */
  redraw(): void {
    this.#drawSoon();
  }

  /** Shows a view at once. */
  show(view: MapView): void {
    this.#flight = undefined;
    this.#setView(view);
  }

  /** Goes to a view: in a short flight if it is near, and if the user has nothing against motion. */
  flyTo(view: MapView): void {
    const from = this.#view;
    const { x, y } = from.toScreen(view.center);
    const screens = Math.max(Math.abs(x) / from.width, Math.abs(y) / from.height);
    const isNear =
      screens < MAX_FLIGHT_SCREENS && Math.abs(view.zoom - from.zoom) < MAX_FLIGHT_ZOOM;
    if (!isNear || this.#lessMotion.matches) {
      this.show(view);
      return;
    }
    this.#flight = { from, to: view, beganMs: performance.now() };
    this.redraw();
  }

  /**
   * Zooms by steps around the chosen place while that is in view. Steps during a flight begin where it will end, so that
   * one step there and one back show the same.
   */
  zoomBy(steps: number): void {
    this.flyTo((this.#flight?.to ?? this.#view).zoomedBy(steps, this.zoomCenter));
  }

  /** Goes to a rectangle, which then fills most of the map. */
  fit(rectangle: WorldRectangle, maxZoom: number = MAX_FIT_ZOOM): void {
    this.flyTo(MapView.around(rectangle, this.#view, maxZoom));
  }

  /** Goes to a place if it is not on the map yet. */
  reveal(point: Coordinate): void {
    if (!this.#view.shows(point)) this.flyTo(MapView.at(point, this.#view.zoom, this.#view));
  }

  #setView(view: MapView): void {
    this.#view = view;
    for (const listener of this.#viewListeners) listener(view);
    this.redraw();
  }

  #size(): Size {
    return { width: this.canvas.clientWidth, height: this.canvas.clientHeight };
  }

  #resize(): void {
    const { width, height } = this.#size();
    const ratio = devicePixelRatio;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.#view = this.#view.resized({ width, height });
    // At once: a resized canvas is black until it is drawn.
    this.#draw();
  }

  #draw(): void {
    this.#advanceFlight();
    const frame = { context: this.#context, view: this.#view, colors: this.#colors };
    this.#drawLayers(frame, devicePixelRatio);
  }

  #drawLayers(frame: Frame, ratio: number): void {
    const { context } = frame;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    for (const layer of this.#layers) {
      context.save();
      layer.draw(frame);
      context.restore();
    }
  }

  #advanceFlight(): void {
    const flight = this.#flight;
    if (!flight) return;
    const share = Math.min((performance.now() - flight.beganMs) / FLIGHT_MS, 1);
    if (share === 1) this.#flight = undefined;
    this.#setView(share === 1 ? flight.to : flight.from.between(flight.to, eased(share)));
  }
}
