/** The one code that stands for all local ones of a point. */
import { INTERNATIONAL_TERRITORY } from "../tables/tables.ts";
import type { CodeList } from "./code-list.ts";

/** In place of the index of a code where there is none. */
export const NO_CODE = -1;

/**
 * The local code of the fewest characters, the first in answer order of equals.
 * @returns its index in the list, or NO_CODE
 */
export function indexOfShortestLocal({ count, territories, starts, ends }: CodeList): number {
  let best = NO_CODE;
  let bestLength = 0;
  for (let index = 0; index < count; index++) {
    const length = ends[index] - starts[index];
    const isBetter = best === NO_CODE || length < bestLength;
    if (!isBetter || territories[index] === INTERNATIONAL_TERRITORY) continue;
    best = index;
    bestLength = length;
  }
  return best;
}
