/**
 * Finds the codes of `point`, local ones by a walk over the leaf of the grid, chooses among them and orders them. They
 * stay in `foundRecords` and `foundTerritories` until kinds.ts writes them. Functions that add codes return the count.
 */
import * as S from "../digits/scratch.ts";
import * as F from "../tables/format.ts";
import * as G from "../tables/layout/grid.ts";
import * as L from "../tables/layout/records.ts";
import * as T from "../tables/tables.ts";
import { NO_CODE } from "./arrays.ts";

// ---- From a point to records

/** The index in `leaves` of the leaf of a point. */
export function findLeaf(latMicroDeg: number, lonMicroDeg: number): number {
  const row = (latMicroDeg + F.LAT_LIMIT_MICRO_DEG) >> G.INDEX_SHIFT;
  const column = (lonMicroDeg + F.LON_LIMIT_MICRO_DEG) >> G.INDEX_SHIFT;
  const leaf = T.cells[row * G.INDEX_COLUMNS + column];
  if (leaf === G.UNDERIVED_LEAF && T.deriver.indexAt(latMicroDeg, lonMicroDeg)) {
    return findLeaf(latMicroDeg, lonMicroDeg);
  }
  return leaf;
}

/** The wrapped offset of a longitude east of another: a record spans offsets of 0 up to its width (excluded). */
export function eastOf(lonMin: number, lonMicroDeg: number): number {
  const offset = lonMicroDeg - lonMin;
  if (offset < 0) return offset + F.FULL_CIRCLE_MICRO_DEG;
  return offset >= F.FULL_CIRCLE_MICRO_DEG ? offset - F.FULL_CIRCLE_MICRO_DEG : offset;
}

/** The offset of a longitude to the east of the western edge of the record at `base`. */
export function lonInRecord(base: number, lonMicroDeg: number): number {
  return eastOf(T.records[base + L.LON_MIN], lonMicroDeg);
}

/** Whether a record contains a point (format 3). */
export function recordContains(record: number, latMicroDeg: number, lonMicroDeg: number): boolean {
  const base = record * L.RECORD_WORDS;
  const latOffset = latMicroDeg - T.records[base + L.LAT_MIN];
  if (latOffset < 0 || latOffset >= T.records[base + L.LAT_HEIGHT]) return false;
  const lonOffset = lonInRecord(base, lonMicroDeg);
  return lonOffset >= 0 && lonOffset < T.records[base + L.LON_WIDTH];
}

/** The encompassing record of a territory, its last record: no code of it lies outside. */
function encompassingOf(territory: number): number {
  return T.firstRecords[territory + 1] - 1;
}

/** The international record of a latitude. The records are rings around the Earth, at most two to a band. */
export function internationalRecord(latMicroDeg: number): number {
  const band = (latMicroDeg + F.LAT_LIMIT_MICRO_DEG) >> G.LAT_BAND_SHIFT;
  const record = T.latBands[band];
  const base = record * L.RECORD_WORDS;
  const latOffset = latMicroDeg - T.records[base + L.LAT_MIN];
  return latOffset < T.records[base + L.LAT_HEIGHT] ? record : record + 1;
}

// ---- From records to codes

/** In place of a territory: codes of any territory. */
export const ANY_TERRITORY = -1;

/** Whether codes of a territory count as codes of the wanted one, perhaps with its subdivisions. */
function isWithin(territory: number, wanted: number, withSubdivisions: boolean): boolean {
  return (
    wanted === ANY_TERRITORY ||
    territory === wanted ||
    (withSubdivisions && T.parents[territory] === wanted)
  );
}

/** Adds the international code of the point to the found ones. */
export function addInternationalCode(count: number): number {
  S.foundRecords[count] = internationalRecord(S.point[S.POINT_LAT]);
  S.foundTerritories[count] = T.INTERNATIONAL_TERRITORY;
  return count + 1;
}

