/** Tiles that the operator has chosen, above the base map. Without any, nothing is requested. */
import { create, find } from "../dom.ts";
import type { CanvasMap, Frame, MapLayer } from "./canvas-map.ts";
import { WORLD_PIXELS, type WorldRectangle, worldRectangle } from "./mercator.ts";
import type { MapView } from "./view.ts";

/** Where there are tiles. */
export interface TileExtent {
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly westDeg: number;
  readonly southDeg: number;
  readonly eastDeg: number;
  readonly northDeg: number;
}

/** Servers have tiles of the whole world up to this zoom; they are enlarged beyond. */
const EVERYWHERE: TileExtent = {
  minZoom: 0,
  maxZoom: 19,
  westDeg: -180,
  southDeg: -90,
  eastDeg: 180,
  northDeg: 90,
};

/** A few screens full. */
const MAX_KEPT_TILES = 400;
/** In place of a tile that is missing or on its way, one that is so many zooms coarser is drawn, */
const MAX_COARSER = 4;
/** or several that are so many zooms finer. */
const MAX_FINER = 2;
/** Tiles are asked for when the zoom has not changed for so long: a fast zoom asks for tiles of where it ends. */
const SETTLED_MS = 120;
/** Tiles that failed are asked for again after this time. */
const RETRY_MS = 20_000;

const MISSING_TEXT = "Map tiles are missing here. The codes are exact without them.";

/** A square of the map; the column may lie on another copy of the world. */
interface Square {
  readonly zoom: number;
  readonly column: number;
  readonly row: number;
}

/**
 * The zoom of the tiles for a view: each pixel of them is at most about one of the screen.
 * @param ratio pixels of the screen for each of CSS
 * @param tilePixels the width of tiles
 * @returns undefined if there are none: the view is too far away
 */
export function tileZoom(
  viewZoom: number,
  ratio: number,
  tilePixels: number,
  { minZoom, maxZoom }: TileExtent,
): number | undefined {
  const finer = Math.round(Math.log2((ratio * WORLD_PIXELS) / tilePixels));
  const zoom = Math.round(viewZoom) + Math.max(0, finer);
  return zoom < minZoom ? undefined : Math.min(zoom, maxZoom);
}

/** The part of a coarser tile that is a square of the map, from 0 to 1. */
interface Part {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

const WHOLE: Part = { x: 0, y: 0, side: 1 };

function isLoaded(image: HTMLImageElement | undefined): image is HTMLImageElement {
  return image?.complete === true && image.naturalWidth > 0;
}

function hasFailed(image: HTMLImageElement): boolean {
  return image.complete && image.naturalWidth === 0;
}

function drawImage(
  { context, view }: Frame,
  { zoom, column, row }: Square,
  image: HTMLImageElement,
  { x, y, side }: Part,
): void {
  const count = 2 ** zoom;
  const left = Math.round(view.screenX(column / count));
  const top = Math.round(view.screenY(row / count));
  const width = Math.round(view.screenX((column + 1) / count)) - left;
  const height = Math.round(view.screenY((row + 1) / count)) - top;
  const { naturalWidth: pixels } = image;
  const [fromX, fromY, from] = [x * pixels, y * pixels, side * pixels];
  context.drawImage(image, fromX, fromY, from, from, left, top, width, height);
}

export class TileLayer implements MapLayer {
  readonly #map: CanvasMap;
  readonly #template: string;
  readonly #extent: TileExtent;
  readonly #area: WorldRectangle;
  readonly #note = create("p", { class: "note tiles-note", role: "status" });
  /** By address, in the order of their last use. */
  readonly #tiles = new Map<string, HTMLImageElement>();
  #tilePixels: number;
  #zoom: number | undefined;
  #zoomedAtMs = Number.NEGATIVE_INFINITY;
  #retry: number | undefined;

