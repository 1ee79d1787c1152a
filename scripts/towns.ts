/** Makes the files of towns that the map page loads. */
import { readTowns } from "../codegen/read.ts";
import { foldedName } from "../src/library/names.ts";
import {
  DEGREE_PARTS,
  MIN_STEP,
  OTHER_LETTER,
  POPULATION_STEPS,
  type TownColumns,
  type TownFile,
} from "../src/web/engine/towns.ts";

/** The differences between values in parts of a degree: half as large when compressed. */
function differences(microDegs: readonly number[]): number[] {
  const parts = microDegs.map((microDeg) => Math.round((microDeg / 1e6) * DEGREE_PARTS));
  return parts.map((value, index) => value - (parts[index - 1] ?? 0));
}

/** @throws TableError if data/towns differs from the manifest */
export function townFiles(): Readonly<Record<TownFile, string>> {
  const towns = readTowns(new URL("../data/", import.meta.url));
  const counts = new Map<string, number>();
  for (const { territory } of towns) counts.set(territory, (counts.get(territory) ?? 0) + 1);
  const steps = towns.map(({ population }) => {
    return Math.round(Math.log2(population) * POPULATION_STEPS) - MIN_STEP;
  });
  const columns: TownColumns = {
    territories: [...counts],
    names: towns.map(({ name }) => name).join("\n"),
    lats: differences(towns.map(({ latMicroDeg }) => latMicroDeg)),
    lons: differences(towns.map(({ lonMicroDeg }) => lonMicroDeg)),
    populations: steps.map((step) => String.fromCharCode(step)).join(""),
  };
  // Searches fold what they look for.
  const otherNames = (isOther: boolean) =>
    towns.map(({ name, otherNames }) => {
      const names = otherNames.filter((one) => OTHER_LETTER.test(one) === isOther).map(foldedName);
      return [...new Set(names)]
        .filter((one) => one !== foldedName(name))
        .sort()
        .join("|");
    });
  return {
    towns: JSON.stringify(columns),
    names: otherNames(false).join("\n"),
    scripts: otherNames(true).join("\n"),
  };
}