/** Finds the local codes of the point, in published order: of ANY_TERRITORY or one, perhaps with subdivisions. */
export function findLocalCodes(territory: number, withSubdivisions: boolean): number {
  const lat = S.point[S.POINT_LAT];
  const lon = S.point[S.POINT_LON];
  let count = 0;
  let sharedEnd = 0;
  let entry = findLeaf(lat, lon);
  for (let word = T.leaves[entry]; word !== G.LEAF_END; word = T.leaves[entry]) {
    const entryTerritory = word & G.LEAF_TERRITORY_MASK;
    const hasParent = (word & G.LEAF_HAS_PARENT) !== 0;
    const first = entry + (hasParent ? 3 : 2);
    const end = first + T.leaves[entry + 1];
    const isRequested = isWithin(entryTerritory, territory, withSubdivisions);
    if (isRequested && encompassingContains(word, entryTerritory, lat, lon)) {
      const shared = sharedEnd === 0 ? NOT_SHARED : sharedWith(entry, sharedEnd);
      if (shared === NOT_SHARED) count = addRecords(count, first, end, entryTerritory);
      else count = repeatCodes(count, entryTerritory, shared);
      if (hasParent) {
        const parentEntry = entry + T.leaves[entry + 2];
        const sharedParent = sharedEnd === 0 ? NOT_SHARED : sharedWith(parentEntry, sharedEnd);
        if (sharedParent === NOT_SHARED) {
          const firstCode = count;
          count = addParent(count, parentEntry, entryTerritory);
          S.sharedCodes[sharedEnd + S.SHARED_ENTRY] = parentEntry;
          S.sharedCodes[sharedEnd + S.SHARED_FIRST] = firstCode;
          S.sharedCodes[sharedEnd + S.SHARED_END] = count;
          sharedEnd += S.SHARED_WORDS;
        } else {
          count = repeatCodes(count, entryTerritory, sharedParent);
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
    (word & G.LEAF_TEST_ENCOMPASSING) === 0 || recordContains(encompassingOf(territory), lat, lon)
  );
}

/** Adds the codes of the records of a leaf entry that contain the point; a restricted record only after another one. */
function addRecords(count: number, first: number, end: number, territory: number): number {
  const lat = S.point[S.POINT_LAT];
  const lon = S.point[S.POINT_LON];
  let newCount = count;
  for (let index = first; index < end; index++) {
    const word = T.leaves[index];
    const record = word & G.LEAF_RECORD_MASK;
    if ((word & G.LEAF_TEST_RECORD) !== 0 && !recordContains(record, lat, lon)) continue;
    if (newCount === count) {
      const flags = T.records[record * L.RECORD_WORDS + L.FLAGS];
      if ((flags & L.RESTRICTED) !== 0) continue;
    }
    S.foundRecords[newCount] = record;
    S.foundTerritories[newCount++] = territory;
  }
  return newCount;
}

/** Adds the codes of a country, by its leaf entry, under its subdivision. */
function addParent(count: number, entry: number, subdivision: number): number {
  const word = T.leaves[entry];
  const parent = word & G.LEAF_TERRITORY_MASK;
  if (!encompassingContains(word, parent, S.point[S.POINT_LAT], S.point[S.POINT_LON])) return count;
  // A country has no parent: its leaf entry has no word for one.
  const first = entry + 2;
  return addRecords(count, first, first + T.leaves[entry + 1], subdivision);
}

const NOT_SHARED = -1;

/** The index in `sharedCodes` of the codes of a leaf entry, or NOT_SHARED. */
function sharedWith(entry: number, sharedEnd: number): number {
  for (let shared = 0; shared < sharedEnd; shared += S.SHARED_WORDS) {
    if (S.sharedCodes[shared + S.SHARED_ENTRY] === entry) return shared;
  }
  return NOT_SHARED;
}

/** Adds found codes, by their index in `sharedCodes`, again under another territory. */
function repeatCodes(count: number, territory: number, shared: number): number {
  let newCount = count;
  const end = S.sharedCodes[shared + S.SHARED_END];
  for (let code = S.sharedCodes[shared + S.SHARED_FIRST]; code < end; code++) {
    S.foundRecords[newCount] = ~code;
    S.foundTerritories[newCount++] = territory;
  }
  return newCount;
}

// ---- Choice and order

/** A preference among the codes of `point`. Both functions get the number of found codes. */
export interface LocalRule {
  /** @returns the index of the preferred code, or NO_CODE if no code is local */
  preferred(count: number): number;
  /** As preferred, and may move the codes of preferred territories to the front. */
  order(count: number): number;
}

/** The rule of the published libraries. */
export const SHORTEST: LocalRule = {
  preferred: (count) => indexOfShortest(0, count, ANY_TERRITORY, false),
  order: (count) => indexOfShortest(0, count, ANY_TERRITORY, false),
};

/** The record of a found code. */
function foundRecord(index: number): number {
  const record = S.foundRecords[index];
  return record < 0 ? S.foundRecords[~record] : record;
}

/** The length of a found code without extension. */
function foundLength(index: number): number {
  const flags = T.records[foundRecord(index) * L.RECORD_WORDS + L.FLAGS];
  return ((flags >> L.PREFIX_SHIFT) & L.LENGTH_MASK) + ((flags >> L.SUFFIX_SHIFT) & L.LENGTH_MASK);
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
    const own = S.foundTerritories[index];
    if (own === T.INTERNATIONAL_TERRITORY || !isWithin(own, territory, withSubdivisions)) continue;
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
  S.foundRecords[0] = foundRecord(index);
  S.foundTerritories[0] = S.foundTerritories[index];
  return 1;
}

/** Moves the codes of a territory to the front, from an index on; others keep their order. @returns the next index */
export function moveToFront(
  from: number,
  count: number,
  territory: number,
  withSubdivisions: boolean,
): number {
  let to = from;
  for (let index = from; index < count; index++) {
    if (!isWithin(S.foundTerritories[index], territory, withSubdivisions)) continue;
    if (index !== to) moveFound(index, to, count);
    to++;
  }
  return to;
}

/** Moves a found code to an earlier place. */
function moveFound(from: number, to: number, count: number): void {
  // Codes that refer to the index of another one get its record.
  for (let index = 0; index < count; index++) S.foundRecords[index] = foundRecord(index);
  const record = S.foundRecords[from];
  const territory = S.foundTerritories[from];
  // copyWithin takes longer for so few.
  for (let index = from; index > to; index--) {
    S.foundRecords[index] = S.foundRecords[index - 1];
    S.foundTerritories[index] = S.foundTerritories[index - 1];
  }
  S.foundRecords[to] = record;
  S.foundTerritories[to] = territory;
}
