/** The towns, which the page loads when it needs them first: found by name, and listed for the map. */
import { type Coordinate, getTerritory } from "../../index.ts";
import { foldedName, foldedTerritories } from "../../library/names.ts";
import { fetchFile } from "./loading.ts";
import type { Bounds } from "./places.ts";

/** The file that the map needs: columns, of towns in order of territory and latitude. */
export interface TownColumns {
  /** The alphaCodes of territories that have towns, and how many each has. */
  readonly territories: readonly (readonly [alphaCode: string, count: number])[];
  /** One name a line. */
  readonly names: string;
  /** In parts of a degree: what to add to the value of the town before. */
  readonly lats: readonly number[];
  readonly lons: readonly number[];
  /** One character a town, whose code is the step of its population without MIN_STEP. */
  readonly populations: string;
}

/** 280 meters are less than the size of a town. */
export const DEGREE_PARTS = 200;
/** Steps of population for each doubling. */
export const POPULATION_STEPS = 8;
/** All towns have more, so that ASCII characters are enough. */
export const MIN_STEP = 75;
/** A letter that names in Roman letters lack. */
export const OTHER_LETTER = /[^\P{L}\p{Script=Latin}]/u;

export interface Town {
  readonly name: string;
  readonly point: Coordinate;
  /** The alphaCode of the territory that it is in. */
  readonly territory: string;
  readonly populationStep: number;
  /** Its line in the files. */
  readonly line: number;
}

/** The most populous first; none before they are loaded. */
let towns: readonly Town[] = [];
/** The files of other names: a line for each town, folded names divided by `|`. */
const otherNames: string[][] = [];
let list: NameList | undefined;

export function acceptTowns({ territories, names, lats, lons, populations }: TownColumns): void {
  const codes = territories.flatMap(([code, count]) => Array<string>(count).fill(code));
  let [lat, lon] = [0, 0];
  const read = names.split("\n").map((name, line) => {
    lat += lats[line];
    lon += lons[line];
    const point = { latDeg: lat / DEGREE_PARTS, lonDeg: lon / DEGREE_PARTS };
    const populationStep = populations.charCodeAt(line) + MIN_STEP;
    return { name, point, territory: codes[line], populationStep, line };
  });
  towns = read.sort((one, other) => other.populationStep - one.populationStep);
  list = undefined;
}

export function acceptOtherNames(lines: string): void {
  otherNames.push(lines.split("\n"));
  list = undefined;
}

/** The map needs the first file, a search the second as well, and one in letters of other scripts all. */
const ACCEPT = {
  towns: (text: string) => acceptTowns(JSON.parse(text)),
  names: acceptOtherNames,
  scripts: acceptOtherNames,
};
export type TownFile = keyof typeof ACCEPT;

const loading = new Map<TownFile, Promise<void>>();

function load(file: TownFile, url: string): Promise<void> {
  const loaded =
    loading.get(file) ??
    fetchFile(url)
      .then((file) => file.text())
      .then(ACCEPT[file]);
  loading.set(file, loaded);
  loaded.catch(() => loading.delete(file));
  return loaded;
}

/** Loads what the map needs of the towns, or the search for a text. @returns whether there are more names than before */
export async function loadTowns(urlOf: (file: TownFile) => string, searched?: string) {
  const files: TownFile[] = searched === undefined ? ["towns"] : ["towns", "names"];
  if (OTHER_LETTER.test(searched ?? "")) files.push("scripts");
  const before = towns.length + otherNames.length;
  await Promise.all(files.map((file) => load(file, urlOf(file))));
  return towns.length + otherNames.length > before;
}

// ---- Search

/** All names as one text, `|lodz|lodsch|` a line without accents, and where the lines of `towns` start. */
interface NameList {
  readonly text: string;
  readonly starts: readonly number[];
}

/** A letter that no name has: folding keeps it in place of a line break. */
const LINE = "\ua000";

/** Folding one text takes half the time of folding each name. */
function createNameList(): NameList {
  const names = foldedName(towns.map(({ name }) => name).join(LINE)).split(/ *\ua000 */);
  let end = 0;
  const starts: number[] = [];
  const lines = towns.map(({ line }, index) => {
    const others = otherNames.map((lines) => lines[line]).filter(Boolean);
    const text = `\n|${[names[index], ...others].join("|")}|`;
    starts.push(end);
    end += text.length;
    return text;
  });
  return { text: `${lines.join("")}\n`, starts };
}

/** Whether a name or code of a territory, or of its country, begins with a folded text. */
function isCalled(alphaCode: string, start: string): boolean {
  const { number, parentTerritory } = getTerritory(alphaCode);
  const { codes, names } = foldedTerritories()[number];
  const isOwn = [...codes, ...names].some((name) => name.startsWith(start));
  return isOwn || (parentTerritory !== undefined && isCalled(parentTerritory, start));
}

/** The first towns of a territory whose line contains a part, which may begin with the line break in front. */
function townsWith(part: string, territory: string, limit: number): Town[] {
  list ??= createNameList();
  const { text, starts } = list;
  const found: Town[] = [];
  let line = 0;
  for (let at = text.indexOf(part); at >= 0 && found.length < limit; ) {
    while (starts[line + 1] <= at) line++;
    const town = towns[line];
    if (territory === "" || isCalled(town.territory, territory)) found.push(town);
    at = text.indexOf(part, starts[line + 1] ?? text.length);
  }
  return found;
}

/** From this length on, a text may be the start of a name. */
const MIN_START_CHARS = 3;
/** Eight times as many inhabitants. */
const CLEAR_STEPS = 3 * POPULATION_STEPS;

/**
 * Finds towns by a name, which the territory may follow after a comma: those that have it, then those with a name or word
 * that begins with it, the most populous first. It is clear if one is far more populous than others with the name.
 */
export function searchTowns(text: string, limit: number) {
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

/** The towns in a rectangle, the most populous first. @param minStep the least population, as a step */
export function townsIn(bounds: Bounds, minStep: number, limit: number): Town[] {
  const { southDeg, westDeg, northDeg, eastDeg } = bounds;
  const isInside = ({ latDeg, lonDeg }: Coordinate) => {
    const eastOfWest = (((lonDeg - westDeg) % 360) + 360) % 360;
    return latDeg >= southDeg && latDeg <= northDeg && eastOfWest <= eastDeg - westDeg;
  };
  const found = towns.filter((town) => town.populationStep >= minStep && isInside(town.point));
  return found.slice(0, limit);
}
