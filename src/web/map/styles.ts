/** Colors and lines of the map. style.css defines the colors for light, dark and high contrast. */
import type { Options as TextOptions } from "ol/style/Text.js";
import { Fill, Stroke, Style, Text } from "ol/style.js";

export const COLOR_QUERIES = [
  "(prefers-color-scheme: dark)",
  "(prefers-contrast: more)",
  "(forced-colors: active)",
];

/** The current value of a color: the custom property `--map-sea` and so on. */
export function mapColor(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--map-${name}`).trim();
}

/** Labels grow with the text of the page. */
const rootPixels = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
export const FONT = `${0.75 * rootPixels}px system-ui, sans-serif`;
export const BOLD_FONT = `600 ${FONT}`;

/** Text with a halo. @param place its offset in pixels and its alignment */
export function textStyle(text: string, font: string, place: TextOptions = {}): Text {
  const fill = new Fill({ color: mapColor("label") });
  const stroke = new Stroke({ color: mapColor("halo"), width: 3 });
  return new Text({ text, font, fill, stroke, ...place });
}

export function lineStyle(color: string, width: number, lineDash: number[] = []): Style {
  return new Style({ stroke: new Stroke({ color: mapColor(color), width, lineDash }) });
}
