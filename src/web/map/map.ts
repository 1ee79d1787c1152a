/** The map: ol's Map and View with the layers and controls of the page. */
import ScaleLine from "ol/control/ScaleLine.js";
import type { Extent } from "ol/extent.js";
import { DragPan, defaults, KeyboardPan, KeyboardZoom } from "ol/interaction.js";
import Kinetic from "ol/Kinetic.js";
import type BaseLayer from "ol/layer/Base.js";
import OlMap from "ol/Map.js";
import View from "ol/View.js";
import type { Coordinate } from "../../index.ts";
import { find, onClick } from "../dom.ts";
import type { Bounds } from "../engine/places.ts";
import type { MapView } from "../link.ts";
import { createBaseLayers, loadBaseMap, showBaseMapAt, tilesUrl } from "./base-map.ts";
import { createPlaceLayers } from "./place.ts";
import { toBounds, toMeters, toPoint } from "./projection.ts";
import { createRowsLayer } from "./rows.ts";
import { COLOR_QUERIES } from "./styles.ts";

/** A street fills the map. */
export const STREET_ZOOM = 16;
/** At this zoom, a cell of eight extra characters is a few hundred pixels wide. */
const MAX_ZOOM = 41;
/** Beyond this zoom, a map without tiles shows nothing. */
const MAX_FIT_ZOOM = 20;
/** The margin on each side of a fitted area: buttons and notes cover less. */
const FIT_MARGIN_PIXELS = 80;

const duration = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 250;

const target = find("map", HTMLElement);

const view = new View({ center: [0, 0], zoom: 0, maxZoom: MAX_ZOOM, enableRotation: false });

const map = new OlMap({
  target,
  view,
  interactions: defaults({ dragPan: false, keyboard: false, zoomDuration: duration }).extend([
    new DragPan(duration > 0 ? { kinetic: new Kinetic(-0.005, 0.05, 100) } : {}),
    new KeyboardPan({ duration }),
    new KeyboardZoom({ duration }),
  ]),
  moveTolerance: 5,
  controls: [new ScaleLine({ target: "scale", minWidth: 80 })],
});

export const zoom = () => view.getZoom() ?? 0;
/** Meters of the map per pixel. */
const resolution = () => view.getResolution() ?? 1;
const middle = () => view.getCenter() ?? [0, 0];
export const viewOf = (): MapView => ({ center: toPoint(middle(), resolution()), zoom: zoom() });

/** The visible part of the map. @param margin on each side, as a share of its size */
export function visibleBounds(margin = 0): Bounds {
  const size = map.getSize() ?? [0, 0];
  return toBounds(view.calculateExtent(size.map((pixels) => pixels * (1 + 2 * margin))));
}

export function show(point: Coordinate, zoom?: number): void {
  view.cancelAnimations();
  view.setCenter(toMeters(point));
  if (zoom !== undefined) view.setZoom(zoom);
}

export function fitView(extent: Extent, maxZoom = MAX_FIT_ZOOM): void {
  view.cancelAnimations();
  view.fit(extent, { padding: Array(4).fill(FIT_MARGIN_PIXELS), maxZoom });
  // On phones, it is above the panel.
  target.scrollIntoView({ block: "nearest" });
}

/** The scale says "1 m", where ol says "1000 mm". */
map.on("postrender", () => {
  const scale = document.querySelector(".ol-scale-line-inner");
  const [, thousands, unit] = /^(\d+)000 (mm|μm)$/.exec(scale?.textContent ?? "") ?? [];
  if (scale && unit) scale.textContent = `${thousands} ${unit === "mm" ? "m" : "mm"}`;
});

export const onRest = (run: () => void) => map.on("moveend", run);

/** A position that the user chooses, in meters of the map, and what the map showed at the time of the event. */
function pickAt(meters: readonly number[], { timeStamp }: Event) {
  return { meters, resolution: resolution(), view: viewOf(), timeStamp };
}
export type Picked = ReturnType<typeof pickAt>;

/** Creates the layers. They follow the colors of the page and the pixel ratio of the screen. */
function startLayers(): void {
  let tiles: BaseLayer[] = [];
  const redraw = () =>
    map.setLayers([...createBaseLayers(tiles), createRowsLayer(), ...createPlaceLayers()]);
  redraw();
  for (const query of COLOR_QUERIES) matchMedia(query).addEventListener("change", redraw);
  addEventListener("resize", () => map.setPixelRatio(devicePixelRatio));
  void loadBaseMap("coarse");
  onRest(() => showBaseMapAt(zoom()));
  if (tilesUrl === "") return;
  void import("./tiles.ts").then(({ createTileLayer }) => {
    tiles = [createTileLayer(tilesUrl, duration)];
    redraw();
  });
}

export function startMap(start: MapView, onPick: (pick: Picked) => void): void {
  show(start.center, start.zoom);
  startLayers();
  let clicked: Picked | undefined;
  // The map may move before it is sure that no second click follows, which zooms in and chooses nothing.
  map.on("click", ({ coordinate, originalEvent }) => {
    clicked = pickAt(coordinate, originalEvent);
  });
  map.on("singleclick", () => clicked && onPick(clicked));
  target.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    onPick(pickAt(middle(), event));
  });

  // Steps during a motion start from its target.
  let zoomTarget = start.zoom;
  onRest(() => {
    zoomTarget = zoom();
  });
  const zoomBy = (steps: number) => {
    zoomTarget += steps;
    view.cancelAnimations();
    view.animate({ zoom: zoomTarget, duration });
  };
  onClick("zoom-in", () => zoomBy(1));
  onClick("zoom-out", () => zoomBy(-1));
}
