/** Loads the borders from the border file beside the code, before any other module of an entry runs on. */
import { loadBordersFrom } from "./load-borders.ts";

// As deep in src as in dist, where this module is one of dist/chunks.
await loadBordersFrom(new URL("../generated/borders.bin", import.meta.url));
