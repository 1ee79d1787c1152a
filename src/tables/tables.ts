/**
 * The typed arrays of layout/sections.ts, in one piece of memory of the size of the table file. They are zeros until a
 * loader (src/loaders) fills them once, or the deriver fills them on demand. Another thread may have filled them.
 */
import { utf8Text } from "../characters.ts";
import { type Descriptions, TABLE_FILE } from "./layout/sections.ts";
import { openArrays, sharedTables } from "./typed-arrays.ts";

const { bytes, arrays } = openArrays(TABLE_FILE, sharedTables());

/** The bytes of the table file, for loaders. */
export const tableBytes = bytes;

export const {
  records,
  firstRecords,
  parents,
  decodeEntryStarts,
  decodeEntries,
  earlierBounds,
  earlierHints,
  latBands,
  leafStarts,
  leaves,
  shortNames,
  candidateTerritories,
  descriptions: descriptionBytes,
} = arrays;

/**
 * Derives arrays at their first use. Each function returns whether it has derived something: nothing here, as a table
 * file has all arrays. The loader of the compact form replaces the functions.
 */
export const deriver = {
  /** The cells of the index around a point, and everything about the territories there. */
  deriveCellsAround: (_latMicroDeg: number, _lonMicroDeg: number): boolean => false,
  /** Everything about a territory. Before, only the bounds of its encompassing record are there. */
  deriveTerritory: (_territory: number): boolean => false,
};

let parsedDescriptions: Descriptions | undefined;

/** Sets the descriptions, for a loader that does not have them in bytes. */
export function setDescriptions(parsed: Descriptions): void {
  parsedDescriptions = parsed;
}

/** Names and other texts. Parsed on first use, because the `Into` functions need none of them. */
export function descriptions(): Descriptions {
  parsedDescriptions ??= JSON.parse(utf8Text(descriptionBytes)) as Descriptions;
  return parsedDescriptions;
}

const TERRITORY_COUNT = parents.length;

export function isTerritory(number: number): boolean {
  return Number.isInteger(number) && number >= 0 && number < TERRITORY_COUNT;
}

/** The territory of international codes, last in the published order. */
export const INTERNATIONAL_TERRITORY = TERRITORY_COUNT - 1;
