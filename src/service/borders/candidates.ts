/** Where the service takes its borders from: our own data, or a file of the public service's form. */
import { MAX_CANDIDATES, territoriesAtInto } from "../../borders/index.ts";
import type { Candidate } from "../../http/formats/format.ts";
import type { CandidateFinder } from "../../http/interface-options.ts";
import { territories } from "../../index.ts";

/** The value of the option for the borders of this package, those of OpenStreetMap through JOSM. */
export const OWN_BORDERS = "on";

/** Finds territories by the borders of this package. */
function ownFinder(): CandidateFinder {
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

/**
 * Loads the borders that an option names.
 * @param borders OWN_BORDERS, the path of a FlatGeobuf file, or empty for none
 * @returns undefined for none
 * @throws ServiceError if the file or what reads it is missing, or the file is not of the form of the public service
 */
export async function candidateFinder(borders: string): Promise<CandidateFinder | undefined> {
  if (borders === "") return undefined;
  if (borders === OWN_BORDERS) return ownFinder();
  // Few services have such a file.
  const { fileFinder } = await import("./flatgeobuf.ts");
  return fileFinder(borders);
}
