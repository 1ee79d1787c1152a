/** The position of the device, when the user asks for it. */
import { find } from "../dom.ts";
import { MapView } from "../map/view.ts";
import type { Page } from "../page.ts";

const TIMEOUT_MS = 15_000;
const ZOOM = 17;
/** A tenth of a meter, which no device can tell apart. */
const DECIMALS = 6;

const MESSAGES: Readonly<Record<number, string>> = {
  1: "This page may not use your position. Allow it in the settings of the browser, or click on the map.",
  2: "The device does not know its position. Click on the map, or type coordinates.",
  3: "The position takes too long. Try again, click on the map, or type coordinates.",
};

/** Browsers refuse without asking the user; settings do not change that. */
const NEEDS_HTTPS =
  "Browsers give positions to pages with HTTPS only. Click on the map, or type coordinates.";

function currentPosition(): Promise<GeolocationPosition> {
  return new Promise((resolve, reject) => {
    const options = { enableHighAccuracy: true, timeout: TIMEOUT_MS };
    navigator.geolocation.getCurrentPosition(resolve, reject, options);
  });
}

export function startPosition({ store, map }: Page): void {
  const button = find("locate", HTMLButtonElement);
  const message = find("locate-message", HTMLElement);
  if (!("geolocation" in navigator)) {
    button.hidden = true;
    return;
  }
  button.addEventListener("click", async () => {
    if (!isSecureContext) {
      message.textContent = NEEDS_HTTPS;
      return;
    }
    button.setAttribute("aria-busy", "true");
    message.textContent = "Looking for your position …";
    try {
      const { coords } = await currentPosition();
      const latDeg = Number(coords.latitude.toFixed(DECIMALS));
      const lonDeg = Number(coords.longitude.toFixed(DECIMALS));
      message.textContent = `Your position, within ${Math.round(coords.accuracy)} m.`;
      map.flyTo(MapView.at({ latDeg, lonDeg }, ZOOM, map.view));
      store.choose({ latDeg, lonDeg });
    } catch (error) {
      const code = error instanceof GeolocationPositionError ? error.code : 2;
      message.textContent = MESSAGES[code];
    } finally {
      button.removeAttribute("aria-busy");
    }
  });
}
