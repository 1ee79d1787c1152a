/** Names on the map. A name appears where its country has room for it, and no two names overlap. */
import type { MapColors } from "./colors.ts";
import type { Line } from "./lines.ts";
import type { MapView } from "./view.ts";

export interface Label {
  readonly text: string;
  /** Where the middle of the text is, in world coordinates. */
  readonly x: number;
  readonly y: number;
  /** Of the greatest part of the country: larger countries come first. */
  readonly area: number;
  /** Width of that part. */
  readonly width: number;
}

const FONT = "500 12px system-ui, sans-serif";
const LINE_PIXELS = 16;
const GAP_PIXELS = 6;
/** A name may be this much wider than its country. */
const OVERHANG = 1.3;
/** Above, a country fills the map. */
const MAX_ZOOM = 9;

/** Area and center of gravity of a ring. */
function centerOf({ points }: Line): { readonly area: number; x: number; y: number } {
  let [doubled, x, y] = [0, 0, 0];
  for (let index = 0; index + 3 < points.length; index += 2) {
    const [x1, y1, x2, y2] = points.subarray(index, index + 4);
    const cross = x1 * y2 - x2 * y1;
    doubled += cross;
    x += (x1 + x2) * cross;
    y += (y1 + y2) * cross;
  }
  return { area: Math.abs(doubled / 2), x: x / (3 * doubled), y: y / (3 * doubled) };
}

/** The label of a country on its greatest part; undefined without any. */
export function labelOf(text: string, parts: readonly Line[]): Label | undefined {
  const labels = parts.map((part) => ({ ...centerOf(part), text, width: part.east - part.west }));
  return labels.reduce<Label | undefined>(
    (best, label) => (best && best.area >= label.area ? best : label),
    undefined,
  );
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}

/** Paints names, the first ones of a list first. */
export class LabelPainter {
  readonly #widths = new Map<string, number>();

  paint(
    context: CanvasRenderingContext2D,
    view: MapView,
    colors: MapColors,
    labels: readonly Label[],
  ): void {
    if (view.zoom > MAX_ZOOM) return;
    context.font = FONT;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineJoin = "round";
    context.lineWidth = 3;
    context.strokeStyle = colors.halo;
    context.fillStyle = colors.label;
    const taken: Box[] = [];
    for (const label of labels) {
      const width = this.#widthOf(context, label.text);
      if (label.width * view.scale * OVERHANG < width) continue;
      for (let copy = Math.floor(view.left) - 1; copy <= Math.floor(view.right); copy++) {
        const x = view.screenX(label.x + copy);
        const y = view.screenY(label.y);
        const box = boxAround(x, y, width);
        const isOutside =
          box.right < 0 || box.left > view.width || box.bottom < 0 || box.top > view.height;
        if (isOutside || taken.some((other) => overlap(box, other))) continue;
        taken.push(box);
        context.strokeText(label.text, x, y);
        context.fillText(label.text, x, y);
      }
    }
  }

  #widthOf(context: CanvasRenderingContext2D, text: string): number {
    let width = this.#widths.get(text);
    if (width === undefined) {
      width = context.measureText(text).width;
      this.#widths.set(text, width);
    }
    return width;
  }
}

function boxAround(x: number, y: number, width: number): Box {
  return {
    left: x - width / 2 - GAP_PIXELS,
    right: x + width / 2 + GAP_PIXELS,
    top: y - LINE_PIXELS / 2,
    bottom: y + LINE_PIXELS / 2,
  };
}
