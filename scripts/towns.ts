/** Makes the files of towns that the map page loads. */
import { readTowns } from "../codegen/read.ts";
import { foldedName } from "../src/library/folded-names.ts";
import * as townFile from "../src/web/engine/towns.ts";

/** The differences of coordinates from those of the town before, in thousandths of a degree. */
function differences(microDegs: readonly number[]): number[] {
  const milliDegs = microDegs.map((microDeg) => Math.round(microDeg / 1000));
  return milliDegs.map((milliDeg, index) => milliDeg - (milliDegs[index - 1] ?? 0));
}

/** @throws TableError if data/towns differs from the manifest */
export function townFiles(): Readonly<Record<townFile.TownFile, string>> {
  const towns = readTowns(new URL("../data/", import.meta.url));
  const columns: townFile.TownColumns = {
    names: towns.map(({ name }) => name),
    territories: towns.map(({ territory }) => territory),
    lats: differences(towns.map(({ lat }) => lat)),
    lons: differences(towns.map(({ lon }) => lon)),
    quarters: towns.map(({ population }) => Math.round(4 * Math.log2(population))),
  };
  const named = towns.filter((_, index) => {
    return townFile.populationOf(columns.quarters[index]) >= townFile.MIN_NAMES_POPULATION;
  });
  // Searches use folded names.
  const otherNames = (isOther: boolean) => {
    const lines = named.map(({ name, otherNames }) => {
      const others = otherNames.filter((one) => townFile.OTHER_LETTER.test(one) === isOther);
      const names = new Set(others.map(foldedName));
      names.delete(foldedName(name));
      return [...names].sort().join("|");
    });
    return lines.join("\n");
  };
  return { towns: JSON.stringify(columns), names: otherNames(false), scripts: otherNames(true) };
}
