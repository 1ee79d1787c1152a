/** Lets the first look-up load the borders from a module that contains them. */
import { acceptBorders, borderBytes, loadBordersBy } from "../borders/arrays.ts";
import { EMBEDDED_BORDERS } from "../generated/embedded-borders.ts";

loadBordersBy(() => {
  const characters = atob(EMBEDDED_BORDERS);
  // A loop, as Uint8Array.from takes 30 times as long.
  for (let at = 0; at < characters.length; at++) borderBytes[at] = characters.charCodeAt(at);
  acceptBorders(characters.length, {
    name: "of this module",
    remedy: "install the package again",
  });
});
