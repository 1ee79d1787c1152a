/** Colors and lines of the map, which style.css defines for light, dark and high contrast. */
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import Text from "ol/style/Text.js";

export type MapColor =
  | "sea"
  | "land"
  | "border"
  | "graticule"
  | "label"
  | "halo"
  | "cell"
  | "cell-fill"
  | "point"
  | "row";

/** A color of the page as it is now: the custom property `--map-sea` and so on. */
export function mapColor(name: MapColor): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--map-${name}`).trim();
}

/** Media that the colors depend on. */
export const COLOR_QUERIES = [
  "(prefers-color-scheme: dark)",
  "(prefers-contrast: more)",
  "(forced-colors: active)",
];

export const FONT = "12px system-ui, sans-serif";
export const BOLD_FONT = "600 12px system-ui, sans-serif";

/** Text with a halo. @param place where it stands, by pixels from its point */
export function textStyle(
  text: string,
  font: string,
  place: { readonly offsetX?: number; readonly textAlign?: CanvasTextAlign } = {},
): Text {
  return new Text({
    text,
    font,
    fill: new Fill({ color: mapColor("label") }),
    stroke: new Stroke({ color: mapColor("halo"), width: 3 }),
    ...place,
  });
}

export function lineStyle(color: MapColor, width: number, lineDash?: number[]): Style {
  return new Style({
    stroke: new Stroke({ color: mapColor(color), width, ...(lineDash && { lineDash }) }),
  });
}

export function fillStyle(color: MapColor): Style {
  return new Style({ fill: new Fill({ color: mapColor(color) }) });
}
