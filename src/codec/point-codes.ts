/**
 * The codes of `point`: the local ones, for which it walks the leaf of the spatial index, and the international
 * one. layout/spatial-index.ts defines the words of a leaf.
 */
import {
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
  LENGTH_MASK,
  MAX_PREFIX,
  PREFIX_SHIFT,
  RECORD_WORDS,
  RESTRICTED,
  SUFFIX_SHIFT,
  TRAITS,
} from "../tables/layout/records.ts";
import {
  LEAF_END,
  LEAF_HAS_PARENT,
  LEAF_RECORD_MASK,
  LEAF_TERRITORY_MASK,
  LEAF_TEST_OUTLINE,
  LEAF_TEST_RECORD,
} from "../tables/layout/spatial-index.ts";
import { INTERNATIONAL_TERRITORY, leaves, parents, records } from "../tables/tables.ts";
import { type CodeList, MAX_CODE_CHARS } from "./code-arrays.ts";
import { writeCode } from "./kinds.ts";
import { findLeaf, internationalRecord, outlineOf, recordContains } from "./search.ts";

/** In place of a territory: the codes of all territories. */
export const ANY_TERRITORY = -1;
/** In place of a maximum number of codes: all codes. */
export const NO_LIMIT = 0x7fffffff;

/** Adds the international code of the point. */
export function addInternationalCode(list: CodeList, precision: number): void {
  const record = internationalRecord(point[POINT_LAT]);
  addCode(list, record, INTERNATIONAL_TERRITORY, precision);
}

/**
 * Adds the local codes of the point, in published order.
 * @param territory only its codes, and those of its subdivisions if requested; ANY_TERRITORY for all
 * @param limit maximum number of codes in the list
 */
export function addLocalCodes(
  list: CodeList,
  precision: number,
  territory: number,
  withSubdivisions: boolean,
  limit: number,
): void {
  const lat = point[POINT_LAT];
  const lon = point[POINT_LON];
  let sharedEnd = 0;
  let entry = findLeaf(lat, lon);
  for (let word = leaves[entry]; word !== LEAF_END; word = leaves[entry]) {
    const entryTerritory = word & LEAF_TERRITORY_MASK;
    const hasParent = (word & LEAF_HAS_PARENT) !== 0;
    const first = entry + (hasParent ? 3 : 2);
    const end = first + leaves[entry + 1];
    const isRequested =
      territory === ANY_TERRITORY ||
      entryTerritory === territory ||
      (withSubdivisions && parents[entryTerritory] === territory);
    if (isRequested && outlineContains(word, entryTerritory, lat, lon)) {
      if (!addShared(list, entry, entryTerritory, sharedEnd)) {
        addRecords(list, precision, first, end, entryTerritory, limit);
      }
      if (hasParent && list.count < limit) {
        const parentEntry = entry + leaves[entry + 2];
        if (!addShared(list, parentEntry, entryTerritory, sharedEnd)) {
          sharedEnd = addParent(list, precision, parentEntry, entryTerritory, limit, sharedEnd);
        }
      }
      if (list.count >= limit) return;
    }
    entry = end;
  }
}

/** Whether the outline of a territory contains the point. The first word of its leaf entry may settle it. */
function outlineContains(word: number, territory: number, lat: number, lon: number): boolean {
  return (word & LEAF_TEST_OUTLINE) === 0 || recordContains(outlineOf(territory), lat, lon);
}

/**
 * Adds the codes of the records that contain the point; a restricted record only after another one.
 * @param first index in `leaves` of the first record
 * @param end index after the last record
 * @param territory the territory that the codes are listed under
 */
function addRecords(
  list: CodeList,
  precision: number,
  first: number,
  end: number,
  territory: number,
  limit: number,
): void {
  const lat = point[POINT_LAT];
  const lon = point[POINT_LON];
  const countBefore = list.count;
  for (let index = first; index < end && list.count < limit; index++) {
    const word = leaves[index];
    const record = word & LEAF_RECORD_MASK;
    if ((word & LEAF_TEST_RECORD) !== 0 && !recordContains(record, lat, lon)) continue;
    if (list.count === countBefore) {
      const traits = records[record * RECORD_WORDS + TRAITS];
      if ((traits & RESTRICTED) !== 0) continue;
    }
    addCode(list, record, territory, precision);
  }
}

/**
 * Adds the codes of a country under its subdivision and notes their indices in `sharedCodes`.
 * @param entry index in `leaves` of the country's leaf entry
 * @param subdivision the territory that the codes are listed under
 * @param sharedEnd where to write in `sharedCodes`
 * @returns the new end of `sharedCodes`
 */
function addParent(
  list: CodeList,
  precision: number,
  entry: number,
  subdivision: number,
  limit: number,
  sharedEnd: number,
): number {
  const word = leaves[entry];
  const firstCode = list.count;
  const parent = word & LEAF_TERRITORY_MASK;
  if (outlineContains(word, parent, point[POINT_LAT], point[POINT_LON])) {
    // A country has no parent: its leaf entry has no word for one.
    const first = entry + 2;
    addRecords(list, precision, first, first + leaves[entry + 1], subdivision, limit);
  }
  sharedCodes[sharedEnd + SHARED_ENTRY] = entry;
  sharedCodes[sharedEnd + SHARED_FIRST] = firstCode;
  sharedCodes[sharedEnd + SHARED_END] = list.count;
  return sharedEnd + SHARED_WORDS;
}

/**
 * Adds the codes of a leaf entry again under another territory if the list contains them already.
 * @returns false, with nothing added, if it does not
 */
function addShared(list: CodeList, entry: number, territory: number, sharedEnd: number): boolean {
  for (let shared = 0; shared < sharedEnd; shared += SHARED_WORDS) {
    if (sharedCodes[shared + SHARED_ENTRY] === entry) return repeatCodes(list, territory, shared);
  }
  return false;
}

/**
 * Adds codes of the list again under another territory.
 * @param shared index of the codes in `sharedCodes`
 */
function repeatCodes(list: CodeList, territory: number, shared: number): true {
  const end = sharedCodes[shared + SHARED_END];
  for (let code = sharedCodes[shared + SHARED_FIRST]; code < end; code++) {
    const index = list.count++;
    list.territories[index] = territory;
    list.starts[index] = list.starts[code];
    list.ends[index] = list.ends[code];
  }
  return true;
}

function addCode(list: CodeList, record: number, territory: number, precision: number): void {
  const base = record * RECORD_WORDS;
  const traits = records[base + TRAITS];
  const index = list.count++;
  const dot = index * MAX_CODE_CHARS + MAX_PREFIX;
  const end = dot + 1 + ((traits >> SUFFIX_SHIFT) & LENGTH_MASK);
  list.territories[index] = territory;
  list.starts[index] = dot - ((traits >> PREFIX_SHIFT) & LENGTH_MASK);
  list.ends[index] = precision === 0 ? end : end + 1 + precision;
  writeCode(point, base, precision, list.chars, dot);
}
