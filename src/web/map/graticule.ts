/** Lines of latitude and longitude, with their degrees at the edges: at all scales, something moves with the hand. */
import type { Frame, MapLayer } from "./canvas-map.ts";
import { toCoordinate, worldX, worldY } from "./mercator.ts";
import { drawText, setTextStyle } from "./texts.ts";

const MIN_GAP_PIXELS = 110;
const EDGE_PIXELS = 4;
const FONT = "11px system-ui, sans-serif";

/** The step of 1, 2 or 5 times a power of ten, or 30 degrees, that is at least `degrees`. */
export function stepOf(degrees: number): number {
  if (degrees > 10) return degrees > 30 ? 90 : 30;
  const power = 10 ** Math.floor(Math.log10(degrees));
  const factor = [1, 2, 5, 10].find((one) => one * power >= degrees * 0.999) ?? 10;
  return factor * power;
}

/** `52.37°N` with the decimals that the step needs. */
export function degreesText(degrees: number, step: number, letters: string): string {
  const decimals = Math.max(0, Math.min(15, Math.ceil(-Math.log10(step) - 1e-9)));
  const text = Math.abs(degrees).toFixed(decimals);
  const letter = Number(text) === 0 ? "" : letters[degrees < 0 ? 1 : 0];
  return `${text}°${letter}`;
}

export class Graticule implements MapLayer {
  draw(frame: Frame): void {
    const { context, view, colors } = frame;
    const step = stepOf((MIN_GAP_PIXELS * 360) / view.scale);
    context.strokeStyle = colors.graticule;
    context.lineWidth = 1;
    context.beginPath();
    const labels = [...traceMeridians(frame, step), ...traceParallels(frame, step)];
    context.stroke();
    for (const { text, x, y, align, baseline } of labels) {
      setTextStyle(frame, FONT, { align, baseline });
      drawText(context, text, { x, y });
    }
  }
}

/** Degrees at the edge of the map. */
interface EdgeLabel {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly align: "left" | "right";
  readonly baseline: "top" | "bottom";
}

/** @returns the degrees at the lower ends of the lines */
function traceMeridians({ context, view }: Frame, step: number): EdgeLabel[] {
  const labels: EdgeLabel[] = [];
  const first = Math.ceil((view.left * 360 - 180) / step);
  const last = Math.floor((view.right * 360 - 180) / step);
  for (let index = first; index <= last; index++) {
    const lonDeg = index * step;
    const x = Math.round(view.screenX(worldX(lonDeg))) + 0.5;
    context.moveTo(x, 0);
    context.lineTo(x, view.height);
    const wrapped = lonDeg - 360 * Math.round(lonDeg / 360);
    const text = degreesText(wrapped, step, "EW");
    const y = view.height - EDGE_PIXELS;
    labels.push({ text, x: x + EDGE_PIXELS, y, align: "left", baseline: "bottom" });
  }
  return labels;
}

/** @returns the degrees at the eastern ends of the lines */
function traceParallels({ context, view }: Frame, step: number): EdgeLabel[] {
  const labels: EdgeLabel[] = [];
  const south = toCoordinate(0, Math.min(view.bottom, 1)).latDeg;
  const north = toCoordinate(0, Math.max(view.top, 0)).latDeg;
  for (let index = Math.ceil(south / step); index <= Math.floor(north / step); index++) {
    const latDeg = index * step;
    const y = Math.round(view.screenY(worldY(latDeg))) + 0.5;
    context.moveTo(0, y);
    context.lineTo(view.width, y);
    const text = degreesText(latDeg, step, "NS");
    const x = view.width - EDGE_PIXELS;
    labels.push({ text, x, y: y + EDGE_PIXELS, align: "right", baseline: "top" });
  }
  return labels;
}
