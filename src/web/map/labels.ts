/**
 * Names on the map. A name appears where its country has room for it. No two names overlap, none is cut off at an edge of
 * the map, and none stands where the degrees are.
 */
import type { Frame } from "./canvas-map.ts";
import type { Line } from "./lines.ts";
import { boxAround, drawText, setTextStyle, type TextRoom } from "./texts.ts";

export interface Label {
  readonly text: string;
  /** Where the middle of the text is, in world coordinates. */
  readonly x: number;
  readonly y: number;
  /** The area of the greatest part of the country: larger countries come first. */
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

/** Draws names, the first ones of a list first. @param room where their places are */
export function drawLabels(frame: Frame, labels: readonly Label[], room: TextRoom): void {
  const { context, view } = frame;
  if (view.zoom > MAX_ZOOM) return;
  setTextStyle(frame, FONT);
  for (const label of labels) {
    const width = room.widthOf(context, label.text);
    if (label.width * view.scale * OVERHANG < width) continue;
    const { x, y } = label;
    for (const copy of view.copiesOf({ west: x, east: x, north: y, south: y })) {
      const position = { x: view.screenX(x + copy), y: view.screenY(y) };
      const box = boxAround(position, width + 2 * GAP_PIXELS, LINE_PIXELS);
      if (room.takeInside(box, view)) drawText(context, label.text, position);
    }
  }
}
