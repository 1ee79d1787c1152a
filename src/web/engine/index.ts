/** The chunk with the library. The page imports it after the first paint, and only types from its modules. */
import "../../loaders/embedded.ts";

export { alphabets } from "../../index.ts";
export { borderLinesIn } from "./border-lines.ts";
export { loadBorders } from "./borders.ts";
export { cellsIn, describePlace } from "./places.ts";
export { interpret } from "./searching.ts";
export { loadTowns, townsIn, whereIs } from "./towns.ts";
