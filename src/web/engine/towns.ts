/** The towns, which the page loads when it needs them first: found by name, and listed for the map. */
import { type Coordinate, getTerritory, type Territory } from "../../index.ts";
import { foldedName } from "../../library/names.ts";
import type { Bounds } from "./places.ts";

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
export const POPULATION_STEPS = 8;

export interface Town {
  readonly name: string;
  /** Further names, divided by `|`. */
  readonly otherNames: string;
  readonly point: Coordinate;
  /** The alphaCode of the territory that it is in. */
  readonly territory: string;
  /** The population on a scale with POPULATION_STEPS for each doubling, from 0 for one inhabitant. */
  readonly populationStep: number;
}

/** The most populous first; none before they are loaded. */
let towns: readonly Town[] = [];

/** Takes the towns of a file. */
export function acceptTowns(file: TownFile): void {
  const names = file.names.split("\n");
  const otherNames = file.otherNames.split("\n");
  let [lat, lon, index] = [0, 0, 0];
  const read: Town[] = [];
  for (const [territory, count] of file.territories) {
    for (const end = index + count; index < end; index++) {
      lat += file.lats[index];
      lon += file.lons[index];
      const point = { latDeg: lat / DEGREE_PARTS, lonDeg: lon / DEGREE_PARTS };
      const populationStep = file.populations[index];
      read.push({
        name: names[index],
        otherNames: otherNames[index],
        point,
        territory,
        populationStep,
      });
    }
  }
  towns = read.sort((one, other) => other.populationStep - one.populationStep);
  list = undefined;
}

/**
 * Loads the towns unless they are loaded.
 * @throws Error if they cannot be fetched
 */
export async function loadTowns(url: string): Promise<void> {
  if (towns.length > 0) return;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The towns cannot be loaded (${response.status}).`);
  acceptTowns((await response.json()) as TownFile);
}

// ---- Search

/** All names as one text, `|łódź|lodz|` a line without accents, and where the lines start. */
interface NameList {
  readonly text: string;
  readonly starts: readonly number[];
}

let list: NameList | undefined;

/** Letters that no name has: folding keeps them in place of line breaks and bars. */
const [LINE, BAR] = ["\ua000", "\ua001"];

/** Folding one text takes half the time of folding each name: 60 ms, at the first search. */
function createNameList(): NameList {
  const lines = towns.map(({ name, otherNames }) =>
    [name, ...otherNames.split("|").filter(Boolean)].join(BAR),
  );
  const folded = foldedName(lines.join(`${BAR}${LINE}${BAR}`))
    .replaceAll(/ *\ua001 */g, "|")
    .replaceAll(/ *\ua000 */g, "\n");
  const text = `\n|${folded}|\n`;
  const starts: number[] = [];
  for (let at = 0; at < text.length - 1; at = text.indexOf("\n", at + 1)) starts.push(at);
  return { text, starts };
}

/** Folded names and codes of each territory, for `Springfield, Illinois`. */
const territoryKeys = new Map<string, string>();

function territoryKey({ alphaCode, fullName, aliases, parentTerritory }: Territory): string {
  const own = [alphaCode, alphaCode.slice(-2), fullName, ...aliases].map(foldedName).join("\n");
  const parent = parentTerritory ? territoryKey(getTerritory(parentTerritory)) : "";
  return `\n${own}${parent}`;
}

/** Whether a town is in a territory whose name or code begins with a folded text. */
function isIn({ territory }: Town, name: string): boolean {
  const key = territoryKeys.get(territory) ?? territoryKey(getTerritory(territory));
  territoryKeys.set(territory, key);
  return name === "" || key.includes(`\n${name}`);
}

/** The first towns whose line contains a part, which may begin with the line break in front. */
function townsWith(part: string, territory: string, limit: number): Town[] {
  list ??= createNameList();
  const { text, starts } = list;
  const found: Town[] = [];
  let line = 0;
  for (let at = text.indexOf(part); at >= 0 && found.length < limit; ) {
    while (starts[line + 1] <= at) line++;
    if (isIn(towns[line], territory)) found.push(towns[line]);
    at = text.indexOf(part, starts[line + 1] ?? text.length);
  }
  return found;
}

/** Towns by a name or its start, which the territory may follow after a comma. */
export interface FoundTowns {
  /** The text is one of their names. */
  readonly exact: readonly Town[];
  /** It begins their main name, another name of theirs, or a word of one. */
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
  if (name === "" || towns.length === 0) return { exact: [], others: [], isClear: false };
  const exact = townsWith(`|${name}|`, territory, limit);
  const parts = name.length < MIN_START_CHARS ? [] : [`\n|${name}`, `|${name}`, ` ${name}`];
  const started = parts.flatMap((part) => townsWith(part, territory, limit));
  const others = [...new Set(started)].filter((town) => !exact.includes(town));
  const [first, second] = exact.map(({ populationStep }) => populationStep);
  return {
    exact,
    others: others.slice(0, limit - exact.length),
    isClear: first !== undefined && first - (second ?? 0) >= CLEAR_STEPS,
  };
}

// ---- Map

/**
 * The towns in a rectangle, the most populous first.
 * @param minStep the least population, as the file of towns has it
 */
export function townsIn(bounds: Bounds, minStep: number, limit: number): Town[] {
  const { southDeg, westDeg, northDeg, eastDeg } = bounds;
  const found: Town[] = [];
  for (const town of towns) {
    if (town.populationStep < minStep || found.length === limit) break;
    const { latDeg, lonDeg } = town.point;
    if (latDeg < southDeg || latDeg > northDeg) continue;
    const eastOfWest = (((lonDeg - westDeg) % 360) + 360) % 360;
    if (eastOfWest <= eastDeg - westDeg) found.push(town);
  }
  return found;
}
