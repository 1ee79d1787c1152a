/** What stands on the map: buttons, the bar that shows the scale, and the names of those who made it. */
import { create, find } from "../dom.ts";
import { metersText } from "../units.ts";
import type { CanvasMap } from "./canvas-map.ts";
import { metersPerPixel } from "./mercator.ts";
import { MAX_TOWN_ZOOM, MIN_TOWN_ZOOM } from "./town-layer.ts";
import type { MapView } from "./view.ts";

/** The bar is at least as wide as `5000 km`. */
const MAX_BAR_PIXELS = 125;

/** The greatest length of 1, 2 or 5 times a power of ten that is at most `meters`. */
export function roundLength(meters: number): number {
  const power = 10 ** Math.floor(Math.log10(meters));
  const factor = [5, 2, 1].find((one) => one * power <= meters) ?? 1;
  return factor * power;
}

/** The buttons for zooming are gray where they have no effect; they keep the focus. */
function startZoom(map: CanvasMap): void {
  const closer = find("zoom-in", HTMLButtonElement);
  const farther = find("zoom-out", HTMLButtonElement);
  closer.addEventListener("click", () => map.zoomBy(1));
  farther.addEventListener("click", () => map.zoomBy(-1));
  const update = ({ isClosest, isFarthest }: MapView) => {
    closer.setAttribute("aria-disabled", `${isClosest}`);
    farther.setAttribute("aria-disabled", `${isFarthest}`);
  };
  map.onView(update);
}

function startScale(map: CanvasMap): void {
  const bar = find("scale", HTMLElement);
  const update = (view: MapView) => {
    const meters = metersPerPixel(view.center.latDeg, view.zoom);
    const length = roundLength(MAX_BAR_PIXELS * meters);
    bar.style.width = `${length / meters}px`;
    bar.textContent = metersText(length);
  };
  map.onView(update);
}

/** An address at the end of the operator's text becomes its link. */
export function attributionParts(text: string): { readonly label: string; readonly url: string } {
  const [, label = text, url = ""] = /^(.*?)\s*(https?:\/\/\S+)?$/.exec(text) ?? [];
  return { label: label === "" ? url : label, url };
}

/** Returns the note about the page's own map: its sources, or that it has no streets. Tiles hide its towns. */
export function baseMapNote(zoom: number, hasTiles: boolean): string {
  if (hasTiles || zoom < MIN_TOWN_ZOOM) return "Borders: Natural Earth";
  return zoom > MAX_TOWN_ZOOM
    ? "This map has no streets; its codes are exact"
    : "Borders: Natural Earth · Towns: GeoNames";
}

/** @param tilesAttribution what the operator of the tiles wants to be said; empty without tiles */
export function startMapControls(
  map: CanvasMap,
  hasTiles: boolean,
  tilesAttribution: string,
): void {
  startZoom(map);
  startScale(map);
  const note = find("base-map-note", HTMLElement);
  const update = ({ zoom }: MapView) => {
    note.textContent = baseMapNote(zoom, hasTiles);
  };
  map.onView(update);
  if (tilesAttribution === "") return;
  const { label, url } = attributionParts(tilesAttribution);
  find("attribution", HTMLElement).append(
    " · ",
    url === "" ? label : create("a", { href: url, rel: "noopener" }, label),
  );
}