  /**
   * @param template an address with `{z}`, `{x}` and `{y}`; `{r}` is `@2x` for screens with more pixels, else nothing
   * @param extent where there are tiles; everywhere by default
   */
  constructor(map: CanvasMap, template: string, extent: TileExtent = EVERYWHERE) {
    this.#map = map;
    const suffix = devicePixelRatio > 1 ? "@2x" : "";
    this.#template = template.replace("{r}", suffix);
    this.#tilePixels = WORLD_PIXELS * (this.#template === template || suffix === "" ? 1 : 2);
    this.#extent = extent;
    this.#area = worldRectangle(extent);
    find("attribution", HTMLElement).parentElement?.before(this.#note);
    addEventListener("online", () => this.#askAgain());
  }

  draw(frame: Frame): void {
    const { view } = frame;
    const isSettled = this.#isSettled(view);
    const zoom = tileZoom(view.zoom, devicePixelRatio, this.#tilePixels, this.#extent);
    const squares = zoom === undefined ? [] : this.#squaresIn(view, zoom);
    const areMissing = squares
      .map((square) => this.#drawSquare(frame, square, isSettled))
      .includes(false);
    if (isSettled) this.#tellMissing(areMissing);
  }

  /** Whether the zoom has not changed for a moment; if it has, everything is drawn again after that moment. */
  #isSettled({ zoom }: MapView): boolean {
    const nowMs = performance.now();
    if (zoom !== this.#zoom && this.#zoom !== undefined) {
      this.#zoomedAtMs = nowMs;
      setTimeout(() => this.#map.redraw(), SETTLED_MS);
    }
    this.#zoom = zoom;
    return nowMs - this.#zoomedAtMs >= SETTLED_MS;
  }

  /** The squares of a zoom in a view, where there are tiles. */
  #squaresIn({ left, right, top, bottom }: MapView, zoom: number): Square[] {
    const { west, east, north, south } = this.#area;
    const count = 2 ** zoom;
    const squares: Square[] = [];
    const firstRow = Math.floor(Math.max(top, north) * count);
    const endRow = Math.min(bottom, south) * count;
    for (let row = firstRow; row < endRow; row++) {
      for (let column = Math.floor(left * count); column < right * count; column++) {
        const x = column / count - Math.floor(column / count);
        if (x < east && x + 1 / count > west) squares.push({ zoom, column, row });
      }
    }
    return squares;
  }

  /**
   * Draws a square. Where its tile is missing, coarser ones are asked for, one after the other.
   * @param isAsking whether to ask for tiles that are not kept
   * @returns false if there is nothing to draw, and nothing on its way
   */
  #drawSquare(frame: Frame, square: Square, isAsking: boolean): boolean {
    const { zoom, column, row } = square;
    let mayAsk = isAsking;
    for (let up = 0; up <= Math.min(zoom - this.#extent.minZoom, MAX_COARSER); up++) {
      const side = 1 / 2 ** up;
      const [x, y] = [Math.floor(column * side), Math.floor(row * side)];
      const image = this.#imageOf({ zoom: zoom - up, column: x, row: y }, mayAsk);
      if (isLoaded(image)) {
        drawImage(frame, square, image, { x: column * side - x, y: row * side - y, side });
        return true;
      }
      mayAsk &&= image !== undefined && hasFailed(image);
    }
    const isDrawn = this.#drawFiner(frame, square, MAX_FINER);
    return isDrawn || !mayAsk;
  }

  /** Draws the kept tiles within a square. @returns whether there are any */
  #drawFiner(frame: Frame, { zoom, column, row }: Square, levels: number): boolean {
    let isDrawn = false;
    for (const [right, down] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ]) {
      const finer = { zoom: zoom + 1, column: 2 * column + right, row: 2 * row + down };
      const image = this.#imageOf(finer, false);
      if (isLoaded(image)) {
        drawImage(frame, finer, image, WHOLE);
        isDrawn = true;
      } else if (levels > 1 && this.#drawFiner(frame, finer, levels - 1)) {
        isDrawn = true;
      }
    }
    return isDrawn;
  }

  /** @param mayAsk whether to ask for the image if it is not kept */
  #imageOf({ zoom, column, row }: Square, mayAsk: boolean): HTMLImageElement | undefined {
    const count = 2 ** zoom;
    const values: Readonly<Record<string, number>> = {
      z: zoom,
      x: ((column % count) + count) % count,
      y: row,
    };
    const url = this.#template.replace(/\{([zxy])\}/g, (_, name: string) => `${values[name]}`);
    const kept = this.#tiles.get(url);
    if (kept) {
      this.#tiles.delete(url);
      this.#tiles.set(url, kept);
      return kept;
    }
    if (!mayAsk) return undefined;
    const image = new Image();
    image.addEventListener("load", () => {
      this.#tilePixels = Math.max(WORLD_PIXELS, image.naturalWidth);
      this.#map.redraw();
    });
    image.addEventListener("error", () => this.#map.redraw());
    image.src = url;
    this.#tiles.set(url, image);
    for (const oldest of this.#tiles.keys()) {
      if (this.#tiles.size <= MAX_KEPT_TILES) break;
      this.#tiles.delete(oldest);
    }
    return image;
  }

  #tellMissing(areMissing: boolean): void {
    const text = areMissing ? MISSING_TEXT : "";
    if (this.#note.textContent !== text) this.#note.textContent = text;
    if (areMissing) this.#retry ??= setTimeout(() => this.#askAgain(), RETRY_MS);
  }

  #askAgain(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    for (const [url, image] of this.#tiles) if (hasFailed(image)) this.#tiles.delete(url);
    this.#map.redraw();
  }
}
