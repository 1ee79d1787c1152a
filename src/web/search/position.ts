/** The position of the device, when the user asks for it. */
import { find } from "../dom.ts";
import { metersPerPixel, WORLD_PIXELS, worldX, worldY } from "../map/mercator.ts";
import { MapView } from "../map/view.ts";
import type { Page } from "../page.ts";
import { metersText } from "../units.ts";

const TIMEOUT_MS = 15_000;
const ZOOM = 17;
/** A tenth of a meter, which no device can tell apart. */
const DECIMALS = 6;

const MESSAGES: Readonly<Record<number, string>> = {
  1: "This page may not use your position. Allow it in the browser's settings, or click the map.",
  2: "The device does not know its position. Click the map, or type coordinates.",
  3: "The position takes too long. Try again, or click the map.",
};

/** Browsers refuse without asking the user; settings do not change that. */
const NEEDS_HTTPS = "Browsers give positions to pages with HTTPS only. Click the map instead.";

function currentPosition(): Promise<GeolocationPosition> {
  return new Promise((resolve, reject) => {
    const options = { enableHighAccuracy: true, timeout: TIMEOUT_MS };
    navigator.geolocation.getCurrentPosition(resolve, reject, options);
  });
}

/** The view of a position, as wide as it is exact, at most as close as streets are. */
function viewOf({ latitude, longitude, accuracy }: GeolocationCoordinates, { view }: Page["map"]) {
  const radius = accuracy / (metersPerPixel(latitude, 0) * WORLD_PIXELS);
  const [x, y] = [worldX(longitude), worldY(latitude)];
  const around = { west: x - radius, east: x + radius, north: y - radius, south: y + radius };
  return MapView.around(around, view, ZOOM);
}

export function startPosition({ store, map, note }: Page): void {
  const button = find("locate", HTMLButtonElement);
  if (!("geolocation" in navigator)) {
    button.hidden = true;
    return;
  }
  button.addEventListener("click", async () => {
    if (!isSecureContext) {
      note(NEEDS_HTTPS);
      return;
    }
    button.setAttribute("aria-busy", "true");
    note("Looking for your position …");
    try {
      const { coords } = await currentPosition();
      const latDeg = Number(coords.latitude.toFixed(DECIMALS));
      const lonDeg = Number(coords.longitude.toFixed(DECIMALS));
      map.flyTo(viewOf(coords, map));
      store.choose({ latDeg, lonDeg });
      note(`Your position, within ${metersText(coords.accuracy)}.`);
    } catch (error) {
      const code = error instanceof GeolocationPositionError ? error.code : 2;
      note(MESSAGES[code]);
    } finally {
      button.removeAttribute("aria-busy");
    }
  });
}
