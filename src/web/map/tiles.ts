/** Tiles of a server that the operator has chosen, above the base map. Without one, nothing is requested. */
import type { CanvasMap, MapLayer } from "./canvas-map.ts";
import type { MapView } from "./view.ts";

/** Servers have tiles up to this zoom; they are enlarged beyond. */
const MAX_TILE_ZOOM = 19;
/** A few screens full. */
const MAX_KEPT_TILES = 400;
/** While a tile is loading, up to this many coarser ones are tried. */
const MAX_COARSER = 4;

export class TileLayer implements MapLayer {
  readonly #map: CanvasMap;
  readonly #template: string;
  /** In the order of their last use. */
  readonly #tiles = new Map<string, HTMLImageElement>();

  /** @param template an address with `{z}`, `{x}` and `{y}` */
  constructor(map: CanvasMap, template: string) {
    this.#map = map;
    this.#template = template;
  }

  draw(context: CanvasRenderingContext2D, view: MapView): void {
    const zoom = Math.max(0, Math.min(MAX_TILE_ZOOM, Math.round(view.zoom)));
    const count = 2 ** zoom;
    const lastRow = Math.min(count - 1, Math.floor(view.bottom * count));
    for (let row = Math.max(0, Math.floor(view.top * count)); row <= lastRow; row++) {
      for (let column = Math.floor(view.left * count); column <= view.right * count; column++) {
        this.#drawTile(context, view, zoom, column, row);
      }
    }
  }

  /** Draws a tile, or while it is loading the part of a coarser one. */
  #drawTile(
    context: CanvasRenderingContext2D,
    view: MapView,
    zoom: number,
    column: number,
    row: number,
  ): void {
    const count = 2 ** zoom;
    const left = Math.round(view.screenX(column / count));
    const top = Math.round(view.screenY(row / count));
    const width = Math.round(view.screenX((column + 1) / count)) - left;
    const height = Math.round(view.screenY((row + 1) / count)) - top;
    const wrapped = ((column % count) + count) % count;
    for (let up = 0; up <= Math.min(zoom, MAX_COARSER); up++) {
      const parts = 2 ** up;
      const x = Math.floor(wrapped / parts);
      const y = Math.floor(row / parts);
      const image = this.#imageOf(zoom - up, x, y, up === 0);
      if (!image?.complete || image.naturalWidth === 0) continue;
      const side = image.naturalWidth / parts;
      const fromX = (wrapped - x * parts) * side;
      const fromY = (row - y * parts) * side;
      context.drawImage(image, fromX, fromY, side, side, left, top, width, height);
      return;
    }
  }

  /** @param isLoaded whether to load the image if it is not kept */
  #imageOf(zoom: number, x: number, y: number, isLoaded: boolean): HTMLImageElement | undefined {
    const values: Readonly<Record<string, number>> = { z: zoom, x, y };
    const url = this.#template.replace(/\{([zxy])\}/g, (_, name: string) => `${values[name]}`);
    const kept = this.#tiles.get(url);
    if (kept) {
      this.#tiles.delete(url);
      this.#tiles.set(url, kept);
      return kept;
    }
    if (!isLoaded) return undefined;
    const image = new Image();
    image.addEventListener("load", () => this.#map.redraw());
    image.src = url;
    this.#tiles.set(url, image);
    for (const oldest of this.#tiles.keys()) {
      if (this.#tiles.size <= MAX_KEPT_TILES) break;
      this.#tiles.delete(oldest);
    }
    return image;
  }
}
