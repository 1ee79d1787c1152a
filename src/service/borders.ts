/** The territories around a point, by the borders of this package: those of OpenStreetMap through JOSM. */
import { MAX_CANDIDATES, territoriesAtInto } from "../borders/index.ts";
import type { Candidate, CandidateFinder } from "../http/options.ts";
import { territories } from "../index.ts";

/** Creates the function that finds territories. */
export function createCandidateFinder(): CandidateFinder {
  const known: readonly Candidate[] = territories().map(
    ({ alphaCode, number, parentTerritory }) => {
      return { alphaCode, parentAlphaCode: parentTerritory, territory: number };
    },
  );
  const found = new Int16Array(MAX_CANDIDATES);
  return (latDeg, lonDeg) => {
    const count = territoriesAtInto(latDeg, lonDeg, found);
    return Array.from({ length: count }, (_, index) => known[found[index]]);
  };
}
