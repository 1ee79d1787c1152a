/** Loads the borders from the border file beside the code, before any other module of an entry runs on. */
import { fileURLToPath } from "node:url";
import { acceptBorders, areBordersLoaded, borderBytes } from "../borders/arrays.ts";
import { REMEDY, readFileInto } from "./read-file.ts";

/** As deep in src as in dist, where this module is one of dist/chunks. */
const FILE = fileURLToPath(new URL("../generated/borders.bin", import.meta.url));

if (!areBordersLoaded()) {
  acceptBorders(readFileInto(FILE, borderBytes), { name: FILE, remedy: REMEDY });
}
