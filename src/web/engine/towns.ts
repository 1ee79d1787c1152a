/** The towns: search by name, and lists for the map. The page loads them at their first use. */
import { type Coordinate, getTerritory } from "../../index.ts";
import { foldedName, foldedTerritories } from "../../library/names.ts";
import { fetchFile } from "./loading.ts";
import type { Bounds } from "./places.ts";

/** The file for the map: columns of towns, sorted by territory and latitude, with a character for each number. */
export interface TownColumns {
  /** The territories with towns: alphaCode, number of towns, longitude of the westernmost in parts of a degree. */
  readonly territories: readonly (readonly [alphaCode: string, count: number, west: number])[];
  /** One name a line. */
  readonly names: string;
  /** Offsets in parts of a degree: from the previous town, modulo 180 degrees; from the westernmost. */
  readonly lats: string;
  readonly lons: string;
  /** Base-2 logarithms of the populations, in quarters. */
  readonly populations: string;
}

/** The character for zero: JSON escapes few characters above it. */
export const ZERO_CHAR = 0x28;
/** Rounding moves a town by at most 800 meters, less than its size. */
export const DEGREE_PARTS = 100;
/** Inhabitants, from a population in quarters. */
export const populationOf = (quarters: number) => 2 ** (quarters / 4);
/** Towns of this size or more may have other names: a line in each file of names. */
export const MIN_NAMES_POPULATION = 150_000;
/** A letter of a script other than Latin. */
export const OTHER_LETTER = /[^\P{L}\p{Script=Latin}]/u;

export interface Town {
  readonly name: string;
  readonly point: Coordinate;
  /** The alphaCode of its territory. */
  readonly territory: string;
  /** Within a tenth. */
  readonly population: number;
}

/** The map needs the first file, a search also the second, and a search in another script all three. */
const FILES = ["towns", "names", "scripts"] as const;
export type TownFile = (typeof FILES)[number];

const loading = new Map<TownFile, Promise<void>>();
const texts = new Map<TownFile, string>();
/** In the order of the file; empty before it is loaded. */
let towns: readonly Town[] = [];
/** The folded names of each town, the main one first: `\n|lodz|lodsch|`. Undefined until the next search. */
let folded: readonly string[] | undefined;

async function load(file: TownFile, url: string): Promise<void> {
  const response = await fetchFile(url);
  const text = await response.text();
  texts.set(file, text);
  if (file === "towns") towns = readTowns(JSON.parse(text));
  folded = undefined;
}

/** Loads the towns for the map, or for the search of a text. @returns whether there are more names than before */
export async function loadTowns(urlOf: (file: TownFile) => string, searched?: string) {
  const before = texts.size;
  const last = searched === undefined ? 1 : OTHER_LETTER.test(searched) ? 3 : 2;
  const loads = FILES.slice(0, last).map((file) => {
    const started = loading.get(file) ?? load(file, urlOf(file));
    loading.set(file, started);
    started.catch(() => loading.delete(file));
    return started;
  });
  await Promise.all(loads);
  return texts.size > before;
}

function readTowns({ territories, names, lats, lons, populations }: TownColumns): Town[] {
  const areas = territories.flatMap(([code, count, west]) => Array(count).fill([code, west]));
  const valueAt = (column: string, index: number) => column.charCodeAt(index) - ZERO_CHAR;
  let south = 0;
  return names.split("\n").map((name, index) => {
    const [territory, west] = areas[index];
    south = (south + valueAt(lats, index)) % (180 * DEGREE_PARTS);
    const latDeg = (south - 90 * DEGREE_PARTS) / DEGREE_PARTS;
    const lonDeg = (west + valueAt(lons, index)) / DEGREE_PARTS;
    const population = populationOf(valueAt(populations, index));
    return { name, point: { latDeg, lonDeg }, territory, population };
  });
}

/** The most populous towns that fulfil a condition. */
function townsThat(isWanted: (town: Town, index: number) => boolean, limit: number): Town[] {
  const found = towns.filter(isWanted);
  return found.sort((one, other) => other.population - one.population).slice(0, limit);
}

/** The most populous towns in a rectangle. */
export function townsIn(bounds: Bounds, minPopulation: number, limit: number): Town[] {
  const [west, south, east, north] = bounds;
  return townsThat(({ point: { latDeg, lonDeg }, population }) => {
    if (population < minPopulation || latDeg < south || latDeg > north) return false;
    return (((lonDeg - west) % 360) + 360) % 360 <= east - west;
  }, limit);
}

/** Replaces line breaks: folding keeps this letter, and no name has it. */
const LINE = "\ua000";

/** The names in a line. A capital letter is the length of the prefix in common with the name before, first mainName. */
function namesIn(line: string, mainName: string): string[] {
  let name = mainName;
  return Array.from(line.matchAll(/([A-Z])([^A-Z]*)/g), ([, shared, rest]) => {
    name = name.slice(0, shared.charCodeAt(0) - "A".charCodeAt(0)) + rest;
    return name;
  });
}

function foldNames(): string[] {
  // Folding one text takes half the time of folding each name.
  const names = foldedName(towns.map(({ name }) => name).join(LINE)).split(/ *\ua000 */);
  const files = FILES.slice(1).map((file) => texts.get(file)?.split("\n") ?? []);
  let line = -1;
  return towns.map(({ population }, index) => {
    if (population < MIN_NAMES_POPULATION) return `\n|${names[index]}|`;
    line++;
    const others = files.flatMap((lines) => namesIn(lines[line] ?? "", names[index]));
    return `\n|${[names[index], ...others].join("|")}|`;
  });
}

/** Whether a name or code of a territory, or of its country, begins with a folded text. */
function isCalled(alphaCode: string, start: string): boolean {
  const { number, parentTerritory } = getTerritory(alphaCode);
  const { codes, names } = foldedTerritories()[number];
  const isOwn = [...codes, ...names].some((name) => name.startsWith(start));
  return isOwn || (parentTerritory !== undefined && isCalled(parentTerritory, start));
}

/** From this length on, a text may be the start of a name. */
const MIN_START_CHARS = 3;
/** A town with this many times the inhabitants of the next one is a clear result. */
const CLEAR_FACTOR = 8;

/**
 * Finds towns by a name, optionally with a comma and the territory. Equal names come before names with a word that
 * begins so, and more populous towns first. The result is clear if the first equal name is alone or far more populous.
 */
export function searchTowns(text: string, limit: number) {
  const [beforeComma, ...rest] = text.split(",");
  const name = foldedName(beforeComma);
  const territory = foldedName(rest.join(" "));
  if (name === "" || towns.length === 0) return { exact: [], others: [], isClear: false };
  folded ??= foldNames();
  const lines = folded;
  const townsWith = (part: string) =>
    townsThat(
      (town, index) => lines[index].includes(part) && isCalled(town.territory, territory),
      limit,
    );
  const exact = townsWith(`|${name}|`);
  const starts = name.length < MIN_START_CHARS ? [] : [`\n|${name}`, `|${name}`, ` ${name}`];
  const others = new Set(starts.flatMap(townsWith));
  for (const town of exact) others.delete(town);
  const [first, second] = exact;
  return {
    exact,
    others: [...others].slice(0, limit - exact.length),
    isClear: exact.length > 0 && first.population >= CLEAR_FACTOR * (second?.population ?? 0),
  };
}
