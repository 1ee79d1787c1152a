/** The towns: search by name, and lists for the map. The page loads them at their first use. */
import { wrapDeg } from "../../codec/points.ts";
import type { Coordinate, TerritoryCode } from "../../index.ts";
import { metersBetween } from "../../library/distance.ts";
import { foldedName } from "../../library/folded-names.ts";
import { load } from "../loading.ts";
import { metersText } from "../wording.ts";
import type { Bounds } from "./places.ts";

/** The file for the map, by territory and latitude. Compressed, columns take four fifths of the bytes of rows. */
export interface TownColumns {
  readonly names: readonly string[];
  readonly territories: readonly string[];
  /** In thousandths of a degree, at most 80 meters away: differences from the town before, which take 8% fewer bytes. */
  readonly lats: readonly number[];
  readonly lons: readonly number[];
  /** Logarithms of the populations to base 2, in quarters. */
  readonly quarters: readonly number[];
}

/** GeoNames places a town within about this distance of what people call its middle. */
export const TOWN_ACCURACY_METERS = 1000;
export const populationOf = (quarters: number) => 2 ** (quarters / 4);
/** Towns of this size or more may have other names: a line in each file of names. */
export const MIN_NAMES_POPULATION = 150_000;
export const OTHER_LETTER = /[^\P{L}\p{Script=Latin}]/u;

export interface Town {
  readonly name: string;
  readonly point: Coordinate;
  readonly territory: TerritoryCode;
  /** Exact to a tenth. */
  readonly population: number;
}

/** The map needs the first file, a search also the second, and a search in another script all three. */
const FILES = ["towns", "names", "scripts"] as const;
export type TownFile = (typeof FILES)[number];

const texts = new Map<TownFile, string>();
/** In the order of the file; empty before it is loaded. */
let towns: readonly Town[] = [];
/** The folded names of each town, the main one first: `\n|lodz|lodsch|`. Undefined until the next search. */
let folded: readonly string[] | undefined;

/** Loads the towns for the map, or for the search of a text. @returns whether there are more names than before */
export async function loadTowns(urlOf: (file: TownFile) => string, searched?: string) {
  const before = texts.size;
  const last = searched === undefined ? 1 : OTHER_LETTER.test(searched) ? 3 : 2;
  const loads = FILES.slice(0, last).map(async (file) => {
    const text = await load(urlOf(file), (response) => response.text());
    if (texts.has(file)) return;
    texts.set(file, text);
    if (file === "towns") towns = readTowns(JSON.parse(text));
    folded = undefined;
  });
  await Promise.all(loads);
  return texts.size > before;
}

function readTowns({ names, territories, lats, lons, quarters }: TownColumns): Town[] {
  let lat = 0;
  let lon = 0;
  return names.map((name, index) => {
    lat += lats[index];
    lon += lons[index];
    return {
      name,
      point: { latDeg: lat / 1000, lonDeg: lon / 1000 },
      territory: territories[index] as TerritoryCode,
      population: populationOf(quarters[index]),
    };
  });
}

export function townsIn(bounds: Bounds, minPopulation: number, limit: number): Town[] {
  const [west, south, east, north] = bounds;
  const within = towns.filter(({ point: { latDeg, lonDeg }, population }) => {
    if (population < minPopulation || latDeg < south || latDeg > north) return false;
    return wrapDeg(lonDeg - west) <= east - west;
  });
  return within.sort((first, second) => second.population - first.population).slice(0, limit);
}

const DIRECTIONS = "north north-east east south-east south south-west west north-west".split(" ");
/** Farther away, the nearest town says little. */
const MAX_WHERE_METERS = 300_000;
/** Closer, a place is in the middle of the town. */
const MIDDLE_METERS = 300;

