/** Makes the files of towns that the map page loads. */
import { readTowns } from "../codegen/read.ts";
import { foldedName } from "../src/library/folded-names.ts";
import * as townFile from "../src/web/engine/towns.ts";

/** Parts of a degree and the digit after them. */
function degreeParts(microDeg: number): [parts: number, digit: number] {
  const tenths = Math.round((microDeg / 1e6) * townFile.DEGREE_PARTS * 10);
  const parts = Math.floor(tenths / 10);
  return [parts, tenths - 10 * parts];
}

/** A character for each number: compressed, half the size of digits. */
function column(numbers: readonly number[]): string {
  return numbers.map((number) => String.fromCharCode(townFile.ZERO_CHAR + number)).join("");
}

/** Writes each name as a letter for the length of the prefix shared with the previous name, and the suffix. */
function shortened(names: readonly string[], mainName: string): string {
  let previous = mainName;
  const parts = names.map((name) => {
    let shared = 0;
    while (shared < 25 && shared < previous.length && name[shared] === previous[shared]) shared++;
    previous = name;
    return String.fromCharCode("A".charCodeAt(0) + shared) + name.slice(shared);
  });
  return parts.join("");
}

/** @throws TableError if data/towns differs from the manifest */
export function townFiles(): Readonly<Record<townFile.TownFile, string>> {
  const towns = readTowns(new URL("../data/", import.meta.url)).map((town) => {
    const [[lat, latDigit], [lon, lonDigit]] = [degreeParts(town.lat), degreeParts(town.lon)];
    const quarters = Math.round(4 * Math.log2(town.population));
    return { ...town, lat, lon, digits: 10 * latDigit + lonDigit, quarters };
  });
  const counts = new Map<string, [count: number, west: number]>();
  for (const { territory, lon } of towns) {
    const [count, west] = counts.get(territory) ?? [0, lon];
    counts.set(territory, [count + 1, Math.min(west, lon)]);
  }
  // Only between territories may differences be negative.
  const turn = 180 * townFile.DEGREE_PARTS;
  const differences = towns.map(({ lat }, index) => {
    return (lat - (towns[index - 1]?.lat ?? -turn / 2) + turn) % turn;
  });
  const columns: townFile.TownColumns = {
    territories: Array.from(counts, ([code, [count, west]]) => [code, count, west]),
    names: towns.map(({ name }) => name).join("\n"),
    lats: column(differences),
    lons: column(towns.map(({ territory, lon }) => lon - (counts.get(territory)?.[1] ?? 0))),
    digits: column(towns.map(({ digits }) => digits)),
    populations: column(towns.map(({ quarters }) => quarters)),
  };
  const named = towns.filter(
    ({ quarters }) => townFile.populationOf(quarters) >= townFile.MIN_NAMES_POPULATION,
  );
  // Searches use folded names.
  const otherNames = (isOther: boolean) => {
    const lines = named.map(({ name, otherNames }) => {
      const others = otherNames.filter((one) => townFile.OTHER_LETTER.test(one) === isOther);
      const names = new Set(others.map(foldedName));
      names.delete(foldedName(name));
      return shortened([...names].sort(), foldedName(name));
    });
    return lines.join("\n");
  };
  return { towns: JSON.stringify(columns), names: otherNames(false), scripts: otherNames(true) };
}
