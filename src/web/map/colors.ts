/** The colors of the map, which style.css defines for light, dark and high contrast. */

const NAMES = [
  "sea",
  "land",
  "border",
  "graticule",
  "label",
  "halo",
  "cell",
  "cell-fill",
  "point",
  "row",
] as const;

export type MapColors = Readonly<Record<(typeof NAMES)[number], string>>;

/** Reads the custom properties `--map-sea` and so on of an element. */
export function readColors(element: Element): MapColors {
  const style = getComputedStyle(element);
  const entries = NAMES.map((name) => [name, style.getPropertyValue(`--map-${name}`).trim()]);
  return Object.fromEntries(entries) as MapColors;
}
