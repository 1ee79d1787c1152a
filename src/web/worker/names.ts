/**
 * The names of countries in the language of the browser, in English and in their own language, which `Intl` knows:
 * Czechia, Deutschland, 日本. The published tables have one English name each, some of them old.
 */
import {
  countryNumber,
  getTerritory,
  type Territory,
  type TerritoryCode,
  territories,
  UnknownTerritoryError,
} from "../../index.ts";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

type Namer = (region: string) => string | undefined;

/** The long names of these say of which country they are a part. */
const SHORT_REGIONS = ["HK", "MO"];

/** Names regions in the first of the languages that the browser knows. */
function namerIn(...languages: readonly string[]): Namer {
  const options = { type: "region", fallback: "none" } as const;
  const names = new Intl.DisplayNames(languages, options);
  return (region) => {
    if (!SHORT_REGIONS.includes(region)) return names.of(region);
    return new Intl.DisplayNames(languages, { ...options, style: "short" }).of(region);
  };
}

/** The country with an ISO code of two letters. */
function countryOf(region: string): Territory | undefined {
  try {
    return territories()[countryNumber(region)];
  } catch (error) {
    if (error instanceof UnknownTerritoryError) return undefined;
    throw error;
  }
}

/** Names are compared without case, accents and the form of apostrophes. */
function comparable(name: string): string {
  return name
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .replaceAll(/[’‘`]/g, "'")
    .toLowerCase()
    .trim();
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
    const distinct = new Set([own, english, local].map((name = "") => comparable(name)));
    return [...distinct].map((name) => ({ name, code }));
  });
  return names;
}

/** Countries that are called a text, and those whose names begin with it. */
export function countriesNamed(text: string): {
  readonly exact: readonly Territory[];
  readonly beginning: readonly Territory[];
} {
  const typed = comparable(text);
  if (typed === "") return { exact: [], beginning: [] };
  const found = allNames().filter(({ name }) => name.startsWith(typed));
  const territoriesOf = (some: readonly Named[]) =>
    [...new Set(some.map(({ code }) => code))].map((code) => getTerritory(code));
  return {
    exact: territoriesOf(found.filter(({ name }) => name === typed)),
    beginning: territoriesOf(found),
  };
}
