/** On import, loads the borders from the border file beside the code. */
import { readFileSync } from "node:fs";
import { setBorders } from "../borders/border-arrays.ts";
import { fileError } from "../tables/typed-arrays.ts";

/** As deep in src as in dist: this module becomes a part of dist/chunks. */
const FILE = new URL("../generated/borders.bin", import.meta.url);

let bytes: Uint8Array;
try {
  bytes = readFileSync(FILE);
} catch (cause) {
  throw fileError(FILE.pathname, "cannot be read", cause);
}
setBorders(bytes);
