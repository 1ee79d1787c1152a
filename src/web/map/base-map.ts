/**
 * The base map: land, borders and names of countries of Natural Earth, drawn from two files of world-atlas. The
 * coarse one is part of the first load, the fine one follows when it is needed.
 */
import { feature, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import { memoize } from "../../internal.ts";
import { countryNamer } from "../country-names.ts";
import type { CanvasMap, Frame, MapLayer } from "./canvas-map.ts";
import { drawLabels, type Label, labelOf } from "./labels.ts";
import { clippedRing, type Line, lineOf, simplified } from "./lines.ts";
import { WORLD_PIXELS } from "./mercator.ts";
import type { TextRoom } from "./texts.ts";
import type { MapView } from "./view.ts";

/** The files of world-atlas: countries with their names. */
interface Atlas extends Topology {
  readonly objects: { readonly countries: GeometryCollection<{ readonly name: string }> };
}

/** Lines in world coordinates, ready to draw. */
interface Countries {
  readonly rings: readonly Line[];
  readonly borders: readonly Line[];
  readonly labels: readonly Label[];
}

/** From this zoom on, the coarse map looks angular. */
const FINE_ZOOM = 3;
/** Beyond, the borders of the fine map are off by more than a centimeter on the screen. */
const MAX_BORDER_ZOOM = 11;
/** Rings are clipped from this zoom on, as canvases compute with 24 bits. */
const CLIP_ZOOM = 8;
/** Points that are closer on the screen are left out. */
const DETAIL_PIXELS = 0.6;

function readCountries(atlas: Atlas): Countries {
  const { countries } = atlas.objects;
  const rings: Line[] = [];
  const labels: Label[] = [];
  const nameOf = countryNamer(navigator.languages);
  for (const { geometry, properties } of feature(atlas, countries).features) {
    const polygons =
      geometry.type === "Polygon"
        ? [geometry.coordinates]
        : geometry.type === "MultiPolygon"
          ? geometry.coordinates
          : [];
    const lines = polygons.map((polygon) => polygon.map(lineOf));
    rings.push(...lines.flat());
    const label = labelOf(
      nameOf(properties.name),
      lines.map(([outer]) => outer),
    );
    if (label) labels.push(label);
  }
  const borders = mesh(atlas, countries, (one, other) => one !== other).coordinates.map(lineOf);
  return { rings, borders, labels: labels.sort((one, other) => other.area - one.area) };
}

/** Countries with as many points as a zoom can show. */
class DetailLevels {
  readonly countries: Countries;
  /** The lines of a whole zoom. */
  readonly linesAt = memoize((zoom: number) => {
    const distance = DETAIL_PIXELS / (WORLD_PIXELS * 2 ** zoom);
    const simplify = (all: readonly Line[]) =>
      all.map((line) => simplified(line, distance)).filter(({ points }) => points.length > 2);
    const { rings, borders } = this.countries;
    return { rings: simplify(rings), borders: simplify(borders) };
  });

  constructor(countries: Countries) {
    this.countries = countries;
  }
}

/** Adds lines to the current path, on every visible copy of the world. */
function tracePath({ context, view }: Frame, lines: readonly Line[], isClosed: boolean): void {
  const isClipped = isClosed && view.zoom >= CLIP_ZOOM;
  for (const line of lines) {
    for (const copy of view.copiesOf(line)) {
      traceLine(context, view, isClipped ? clippedRing(line, view, copy) : line, copy);
    }
  }
}

function traceLine(
  context: CanvasRenderingContext2D,
  view: MapView,
  { points }: Pick<Line, "points">,
  copy: number,
): void {
  const { scale } = view;
  const shiftX = view.screenX(copy);
  const shiftY = view.screenY(0);
  for (let index = 0; index < points.length; index += 2) {
    const x = points[index] * scale + shiftX;
    const y = points[index + 1] * scale + shiftY;
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
}

export class BaseMap implements MapLayer {
  readonly #map: CanvasMap;
  readonly #room: TextRoom;
  readonly #fineUrl: string;
  #coarse: DetailLevels | undefined;
  #fine: DetailLevels | undefined;
  #isFineLoading = false;

  /**
   * @param room the places of names, which is cleared for each frame
   * @param coarseUrl where the file of 1:110 million is
   * @param fineUrl where the file of 1:50 million is
   */
  constructor(map: CanvasMap, room: TextRoom, coarseUrl: string, fineUrl: string) {
    this.#map = map;
    this.#room = room;
    this.#fineUrl = fineUrl;
    void this.#load(coarseUrl).then((levels) => {
      this.#coarse = levels;
    });
  }

  /** Loads the fine map, unless that has begun. */
  loadFine(): void {
    if (this.#isFineLoading) return;
    this.#isFineLoading = true;
    void this.#load(this.#fineUrl).then((levels) => {
      this.#fine = levels;
      this.#isFineLoading = levels !== undefined;
    });
  }

  /** @returns undefined if there is no network; the page works without a base map */
  async #load(url: string): Promise<DetailLevels | undefined> {
    try {
      const response = await fetch(url);
      if (!response.ok) return undefined;
      const levels = new DetailLevels(readCountries((await response.json()) as Atlas));
      this.#map.redraw();
      return levels;
    } catch {
      return undefined;
    }
  }

  draw(frame: Frame): void {
    const { context, view, colors } = frame;
    this.#room.clear();
    context.fillStyle = colors.sea;
    context.fillRect(0, 0, view.width, view.height);
    const isFine = view.zoom >= FINE_ZOOM;
    if (isFine && this.#coarse) this.loadFine();
    const levels = isFine ? (this.#fine ?? this.#coarse) : this.#coarse;
    if (!levels) return;
    const { rings, borders } = levels.linesAt(Math.ceil(view.zoom));
    context.beginPath();
    tracePath(frame, rings, true);
    context.fillStyle = colors.land;
    context.fill();
    if (view.zoom > MAX_BORDER_ZOOM) return;
    context.beginPath();
    tracePath(frame, borders, false);
    context.strokeStyle = colors.border;
    context.lineWidth = 1;
    context.stroke();
    drawLabels(frame, levels.countries.labels, this.#room);
  }
}
