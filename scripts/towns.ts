/** Makes the file of towns that the map page loads. */
import { readTowns } from "../codegen/read.ts";
import { DEGREE_PARTS, POPULATION_STEPS, type TownFile } from "../src/web/engine/towns.ts";

/** Rounded degrees as differences to the ones before them: half as large when compressed. */
function degreeParts(microDegs: readonly number[]): number[] {
  const rounded = microDegs.map((microDeg) => Math.round((microDeg / 1e6) * DEGREE_PARTS));
  return rounded.map((value, index) => value - (rounded[index - 1] ?? 0));
}

/** @throws TableError if data/towns differs from the manifest */
export function townsFile(): string {
  const towns = readTowns(new URL("../data/", import.meta.url));
  const counts = new Map<string, number>();
  for (const { territory } of towns) counts.set(territory, (counts.get(territory) ?? 0) + 1);
  const file: TownFile = {
    territories: [...counts],
    names: towns.map(({ name }) => name).join("\n"),
    otherNames: towns.map(({ otherNames }) => otherNames.join("|")).join("\n"),
    lats: degreeParts(towns.map(({ latMicroDeg }) => latMicroDeg)),
    lons: degreeParts(towns.map(({ lonMicroDeg }) => lonMicroDeg)),
    populations: towns.map(({ population }) =>
      Math.round(Math.log2(population) * POPULATION_STEPS),
    ),
  };
  return JSON.stringify(file);
}
