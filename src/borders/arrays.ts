/**
 * The arrays of layout.ts, which all lie in one buffer of the size of the border file. It consists of zeros until a loader
 * (src/loaders) has filled it.
 */
import { arrayFileBytes, checkFile, viewArrays } from "../tables/array-file.ts";
import { BORDER_FILE } from "./layout.ts";

const buffer = new ArrayBuffer(arrayFileBytes(BORDER_FILE));

const borderBytes = new Uint8Array(buffer);

export const {
  cells,
  squares,
  recordStarts,
  borderRecords,
  listStarts,
  listed,
  unknownSubdivisions,
} = viewArrays(BORDER_FILE, buffer);

let isLoaded = false;

/** Whether the arrays are filled: without borders, every look-up finds the sea. */
export function areBordersLoaded(): boolean {
  return isLoaded;
}

/**
 * Fills the arrays.
 * @param bytes the border file of this version
 * @throws Error with the code ERR_MAPCODED_TABLES if they are not
 */
export function setBorders(bytes: Uint8Array): void {
  borderBytes.set(bytes.subarray(0, borderBytes.length));
  checkFile(borderBytes, bytes.length, BORDER_FILE, "borders.bin");
  isLoaded = true;
}
