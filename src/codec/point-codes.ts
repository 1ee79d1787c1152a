/**
 * Finds the codes of `point`: the local ones, for which it walks the leaf of the grid, and the international
 * one. They stay in `foundRecords` and `foundTerritories` until code-writing.ts writes them: a list and a batch need
 * other writers but the same search. layout/grid.ts defines the words of a leaf.
 */
import {
  foundRecords,
  foundTerritories,
  POINT_LAT,
  POINT_LON,
  point,
  SHARED_END,
  SHARED_ENTRY,
  SHARED_FIRST,
  SHARED_WORDS,
  sharedCodes,
} from "../scratch.ts";
import {
  LEAF_END,
  LEAF_HAS_PARENT,
  LEAF_RECORD_MASK,
  LEAF_TERRITORY_MASK,
  LEAF_TEST_ENCOMPASSING,
  LEAF_TEST_RECORD,
} from "../tables/layout/grid.ts";
import { FLAGS, RECORD_WORDS, RESTRICTED } from "../tables/layout/records.ts";
import { INTERNATIONAL_TERRITORY, leaves, records } from "../tables/tables.ts";
import { isWithin } from "./found-codes.ts";
import { encompassingOf, findLeaf, internationalRecord, recordContains } from "./search.ts";

/** In place of a maximum number of codes: all codes. */
export const NO_LIMIT = 0x7fffffff;

/**
 * Adds the international code of the point to the found ones.
 * @param count the number of found codes
 * @returns the new number of found codes
 */
export function addInternationalCode(count: number): number {
  foundRecords[count] = internationalRecord(point[POINT_LAT]);
  foundTerritories[count] = INTERNATIONAL_TERRITORY;
  return count + 1;
}

/**
 * Finds the local codes of the point, in published order.
 * @param territory only its codes, and codes of its subdivisions if requested; ANY_TERRITORY for all
 * @param limit maximum number of codes
 * @returns the number of found codes
 */
export function findLocalCodes(
  territory: number,
  withSubdivisions: boolean,
  limit: number,
): number {
  const lat = point[POINT_LAT];
  const lon = point[POINT_LON];
  let count = 0;
  let sharedEnd = 0;
  let entry = findLeaf(lat, lon);
  for (let word = leaves[entry]; word !== LEAF_END; word = leaves[entry]) {
    const entryTerritory = word & LEAF_TERRITORY_MASK;
    const hasParent = (word & LEAF_HAS_PARENT) !== 0;
    const first = entry + (hasParent ? 3 : 2);
    const end = first + leaves[entry + 1];
    const isRequested = isWithin(entryTerritory, territory, withSubdivisions);
    if (isRequested && encompassingContains(word, entryTerritory, lat, lon)) {
      const shared = sharedEnd === 0 ? NOT_SHARED : sharedWith(entry, sharedEnd);
      if (shared === NOT_SHARED) count = addRecords(count, first, end, entryTerritory, limit);
      else count = repeatCodes(count, entryTerritory, shared);
      if (hasParent && count < limit) {
        const parentEntry = entry + leaves[entry + 2];
        const sharedParent = sharedEnd === 0 ? NOT_SHARED : sharedWith(parentEntry, sharedEnd);
        if (sharedParent === NOT_SHARED) {
          const firstCode = count;
          count = addParent(count, parentEntry, entryTerritory, limit);
          sharedCodes[sharedEnd + SHARED_ENTRY] = parentEntry;
          sharedCodes[sharedEnd + SHARED_FIRST] = firstCode;
          sharedCodes[sharedEnd + SHARED_END] = count;
          sharedEnd += SHARED_WORDS;
        } else {
          count = repeatCodes(count, entryTerritory, sharedParent);
        }
      }
      if (count >= limit) return count;
    }
    entry = end;
  }
  return count;
}

/** Whether the encompassing record of a territory contains the point. The first word of its leaf entry may settle it. */
function encompassingContains(word: number, territory: number, lat: number, lon: number): boolean {
  return (
    (word & LEAF_TEST_ENCOMPASSING) === 0 || recordContains(encompassingOf(territory), lat, lon)
  );
}

/**
 * Adds the codes of the records that contain the point; a restricted record only after another one.
 * @param count the number of found codes
 * @param first index in `leaves` of the first record
 * @param end index after the last record
 * @param territory the territory that the codes are listed under
 * @returns the new number of found codes
 */
function addRecords(
  count: number,
  first: number,
  end: number,
  territory: number,
  limit: number,
): number {
  const lat = point[POINT_LAT];
  const lon = point[POINT_LON];
  let newCount = count;
  for (let index = first; index < end && newCount < limit; index++) {
    const word = leaves[index];
    const record = word & LEAF_RECORD_MASK;
    if ((word & LEAF_TEST_RECORD) !== 0 && !recordContains(record, lat, lon)) continue;
    if (newCount === count) {
      const flags = records[record * RECORD_WORDS + FLAGS];
      if ((flags & RESTRICTED) !== 0) continue;
    }
    foundRecords[newCount] = record;
    foundTerritories[newCount++] = territory;
  }
  return newCount;
}

/**
 * Adds the codes of a country under its subdivision.
 * @param entry index in `leaves` of the country's leaf entry
 * @param subdivision the territory that the codes are listed under
 * @returns the new number of found codes
 */
function addParent(count: number, entry: number, subdivision: number, limit: number): number {
  const word = leaves[entry];
  const parent = word & LEAF_TERRITORY_MASK;
  if (!encompassingContains(word, parent, point[POINT_LAT], point[POINT_LON])) return count;
  // A country has no parent: its leaf entry has no word for one.
  const first = entry + 2;
  return addRecords(count, first, first + leaves[entry + 1], subdivision, limit);
}

const NOT_SHARED = -1;

/** Where `sharedCodes` has the codes of a leaf entry, or NOT_SHARED. */
function sharedWith(entry: number, sharedEnd: number): number {
  for (let shared = 0; shared < sharedEnd; shared += SHARED_WORDS) {
    if (sharedCodes[shared + SHARED_ENTRY] === entry) return shared;
  }
  return NOT_SHARED;
}

/**
 * Adds found codes again under another territory.
 * @param shared index of the codes in `sharedCodes`
 * @returns the new number of found codes
 */
function repeatCodes(count: number, territory: number, shared: number): number {
  let newCount = count;
  const end = sharedCodes[shared + SHARED_END];
  for (let code = sharedCodes[shared + SHARED_FIRST]; code < end; code++) {
    foundRecords[newCount] = ~code;
    foundTerritories[newCount++] = territory;
  }
  return newCount;
}
