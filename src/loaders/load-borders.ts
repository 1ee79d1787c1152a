/** Loads the borders from an address. */
import { acceptBorders, borderBytes } from "../borders/arrays.ts";
import { fetchFile } from "./response.ts";

/**
 * Loads the borders from the border file.
 * @param url its address
 * @throws TablesError if there is no answer, its status is not 2xx, or it is not the file of this version
 */
export async function loadBordersFrom(url: URL): Promise<void> {
  const { bytes, source } = await fetchFile(url, "borders.bin");
  borderBytes.set(bytes.subarray(0, borderBytes.length));
  acceptBorders(bytes.length, source);
}
