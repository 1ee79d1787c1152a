/** The map: ol's Map and View with the layers of the page, and how users move it. */
import ScaleLine from "ol/control/ScaleLine.js";
import DragPan from "ol/interaction/DragPan.js";
import { defaults } from "ol/interaction/defaults.js";
import KeyboardPan from "ol/interaction/KeyboardPan.js";
import KeyboardZoom from "ol/interaction/KeyboardZoom.js";
import Kinetic from "ol/Kinetic.js";
import type BaseLayer from "ol/layer/Base.js";
import OlMap from "ol/Map.js";
import View from "ol/View.js";
import type { Coordinate } from "../../index.ts";
import { assetUrl, find, onClick } from "../dom.ts";
import type { Bounds, PlaceDescription } from "../engine/places.ts";
import { createBaseLayer, loadBaseMap } from "./base-map.ts";
import { createGraticule } from "./graticule.ts";
import { createPlaceLayers, showPlace } from "./place.ts";
import { toBounds, toExtent, toMeters, toPlace } from "./projection.ts";
import { createRowsLayer, setRows } from "./rows.ts";
import { COLOR_QUERIES } from "./styles.ts";
import { createTownLayer, MAX_TOWN_ZOOM, MIN_TOWN_ZOOM } from "./towns.ts";

/** At this zoom, a cell of eight extra characters is a few hundred pixels wide. */
const MAX_ZOOM = 41;
/** From this zoom on, the coarse map looks angular. */
const FINE_ZOOM = 4;
/** Closer than this, there is nothing to see on a map without tiles. */
const MAX_FIT_ZOOM = 20;
/** How much of the map something fills that it is fitted to. */
const FIT_SHARE = 0.8;
const KEY_PIXELS = 80;
const MOTION_MS = 250;

/** Tiles of the operator; an empty address for none. */
export interface Tiles {
  readonly url: string;
  readonly attribution: string;
}

export interface PageMap {
  readonly zoom: number;
  /** What the map shows. @param margin how much around it, as a part of its size */
  bounds(margin?: number): Bounds;
  readonly center: Coordinate;
  /** Pixels of the map that so many degrees of longitude take. */
  pixelsOf(widthDeg: number): number;
  /** Shows a place in the middle. */
  show(point: Coordinate, zoom?: number): void;
  /** Shows all of a rectangle. */
  fit(bounds: Bounds, maxZoom?: number): void;
  showPlace(place: PlaceDescription): void;
  /** Shows the rows of a table, in meters of the map: x, y, x, y and so on. */
  showRows(points?: Float64Array): void;
  /** Registers what runs whenever the map has come to rest. */
  onRest(listener: () => void): void;
}

/** What is said of the map without tiles: its sources, or that it has no streets. */
function baseMapNote(zoom: number, hasTiles: boolean): string {
  if (hasTiles || zoom < MIN_TOWN_ZOOM) return "Borders: Natural Earth";
  return zoom > MAX_TOWN_ZOOM
    ? "This map has no streets; its codes are exact"
    : "Borders: Natural Earth · Towns: GeoNames";
}

function createInteractions(motionMs: number) {
  const drag = motionMs > 0 ? { kinetic: new Kinetic(-0.005, 0.05, 100) } : {};
  return defaults({
    altShiftDragRotate: false,
    pinchRotate: false,
    dragPan: false,
    keyboard: false,
    zoomDuration: motionMs,
  }).extend([
    new DragPan(drag),
    new KeyboardPan({ pixelDelta: KEY_PIXELS, duration: motionMs }),
    new KeyboardZoom({ duration: motionMs }),
  ]);
}

/**
 * Creates the map.
 * @param start what it shows first
 * @param onPick called with the place that the user chooses, and how many meters a pixel is there
 */
