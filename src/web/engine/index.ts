/** All that needs the library. The page imports this chunk behind its first paint, and only types of the other modules. */
import "../../loaders/embedded.ts";

export { alphabets } from "../../index.ts";
export { loadBorders } from "./loading.ts";
export { cellsIn, describePlace } from "./places.ts";
export { interpret } from "./searching.ts";
export { loadTowns, townsIn } from "./towns.ts";
