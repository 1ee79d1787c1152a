/** Names of territories: in English from `Intl`, as tables have old ones; for the search also in other languages. */
import { getTerritory, type Territory, territories } from "../../index.ts";
import { foldedName, foldedTerritories } from "../../library/folded-names.ts";
import { memoize } from "../../library/memoize.ts";
import { descriptions } from "../../tables/tables.ts";
import { namerIn } from "../wording.ts";

/** Node 20, where tests may run, has no `navigator`. */
const { navigator } = globalThis as { navigator?: { languages?: readonly string[] } };
const inReaderLanguage = namerIn(...(navigator?.languages ?? []), "en");
const inEnglish = namerIn("en");

/** The two-letter ISO codes of countries, by the numbers of their territories. */
const regions = memoize<void, ReadonlyMap<number, string>>(() => {
  const codes = Object.entries(descriptions().countries).filter(([code]) => code.length === 2);
  return new Map(codes.map(([code, number]) => [number, code]));
});

/** Names that the tables lack: those of today. */
const TODAYS_NAMES: Readonly<Record<string, string>> = { "CA-NL": "Newfoundland and Labrador" };

export function displayName(territory: Territory): string {
  const region = regions().get(territory.number);
  const name = region ? inEnglish(region) : TODAYS_NAMES[territory.alphaCode];
  return name ?? territory.fullName;
}

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

/** A territory, and a name of it as the page shows it. */
export interface NamedTerritory {
  readonly territory: Territory;
  readonly name: string;
}

/** The names of a country: in the language of the browser, in English, and in its most common language. */
function namesOfRegion(region: string): readonly string[] {
  const { language } = new Intl.Locale(`und-${region}`).maximize();
  const namers = [inReaderLanguage, inEnglish, namerIn(language, "en")];
  return namers.map((namer) => namer(region) ?? "");
}

/** Each territory with its folded names and codes in a line: `\n|netherlands|the netherlands|holland|#nld#nl#`. */
const linesOfNames = memoize<void, readonly (NamedTerritory & { readonly line: string })[]>(() => {
  const lineOf = (names: readonly string[], codes: readonly string[] = []) =>
    `\n|${names.map(foldedName).join("|")}|#${codes.join("#")}#`;
  const named = territories().map((territory) => {
    const { names, codes } = foldedTerritories()[territory.number];
    const name = displayName(territory);
    const region = regions().get(territory.number);
    const others = region === undefined ? [] : namesOfRegion(region);
    const all = [name, nameInSentence(name), `${name} state`, ...names, ...others];
    return { territory, name: fullNameOf(territory), line: lineOf(all, codes) };
  });
  // The published tables code Kosovo as a part of Serbia.
  const kosovo = { territory: getTerritory("SRB"), name: inEnglish("XK") ?? "" };
  return [...named, { ...kosovo, line: lineOf(namesOfRegion("XK")) }];
});

/** The territories with a name or code. @param isStart whether to find also a name, code or word that begins so */
export function findByDisplayName(text: string, isStart = false): readonly NamedTerritory[] {
  const typed = foldedName(text);
  if (typed === "") return [];
  const starts = [`\n|${typed}`, `|${typed}`, `#${typed}`, ` ${typed}`];
  const parts = [`|${typed}|`, `#${typed}#`, ...(isStart ? starts : [])];
  const found = parts.flatMap((part) => linesOfNames().filter(({ line }) => line.includes(part)));
  // Folded, Shaanxi is Shanxi.
  const isWritten = ({ name, territory }: NamedTerritory) =>
    [name, displayName(territory)].some((each) => each.toLowerCase() === text.trim().toLowerCase());
  const written = found.filter(isWritten);
  return [...new Set(isStart || written.length === 0 ? [...written, ...found] : written)];
}