export function createMap(
  start: { readonly point: Coordinate; readonly zoom: number },
  tiles: Tiles,
  onPick: (point: Coordinate, pixelMeters: number) => void,
): PageMap {
  const target = find("map", HTMLElement);
  const motionMs = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : MOTION_MS;
  const hasTiles = tiles.url !== "";
  const view = new View({
    center: toMeters(start.point),
    zoom: start.zoom,
    maxZoom: MAX_ZOOM,
    enableRotation: false,
  });
  let tileLayer: BaseLayer | undefined;
  const createLayers = () => [
    createBaseLayer(),
    ...(tileLayer ? [tileLayer] : []),
    createGraticule(),
    ...(hasTiles ? [] : [createTownLayer()]),
    createRowsLayer(),
    ...createPlaceLayers(),
  ];
  const map = new OlMap({
    target,
    view,
    interactions: createInteractions(motionMs),
    layers: createLayers(),
    moveTolerance: 5,
    controls: [new ScaleLine({ target: "scale", minWidth: 80 })],
  });
  const zoomOf = () => view.getZoom() ?? start.zoom;

  function pick(meters: number[]): void {
    const resolution = view.getResolution() ?? 1;
    const point = toPlace(meters, resolution);
    onPick(point, resolution * Math.cos((point.latDeg * Math.PI) / 180));
  }
  // "singleclick" would wait 250 ms for a second click, which comes closer to the place of the first one.
  map.on("click", ({ coordinate }) => pick(coordinate));
  target.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    pick(view.getCenter() ?? toMeters(start.point));
  });
  // Steps during a motion begin where it will end.
  let zoomTarget = start.zoom;
  map.on("moveend", () => {
    zoomTarget = zoomOf();
  });
  const zoomBy = (steps: number) => {
    zoomTarget += steps;
    view.cancelAnimations();
    view.animate({ zoom: zoomTarget, duration: motionMs });
  };
  onClick("zoom-in", () => zoomBy(1));
  onClick("zoom-out", () => zoomBy(-1));

  const redraw = () => map.setLayers(createLayers());
  for (const query of COLOR_QUERIES) matchMedia(query).addEventListener("change", redraw);
  addEventListener("resize", () => map.setPixelRatio(devicePixelRatio));
  // Without network, the page works without a base map, and later with the coarse one.
  const load = (name: "coarse" | "fine") =>
    loadBaseMap(assetUrl(name), !hasTiles).then(
      () => true,
      () => false,
    );
  let loading = load("coarse");
  let isFine = false;
  map.on("moveend", async () => {
    find("base-map-note", HTMLElement).textContent = baseMapNote(zoomOf(), hasTiles);
    if (isFine || zoomOf() < FINE_ZOOM || zoomOf() > MAX_TOWN_ZOOM) return;
    isFine = true;
    loading = loading.then(() => load("fine"));
    isFine = await loading;
  });
  if (hasTiles) {
    void import("./tiles.ts").then(({ createTileLayer }) => {
      tileLayer = createTileLayer(tiles.url, tiles.attribution, motionMs);
      redraw();
    });
  }

  return {
    get zoom() {
      return zoomOf();
    },
    bounds(margin = 0) {
      const [width = 0, height = 0] = map.getSize() ?? [];
      return toBounds(view.calculateExtent([width * (1 + 2 * margin), height * (1 + 2 * margin)]));
    },
    get center() {
      return toPlace(view.getCenter() ?? [0, 0], view.getResolution() ?? 1);
    },
    pixelsOf: (widthDeg) =>
      toExtent({ southDeg: 0, northDeg: 0, westDeg: 0, eastDeg: widthDeg })[2] /
      (view.getResolution() ?? 1),
    show(point, zoom) {
      view.cancelAnimations();
      view.setCenter(toMeters(point));
      if (zoom !== undefined) view.setZoom(zoom);
    },
    fit(bounds, maxZoom = MAX_FIT_ZOOM) {
      const [width = 0, height = 0] = map.getSize() ?? [];
      const [x, y] = [width, height].map((pixels) => (pixels * (1 - FIT_SHARE)) / 2);
      view.cancelAnimations();
      view.fit(toExtent(bounds), { padding: [y, x, y, x], maxZoom });
    },
    showPlace,
    showRows(points) {
      setRows(points);
      map.render();
    },
    onRest: (listener) => void map.on("moveend", listener),
  };
}
