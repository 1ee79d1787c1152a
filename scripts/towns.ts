/** Makes the file of towns that the map page loads. */
import { readTowns, type TownRow } from "../codegen/read.ts";
import { DEGREE_PARTS, POPULATION_STEPS, type TownFile } from "../src/web/engine/towns.ts";

const DATA = new URL("../data/", import.meta.url);

/** The differences between values and the ones before them: half as large when compressed. */
function differences(values: readonly number[]): number[] {
  return values.map((value, index) => value - (values[index - 1] ?? 0));
}

/** @param microDeg in millionths of a degree */
function rounded(microDeg: number): number {
  return Math.round((microDeg / 1e6) * DEGREE_PARTS);
}

function countsByTerritory(towns: readonly TownRow[]): TownFile["territories"] {
  const counts = new Map<string, number>();
  for (const { territory } of towns) counts.set(territory, (counts.get(territory) ?? 0) + 1);
  return [...counts];
}

/** @throws TableError if data/towns differs from the manifest */
export function townsFile(): string {
  const towns = readTowns(DATA);
  const file: TownFile = {
    territories: countsByTerritory(towns),
    names: towns.map(({ name }) => name).join("\n"),
    otherNames: towns.map(({ otherNames }) => otherNames.join("|")).join("\n"),
    lats: differences(towns.map(({ latMicroDeg }) => rounded(latMicroDeg))),
    lons: differences(towns.map(({ lonMicroDeg }) => rounded(lonMicroDeg))),
    populations: towns.map(({ population }) =>
      Math.round(Math.log2(population) * POPULATION_STEPS),
    ),
  };
  return JSON.stringify(file);
}
