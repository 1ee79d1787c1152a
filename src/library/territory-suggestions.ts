/**
 * Suggestions in the messages about territories that are not found, or that are probably not those meant: the
 * territories that an unknown name probably means, by a common name, by words of their names, or misspelled.
 */
import type { TerritoryCode } from "../generated/names.ts";
import { formatList } from "../messages.ts";
import { NO_TERRITORY } from "../tables/layout/names.ts";
import { descriptions, parents } from "../tables/tables.ts";
import { alphaCodeOf, countryOf, findCountry } from "../territories/lookup.ts";
import { memoize } from "./memoize.ts";
import { foldedName } from "./name-folding.ts";
import { MAX_NAME_CHARS, NameList } from "./nearest.ts";

/**
 * Common names that the published tables lack, as foldedName writes them, where no word of theirs leads to the
 * territory. They are suggested and searched, but not accepted, as look-ups give the answers of the published library.
 */
export const COMMON_NAMES: Readonly<Record<string, TerritoryCode>> = {
  belgie: "BEL",
  belgique: "BEL",
  "brunei darussalam": "BRN",
  "cabo verde": "CPV",
  "canary islands": "ESP",
  "cote divoire": "CIV",
  czechia: "CZE",
  danmark: "DNK",
  deutschland: "DEU",
  "dr congo": "COD",
  "democratic republic of congo": "COD",
  "democratic republic of the congo": "COD",
  dprk: "PRK",
  drc: "COD",
  eire: "IRL",
  england: "GBR",
  espana: "ESP",
  eswatini: "SWZ",
  falklands: "FLK",
  galapagos: "ECU",
  gb: "GBR",
  helvetia: "CHE",
  holland: "NLD",
  italia: "ITA",
  macao: "MAC",
  nederland: "NLD",
  norge: "NOR",
  "north macedonia": "MKD",
  "northern ireland": "GBR",
  osterreich: "AUT",
  palestine: "PSE",
  polska: "POL",
  prc: "CHN",
  "republic of china": "TWN",
  "republic of ireland": "IRL",
  "republic of korea": "KOR",
  "republic of the congo": "COG",
  "russian federation": "RUS",
  schweiz: "CHE",
  scotland: "GBR",
  suisse: "CHE",
  suomi: "FIN",
  sverige: "SWE",
  svizzera: "CHE",
  "syrian arab republic": "SYR",
  "timor leste": "TLS",
  turkiye: "TUR",
  "u k": "GBR",
  "u s": "USA",
  "u s a": "USA",
  uae: "ARE",
  uk: "GBR",
  "united states": "USA",
  "viet nam": "VNM",
  wales: "GBR",
  "washington dc": "US-DC",
  "washington d c": "US-DC",
};

/** The alpha code of the territory with a common name. */
export function codeOfCommonName(name: string): TerritoryCode | undefined {
  const folded = foldedName(name);
  return Object.hasOwn(COMMON_NAMES, folded) ? COMMON_NAMES[folded] : undefined;
}

/** Words that do not tell a territory from others. */
const FILLERS: ReadonlySet<string> = new Set(
  "the of and republic kingdom state islamic democratic peoples federal island islands".split(" "),
);

/** The words of a folded name that tell it from others; all of them if none does. */
function tellingWords(folded: string): readonly string[] {
  const words = folded.split(" ").map((word) => (word === "st" ? "saint" : word));
  const telling = words.filter((word) => !FILLERS.has(word));
  return telling.length === 0 ? words : telling;
}

// ---- Index of the words of all names

interface NameEntry {
  readonly territory: number;
  readonly words: readonly string[];
}

interface NameIndex {
  /** The entries with a word that starts with these letters. */
  readonly entries: ReadonlyMap<string, readonly NameEntry[]>;
  /** The territories of texts of telling words. */
  readonly territories: ReadonlyMap<string, number>;
  readonly texts: NameList;
}

/** How many letters words are found by. No shorter name is the start of another. */
const START_LETTERS = 3;

/** Made for the first suggestion. */
let nameIndex: NameIndex | undefined;

function createIndex(): NameIndex {
  const entries = new Map<string, NameEntry[]>();
  const territories = new Map<string, number>();
  descriptions().territories.forEach(({ fullName, fullNameAliases }, territory) => {
    for (const name of [fullName, ...fullNameAliases]) {
      const words = tellingWords(foldedName(name));
      const text = words.join(" ");
      if (!territories.has(text)) territories.set(text, territory);
      const starts = new Set(words.map((word) => word.slice(0, START_LETTERS)));
      for (const start of starts) {
        const others = entries.get(start);
        if (others) others.push({ territory, words });
        else entries.set(start, [{ territory, words }]);
      }
    }
  });
  return { entries, territories, texts: new NameList(territories.keys()) };
}

