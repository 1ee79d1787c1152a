/** From a point to its mapcodes, in the caller's arrays. Nothing here allocates or throws. */
import {
  inputDegrees,
  POINT_LAT,
  POINT_LON,
  point,
  SHARED_END,
  SHARED_ENTRY,
  SHARED_FIRST,
  SHARED_WORDS,
  sharedCodes,
} from "../scratch.ts";
import { MAX_PRECISION } from "../tables/format.ts";
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
import {
  INTERNATIONAL_TERRITORY,
  isTerritory,
  leaves,
  parents,
  records,
} from "../tables/tables.ts";
import {
  type CodeList,
  INVALID_COORDINATE,
  INVALID_PRECISION,
  INVALID_TERRITORY,
  MAX_CODE_CHARS,
} from "./code-arrays.ts";
import { writeCode } from "./kinds.ts";
import { setPoint } from "./points.ts";
import { findLeaf, internationalRecord, outlineOf, recordContains } from "./search.ts";

const ANY_TERRITORY = -1;
export const NO_LIMIT = 0x7fffffff;

/** Copies arguments first: V8 boxes doubles that it passes to calls that it does not inline (2 ns). */
function setInputDegrees(latDeg: number, lonDeg: number): void {
  inputDegrees[0] = latDeg;
  inputDegrees[1] = lonDeg;
}

/**
 * Writes all mapcodes of a point to a list, the international one last (format 4).
 * @param latDeg latitude in degrees; values beyond ±90 become ±90
 * @param lonDeg longitude in degrees; it wraps at ±180
 * @param precision extra characters, 0 to 8
 * @param list is overwritten
 * @returns the number of codes; INVALID_COORDINATE or INVALID_PRECISION, with an empty list
 */
export function encodeInto(
  latDeg: number,
  lonDeg: number,
  precision: number,
  list: CodeList,
): number {
  setInputDegrees(latDeg, lonDeg);
  return encodeAt(inputDegrees, 0, precision, list);
}

/** As encodeInto, but only the international mapcode. Every point has exactly one. */
export function encodeInternationalInto(
  latDeg: number,
  lonDeg: number,
  precision: number,
  list: CodeList,
): number {
  setInputDegrees(latDeg, lonDeg);
  return encodeInternationalAt(inputDegrees, 0, precision, list);
}

/**
 * As encodeInto, but only the mapcodes listed under one territory, shortest first.
 * @param territory number of the territory
 * @returns the number of codes, which may be 0; the errors of encodeInto, or INVALID_TERRITORY
 */
export function encodeTerritoryInto(
  latDeg: number,
  lonDeg: number,
  precision: number,
  territory: number,
  list: CodeList,
): number {
  setInputDegrees(latDeg, lonDeg);
  return encodeWithinAt(inputDegrees, 0, precision, territory, false, NO_LIMIT, list);
}

/**
 * As encodeTerritoryInto, but the mapcodes of a country and of its subdivisions.
 * @param country number of the country
 */
export function encodeCountryInto(
  latDeg: number,
  lonDeg: number,
  precision: number,
  country: number,
  list: CodeList,
): number {
  setInputDegrees(latDeg, lonDeg);
  return encodeWithinAt(inputDegrees, 0, precision, country, true, NO_LIMIT, list);
}

/** As encodeTerritoryInto, but only the shortest mapcode, which is the first one. */
export function encodeShortestInTerritoryInto(
  latDeg: number,
  lonDeg: number,
  precision: number,
  territory: number,
  list: CodeList,
): number {
  setInputDegrees(latDeg, lonDeg);
  return encodeWithinAt(inputDegrees, 0, precision, territory, false, 1, list);
}

// The same for a point in an array: its latitude at `offset`, its longitude after it.

export function encodeAt(
  degrees: Float64Array,
  offset: number,
  precision: number,
  list: CodeList,
): number {
  const error = begin(degrees, offset, precision, list);
  if (error !== 0) return error;
  collect(list, precision, ANY_TERRITORY, false, NO_LIMIT);
  addInternational(list, precision);
  return list.count;
}

