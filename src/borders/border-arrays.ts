/** The arrays of layout.ts: zeros until a loader (src/loaders) has filled them. */
import { checkFile, openArrays } from "../tables/typed-arrays.ts";
import { BORDER_FILE } from "./layout.ts";

const { bytes: borderBytes, arrays } = openArrays(BORDER_FILE);

export const { cellWords, squares, recordStarts, borderRecords, listed, unknownSubdivisions } =
  arrays;

let isLoaded = false;

/** Whether the arrays are filled: without borders, every look-up finds the sea. */
export function areBordersLoaded(): boolean {
  return isLoaded;
}

/** Fills the arrays. @throws Error with the code ERR_MAPCODED_TABLES if the file is truncated or of another version */
export function setBorders(bytes: Uint8Array): void {
  borderBytes.set(bytes.subarray(0, borderBytes.length));
  checkFile(borderBytes, bytes.length, BORDER_FILE, "borders.bin");
  isLoaded = true;
}