// ---- Matches

/** More territories than these would not help as a suggestion. */
const MAX_MEANT = 3;

function isCountry(territory: number): boolean {
  return parents[territory] === NO_TERRITORY;
}

/** Different territories, countries first; nothing if there are more than anybody wants to read. */
function fewTerritories(entries: readonly NameEntry[]): readonly number[] {
  const all = Array.from(new Set(entries.map(({ territory }) => territory)));
  const countries = all.filter(isCountry);
  if (all.length <= MAX_MEANT) return [...countries, ...all.filter((one) => !isCountry(one))];
  return countries.length <= MAX_MEANT ? countries : [];
}

/** The territories with a name that has all words, or else with one whose words start with them. */
function territoriesWithWords({ entries }: NameIndex, words: readonly string[]): readonly number[] {
  const longest = words.reduce((one, other) => (other.length > one.length ? other : one));
  if (longest.length < START_LETTERS) return [];
  const found = entries.get(longest.slice(0, START_LETTERS)) ?? [];
  const exact = found.filter((entry) => words.every((word) => entry.words.includes(word)));
  if (exact.length > 0) return fewTerritories(exact);
  const started = found.filter((entry) => {
    return words.every((word) => entry.words.some((other) => other.startsWith(word)));
  });
  return fewTerritories(started);
}

/** The numbers of the territories that a name which none of them has probably means: at most MAX_MEANT. */
function territoriesMeantBy(name: string): readonly number[] {
  if (name.length > MAX_NAME_CHARS) return [];
  nameIndex ??= createIndex();
  const folded = foldedName(name);
  if (folded === "") return [];
  const common = codeOfCommonName(name);
  if (common !== undefined)
    return [parents.findIndex((_, number) => alphaCodeOf(number) === common)];
  const words = tellingWords(folded);
  const meant = territoriesWithWords(nameIndex, words);
  if (meant.length > 0) return meant;
  const nearest = nameIndex.texts.nearest(words.join(" "));
  const territory = nearest === undefined ? undefined : nameIndex.territories.get(nearest);
  return territory === undefined ? [] : [territory];
}

// ---- Suggestions

/** The alpha code of the country with an ISO 3166 code, if there is one. */
function countryOfIsoCode(code: string): string | undefined {
  const country = findCountry(code.trim());
  return country === NO_TERRITORY ? undefined : alphaCodeOf(country);
}

function findSuggestion(name: string): string {
  const country = countryOfIsoCode(name);
  if (country !== undefined) {
    const use = `option country with '${name.trim()}'`;
    return ` Did you mean the country ${country}? Use the ${use} or the territory '${country}'.`;
  }
  return didYouMeanOneOf(territoriesMeantBy(name).map(nameWithCode));
}

/** A sentence that suggests one or several names, with a space in front; empty if there is none. */
function didYouMeanOneOf(names: readonly string[]): string {
  if (names.length === 0) return "";
  return ` Did you mean ${formatList(names, "or")}?`;
}

/** The name and the code of a territory: mapcodes begin with codes only. */
function nameWithCode(territory: number): string {
  const { fullName } = descriptions().territories[territory];
  const code = alphaCodeOf(territory);
  return fullName === code ? code : `${fullName} (${code})`;
}

/**
 * What a name that no territory has probably means: a sentence with a space in front, or nothing. Tables often have one
 * unknown name in many rows, and a suggestion takes as long as the conversion of ten rows.
 */
export const suggestTerritory = memoize(findSuggestion);

/** The country that a text other than an ISO code probably means: a sentence with a space in front, or nothing. */
export const suggestIsoCode = memoize((text: string) => {
  const isoCode = text.trim();
  if (countryOfIsoCode(isoCode) !== undefined) return ` Did you mean ${isoCode.toUpperCase()}?`;
  const countries = territoriesMeantBy(text).filter((one) => countryOf(one) === one);
  return didYouMeanOneOf(countries.map(nameWithCode));
});

/**
 * A context that is the ISO code of another country than the territory it means: a sentence with a space in front.
 * @param territory the alpha code of what the context means
 */
export function suggestCountry(context: string, territory: string): string {
  const country = countryOfIsoCode(context);
  if (country === undefined || country === territory) return "";
  const use = `option country with '${context.trim()}'`;
  return ` The context '${context.trim()}' is ${territory}. Did you mean the country ${country}? Use the ${use} or the context '${country}'.`;
}
