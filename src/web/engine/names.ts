/**
 * The names of countries in the language of the browser, in English and in their own language, which `Intl` knows:
 * Czechia, Deutschland, 日本. The published tables have one English name each, some of them old.
 */
import { getTerritory, type Territory, territories } from "../../index.ts";
import { foldedName } from "../../library/names.ts";
import { descriptions } from "../../tables/tables.ts";
import { namerIn } from "../units.ts";

/** Node, where tests run, has no such list. */
const { navigator } = globalThis as { navigator?: { languages?: readonly string[] } };
const inOwnLanguage = namerIn(...(navigator?.languages ?? []), "en");
const inEnglish = namerIn("en");

let regions: ReadonlyMap<Territory, string> | undefined;

/** The countries with their ISO codes of two letters. */
function allRegions(): ReadonlyMap<Territory, string> {
  regions ??= new Map(
    Object.entries(descriptions().countries)
      .filter(([isoCode]) => isoCode.length === 2)
      .map(([isoCode, number]) => [territories()[number], isoCode]),
  );
  return regions;
}

/** The name of a territory in the language of the browser; in English if that has none. */
export function displayName(territory: Territory): string {
  const region = allRegions().get(territory);
  return (region && inOwnLanguage(region)) ?? territory.fullName;
}

/** `Indiana, United States`. */
export function fullNameOf(territory: Territory): string {
  const { parentTerritory } = territory;
  const name = displayName(territory);
  return parentTerritory ? `${name}, ${displayName(getTerritory(parentTerritory))}` : name;
}

interface NamedCountry {
  readonly territory: Territory;
  readonly names: readonly string[];
}

let named: readonly NamedCountry[] | undefined;

function allNames(): readonly NamedCountry[] {
  named ??= [...allRegions()].map(([territory, region]) => {
    // The language that most people of the country speak.
    const { language } = new Intl.Locale(`und-${region}`).maximize();
    const namers = [inOwnLanguage, inEnglish, namerIn(language, "en")];
    return { territory, names: namers.map((namer) => foldedName(namer(region) ?? "")) };
  });
  return named;
}

/** Countries with a name that is a text, or begins with it. @param isWhole whether it is all of the name */
export function countriesNamed(text: string, isWhole: boolean): readonly Territory[] {
  const typed = foldedName(text);
  if (typed === "") return [];
  const isMeant = (name: string) => (isWhole ? name === typed : name.startsWith(typed));
  return allNames()
    .filter(({ names }) => names.some(isMeant))
    .map(({ territory }) => territory);
}
