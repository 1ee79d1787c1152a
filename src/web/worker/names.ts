/**
 * The names of countries in the language of the browser, in English and in their own language, which `Intl` knows:
 * Czechia, Deutschland, 日本. The published tables have one English name each, some of them old.
 */
import { getTerritory, type Territory, type TerritoryCode, territories } from "../../index.ts";
import { findCountry, foldedName } from "../../internal.ts";
import { type Namer, namerIn, PAIRS } from "../country-names.ts";

/** The country with an ISO code, if there is one. */
export function countryOf(isoCode: string): Territory | undefined {
  return territories()[findCountry(isoCode)];
}

/** The language that most people of a region speak. */
function languageOf(region: string): string {
  return new Intl.Locale(`und-${region}`).maximize().language;
}

let regions: ReadonlyMap<TerritoryCode, string> | undefined;

/** The ISO codes of two letters of countries; former and reserved codes have no names. */
function allRegions(): ReadonlyMap<TerritoryCode, string> {
  if (!regions) {
    const english = namerIn("en");
    const found = new Map<TerritoryCode, string>();
    for (const pair of PAIRS) {
      const country = english(pair) === undefined ? undefined : countryOf(pair);
      if (country && !found.has(country.alphaCode)) found.set(country.alphaCode, pair);
    }
    regions = found;
  }
  return regions;
}

let ownNamer: Namer | undefined;

/** The name of a territory in the language of the browser; in English if that has none. */
export function displayName({ alphaCode, fullName }: Territory): string {
  const region = allRegions().get(alphaCode);
  ownNamer ??= namerIn(
    ...((globalThis as { navigator?: { languages?: readonly string[] } }).navigator?.languages ??
      []),
    "en",
  );
  return (region && ownNamer(region)) ?? fullName;
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
    const local = namerIn(languageOf(region), "en")(region);
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
