/** Lets the first look-up load the borders from the border file beside the code. */
import { fileURLToPath } from "node:url";
import { acceptBorders, borderBytes, loadBordersBy } from "../borders/arrays.ts";
import { REMEDY, readFileInto } from "./read-file.ts";

/** As deep in src as in dist, where this module is one of dist/chunks. */
const FILE = fileURLToPath(new URL("../generated/borders.bin", import.meta.url));

loadBordersBy(() => {
  acceptBorders(readFileInto(FILE, borderBytes), { name: FILE, remedy: REMEDY });
});
