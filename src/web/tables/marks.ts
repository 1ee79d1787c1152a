/** The marks of rows on the map: a dot for one row, a circle with the number of rows for several. */
import { memoize } from "../../internal.ts";
import type { MapColors } from "../map/colors.ts";

const DOT_PIXELS = 4;
const CIRCLE_PIXELS = 9;
/** By how much a circle grows with each factor of ten. */
const GROWTH_PIXELS = 3;
const HALO_PIXELS = 1.5;
const FONT = "600 11px system-ui, sans-serif";

/** From the middle of the largest mark to its edge, in CSS pixels. */
export const MAX_MARK_PIXELS = CIRCLE_PIXELS + 6 * GROWTH_PIXELS + HALO_PIXELS;

/** `950`, `1.2k`, `15k`: a number that fits into a circle. */
export function shortCount(count: number): string {
  if (count < 1000) return `${count}`;
  const thousands = count / 1000;
  return `${thousands < 9.95 ? thousands.toFixed(1).replace(/\.0$/, "") : Math.round(thousands)}k`;
}

function radiusOf(count: number): number {
  return count === 1 ? DOT_PIXELS : CIRCLE_PIXELS + Math.floor(Math.log10(count)) * GROWTH_PIXELS;
}

function drawMark(
  context: OffscreenCanvasRenderingContext2D,
  colors: MapColors,
  count: number,
): void {
  context.beginPath();
  context.arc(0, 0, radiusOf(count), 0, 2 * Math.PI);
  context.fillStyle = colors.row;
  context.fill();
  context.lineWidth = HALO_PIXELS;
  context.strokeStyle = colors.halo;
  context.stroke();
  if (count === 1) return;
  context.font = FONT;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = colors.halo;
  context.fillText(shortCount(count), 0, 0);
}

/**
 * Marks in the colors and resolution of one canvas. Each is drawn once for its number and then copied: a frame with
 * 600 marks takes 17 ms instead of 20 to 27.
 */
export class MarkImages {
  readonly colors: MapColors;
  /** Pixels of the canvas for each CSS pixel. */
  readonly ratio: number;
  readonly #imageOf = memoize((count: number) => this.#create(count));

  constructor(colors: MapColors, ratio: number) {
    this.colors = colors;
    this.ratio = ratio;
  }

  /**
   * Draws a mark.
   * @param context without a transformation: copies on whole pixels need no smoothing
   * @param x the middle of the mark in CSS pixels
   */
  draw(context: CanvasRenderingContext2D, x: number, y: number, count: number): void {
    // Numbers with the same text share an image.
    const step = count < 1000 ? 1 : count < 9950 ? 100 : 1000;
    const image = this.#imageOf(step * Math.round(count / step));
    const half = image.width / 2;
    context.drawImage(image, Math.round(x * this.ratio) - half, Math.round(y * this.ratio) - half);
  }

  #create(count: number): OffscreenCanvas {
    const half = Math.ceil((radiusOf(count) + HALO_PIXELS) * this.ratio);
    const image = new OffscreenCanvas(2 * half, 2 * half);
    const context = image.getContext("2d");
    if (context) {
      context.setTransform(this.ratio, 0, 0, this.ratio, half, half);
      drawMark(context, this.colors, count);
    }
    return image;
  }
}
