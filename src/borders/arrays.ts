/**
 * The arrays of layout.ts, which all lie in one buffer of the size of the border file. It consists of zeros until a loader
 * (src/loaders) has filled it: then every look-up finds nothing.
 */
import { acceptFile, arrayFileBytes, type TablesSource, viewArrays } from "../tables/array-file.ts";
import { TablesError } from "../tables/tables-error.ts";
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
let load: (() => void) | undefined;

/** Whether a loader has filled the arrays. */
export function areBordersLoaded(): boolean {
  return isLoaded;
}

/** Sets what loads the borders when they are needed first. It calls `acceptBorders`. */
export function loadBordersBy(loader: () => void): void {
  load = loader;
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
 * Loads the borders unless they are loaded. Look-ups call it only where they find nothing.
 * @returns whether it has loaded them now
 * @throws TablesError if they cannot be read, or no loader is there
 */
export function loadBorders(): boolean {
  if (isLoaded) return false;
  if (load === undefined) {
    throw new TablesError(
      "tables-not-loaded",
      "The borders are not loaded yet. Import mapcoded/borders, which loads them.",
    );
  }
  load();
  return true;
}
