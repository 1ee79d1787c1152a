/**
 * Names of countries from `Intl`, in the language of the browser, in English and in their own language: Czechia,
 * Deutschland, 日本. The published tables have one English name for each, sometimes an old one.
 */
import { getTerritory, type Territory, territories } from "../../index.ts";
import { memoize } from "../../library/memoize.ts";
import { foldedName } from "../../library/names.ts";
import { descriptions } from "../../tables/tables.ts";
import { namerIn } from "../units.ts";

/** Node 20, where tests may run, has no `navigator`. */
const { navigator } = globalThis as { navigator?: { languages?: readonly string[] } };
const inOwnLanguage = namerIn(...(navigator?.languages ?? []), "en");
const inEnglish = namerIn("en");

/** The two-letter ISO code of a country; undefined for a subdivision. */
function regionOf({ number }: Territory): string | undefined {
  const { countries } = descriptions();
  return Object.keys(countries).find((code) => code.length === 2 && countries[code] === number);
}

/** The name of a territory in the language of the browser, with English as the fallback. */
export function displayName(territory: Territory): string {
  const region = regionOf(territory);
  return (region && inOwnLanguage(region)) ?? territory.fullName;
}

/** `Indiana, United States`. */
export function fullNameOf(territory: Territory): string {
  const { parentTerritory } = territory;
  const name = displayName(territory);
  return parentTerritory ? `${name}, ${displayName(getTerritory(parentTerritory))}` : name;
}

/** The folded names of a country: in the language of the browser, in English, and in its most common language. */
const namesOf = memoize((territory: Territory): readonly string[] => {
  const region = regionOf(territory);
  if (region === undefined) return [];
  const { language } = new Intl.Locale(`und-${region}`).maximize();
  const namers = [inOwnLanguage, inEnglish, namerIn(language, "en")];
  return namers.map((namer) => foldedName(namer(region) ?? ""));
});

/** Countries with a name that begins with a text. @param isWhole whether the text must be the whole name */
export function countriesNamed(text: string, isWhole: boolean): readonly Territory[] {
  const typed = foldedName(text);
  if (typed === "") return [];
  const isMeant = (name: string) => (isWhole ? name === typed : name.startsWith(typed));
  return territories().filter((territory) => namesOf(territory).some(isMeant));
}
