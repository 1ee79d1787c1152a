/** On import, loads the borders from a module that contains them. */
import { setBorders } from "../borders/border-arrays.ts";
import { EMBEDDED_BORDERS } from "../generated/embedded-borders.ts";

const characters = atob(EMBEDDED_BORDERS);
const bytes = new Uint8Array(characters.length);
// A loop, as Uint8Array.from takes 30 times as long.
for (let at = 0; at < bytes.length; at++) bytes[at] = characters.charCodeAt(at);
setBorders(bytes);
