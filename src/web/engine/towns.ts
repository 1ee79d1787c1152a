/** The towns, which the page loads when it needs them first: found by name, and listed for the map. */
import { type Coordinate, getTerritory } from "../../index.ts";
import { foldedName, foldedTerritories } from "../../library/names.ts";
import { fetchFile } from "./loading.ts";
import type { Bounds } from "./places.ts";

/** The file that the map needs: columns, of towns in order of territory and latitude, with a character for each number. */
export interface TownColumns {
  /** The territories that have towns: alphaCode, how many, and where the westernmost is, in parts of a degree. */
  readonly territories: readonly (readonly [alphaCode: string, count: number, west: number])[];
  /** One name a line. */
  readonly names: string;
  /** Parts of a degree from the town before, and from the westernmost; what is below zero goes around the world. */
  readonly lats: string;
  readonly lons: string;
  /** Steps of population. */
  readonly populations: string;
}

/** The character of zero: JSON writes few of those above in a longer form. */
export const ZERO_CHAR = 0x28;
/** At most 800 meters are less than the size of a town. */
export const DEGREE_PARTS = 100;
/** Steps of population for each doubling. */
export const POPULATION_STEPS = 4;
/** Towns from 150,000 inhabitants on may have other names. */
export const MIN_NAMES_STEP = Math.round(Math.log2(150_000) * POPULATION_STEPS);
/** A letter that names in Roman letters lack. */
export const OTHER_LETTER = /[^\P{L}\p{Script=Latin}]/u;

export interface Town {
  readonly name: string;
  readonly point: Coordinate;
  /** The alphaCode of the territory that it is in. */
  readonly territory: string;
  readonly populationStep: number;
  /** Its line in the files of other names; undefined if it has none. */
  readonly line: number | undefined;
}

/** The most populous first; none before they are loaded. */
let towns: readonly Town[] = [];
/** The files of other names: a line for each town that may have some. */
const otherNames: string[][] = [];
let list: NameList | undefined;

export function acceptTowns({ territories, names, lats, lons, populations }: TownColumns): void {
  const areas = territories.flatMap(([code, count, west]) => Array(count).fill([code, west]));
  const valueAt = (column: string, index: number) => column.charCodeAt(index) - ZERO_CHAR;
  let south = 0;
  let line = 0;
  const read = names.split("\n").map((name, index) => {
    const [territory, west] = areas[index];
    south = (south + valueAt(lats, index)) % (180 * DEGREE_PARTS);
    const latDeg = (south - 90 * DEGREE_PARTS) / DEGREE_PARTS;
    const lonDeg = (west + valueAt(lons, index)) / DEGREE_PARTS;
    const populationStep = valueAt(populations, index);
    const hasLine = populationStep >= MIN_NAMES_STEP;
    const point = { latDeg, lonDeg };
    return { name, point, territory, populationStep, line: hasLine ? line++ : undefined };
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

/** The names in a line: a capital letter says how many characters a name shares with the one before; the first, with the main name. */
function namesIn(line: string, mainName: string): string[] {
  let name = mainName;
  return Array.from(line.matchAll(/([A-Z])([^A-Z]*)/g), ([, shared, rest]) => {
    name = name.slice(0, shared.charCodeAt(0) - "A".charCodeAt(0)) + rest;
    return name;
  });
}

/** Folding one text takes half the time of folding each name. */
function createNameList(): NameList {
  const names = foldedName(towns.map(({ name }) => name).join(LINE)).split(/ *\ua000 */);
  let end = 0;
  const starts: number[] = [];
  const lines = towns.map(({ line }, index) => {
    const name = names[index];
    const others =
      line === undefined ? [] : otherNames.flatMap((file) => namesIn(file[line], name));
    const text = `\n|${[name, ...others].join("|")}|`;
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
