/**
 * Finds the codes of `point`, chooses among them and orders them. They stay in `foundRecords` and `foundTerritories`
 * until write-codes.ts writes them. Functions that add codes return the count.
 */

import * as format from "../tables/format.ts";
import * as pointIndex from "../tables/layout/point-index.ts";
import * as layout from "../tables/layout/records.ts";
import * as tables from "../tables/tables.ts";
import { NO_CODE } from "./code-list.ts";
import { foundRecords, foundTerritories, POINT_LAT, POINT_LON, point } from "./scratch.ts";

// ---- From a point to records

/** The index in `leaves` of the leaf of a point. */
function findLeaf(latMicroDeg: number, lonMicroDeg: number): number {
  const row = (latMicroDeg + format.LAT_LIMIT_MICRO_DEG) >> pointIndex.INDEX_SHIFT;
  const column = (lonMicroDeg + format.LON_LIMIT_MICRO_DEG) >> pointIndex.INDEX_SHIFT;
  const leaf = tables.leafStarts[row * pointIndex.INDEX_COLUMNS + column];
  if (leaf !== pointIndex.UNDERIVED_LEAF) return leaf;
  const isDerived = tables.deriver.deriveCellsAround(latMicroDeg, lonMicroDeg);
  return isDerived ? findLeaf(latMicroDeg, lonMicroDeg) : leaf;
}

/** How far a longitude lies east of another, from 0 to a full circle. */
export function offsetEast(lonMin: number, lonMicroDeg: number): number {
  const offset = lonMicroDeg - lonMin;
  if (offset < 0) return offset + format.FULL_CIRCLE_MICRO_DEG;
  return offset >= format.FULL_CIRCLE_MICRO_DEG ? offset - format.FULL_CIRCLE_MICRO_DEG : offset;
}

/** Whether bounds, from `base` on in the order of a record, contain a point (format 3). */
export function boundsContain(
  bounds: Int32Array,
  base: number,
  latMicroDeg: number,
  lonMicroDeg: number,
): boolean {
  const latOffset = latMicroDeg - bounds[base + layout.LAT_MIN];
  if (latOffset < 0 || latOffset >= bounds[base + layout.LAT_HEIGHT]) return false;
  const lonOffset = offsetEast(bounds[base + layout.LON_MIN], lonMicroDeg);
  return lonOffset >= 0 && lonOffset < bounds[base + layout.LON_WIDTH];
}

function recordContains(record: number, latMicroDeg: number, lonMicroDeg: number): boolean {
  return boundsContain(tables.records, record * layout.RECORD_WORDS, latMicroDeg, lonMicroDeg);
}

/** The international record of a latitude. The records are rings around the Earth, at most two to a band. */
export function internationalRecord(latMicroDeg: number): number {
  const band = (latMicroDeg + format.LAT_LIMIT_MICRO_DEG) >> pointIndex.LAT_BAND_SHIFT;
  const record = tables.latBands[band];
  const base = record * layout.RECORD_WORDS;
  const latOffset = latMicroDeg - tables.records[base + layout.LAT_MIN];
  return latOffset < tables.records[base + layout.LAT_HEIGHT] ? record : record + 1;
}

// ---- From records to codes

/** In place of a territory: codes of any territory. */
const ANY_TERRITORY = -1;

/** In place of the index of a leaf entry. */
const NO_ENTRY = -1;

/** Whether codes of a territory count as codes of the wanted one, perhaps with its subdivisions. */
function isWithin(territory: number, wanted: number, withSubdivisions: boolean): boolean {
  return (
    wanted === ANY_TERRITORY ||
    territory === wanted ||
    (withSubdivisions && tables.parents[territory] === wanted)
  );
}

export function addInternationalCode(count: number): number {
  foundRecords[count] = internationalRecord(point[POINT_LAT]);
  foundTerritories[count] = tables.INTERNATIONAL_TERRITORY;
  return count + 1;
}

/** Finds the local codes of the point, in published order: of ANY_TERRITORY or one, perhaps with subdivisions. */
export function findLocalCodes(territory = ANY_TERRITORY, withSubdivisions = false): number {
  const lat = point[POINT_LAT];
  const lon = point[POINT_LON];
  let count = 0;
  // The last country whose codes a subdivision has listed: its leaf entry, its first code and the end of its codes. The
  // other subdivisions and the country follow. Without repeating codes, points where subdivisions of India or the US
  // meet took 20% longer, and 30% with eight extra characters.
  let countryEntry = NO_ENTRY;
  let countryStart = 0;
  let countryEnd = 0;
  let entry = findLeaf(lat, lon);
  for (let word = tables.leaves[entry]; word !== pointIndex.LEAF_END; word = tables.leaves[entry]) {
    const entryTerritory = word & pointIndex.LEAF_TERRITORY_MASK;
    const hasParent = (word & pointIndex.LEAF_HAS_PARENT) !== 0;
    const first = entry + (hasParent ? 3 : 2);
    const end = first + tables.leaves[entry + 1];
    const isRequested = isWithin(entryTerritory, territory, withSubdivisions);
    if (isRequested && encompassingContains(word, entryTerritory, lat, lon)) {
      count =
        entry === countryEntry
          ? repeatCodes(count, countryStart, countryEnd, entryTerritory)
          : addRecords(count, first, end, entryTerritory);
      if (hasParent) {
        const parentEntry = entry + tables.leaves[entry + 2];
        if (parentEntry === countryEntry) {
          count = repeatCodes(count, countryStart, countryEnd, entryTerritory);
        } else {
          countryEntry = parentEntry;
          countryStart = count;
          count = addParent(count, parentEntry, entryTerritory);
          countryEnd = count;
        }
      }
    }
    entry = end;
  }
  return count;
}

