/** Makes the files of towns that the map page loads. */
import { readTowns } from "../codegen/read.ts";
import { foldedName } from "../src/library/folded-names.ts";
import * as townFile from "../src/web/engine/towns.ts";

/** @throws TableError if data/towns differs from the manifest */
export function townFiles(): Readonly<Record<townFile.TownFile, string>> {
  const towns = readTowns(new URL("../data/", import.meta.url));
  const columns: townFile.TownColumns = {
    names: towns.map(({ name }) => name),
    territories: towns.map(({ territory }) => territory),
    lats: towns.map(({ lat }) => Math.round(lat / 1000)),
    lons: towns.map(({ lon }) => Math.round(lon / 1000)),
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
