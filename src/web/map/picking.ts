/** Chooses places on the map: by a click, by Enter, and by dragging the point. */
import type { Page } from "../page.ts";
import { metersText } from "../units.ts";
import { startPointerCode } from "./cell-layer.ts";
import { addGestures } from "./gestures.ts";
import { metersPerPixel } from "./mercator.ts";
import type { ScreenPoint } from "./view.ts";

/** How close to the point a pointer takes hold of it: a mouse hits it, a finger covers it. */
const MOUSE_GRAB_PIXELS = 10;
const FINGER_GRAB_PIXELS = 24;

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

  addGestures(map, {
    onPick: pick,
    pointAt: (position, isFinger) => {
      const point = map.view.toScreen(store.state.point);
      const pixels = Math.hypot(point.x - position.x, point.y - position.y);
      return pixels <= (isFinger ? FINGER_GRAB_PIXELS : MOUSE_GRAB_PIXELS) ? point : undefined;
    },
    onDragPoint: (position) => {
      const point = map.view.toRoundedPlace(position);
      store.update({ point, isExample: false, code: undefined }, "none");
    },
    onHover: startPointerCode(page),
    onDropPoint: pick,
  });
}
