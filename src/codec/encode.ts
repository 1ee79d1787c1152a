/** From a point to its mapcodes, into the caller's arrays: no allocation, no exceptions. */
import { MAX_PRECISION } from "../tables/format.ts";
import { MAX_PREFIX } from "../tables/layout/codes.ts";
import {
  LENGTH_MASK,
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
import { offHeap } from "../tables/off-heap.ts";
import {
  INTERNATIONAL_TERRITORY,
  isTerritory,
  leaves,
  parents,
  records,
} from "../tables/tables.ts";
import { type CodeList, MAX_CODE_CHARS } from "./code-list.ts";
import { INVALID_COORDINATE, INVALID_PRECISION, INVALID_TERRITORY } from "./error-codes.ts";
import { POINT_LAT, POINT_LON, POINT_WORDS, setPoint } from "./points.ts";
import { findLeaf, internationalRecord, outlineOf, recordHolds } from "./search.ts";
import { writeCode } from "./write-code.ts";

const ANY_TERRITORY = -1;
export const NO_LIMIT = 0x7fffffff;

const point = offHeap(Int32Array, POINT_WORDS);

/** Parents whose codes stand in the list already: place of their leaf entry, first and end index. */
const shared = new Int32Array(3 * new Set(parents).size);

/**
 * Where the numbers of a point go at once: V8 does not know that arguments are numbers, and keeps
 * what is made of them, and those of calls that it does not inline, on the heap. It costs 2 ns.
 */
const asked = offHeap(Float64Array, 2);

function setAsked(latDeg: number, lonDeg: number): void {
  asked[0] = latDeg;
  asked[1] = lonDeg;
}

/**
 * All mapcodes of a point, the international one last.
 * @param latDeg degrees; beyond ±90 it counts as ±90
 * @param lonDeg degrees; it wraps at ±180
 * @param precision extra characters, 0 to 8
 * @returns how many there are, or INVALID_COORDINATE or INVALID_PRECISION with an empty list
 */
export function encodeInto(
  latDeg: number,
  lonDeg: number,
  precision: number,
  list: CodeList,
): number {
  setAsked(latDeg, lonDeg);
  return encodeAt(asked, 0, precision, list);
}

/** As encodeInto, only the international mapcode: there is always exactly one. */
export function encodeInternationalInto(
  latDeg: number,
  lonDeg: number,
  precision: number,
  list: CodeList,
): number {
  setAsked(latDeg, lonDeg);
  return encodeInternationalAt(asked, 0, precision, list);
}

/**
 * As encodeInto, only the mapcodes listed under one territory, shortest first.
 * @param territory its number; for any other number INVALID_TERRITORY comes back
 */
export function encodeTerritoryInto(
  latDeg: number,
  lonDeg: number,
  precision: number,
  territory: number,
  list: CodeList,
): number {
  setAsked(latDeg, lonDeg);
  return encodeWithinAt(asked, 0, precision, territory, false, NO_LIMIT, list);
}

/** As encodeInto, only the mapcodes of a country and of its subdivisions. */
export function encodeCountryInto(
  latDeg: number,
  lonDeg: number,
  precision: number,
  country: number,
  list: CodeList,
): number {
  setAsked(latDeg, lonDeg);
  return encodeWithinAt(asked, 0, precision, country, true, NO_LIMIT, list);
}

/** As encodeTerritoryInto, only the shortest one: the first it makes. */
export function encodeShortestInTerritoryInto(
  latDeg: number,
  lonDeg: number,
  precision: number,
  territory: number,
  list: CodeList,
): number {
  setAsked(latDeg, lonDeg);
  return encodeWithinAt(asked, 0, precision, territory, false, 1, list);
}

// The same for a point in an array: its latitude at `place`, its longitude behind it.

export function encodeAt(
  degrees: Float64Array,
  place: number,
  precision: number,
  list: CodeList,
): number {
  const refusal = begin(degrees, place, precision, list);
  if (refusal !== 0) return refusal;
  collect(list, precision, ANY_TERRITORY, false, NO_LIMIT);
  addInternational(list, precision);
  return list.count;
}

export function encodeInternationalAt(
  degrees: Float64Array,
  place: number,
  precision: number,
  list: CodeList,
): number {
  const refusal = begin(degrees, place, precision, list);
  if (refusal !== 0) return refusal;
  addInternational(list, precision);
  return 1;
}

/** @param limit how many codes are wanted at most */
export function encodeWithinAt(
  degrees: Float64Array,
  place: number,
  precision: number,
  territory: number,
  withSubdivisions: boolean,
  limit: number,
  list: CodeList,
): number {
  const refusal = begin(degrees, place, precision, list);
  if (refusal !== 0) return refusal;
  if (!isTerritory(territory)) return INVALID_TERRITORY;
  if (territory === INTERNATIONAL_TERRITORY) addInternational(list, precision);
  else collect(list, precision, territory, withSubdivisions, limit);
  return list.count;
}

function begin(degrees: Float64Array, place: number, precision: number, list: CodeList): number {
  list.count = 0;
  if (!(precision >= 0 && precision <= MAX_PRECISION) || precision % 1 !== 0) {
    return INVALID_PRECISION;
  }
  return setPoint(point, degrees, place) ? 0 : INVALID_COORDINATE;
}

function addInternational(list: CodeList, precision: number): void {
  const record = internationalRecord(point[POINT_LAT]);
  addCode(list, record, INTERNATIONAL_TERRITORY, precision);
}

/** Walks the leaf of the point; layout/spatial-index.ts describes its words. */
function collect(
  list: CodeList,
  precision: number,
  territory: number,
  withSubdivisions: boolean,
  limit: number,
): void {
  const lat = point[POINT_LAT];
  const lon = point[POINT_LON];
  let sharedEnd = 0;
  let place = findLeaf(lat, lon);
  for (let head = leaves[place]; head !== LEAF_END; head = leaves[place]) {
    const own = head & LEAF_TERRITORY_MASK;
    const handsOver = (head & LEAF_HAS_PARENT) !== 0;
    const first = place + (handsOver ? 3 : 2);
    const end = first + leaves[place + 1];
    const isWanted =
      territory === ANY_TERRITORY ||
      own === territory ||
      (withSubdivisions && parents[own] === territory);
    if (isWanted && outlineAllows(head, own, lat, lon)) {
      if (!addShared(list, place, own, sharedEnd)) {
        addRecords(list, precision, first, end, own, limit);
      }
      if (handsOver && list.count < limit) {
        const parentPlace = place + leaves[place + 2];
        if (!addShared(list, parentPlace, own, sharedEnd)) {
          sharedEnd = addParent(list, precision, parentPlace, own, limit, sharedEnd);
        }
      }
      if (list.count >= limit) return;
    }
    place = end;
  }
}

function outlineAllows(head: number, territory: number, lat: number, lon: number): boolean {
  return (head & LEAF_TEST_OUTLINE) === 0 || recordHolds(outlineOf(territory), lat, lon);
}

/** Lists the codes of records that hold the point; a restricted one only after another. */
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
  for (let place = first; place < end && list.count < limit; place++) {
    const word = leaves[place];
    const record = word & LEAF_RECORD_MASK;
    if ((word & LEAF_TEST_RECORD) !== 0 && !recordHolds(record, lat, lon)) continue;
    if (list.count === countBefore) {
      const traits = records[record * RECORD_WORDS + TRAITS];
      if ((traits & RESTRICTED) !== 0) continue;
    }
    addCode(list, record, territory, precision);
  }
}

/** Lists a country's codes under its subdivision and notes where they stand. */
function addParent(
  list: CodeList,
  precision: number,
  place: number,
  label: number,
  limit: number,
  sharedEnd: number,
): number {
  const head = leaves[place];
  const from = list.count;
  const parent = head & LEAF_TERRITORY_MASK;
  if (outlineAllows(head, parent, point[POINT_LAT], point[POINT_LON])) {
    // A country is no subdivision: its entry has no word for a parent.
    const first = place + 2;
    addRecords(list, precision, first, first + leaves[place + 1], label, limit);
  }
  shared[sharedEnd] = place;
  shared[sharedEnd + 1] = from;
  shared[sharedEnd + 2] = list.count;
  return sharedEnd + 3;
}

/** Lists codes that were written for another label again, if there are such. */
function addShared(list: CodeList, place: number, label: number, sharedEnd: number): boolean {
  for (let at = 0; at < sharedEnd; at += 3) {
    if (shared[at] !== place) continue;
    const end = shared[at + 2];
    for (let from = shared[at + 1]; from < end; from++) {
      const index = list.count++;
      list.territories[index] = label;
      list.starts[index] = list.starts[from];
      list.ends[index] = list.ends[from];
    }
    return true;
  }
  return false;
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