/** Where a place is: `Delft, 1.2 km north-west of the center`; empty if no town is near, or loaded. */
export function whereIs({ latDeg, lonDeg }: Coordinate): string {
  let [nearest, least]: [Town | undefined, number] = [undefined, MAX_WHERE_METERS];
  for (const town of towns) {
    const meters = metersBetween(latDeg, lonDeg, town.point.latDeg, town.point.lonDeg);
    if (meters < least) [nearest, least] = [town, meters];
  }
  if (!nearest) return "";
  const { name, point } = nearest;
  if (least < MIDDLE_METERS) return `In the center of ${name}`;
  const east = (wrapDeg(lonDeg - point.lonDeg + 180) - 180) * Math.cos((latDeg * Math.PI) / 180);
  const octant = Math.round((4 * Math.atan2(east, latDeg - point.latDeg)) / Math.PI);
  return `${name}, ${metersText(least)} ${DIRECTIONS.at(octant)} of the center`;
}

/** Replaces line breaks: folding keeps this letter, and no name has it. */
const LINE = "\ua000";

function foldNames(): string[] {
  // Folding one text takes half the time of folding each name.
  const names = foldedName(towns.map(({ name }) => name).join(LINE)).split(/ *\ua000 */);
  const files = FILES.slice(1).map((file) => texts.get(file)?.split("\n") ?? []);
  let line = -1;
  return towns.map(({ population }, index) => {
    if (population < MIN_NAMES_POPULATION) return `\n|${names[index]}|`;
    line++;
    const others = files.map((lines) => lines[line] ?? "").filter((others) => others !== "");
    return `\n|${[names[index], ...others].join("|")}|`;
  });
}

/** A town is as well known as one with twice the inhabitants and this many fewer names: San Francisco, San Antonio. */
const NAMES_OF_TWICE = 4;

/** From this length on, a text may be the start of a name. */
const MIN_START_CHARS = 3;
/** A town with this many times the inhabitants of the next one is a clear result. */
const CLEAR_FACTOR = 8;

/**
 * Finds towns by a name: equal names, then names with a word that begins so. Only without equal names, other names may
 * begin so: Jakarta is also "New York van Java". The first equal name is clear if it is alone or far more populous.
 */
export function searchTowns(
  text: string,
  limit: number,
  isWithin: (code: TerritoryCode) => boolean = () => true,
) {
  const name = foldedName(text);
  if (name === "" || towns.length === 0) return { exact: [], others: [], clear: undefined };
  folded ??= foldNames();
  const needle = name.length < MIN_START_CHARS ? `|${name}|` : name;
  const starts = [`\n|${name} `, `\n|${name}`, ` ${name}`];
  // Equal names, the three starts in main names, starts of other names.
  const ranks = Array.from({ length: 5 }, (): { town: Town; prominence: number }[] => []);
  for (const [index, line] of folded.entries()) {
    const town = towns[index];
    if (!line.includes(needle) || !isWithin(town.territory)) continue;
    const main = line.slice(0, line.indexOf("|", 2));
    const hasStarts = starts.map((start) => main.includes(start));
    const matches = [line.includes(`|${name}|`), ...hasStarts, line.includes(`|${name}`)];
    const prominence = Math.log2(town.population) + line.split("|").length / NAMES_OF_TWICE;
    ranks[matches.indexOf(true)]?.push({ town, prominence });
  }
  const [called, ...starting] = ranks.map((ranked) => {
    ranked.sort((first, second) => second.prominence - first.prominence);
    return ranked.slice(0, limit).map(({ town }) => town);
  });
  // Folded, Harlem is Haarlem. East Harlem is also called so.
  const isWritten = (town: Town) => town.name.toLowerCase() === text.trim().toLowerCase();
  const exact = [...called.filter(isWritten), ...called.filter((town) => !isWritten(town))];
  const others = starting.slice(0, exact.length > 0 ? 3 : 4).flat();
  const [first] = exact;
  const second = exact.find((town) => town !== first && (isWritten(town) || !isWritten(first)));
  return {
    exact,
    others: others.slice(0, limit),
    clear: first?.population >= CLEAR_FACTOR * (second?.population ?? 0) ? first : undefined,
  };
}