/** Whether the encompassing record of a territory contains the point. The first word of its leaf entry may tell. */
function encompassingContains(word: number, territory: number, lat: number, lon: number): boolean {
  return (
    (word & pointIndex.LEAF_TEST_ENCOMPASSING) === 0 ||
    recordContains(tables.firstRecords[territory + 1] - 1, lat, lon)
  );
}

/** Adds the codes of the records of a leaf entry that contain the point; a restricted record only after another one. */
function addRecords(count: number, first: number, end: number, territory: number): number {
  const lat = point[POINT_LAT];
  const lon = point[POINT_LON];
  let newCount = count;
  for (let index = first; index < end; index++) {
    const word = tables.leaves[index];
    const record = word & pointIndex.LEAF_RECORD_MASK;
    if ((word & pointIndex.LEAF_TEST_RECORD) !== 0 && !recordContains(record, lat, lon)) continue;
    if (newCount === count) {
      const flags = tables.records[record * layout.RECORD_WORDS + layout.FLAGS];
      if ((flags & layout.RESTRICTED) !== 0) continue;
    }
    foundRecords[newCount] = record;
    foundTerritories[newCount++] = territory;
  }
  return newCount;
}

/** Adds the codes of a country, by its leaf entry, under its subdivision. */
function addParent(count: number, entry: number, subdivision: number): number {
  const word = tables.leaves[entry];
  const parent = word & pointIndex.LEAF_TERRITORY_MASK;
  if (!encompassingContains(word, parent, point[POINT_LAT], point[POINT_LON])) return count;
  // A country has no parent: its leaf entry has no word for one.
  const first = entry + 2;
  return addRecords(count, first, first + tables.leaves[entry + 1], subdivision);
}

/** Adds the found codes from `start` up to `end` (excluded) again, under another territory. */
function repeatCodes(count: number, start: number, end: number, territory: number): number {
  let newCount = count;
  for (let code = start; code < end; code++) {
    foundRecords[newCount] = ~code;
    foundTerritories[newCount++] = territory;
  }
  return newCount;
}

// ---- Choice and order

/**
 * Prefers one of the found codes. In order, it moves the codes of preferred territories to the front.
 * @returns the index of the preferred code, or NO_CODE if none is local
 */
export type LocalRule = (count: number, inOrder: boolean) => number;

/** The rule of the published libraries: the shortest local code. */
export const SHORTEST: LocalRule = (count) => indexOfShortest(0, count, ANY_TERRITORY, false);

function foundRecord(index: number): number {
  const record = foundRecords[index];
  return record < 0 ? foundRecords[~record] : record;
}

/** The length of a found code without extension. */
function foundLength(index: number): number {
  const flags = tables.records[foundRecord(index) * layout.RECORD_WORDS + layout.FLAGS];
  return (
    ((flags >> layout.PREFIX_SHIFT) & layout.LENGTH_MASK) +
    ((flags >> layout.SUFFIX_SHIFT) & layout.LENGTH_MASK)
  );
}

/** The index, from `from` on, of the shortest local code within a territory, the first on a tie; or NO_CODE. */
export function indexOfShortest(
  from: number,
  count: number,
  territory: number,
  withSubdivisions: boolean,
): number {
  let best = NO_CODE;
  let bestLength = 0;
  for (let index = from; index < count; index++) {
    const codeTerritory = foundTerritories[index];
    const isLocal = codeTerritory !== tables.INTERNATIONAL_TERRITORY;
    if (!isLocal || !isWithin(codeTerritory, territory, withSubdivisions)) continue;
    const length = foundLength(index);
    if (best !== NO_CODE && length >= bestLength) continue;
    best = index;
    bestLength = length;
  }
  return best;
}

/** Keeps only one of the found codes. @returns their number: 0 for NO_CODE, otherwise 1 */
export function keepFound(index: number): number {
  if (index === NO_CODE) return 0;
  foundRecords[0] = foundRecord(index);
  foundTerritories[0] = foundTerritories[index];
  return 1;
}

/** Moves the codes of a territory to the front, from an index on; others keep their order. @returns the next index */
export function moveToFront(
  from: number,
  count: number,
  territory: number,
  withSubdivisions: boolean,
): number {
  // Codes that refer to the index of another one get its record.
  for (let index = 0; index < count; index++) foundRecords[index] = foundRecord(index);
  let to = from;
  for (let index = from; index < count; index++) {
    const record = foundRecords[index];
    const moved = foundTerritories[index];
    if (!isWithin(moved, territory, withSubdivisions)) continue;
    // copyWithin takes longer for so few.
    for (let at = index; at > to; at--) {
      foundRecords[at] = foundRecords[at - 1];
      foundTerritories[at] = foundTerritories[at - 1];
    }
    foundRecords[to] = record;
    foundTerritories[to++] = moved;
  }
  return to;
}
