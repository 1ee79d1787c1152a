/** Chooses the local code of a point by borders: a code of the territory that the point is really in. */

import { type CodeList, NO_CODE } from "../codec/code-arrays.ts";
import { foundLength, keepFound, keepShortestLocal, writeList } from "../codec/code-writing.ts";
import { start } from "../codec/encode.ts";
import { ANY_TERRITORY, findLocalCodes, NO_LIMIT } from "../codec/point-codes.ts";
import { foundTerritories } from "../scratch.ts";
import { parents } from "../tables/tables.ts";
import { unknownSubdivisions } from "./arrays.ts";
import { MAX_CANDIDATES } from "./layout.ts";
import { findTerritories } from "./look-up.ts";

const candidates = new Int16Array(MAX_CANDIDATES);

/**
 * Writes the local code of a point by borders to a list: the shortest one of the first territory around the point that
 * has a code there, the smallest area first. The borders lack the subdivisions of some countries (BRA, MEX and most of
 * RUS): there, it is the shortest code of the country and its subdivisions. Where no territory around the point has a
 * code, as at sea, it is the shortest local code.
 * @param latDeg latitude in degrees; values beyond ±90 become ±90
 * @param lonDeg longitude in degrees; it wraps at ±180
 * @param precision extra characters, 0 to 8
 * @param list of createCodeList; is overwritten; empty on an error
 * @returns 1, or 0 without a local code; INVALID_COORDINATE or INVALID_PRECISION; ARRAY_TOO_SMALL if an array of the
 *   list is smaller than createCodeList makes it
 * @throws TypeError if the list has arrays of other types than createCodeList makes
 * @example
 * ```ts
 * const list = createCodeList();
 * encodeLocalInto(22.543, 114.058, 0, list); // 1
 * list.territories[0] === territoryNumber("CN-GD"); // true
 * encodeLocalInto(0, -30, 0, list); // 0
 * ```
 */
export function encodeLocalInto(
  latDeg: number,
  lonDeg: number,
  precision: number,
  list: CodeList,
): number {
  const error = start(latDeg, lonDeg, precision, list);
  if (error !== 0) return error;
  const count = keepLocalByBorders(findLocalCodes(ANY_TERRITORY, false, NO_LIMIT));
  writeList(list, count, precision);
  return count;
}

/**
 * Leaves of the found local codes of `point` only the one by borders.
 * @param count number of found codes, none of which is international
 * @returns 1, or 0 if there are none
 */
export function keepLocalByBorders(count: number): number {
  const local = haveSeveralTerritories(count) ? indexByBorders(count) : NO_CODE;
  return local === NO_CODE ? keepShortestLocal(count) : keepFound(local);
}

/** Whether it makes a difference where the point is. Most points have codes of one territory. */
function haveSeveralTerritories(count: number): boolean {
  for (let index = 1; index < count; index++) {
    if (foundTerritories[index] !== foundTerritories[0]) return true;
  }
  return false;
}

/** @returns the index of the found code by borders, or NO_CODE where no territory around the point has one */
function indexByBorders(count: number): number {
  const candidateCount = findTerritories(candidates);
  for (let index = 0; index < candidateCount; index++) {
    const shortest = indexOfShortestIn(candidates[index], count);
    if (shortest !== NO_CODE) return shortest;
  }
  return NO_CODE;
}

/** The shortest found code of a candidate, the first on a tie. */
function indexOfShortestIn(candidate: number, count: number): number {
  let best = NO_CODE;
  let bestLength = 0;
  for (let index = 0; index < count; index++) {
    if (!isCodeOf(candidate, foundTerritories[index])) continue;
    const length = foundLength(index, 0);
    if (best !== NO_CODE && length >= bestLength) continue;
    best = index;
    bestLength = length;
  }
  return best;
}

/** Whether a candidate has the codes of a territory: also of its subdivisions, where the borders lack them. */
export function isCodeOf(candidate: number, territory: number): boolean {
  if (territory === candidate) return true;
  return unknownSubdivisions[candidate] !== 0 && parents[territory] === candidate;
}
