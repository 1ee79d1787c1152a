/** Loads the borders from an address. */
import { acceptBorders, areBordersLoaded, borderBytes } from "../borders/arrays.ts";
import { fetchFile } from "./response.ts";

/**
 * Loads the borders from the border file, unless they are loaded.
 * @param source its address, or the response of a request for it
 * @throws TablesError if there is no answer, its status is not 2xx, or it is not the file of this version
 */
export async function loadBordersFrom(source: URL | Response): Promise<void> {
  if (areBordersLoaded()) return;
  const file = await fetchFile(source, "borders.bin");
  borderBytes.set(file.bytes.subarray(0, borderBytes.length));
  acceptBorders(file.bytes.length, file.source);
}
