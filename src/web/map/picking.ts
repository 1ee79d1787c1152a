/** Chooses places on the map: by a click and by Enter. */
import type { Page } from "../page.ts";
import { metersText } from "../units.ts";
import { addGestures } from "./gestures.ts";
import { metersPerPixel } from "./mercator.ts";
import type { ScreenPoint } from "./view.ts";

/** Codes without extra characters have cells of ten meters. Coarser pixels do not choose one. */
const MAX_EXACT_METERS = 10;

/** Starts choosing places on the map. */
export function startPicking(page: Page): void {
  const { store, map, note } = page;
  store.subscribe(({ point }) => {
    map.zoomCenter = point;
  });

  function pick(position: ScreenPoint): void {
    const point = map.view.toRoundedPlace(position);
    store.choose(point);
    const meters = metersPerPixel(point.latDeg, map.view.zoom);
    if (meters <= MAX_EXACT_METERS) return;
    note(`Chosen from afar: a pixel is ${metersText(meters)}. Zoom in and click again.`);
  }

  addGestures(map, { onPick: pick });
}
