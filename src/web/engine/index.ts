/**
 * All that needs the library, in one chunk that the page imports behind its first paint. Nothing here knows the document.
 * Elsewhere in the page, only types are imported from it.
 */
import "../../loaders/embedded.ts";

export { alphabets } from "../../index.ts";
export { loadBorders } from "./loading.ts";
export { cellsIn, describePlace } from "./places.ts";
export { interpret } from "./searching.ts";
export { loadTowns, townsIn } from "./towns.ts";
