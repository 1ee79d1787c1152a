/** The converted rows on the map: marks with the number of rows that are close together, or the density of many. */
import type { Frame, MapLayer } from "../map/canvas-map.ts";
import type { MapColors } from "../map/colors.ts";
import type { MapView } from "../map/view.ts";
import { ClusterLevels, type Clusters } from "./clusters.ts";
import { MAX_MARK_PIXELS, MarkImages } from "./marks.ts";

/** Side of the squares of the screen whose points are one mark, and whose points are counted as density. */
const MARK_PIXELS = 44;
const DENSITY_PIXELS = 6;
/** More points in view are shown as density: their marks would cover the map. */
const MAX_MARKED_POINTS = 1000;
/** The opacity of one point in a square, and of the fullest one, 0 to 255. */
const MIN_OPACITY = 110;
const MAX_OPACITY = 255;

export class RowsLayer implements MapLayer {
  #marks: ClusterLevels | undefined;
  #squares: ClusterLevels | undefined;
  #images: MarkImages | undefined;
  readonly #canvas = new OffscreenCanvas(1, 1);

  /** @param points world coordinates; undefined to show nothing */
  show(points: Float64Array | undefined): void {
    this.#marks = points && new ClusterLevels(points, MARK_PIXELS);
    this.#squares = points && new ClusterLevels(points, DENSITY_PIXELS);
  }

  draw(frame: Frame): void {
    const { context, view, colors } = frame;
    if (!this.#marks || !this.#squares) return;
    const marks = this.#marks.at(view.zoom);
    if (countInView(marks, view) > MAX_MARKED_POINTS) {
      this.#drawDensity(frame, this.#squares);
      return;
    }
    const images = this.#imagesFor(colors, context.getTransform().a);
    context.resetTransform();
    eachInView(marks, view, MAX_MARK_PIXELS / view.scale, (index, x) => {
      images.draw(context, view.screenX(x), view.screenY(marks.ys[index]), marks.counts[index]);
    });
  }

  /** A picture with a pixel for each square, which is the more opaque the more points are in it, enlarged to the map. */
  #drawDensity({ context, view, colors }: Frame, levels: ClusterLevels): void {
    const squares = levels.squaresAt(view.zoom);
    const clusters = levels.at(view.zoom);
    const [left, top] = [Math.floor(view.left * squares), Math.floor(view.top * squares)];
    const width = Math.ceil(view.right * squares) - left;
    const height = Math.ceil(view.bottom * squares) - top;
    const picture = new ImageData(width, height);
    const most = Math.log(maxOf(clusters.counts) + 1);
    eachInView(clusters, view, 0, (index, x) => {
      const column = Math.floor(x * squares) - left;
      const row = Math.floor(clusters.ys[index] * squares) - top;
      const share = Math.log(clusters.counts[index] + 1) / most;
      picture.data[4 * (row * width + column) + 3] =
        MIN_OPACITY + (MAX_OPACITY - MIN_OPACITY) * share;
    });
    this.#canvas.width = width;
    this.#canvas.height = height;
    const pixels = this.#canvas.getContext("2d");
    if (!pixels) return;
    pixels.putImageData(picture, 0, 0);
    pixels.globalCompositeOperation = "source-in";
    pixels.fillStyle = colors.row;
    pixels.fillRect(0, 0, width, height);
    const pixel = view.scale / squares;
    const [x, y] = [view.screenX(left / squares), view.screenY(top / squares)];
    context.drawImage(this.#canvas, x, y, width * pixel, height * pixel);
  }

  /** The images of the last time, unless colors or resolution have changed. */
  #imagesFor(colors: MapColors, ratio: number): MarkImages {
    if (this.#images?.colors !== colors || this.#images.ratio !== ratio) {
      this.#images = new MarkImages(colors, ratio);
    }
    return this.#images;
  }
}

/** Calls a function for each cluster in view, on every copy of the world. @param margin around the view, in the world */
function eachInView(
  { xs, ys }: Clusters,
  { left, right, top, bottom }: MapView,
  margin: number,
  run: (index: number, x: number) => void,
): void {
  const [west, east, north, south] = [left - margin, right + margin, top - margin, bottom + margin];
  for (let index = 0; index < ys.length; index++) {
    if (ys[index] < north || ys[index] > south) continue;
    for (let x = xs[index] + Math.ceil(west - xs[index]); x <= east; x++) run(index, x);
  }
}

function countInView(clusters: Clusters, view: MapView): number {
  let count = 0;
  eachInView(clusters, view, 0, (index) => {
    count += clusters.counts[index];
  });
  return count;
}

function maxOf(counts: Uint32Array): number {
  let most = 0;
  for (const count of counts) most = Math.max(most, count);
  return most;
}
