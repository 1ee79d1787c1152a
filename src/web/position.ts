/** The position of the device, when the user asks for it. */
import type { Coordinate } from "../index.ts";
import { find, showNote } from "./dom.ts";
import { metersText } from "./units.ts";

const TIMEOUT_MS = 15_000;
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

/** @param onFound called with the position, and with how exact it is */
export function startPosition(onFound: (point: Coordinate, accuracyMeters: number) => void): void {
  const button = find("locate", HTMLButtonElement);
  button.hidden = !("geolocation" in navigator);
  button.addEventListener("click", async () => {
    if (!isSecureContext) {
      showNote(NEEDS_HTTPS);
      return;
    }
    button.setAttribute("aria-busy", "true");
    showNote("Looking for your position …");
    try {
      const { coords } = await currentPosition();
      const latDeg = Number(coords.latitude.toFixed(DECIMALS));
      const lonDeg = Number(coords.longitude.toFixed(DECIMALS));
      onFound({ latDeg, lonDeg }, coords.accuracy);
      showNote(`Your position, within ${metersText(coords.accuracy)}.`);
    } catch (error) {
      const code = error instanceof GeolocationPositionError ? error.code : 2;
      showNote(MESSAGES[code]);
    } finally {
      button.removeAttribute("aria-busy");
    }
  });
}
