/**
 * The arrays of layout.ts, which all lie in one buffer of the size of the border file. It consists of zeros until a loader
 * (src/loaders) has filled it: then every look-up finds nothing.
 */
import { acceptFile, arrayFileBytes, type TablesSource, viewArrays } from "../tables/array-file.ts";
import { TablesError } from "../tables/errors.ts";
import { BORDER_FILE } from "./layout.ts";

const buffer = new ArrayBuffer(arrayFileBytes(BORDER_FILE));

/** The bytes of the border file, for loaders. */
export const borderBytes = new Uint8Array(buffer);

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

/** Whether a loader has filled the arrays. */
export function areBordersLoaded(): boolean {
  return isLoaded;
}

/**
 * Ends loading: a loader has put a border file into `borderBytes`.
 * @param length how many bytes the file has
 * @throws TablesError if it is not the border file of this version
 */
export function acceptBorders(length: number, source: TablesSource): void {
  acceptFile(borderBytes, length, BORDER_FILE, source);
  isLoaded = true;
}

/**
 * Throws unless the borders are loaded. Look-ups call it only where they find nothing.
 * @throws TablesError if no loader has filled the arrays yet
 */
export function requireBorders(): void {
  if (isLoaded) return;
  throw new TablesError(
    "tables-not-loaded",
    "The borders are not loaded yet. Import mapcoded/borders, which loads them.",
  );
}
