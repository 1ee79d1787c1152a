/**
 * Names of territories: in English, the language of the page, from `Intl`, as the published tables have old ones for
 * some; for the search also in the language of the browser and in that of the country: Czechia, Deutschland, 日本.
 */
import { getTerritory, searchTerritories, type Territory, territories } from "../../index.ts";
import { foldedName, foldedTerritories } from "../../library/folded-names.ts";
import { memoize } from "../../library/memoize.ts";
import { descriptions } from "../../tables/tables.ts";
import { namerIn } from "../units.ts";

/** Node 20, where tests may run, has no `navigator`. */
const { navigator } = globalThis as { navigator?: { languages?: readonly string[] } };
const inReaderLanguage = namerIn(...(navigator?.languages ?? []), "en");
const inEnglish = namerIn("en");

/** Countries by two-letter ISO code. The published tables code Kosovo as a part of Serbia. */
const regions = memoize<void, readonly { region: string; territory: Territory }[]>(() => {
  const { countries } = descriptions();
  const codes = Object.keys(countries).filter((code) => code.length === 2);
  const coded = codes.map((region) => ({ region, territory: territories()[countries[region]] }));
  return [...coded, { region: "XK", territory: getTerritory("SRB") }];
});

/** Names that the tables lack: those of today. */
const TODAYS_NAMES: Readonly<Record<string, string>> = { "CA-NL": "Newfoundland and Labrador" };

/** The English name of a territory. */
export function displayName(territory: Territory): string {
  const country = regions().find((country) => country.territory === territory);
  const name = country ? inEnglish(country.region) : TODAYS_NAMES[territory.alphaCode];
  return name ?? territory.fullName;
}

/** Names with an article within sentences. */
const WITH_ARTICLE =
  /^(?:Netherlands|Philippines|Bahamas|Gambia|Maldives|Comoros|Seychelles|United |District of|Northern Terr|Isle of Man|.* (?:Islands|Republic|Territor(?:y|ies)|Emirates)$)/;

/** A name within a sentence: `the Netherlands`. */
export function nameInSentence(name: string): string {
  return WITH_ARTICLE.test(name) ? `the ${name}` : name;
}

/** `Indiana, United States`. */
export function fullNameOf(territory: Territory): string {
  const { parentTerritory } = territory;
  const name = displayName(territory);
  return parentTerritory ? `${name}, ${displayName(getTerritory(parentTerritory))}` : name;
}

/** A territory with the name that a text means. */
export interface NamedTerritory {
  readonly territory: Territory;
  readonly name: string;
}

/** The folded names of a country: in the language of the browser, in English, and in its most common language. */
const namesOf = memoize((region: string): readonly string[] => {
  const { language } = new Intl.Locale(`und-${region}`).maximize();
  const namers = [inReaderLanguage, inEnglish, namerIn(language, "en")];
  return namers.map((namer) => foldedName(namer(region) ?? ""));
});

/** Countries with a name that begins with a text. @param isWhole whether the text must be the whole name */
function countriesNamed(text: string, isWhole: boolean): NamedTerritory[] {
  const typed = foldedName(text);
  const isMeant = (name: string) => (isWhole ? name === typed : name.startsWith(typed));
  return regions()
    .filter(({ region }) => typed !== "" && namesOf(region).some(isMeant))
    .map(({ region, territory }) => ({ territory, name: inEnglish(region) ?? "" }));
}

/** Territories by their folded names as the page shows them, with and without their country. */
const shownNames = memoize<void, ReadonlyMap<string, Territory>>(() => {
  const names = territories().flatMap((territory) =>
    [displayName(territory), fullNameOf(territory)].map(
      (name) => [foldedName(name), territory] as const,
    ),
  );
  return new Map(names.reverse());
});

/** Territories with exactly this code or name, and other matches. */
export function territoriesNamed(text: string, limit: number) {
  const matches = searchTerritories(text, { limit });
  const [upper, folded] = [text.toUpperCase(), foldedName(text)];
  const isCalled = ({ number, fullName, fullNameAliases }: Territory) => {
    const { codes, names } = foldedTerritories()[number];
    const written = [fullName, ...fullNameAliases];
    // Compares the names of the tables as written: folding makes Shanxi of Shaanxi. Common names follow them.
    const others = [...codes, ...names.slice(written.length)];
    return others.includes(folded) || written.some((name) => name.toUpperCase() === upper);
  };
  const withName = (territory: Territory) => ({ territory, name: fullNameOf(territory) });
  const shown = shownNames().get(folded) ?? [];
  const called = [
    ...countriesNamed(text, true),
    ...[shown, matches.filter(isCalled)].flat().map(withName),
  ];
  const others = [...matches.map(withName), ...countriesNamed(text, false)];
  const distinct = (...items: readonly NamedTerritory[]) => [
    ...new Map(items.map((item) => [item.name, item])).values(),
  ];
  const known = new Set(called.map(({ name }) => name));
  return {
    called: distinct(...called),
    others: distinct(...others).filter(({ name }) => !known.has(name)),
  };
}

/** Whether a text is a name or code of a territory or of its country, or its start. */
export function isCalled(alphaCode: string, text: string, isWhole: boolean): boolean {
  const typed = foldedName(text);
  const { parentTerritory, ...territory } = getTerritory(alphaCode);
  const { codes, names } = foldedTerritories()[territory.number];
  const isMeant = (name: string) => (isWhole ? name === typed : name.startsWith(typed));
  if ([...codes, ...names].some(isMeant)) return true;
  const countries = countriesNamed(text, isWhole);
  if (countries.some(({ territory }) => territory.alphaCode === alphaCode)) return true;
  return parentTerritory !== undefined && isCalled(parentTerritory, text, isWhole);
}
