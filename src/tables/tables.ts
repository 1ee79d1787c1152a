/**
 * The typed arrays of layout/sections.ts, which all lie in one buffer of the size of the table file. The
 * buffer consists of zeros until a loader (src/loaders) has filled it, once and for good; a Deriver fills some
 * arrays later. A thread may find a buffer that another one has filled.
 */
import { utf8Text } from "../platform.ts";
import { type Descriptions, FILE_BYTES, viewSections } from "./layout/sections.ts";
import { sharedTables } from "./shared-tables.ts";

const buffer = sharedTables() ?? new ArrayBuffer(FILE_BYTES);

/** The bytes of the table file, for loaders. */
export const tableBytes = new Uint8Array(buffer);

/**
 * Each array is a constant of its own: after bundling (see scripts/rolldown.config.ts), optimized code holds its
 * address and length. The files in layout/ define the meaning of the elements.
 */
export const {
  records,
  firstRecords,
  parents,
  territoryCodes,
  namelessGroups,
  decodeEntryStarts,
  decodeEntries,
  earlierBounds,
  earlierHints,
  latBands,
  cells,
  leaves,
  nameStarts,
  nameChars,
  shortNames,
  candidateStarts,
  candidateTerritories,
  alphabetLetters,
  readableUnits,
  readableRoman,
  readableAlphabet,
  descriptions: descriptionBytes,
} = viewSections(buffer);

// ---- What the compact form derives on demand

/** Derives arrays where they are needed first. Each function returns whether it has derived something. */
export interface Deriver {
  /** The cells of the grid around a point, and all about the territories there. */
  indexAt(latMicroDeg: number, lonMicroDeg: number): boolean;
  /** All about a territory, of which only the bounds of the encompassing record are there before. */
  territory(territory: number): boolean;
}

/**
 * Derives nothing, as a table file has all arrays. The loader of the compact form replaces the functions.
 * This is one constant: with a few more in the bundle, V8 takes longer instructions for those after them, and does not
 * inline as much.
 */
export const deriver: Deriver = { indexAt: () => false, territory: () => false };

// ---- Texts and counts

let parsedDescriptions: Descriptions | undefined;

/** Names and other texts. Parsed on first use, because plain encoding needs none of them. */
export function descriptions(): Descriptions {
  if (parsedDescriptions === undefined) {
    parsedDescriptions = JSON.parse(utf8Text(descriptionBytes)) as Descriptions;
  }
  return parsedDescriptions;
}

export const TERRITORY_COUNT = parents.length;

/** Whether a number is the number of a territory. */
export function isTerritory(number: number): boolean {
  return Number.isInteger(number) && number >= 0 && number < TERRITORY_COUNT;
}

/** The territory of international codes, last in the published order. */
export const INTERNATIONAL_TERRITORY = TERRITORY_COUNT - 1;
