/** Finds the position of the device when the user asks for it. */
import type { Coordinate } from "../index.ts";
import { CLICK, find, showNote } from "./dom.ts";

const TIMEOUT_MS = 15_000;
/** A tenth of a meter: no device is more exact. */
const DECIMALS = 6;

const OR_CLICK = `${CLICK.toLowerCase()} the map`;

/** By the codes of GeolocationPositionError. */
const MESSAGES: Readonly<Record<number, string>> = {
  1: `This page may not use your position. Allow it in the browser's settings, or ${OR_CLICK}.`,
  2: `The device does not know its position. Type coordinates, or ${OR_CLICK}.`,
  3: `The position takes too long. Try again, or ${OR_CLICK}.`,
};
/** Browsers refuse without asking the user; settings do not change that. */
const NEEDS_HTTPS = `Browsers give positions to pages with HTTPS only. Type coordinates, or ${OR_CLICK}.`;

/** @param onFound called with the position and its accuracy */
export function startPosition(onFound: (point: Coordinate, accuracyMeters: number) => void): void {
  const button = find("locate", HTMLButtonElement);
  button.hidden = !("geolocation" in navigator);
  const end = (note: string) => {
    button.removeAttribute("aria-busy");
    showNote(note);
  };
  button.addEventListener("click", () => {
    if (!isSecureContext) {
      showNote(NEEDS_HTTPS);
      return;
    }
    button.setAttribute("aria-busy", "true");
    showNote("Looking for your position …");
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        const round = (degrees: number) => Number(degrees.toFixed(DECIMALS));
        end("");
        onFound({ latDeg: round(latitude), lonDeg: round(longitude) }, accuracy);
      },
      ({ code }) => end(MESSAGES[code]),
      { enableHighAccuracy: true, timeout: TIMEOUT_MS },
    );
  });
}
