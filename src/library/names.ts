/**
 * Names as people type them: folding them to what they have in common, the nearest of several names to a misspelled one, and
 * the territories that a name which none of them has probably means.
 */
import type { TerritoryCode } from "../generated/names.ts";
import { formatList } from "../messages.ts";
import { NO_TERRITORY } from "../tables/layout/names.ts";
import { descriptions } from "../tables/tables.ts";
import { alphaCodeOf, countryOf, findCountry } from "../territories/lookup.ts";
import { memoize } from "./memoize.ts";

// ---- Folding

/** Letters that Unicode does not decompose into a base letter and a mark. */
const SINGLE_LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/** Names that are folded already, but for letters in upper case. They are nearly all, and take a fifth of the time. */
const FOLDED = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

/**
 * A text in lower case without diacritics; everything but letters and digits becomes one space. The tables write
 * Åland as Aaland, so AA is like A.
 */
export function foldedName(text: string): string {
  const lower = text.toLowerCase();
  if (FOLDED.test(lower) && !lower.includes("aa")) return lower;
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => SINGLE_LETTERS[letter])
    .replace(/['’]/g, "")
    .replace(/aa/g, "a")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

// ---- The nearest name

/** Names with more mistakes than one in three characters are not suggested. */
const CHARS_PER_MISTAKE = 3;

/** Longer texts are not names. Comparing them with all territories took milliseconds. */
const MAX_NAME_CHARS = 60;

/** Three rows of the table of distances, reused. No name that is compared is longer. */
const rows = Array.from({ length: 3 }, () => new Uint8Array(2 * MAX_NAME_CHARS));

/**
 * The number of mistakes between two texts: characters added, missing, replaced, or swapped with the next one (the
 * restricted Damerau-Levenshtein distance).
 * @param limit results above it may be too low
 */
function countMistakes(from: string, to: string, limit: number): number {
  let [beforePrevious, previous, current] = rows;
  for (let column = 0; column <= to.length; column++) previous[column] = column;
  for (let row = 1; row <= from.length; row++) {
    const char = from.charCodeAt(row - 1);
    const before = row > 1 ? from.charCodeAt(row - 2) : -1;
    let fewestOfRow = row;
    current[0] = row;
    for (let column = 1; column <= to.length; column++) {
      const other = to.charCodeAt(column - 1);
      const replaced = previous[column - 1] + (char === other ? 0 : 1);
      let fewest = Math.min(replaced, previous[column] + 1, current[column - 1] + 1);
      if (before === other && column > 1 && char === to.charCodeAt(column - 2)) {
        fewest = Math.min(fewest, beforePrevious[column - 2] + 1);
      }
      current[column] = fewest;
      if (fewest < fewestOfRow) fewestOfRow = fewest;
    }
    // Later rows have no fewer.
    if (fewestOfRow > limit) return fewestOfRow;
    [beforePrevious, previous, current] = [previous, current, beforePrevious];
  }
  return previous[to.length];
}

/** Whether the first two characters have one in common: one mistake leaves it. Others are not worth a comparison. */
function sharesStart(from: string, to: string): boolean {
  const start = to.slice(0, 2);
  return from !== "" && (start.includes(from[0]) || (from.length > 1 && start.includes(from[1])));
}

/**
 * The name with the fewest mistakes, the first on a tie; upper and lower case are the same.
 * @returns undefined if no name is near enough to be meant
 */
export function nearestName(text: string, names: Iterable<string>): string | undefined {
  if (text.length > MAX_NAME_CHARS) return undefined;
  const typed = text.toUpperCase();
  let best: string | undefined;
  let limit = Math.max(1, Math.floor(typed.length / CHARS_PER_MISTAKE));
  for (const name of names) {
    if (Math.abs(name.length - typed.length) > limit) continue;
    const upper = name.toUpperCase();
    if (!sharesStart(typed, upper)) continue;
    const mistakes = countMistakes(typed, upper, limit);
    if (mistakes > limit) continue;
    best = name;
    // Only a nearer name replaces it.
    limit = mistakes - 1;
  }
  return best;
}

/** A sentence that suggests the nearest name, with a space in front; empty if there is none. */
export function didYouMean(text: string, names: Iterable<string>): string {
  const name = nearestName(text, names);
  return name === undefined ? "" : ` Did you mean ${name}?`;
}

// ---- What an unknown name means

/**
 * Common names that the published tables lack, as foldedName writes them, where no word of theirs leads to the
 * territory. They are suggested and searched, but not accepted, as look-ups give the answers of the published library.
 */
const COMMON_NAMES: Readonly<Record<string, TerritoryCode>> = {
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

/** A territory by what people type, all of it folded. */
export interface FoldedTerritory {
  readonly number: number;
  /** Its codes of any kind. */
  readonly codes: readonly string[];
  /** Its full name, its other names, then its common names. */
  readonly names: readonly string[];
}

/** For search and suggestions, made for the first of them. */
let foldedList: readonly FoldedTerritory[] | undefined;

/** All territories by number. */
export function foldedTerritories(): readonly FoldedTerritory[] {
  const { countries, territories } = descriptions();
  foldedList ??= territories.map(({ fullName, fullNameAliases, aliases }, number) => {
    const code = alphaCodeOf(number);
    const commonNames = Object.keys(COMMON_NAMES).filter((name) => COMMON_NAMES[name] === code);
    const isoCodes = Object.keys(countries).filter((isoCode) => countries[isoCode] === number);
    const codes = [code, code.slice(code.indexOf("-") + 1), ...aliases, ...isoCodes];
    return {
      number,
      codes: codes.map(foldedName),
      names: [...[fullName, ...fullNameAliases].map(foldedName), ...commonNames],
    };
  });
  return foldedList;
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

interface TellingName {
  readonly territory: number;
  readonly words: readonly string[];
  readonly text: string;
}

let tellingList: readonly TellingName[] | undefined;

function tellingNames(): readonly TellingName[] {
  tellingList ??= foldedTerritories().flatMap(({ number, names }) =>
    names.map((name) => {
      const words = tellingWords(name);
      return { territory: number, words, text: words.join(" ") };
    }),
  );
  return tellingList;
}

/** More territories than these would not help as a suggestion. */
const MAX_MEANT = 3;

/** Different territories, countries first; nothing if there are more than anybody wants to read. */
function fewTerritories(names: readonly TellingName[]): readonly number[] {
  const all = Array.from(new Set(names.map(({ territory }) => territory)));
  const countries = all.filter((territory) => countryOf(territory) === territory);
  const others = all.filter((territory) => countryOf(territory) !== territory);
  if (all.length <= MAX_MEANT) return [...countries, ...others];
  return countries.length <= MAX_MEANT ? countries : [];
}

/** No shorter name is the start of another. */
const MIN_START_LETTERS = 3;

/** The territories with a name that has all words, or else with one whose words start with them. */
function territoriesWithWords(words: readonly string[]): readonly number[] {
  if (words.every((word) => word.length < MIN_START_LETTERS)) return [];
  const exact = tellingNames().filter((name) => words.every((word) => name.words.includes(word)));
  if (exact.length > 0) return fewTerritories(exact);
  const started = tellingNames().filter((name) =>
    words.every((word) => name.words.some((other) => other.startsWith(word))),
  );
  return fewTerritories(started);
}

/** The numbers of the territories that a name which none of them has probably means: at most MAX_MEANT. */
function territoriesMeantBy(name: string): readonly number[] {
  const folded = name.length > MAX_NAME_CHARS ? "" : foldedName(name);
  if (folded === "") return [];
  const same = foldedTerritories().find(({ names }) => names.includes(folded));
  if (same !== undefined) return [same.number];
  const words = tellingWords(folded);
  const meant = territoriesWithWords(words);
  if (meant.length > 0) return meant;
  const texts = tellingNames().map(({ text }) => text);
  const nearest = nearestName(words.join(" "), texts);
  return tellingNames()
    .filter(({ text }) => text === nearest)
    .slice(0, 1)
    .map(({ territory }) => territory);
}

// ---- Suggestions: a sentence with a space in front, or nothing

/** The name and the code of each territory: mapcodes begin with codes only. */
function didYouMeanOneOf(territories: readonly number[]): string {
  const names = territories.map((territory) => {
    const { fullName } = descriptions().territories[territory];
    const code = alphaCodeOf(territory);
    return fullName === code ? code : `${fullName} (${code})`;
  });
  return names.length === 0 ? "" : ` Did you mean ${formatList(names, "or")}?`;
}

/** The alpha code of the country with an ISO 3166 code, if there is one. */
function countryOfIsoCode(code: string): string | undefined {
  const country = findCountry(code.trim());
  return country === NO_TERRITORY ? undefined : alphaCodeOf(country);
}

/** Tables often have a few unknown names in many rows, and a suggestion takes as long as the conversion of many rows. */
const MAX_REMEMBERED = 1000;

/** What a name that no territory has probably means. */
export const suggestTerritory = memoize((name: string) => {
  const country = countryOfIsoCode(name);
  if (country === undefined) return didYouMeanOneOf(territoriesMeantBy(name));
  const use = `option country with '${name.trim()}'`;
  return ` Did you mean the country ${country}? Use the ${use} or the territory '${country}'.`;
}, MAX_REMEMBERED);

/** The country that a text other than an ISO code probably means. */
export const suggestIsoCode = memoize((text: string) => {
  const isoCode = text.trim();
  if (countryOfIsoCode(isoCode) !== undefined) return ` Did you mean ${isoCode.toUpperCase()}?`;
  return didYouMeanOneOf(territoriesMeantBy(text).filter((one) => countryOf(one) === one));
}, MAX_REMEMBERED);

/**
 * The country that a context probably means, if the context is its ISO code but also the name of another territory.
 * @param territory the alpha code of what the context means
 */
export function suggestCountry(context: string, territory: string): string {
  const country = countryOfIsoCode(context);
  if (country === undefined || country === territory) return "";
  const use = `option country with '${context.trim()}'`;
  return ` The context '${context.trim()}' is ${territory}. Did you mean the country ${country}? Use the ${use} or the context '${country}'.`;
}
