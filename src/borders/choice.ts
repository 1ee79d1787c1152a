/** Chooses the local code of a point by borders: a code of the territory that the point is really in. */
import { type CodeList, NO_CODE } from "../codec/code-list.ts";
import { beginEncode } from "../codec/encode.ts";
import * as find from "../codec/find.ts";
import { foundTerritories } from "../codec/scratch.ts";
import { writeList } from "../codec/write-codes.ts";
import { unknownSubdivisions } from "./border-arrays.ts";
import { MAX_CANDIDATES } from "./layout.ts";
import { territoriesAtPoint } from "./look-up.ts";

const candidates = new Int16Array(MAX_CANDIDATES);

/** The names of the rules that choose the local code of a point. */
export const LOCAL_RULE_NAMES = ["borders", "shortest"] as const;
export type LocalRuleName = (typeof LOCAL_RULE_NAMES)[number];

/**
 * Writes the local code of a point by borders, as `encodeLocal` returns it, to a list. Arguments as for `encodeInto`.
 * @returns 1, or 0 without a local code; INVALID_COORDINATE or PRECISION_OUT_OF_RANGE
 * @throws TypeError if the arrays of the list are of other types than those of createCodeList, or shorter
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
  const error = beginEncode(latDeg, lonDeg, precision, list);
  if (error !== 0) return error;
  const count = find.keepFound(byBorders(find.findLocalCodes(), false));
  writeList(list, count, precision);
  return count;
}

/**
 * Prefers the shortest code of the first territory around the point that has one. If the borders lack the subdivisions
 * of a country, their codes count as its own. In order, the codes of a territory follow those of the territory before.
 */
function byBorders(count: number, inOrder: boolean): number {
  if (!haveSeveralTerritories(count)) return find.SHORTEST(count, inOrder);
  const candidateCount = territoriesAtPoint(candidates);
  let placed = 0;
  for (let index = 0; index < candidateCount; index++) {
    const candidate = candidates[index];
    const isWhole = unknownSubdivisions[candidate] !== 0;
    const shortest = find.indexOfShortest(placed, count, candidate, isWhole);
    if (shortest === NO_CODE) continue;
    if (!inOrder) return shortest;
    // The codes of a territory are found from the shortest to the longest.
    placed = find.moveToFront(placed, count, foundTerritories[shortest], false);
    if (isWhole) placed = find.moveToFront(placed, count, candidate, true);
  }
  return placed > 0 ? 0 : find.SHORTEST(count, inOrder);
}

/** Whether borders make a difference. Most points have codes of one territory. */
function haveSeveralTerritories(count: number): boolean {
  for (let index = 1; index < count; index++) {
    if (foundTerritories[index] !== foundTerritories[0]) return true;
  }
  return false;
}

/** The rules by name. They come last: in the bundle, functions are constants. */
export const LOCAL_RULES: Readonly<Record<LocalRuleName, find.LocalRule>> = {
  borders: byBorders,
  shortest: find.SHORTEST,
};
