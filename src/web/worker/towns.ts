/** The towns in a worker, which loads them when it needs them first: found by name, and listed for the map. */
import { getTerritory, type Territory } from "../../index.ts";
import { foldedName } from "../../internal.ts";
import { type Bounds, POPULATION_STEPS, type Town } from "./methods.ts";

/** The name of the file of towns beside the worker. The build puts it in. */
declare const TOWNS_FILE: string;

/** The file of towns as the build writes it: columns, of towns that are in order of territory and latitude. */
export interface TownFile {
  /** The alphaCodes of territories that have towns, and how many each has. */
  readonly territories: readonly (readonly [alphaCode: string, count: number])[];
  /** One name a line. */
  readonly names: string;
  /** Further names, divided by `|`: one town a line. */
  readonly otherNames: string;
  /** In thousandths of a degree: what to add to the value of the town before. */
  readonly lats: readonly number[];
  readonly lons: readonly number[];
  /** Population as a step of POPULATION_STEPS for each doubling. */
  readonly populations: readonly number[];
}

export const DEGREE_PARTS = 1000;

interface KnownTown extends Town {
  /** All names, folded, each after a line break. */
  readonly key: string;
}

/** The most populous first; none before they are loaded. */
let towns: readonly KnownTown[] = [];

/** The town names that are words of a territory, folded: to find `Springfield, Illinois`. */
const territoryKeys = new Map<string, string>();

function territoryKey({ alphaCode, fullName, aliases, parentTerritory }: Territory): string {
  const own = [alphaCode, alphaCode.slice(-2), fullName, ...aliases].map(foldedName).join("\n");
  const parent = parentTerritory ? territoryKey(getTerritory(parentTerritory)) : "";
  return `\n${own}${parent}`;
}

/** Takes the towns of a file. */
export function acceptTowns(file: TownFile): void {
  const names = file.names.split("\n");
  const otherNames = file.otherNames.split("\n");
  let [lat, lon, index] = [0, 0, 0];
  const read: KnownTown[] = [];
  for (const [territory, count] of file.territories) {
    territoryKeys.set(territory, territoryKey(getTerritory(territory)));
    for (const end = index + count; index < end; index++) {
      lat += file.lats[index];
      lon += file.lons[index];
      const others = otherNames[index] === "" ? [] : otherNames[index].split("|");
      read.push({
        name: names[index],
        point: { latDeg: lat / DEGREE_PARTS, lonDeg: lon / DEGREE_PARTS },
        territory,
        populationStep: file.populations[index],
        key: `\n${[names[index], ...others].map(foldedName).join("\n")}\n`,
      });
    }
  }
  towns = read.sort((one, other) => other.populationStep - one.populationStep);
}

/**
 * Loads the towns unless they are loaded.
 * @throws Error if they cannot be fetched
 */
export async function loadTowns(): Promise<void> {
  if (towns.length > 0) return;
  const response = await fetch(new URL(TOWNS_FILE, import.meta.url));
  if (!response.ok) throw new Error(`The towns cannot be loaded (${response.status}).`);
  acceptTowns((await response.json()) as TownFile);
}

function plainTown({ name, point, territory, populationStep }: KnownTown): Town {
  return { name, point, territory, populationStep };
}

/** Towns by a name or its start, which the territory may follow after a comma. */
export interface FoundTowns {
  /** The text is one of their names. */
  readonly exact: readonly Town[];
  /** It begins one of their names, or a word of one. */
  readonly others: readonly Town[];
  /** One exact town is far more populous than the others. */
  readonly isClear: boolean;
}

/** From this length on, a text may be the start of a name. */
const MIN_START_CHARS = 3;
/** Eight times as many inhabitants. */
const CLEAR_STEPS = 3 * POPULATION_STEPS;

/** Finds towns, the most populous first. @param limit how many in all */
export function searchTowns(text: string, limit: number): FoundTowns {
  const [beforeComma, ...rest] = text.split(",");
  const name = foldedName(beforeComma);
  const territory = foldedName(rest.join(" "));
  if (name === "") return { exact: [], others: [], isClear: false };
  const isThere = (town: KnownTown) =>
    territory === "" || territoryKeys.get(town.territory)?.includes(`\n${territory}`) === true;
  const containing = (part: string) =>
    towns.filter((town) => town.key.includes(part) && isThere(town)).slice(0, limit);
  const exact = containing(`\n${name}\n`);
  const isStart = name.length >= MIN_START_CHARS && exact.length < limit;
  const started = isStart ? [...containing(`\n${name}`), ...containing(` ${name}`)] : [];
  const others = [...new Set(started)].filter((town) => !exact.includes(town));
  const [first, second] = exact.map(({ populationStep }) => populationStep);
  return {
    exact: exact.map(plainTown),
    others: others.slice(0, limit - exact.length).map(plainTown),
    isClear: first !== undefined && first - (second ?? 0) >= CLEAR_STEPS,
  };
}

/**
 * The towns in a rectangle, the most populous first.
 * @param minPopulationStep the least population, as the file of towns has it
 */
export async function townsIn(
  { southDeg, westDeg, northDeg, eastDeg }: Bounds,
  minPopulationStep: number,
  limit: number,
): Promise<readonly Town[]> {
  await loadTowns();
  const found: Town[] = [];
  for (const town of towns) {
    if (town.populationStep < minPopulationStep || found.length === limit) break;
    const { latDeg, lonDeg } = town.point;
    if (latDeg < southDeg || latDeg > northDeg) continue;
    const eastOfWest = (((lonDeg - westDeg) % 360) + 360) % 360;
    if (eastOfWest <= eastDeg - westDeg) found.push(plainTown(town));
  }
  return found;
}
