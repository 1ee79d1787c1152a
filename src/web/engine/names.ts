/**
 * The names of countries in the language of the browser, in English and in their own language, which `Intl` knows:
 * Czechia, Deutschland, 日本. The published tables have one English name each, some of them old.
 */
import { getTerritory, type Territory, type TerritoryCode, territories } from "../../index.ts";
import { foldedName } from "../../library/names.ts";
import { findCountry } from "../../territories/lookup.ts";
import { type Namer, namerIn } from "../units.ts";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** The country with an ISO code, if there is one. */
export function countryOf(isoCode: string): Territory | undefined {
  return territories()[findCountry(isoCode)];
}

let regions: ReadonlyMap<TerritoryCode, string> | undefined;

/** The ISO codes of two letters of countries; former and reserved codes have no names. */
function allRegions(): ReadonlyMap<TerritoryCode, string> {
  if (regions) return regions;
  const english = namerIn("en");
  const found = new Map<TerritoryCode, string>();
  for (const pair of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    const country = english(pair) === undefined ? undefined : countryOf(pair);
    if (country && !found.has(country.alphaCode)) found.set(country.alphaCode, pair);
  }
  regions = found;
  return found;
}

/** The languages that the user prefers; none in Node. */
function browserLanguages(): readonly string[] {
  const { navigator } = globalThis as { navigator?: { languages?: readonly string[] } };
  return navigator?.languages ?? [];
}

let ownNamer: Namer | undefined;

/** The name of a territory in the language of the browser; in English if that has none. */
export function displayName({ alphaCode, fullName }: Territory): string {
  const region = allRegions().get(alphaCode);
  ownNamer ??= namerIn(...browserLanguages(), "en");
  return (region && ownNamer(region)) ?? fullName;
}

/** `Indiana, United States`. */
export function fullNameOf(territory: Territory): string {
  const { parentTerritory } = territory;
  const name = displayName(territory);
  return parentTerritory ? `${name}, ${displayName(getTerritory(parentTerritory))}` : name;
}

interface Named {
  readonly name: string;
  readonly code: TerritoryCode;
}

let names: readonly Named[] | undefined;

function allNames(): readonly Named[] {
  names ??= [...allRegions()].flatMap(([code, region]) => {
    const english = namerIn("en")(region);
    const own = displayName(getTerritory(code));
    // The language that most people of the country speak.
    const { language } = new Intl.Locale(`und-${region}`).maximize();
    const local = namerIn(language, "en")(region);
    const distinct = new Set([own, english, local].map((name = "") => foldedName(name)));
    return [...distinct].map((name) => ({ name, code }));
  });
  return names;
}

/** Countries that are called a text, and those whose names begin with it. */
export function countriesNamed(text: string): {
  readonly exact: readonly Territory[];
  readonly beginning: readonly Territory[];
} {
  const typed = foldedName(text);
  if (typed === "") return { exact: [], beginning: [] };
  const found = allNames().filter(({ name }) => name.startsWith(typed));
  const territoriesOf = (some: readonly Named[]) =>
    [...new Set(some.map(({ code }) => code))].map((code) => getTerritory(code));
  return {
    exact: territoriesOf(found.filter(({ name }) => name === typed)),
    beginning: territoriesOf(found),
  };
}
