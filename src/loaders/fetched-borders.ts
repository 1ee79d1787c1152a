/** Loads the borders from the border file beside the code, before any other module of an entry runs on. */
import { acceptBorders, areBordersLoaded, borderBytes } from "../borders/arrays.ts";
import { fetchFile } from "./response.ts";

if (!areBordersLoaded()) {
  // As deep in src as in dist, where this module is one of dist/chunks.
  const url = new URL("../generated/borders.bin", import.meta.url);
  const { bytes, source } = await fetchFile(url, "borders.bin");
  borderBytes.set(bytes.subarray(0, borderBytes.length));
  acceptBorders(bytes.length, source);
}
