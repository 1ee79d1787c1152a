/** The rows of a table, each as a dot that answers to a click, for any number of rows. */
import { createEmpty, type Extent, extendXY } from "ol/extent.js";
import Layer from "ol/layer/Layer.js";
import type { FrameState } from "ol/Map.js";
import { HALF_SIZE } from "ol/proj/epsg3857.js";
import { mapColor } from "./styles.ts";

const DOT_PIXELS = 7;
/** Fingers and mice hit dots within this distance. */
const HIT_PIXELS = 12;

/** Meters of the map: x, y, x, y and so on. */
let points: Float64Array = new Float64Array(0);
let layer: Layer | undefined;

export function showRows(rows: Float64Array): void {
  points = rows;
  layer?.changed();
}

export function rowsExtent(): Extent {
  const extent = createEmpty();
  for (let at = 0; at < points.length; at += 2) extendXY(extent, points[at], points[at + 1]);
  return extent;
}

/** The index of the point nearest to a click; undefined if none is near. @param resolution meters per pixel */
export function rowAt([x, y]: readonly number[], resolution: number): number | undefined {
  let [nearest, least]: [number | undefined, number] = [undefined, HIT_PIXELS * resolution];
  for (let at = 0; at < points.length; at += 2) {
    const east = points[at] - x;
    // The map repeats beyond the date line.
    const wrapped = east - 2 * HALF_SIZE * Math.round(east / (2 * HALF_SIZE));
    const distance = Math.hypot(wrapped, points[at + 1] - y);
    if (distance < least) [nearest, least] = [at / 2, distance];
  }
  return nearest;
}

/** The pixels of a dot, as offsets in an image: a disc. */
function discOf(side: number, width: number): readonly number[] {
  const radius = side / 2;
  const pixels = Array.from({ length: side * side }, (_, at) => [Math.floor(at / side), at % side]);
  const isWithin = (at: readonly number[]) =>
    Math.hypot(at[0] + 0.5 - radius, at[1] + 0.5 - radius) <= radius;
  return pixels.filter(isWithin).map(([row, column]) => row * width + column);
}

/** Draws discs into the alpha values of an image. A million take 0.11 s; squares of the canvas, nine times as long. */
function markRows(image: ImageData, { viewState, pixelRatio }: FrameState): void {
  const { data, width, height } = image;
  const { center, resolution } = viewState;
  const scale = pixelRatio / resolution;
  const side = Math.round(DOT_PIXELS * pixelRatio);
  const disc = discOf(side, width);
  const left = center[0] - width / 2 / scale;
  const top = center[1] + height / 2 / scale;
  const worldPixels = 2 * HALF_SIZE * scale;
  // A pixel is a word of 32 bits. Alpha is its highest byte on all platforms of browsers.
  const pixels = new Uint32Array(data.buffer);
  // Dots that begin at the same pixel look the same.
  const isDrawn = new Uint8Array(width * height);
  for (let at = 0; at < points.length; at += 2) {
    const y = Math.round((top - points[at + 1]) * scale - side / 2);
    if (y < 0 || y + side > height) continue;
    const east = (points[at] - left) * scale - side / 2;
    const first = east - Math.floor(east / worldPixels) * worldPixels;
    for (let x = Math.round(first); x + side <= width; x = Math.round(x + worldPixels)) {
      const corner = y * width + x;
      if (isDrawn[corner] !== 0) continue;
      isDrawn[corner] = 1;
      for (let index = 0; index < disc.length; index++) pixels[corner + disc[index]] = 0xff000000;
    }
  }
}

export function createRowsLayer(): Layer {
  const canvas = document.createElement("canvas");
  canvas.className = "rows";
  const color = mapColor("row");
  layer = new Layer({
    render(frame) {
      if (!frame) return canvas;
      const [width, height] = frame.size.map((pixels) => Math.round(pixels * frame.pixelRatio));
      if (canvas.width !== width) canvas.width = width;
      if (canvas.height !== height) canvas.height = height;
      const context = canvas.getContext("2d");
      if (!context || width === 0 || height === 0) return canvas;
      const image = context.createImageData(width, height);
      markRows(image, frame);
      context.putImageData(image, 0, 0);
      context.globalCompositeOperation = "source-in";
      context.fillStyle = color;
      context.fillRect(0, 0, width, height);
      // ol draws the layers above into this canvas, too.
      context.globalCompositeOperation = "source-over";
      return canvas;
    },
  });
  return layer;
}
