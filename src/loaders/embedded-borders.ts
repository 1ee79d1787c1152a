/** Loads the borders from a module that contains them, before any other module of an entry runs on. */
import { acceptBorders, areBordersLoaded, borderBytes } from "../borders/arrays.ts";
import { EMBEDDED_BORDERS } from "../generated/embedded-borders.ts";

if (!areBordersLoaded()) {
  const characters = atob(EMBEDDED_BORDERS);
  // A loop, as Uint8Array.from takes 30 times as long.
  for (let at = 0; at < characters.length; at++) borderBytes[at] = characters.charCodeAt(at);
  acceptBorders(characters.length, {
    name: "of this module",
    remedy: "install the package again",
  });
}
