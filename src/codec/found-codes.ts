/** The codes that point-codes.ts has found, before they are written: their lengths, the shortest one, their order. */
import { foundRecords, foundTerritories } from "../scratch.ts";
import {
  FLAGS,
  LENGTH_MASK,
  PREFIX_SHIFT,
  RECORD_WORDS,
  SUFFIX_SHIFT,
} from "../tables/layout/records.ts";
import { INTERNATIONAL_TERRITORY, parents, records } from "../tables/tables.ts";
import { NO_CODE } from "./code-arrays.ts";

/** In place of a territory: codes of any territory. */
export const ANY_TERRITORY = -1;

/**
 * Chooses the local code of `point` among the codes found, the first `count` ones.
 * @param isLocalOnly whether only the local code is wanted. If not, the rule may put the codes into another order
 * @returns the index of the local code, or NO_CODE if there is none
 */
export type LocalRule = (count: number, isLocalOnly: boolean) => number;

/** Whether codes of a territory count as codes of another one, which may stand for its subdivisions, too. */
export function isWithin(territory: number, wanted: number, withSubdivisions: boolean): boolean {
  return (
    wanted === ANY_TERRITORY ||
    territory === wanted ||
    (withSubdivisions && parents[territory] === wanted)
  );
}

/** The record of a found code. */
export function foundRecord(index: number): number {
  const record = foundRecords[index];
  return record < 0 ? foundRecords[~record] : record;
}

/** The length of a found code. */
export function foundLength(index: number, precision: number): number {
  const flags = records[foundRecord(index) * RECORD_WORDS + FLAGS];
  const prefixLength = (flags >> PREFIX_SHIFT) & LENGTH_MASK;
  const suffixLength = (flags >> SUFFIX_SHIFT) & LENGTH_MASK;
  return prefixLength + 1 + suffixLength + (precision === 0 ? 0 : 1 + precision);
}

/**
 * The shortest local code of a territory among the codes found, the first one on a tie.
 * @param from index of the first code that counts
 * @param count number of found codes
 * @param territory ANY_TERRITORY for all
 * @param withSubdivisions whether codes of subdivisions of the territory count, too
 * @returns its index, or NO_CODE
 */
export function indexOfShortest(
  from: number,
  count: number,
  territory: number,
  withSubdivisions: boolean,
): number {
  let best = NO_CODE;
  let bestLength = 0;
  for (let index = from; index < count; index++) {
    const own = foundTerritories[index];
    if (own === INTERNATIONAL_TERRITORY || !isWithin(own, territory, withSubdivisions)) continue;
    const length = foundLength(index, 0);
    if (best !== NO_CODE && length >= bestLength) continue;
    best = index;
    bestLength = length;
  }
  return best;
}

/** The rule of the published libraries: the shortest local code is the local one, as indexOfShortestLocal finds it in a list. */
export function chooseShortest(count: number): number {
  return indexOfShortest(0, count, ANY_TERRITORY, false);
}

/** Leaves of the found codes only one. @returns their number: 0 for NO_CODE, otherwise 1 */
export function keepFound(index: number): number {
  if (index === NO_CODE) return 0;
  foundRecords[0] = foundRecord(index);
  foundTerritories[0] = foundTerritories[index];
  return 1;
}

/**
 * Moves the codes of a territory in front of the others from an index on. Otherwise, codes keep their order.
 * @param from index of the first code that may move
 * @param count number of found codes
 * @returns the index after the codes of the territory
 */
export function moveToFront(
  from: number,
  count: number,
  territory: number,
  withSubdivisions: boolean,
): number {
  let to = from;
  for (let index = from; index < count; index++) {
    if (!isWithin(foundTerritories[index], territory, withSubdivisions)) continue;
    if (index !== to) moveFound(index, to, count);
    to++;
  }
  return to;
}

/** Moves a found code to an earlier place. */
function moveFound(from: number, to: number, count: number): void {
  // Codes that refer to the place of another one get its record.
  for (let index = 0; index < count; index++) foundRecords[index] = foundRecord(index);
  const record = foundRecords[from];
  const territory = foundTerritories[from];
  // copyWithin takes longer for so few.
  for (let index = from; index > to; index--) {
    foundRecords[index] = foundRecords[index - 1];
    foundTerritories[index] = foundTerritories[index - 1];
  }
  foundRecords[to] = record;
  foundTerritories[to] = territory;
}
