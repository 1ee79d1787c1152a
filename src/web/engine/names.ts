/**
 * The names of countries in the language of the browser, in English and in their own language, which `Intl` knows:
 * Czechia, Deutschland, 日本. The published tables have one English name each, some of them old.
 */
import { getTerritory, type Territory, territories } from "../../index.ts";
import { memoize } from "../../library/memoize.ts";
import { foldedName } from "../../library/names.ts";
import { descriptions } from "../../tables/tables.ts";
import { namerIn } from "../units.ts";

/** Node, where tests run, has no such list. */
const { navigator } = globalThis as { navigator?: { languages?: readonly string[] } };
const inOwnLanguage = namerIn(...(navigator?.languages ?? []), "en");
const inEnglish = namerIn("en");

/** The ISO code of two letters of a country; undefined of a subdivision. */
function regionOf({ number }: Territory): string | undefined {
  const { countries } = descriptions();
  return Object.keys(countries).find((code) => code.length === 2 && countries[code] === number);
}

/** The name of a territory in the language of the browser; in English if that has none. */
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

/** The folded names of a country: in the language of the browser, in English, and in the one that most people there speak. */
const namesOf = memoize((territory: Territory): readonly string[] => {
  const region = regionOf(territory);
  if (region === undefined) return [];
  const { language } = new Intl.Locale(`und-${region}`).maximize();
  const namers = [inOwnLanguage, inEnglish, namerIn(language, "en")];
  return namers.map((namer) => foldedName(namer(region) ?? ""));
});

/** Countries with a name that is a text, or begins with it. @param isWhole whether it is all of the name */
export function countriesNamed(text: string, isWhole: boolean): readonly Territory[] {
  const typed = foldedName(text);
  if (typed === "") return [];
  const isMeant = (name: string) => (isWhole ? name === typed : name.startsWith(typed));
  return territories().filter((territory) => namesOf(territory).some(isMeant));
}