export function encodeInternationalAt(
  degrees: Float64Array,
  offset: number,
  precision: number,
  list: CodeList,
): number {
  const error = begin(degrees, offset, precision, list);
  if (error !== 0) return error;
  addInternational(list, precision);
  return 1;
}

/** @param limit maximum number of codes */
export function encodeWithinAt(
  degrees: Float64Array,
  offset: number,
  precision: number,
  territory: number,
  withSubdivisions: boolean,
  limit: number,
  list: CodeList,
): number {
  const error = begin(degrees, offset, precision, list);
  if (error !== 0) return error;
  if (!isTerritory(territory)) return INVALID_TERRITORY;
  if (territory === INTERNATIONAL_TERRITORY) addInternational(list, precision);
  else collect(list, precision, territory, withSubdivisions, limit);
  return list.count;
}

function begin(degrees: Float64Array, offset: number, precision: number, list: CodeList): number {
  list.count = 0;
  if (!(precision >= 0 && precision <= MAX_PRECISION) || precision % 1 !== 0) {
    return INVALID_PRECISION;
  }
  return setPoint(point, degrees, offset) ? 0 : INVALID_COORDINATE;
}

function addInternational(list: CodeList, precision: number): void {
  const record = internationalRecord(point[POINT_LAT]);
  addCode(list, record, INTERNATIONAL_TERRITORY, precision);
}

/** Lists the local codes of the point: walks its leaf, see layout/spatial-index.ts. */
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
  for (let entry = leaves[place]; entry !== LEAF_END; entry = leaves[place]) {
    const own = entry & LEAF_TERRITORY_MASK;
    const hasParent = (entry & LEAF_HAS_PARENT) !== 0;
    const first = place + (hasParent ? 3 : 2);
    const end = first + leaves[place + 1];
    const isRequested =
      territory === ANY_TERRITORY ||
      own === territory ||
      (withSubdivisions && parents[own] === territory);
    if (isRequested && outlineContains(entry, own, lat, lon)) {
      if (!addShared(list, place, own, sharedEnd)) {
        addRecords(list, precision, first, end, own, limit);
      }
      if (hasParent && list.count < limit) {
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

/** Whether the outline of a territory contains the point; its leaf entry says if that is certain. */
function outlineContains(entry: number, territory: number, lat: number, lon: number): boolean {
  return (entry & LEAF_TEST_OUTLINE) === 0 || recordContains(outlineOf(territory), lat, lon);
}

/** Lists the codes of the records that contain the point; a restricted record only after another one. */
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
    if ((word & LEAF_TEST_RECORD) !== 0 && !recordContains(record, lat, lon)) continue;
    if (list.count === countBefore) {
      const traits = records[record * RECORD_WORDS + TRAITS];
      if ((traits & RESTRICTED) !== 0) continue;
    }
    addCode(list, record, territory, precision);
  }
}

/** Lists the codes of a country under its subdivision and remembers their indices in the list. */
function addParent(
  list: CodeList,
  precision: number,
  place: number,
  label: number,
  limit: number,
  sharedEnd: number,
): number {
  const entry = leaves[place];
  const from = list.count;
  const parent = entry & LEAF_TERRITORY_MASK;
  if (outlineContains(entry, parent, point[POINT_LAT], point[POINT_LON])) {
    // A country has no parent: its leaf entry has no word for one.
    const first = place + 2;
    addRecords(list, precision, first, first + leaves[place + 1], label, limit);
  }
  sharedCodes[sharedEnd + SHARED_ENTRY] = place;
  sharedCodes[sharedEnd + SHARED_FIRST] = from;
  sharedCodes[sharedEnd + SHARED_END] = list.count;
  return sharedEnd + SHARED_WORDS;
}

/** Lists the codes of a leaf entry again, under another label, if they are in the list already. */
function addShared(list: CodeList, place: number, label: number, sharedEnd: number): boolean {
  for (let at = 0; at < sharedEnd; at += SHARED_WORDS) {
    if (sharedCodes[at + SHARED_ENTRY] !== place) continue;
    const end = sharedCodes[at + SHARED_END];
    for (let from = sharedCodes[at + SHARED_FIRST]; from < end; from++) {
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
