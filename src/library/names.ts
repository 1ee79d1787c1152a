/**
 * Names as people type them: folding them to what they have in common, the nearest of several names to a misspelled one, and
 * the territories that a name which none of them has probably means.
 */
import type { TerritoryCode } from "../generated/names.ts";
import { formatList } from "../messages.ts";
import { NO_TERRITORY } from "../tables/layout/names.ts";
import { descriptions, parents } from "../tables/tables.ts";
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

/**
 * The number of mistakes between two texts: characters added, missing, replaced, or swapped with the next one (the
 * restricted Damerau-Levenshtein distance).
 */
function countMistakes(from: string, to: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const replaced = previous[column - 1] + (isSame ? 0 : 1);
      let fewest = Math.min(replaced, previous[column] + 1, current[column - 1] + 1);
      const isSwapped =
        row > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (isSwapped) fewest = Math.min(fewest, beforePrevious[column - 2] + 1);
      current.push(fewest);
    }
    [beforePrevious, previous] = [previous, current];
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
    const mistakes = countMistakes(typed, upper);
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

/** How many letters words are found by. No shorter name is the start of another. */
const START_LETTERS = 3;

interface NamedTerritory {
  readonly territory: number;
  readonly words: readonly string[];
}

interface NameIndex {
  /** The names with a word that starts with these letters. */
  readonly byStart: ReadonlyMap<string, readonly NamedTerritory[]>;
  /** Territories by the telling words of their names. */
  readonly byWords: ReadonlyMap<string, number>;
}

/** Made for the first suggestion. */
let nameIndex: NameIndex | undefined;

function createIndex(): NameIndex {
  const byStart = new Map<string, NamedTerritory[]>();
  const byWords = new Map<string, number>();
  descriptions().territories.forEach(({ fullName, fullNameAliases }, territory) => {
    for (const name of [fullName, ...fullNameAliases]) {
      const words = tellingWords(foldedName(name));
      const text = words.join(" ");
      if (!byWords.has(text)) byWords.set(text, territory);
      for (const start of new Set(words.map((word) => word.slice(0, START_LETTERS)))) {
        const others = byStart.get(start) ?? [];
        byStart.set(start, others);
        others.push({ territory, words });
      }
    }
  });
  return { byStart, byWords };
}

/** More territories than these would not help as a suggestion. */
const MAX_MEANT = 3;

/** Different territories, countries first; nothing if there are more than anybody wants to read. */
function fewTerritories(named: readonly NamedTerritory[]): readonly number[] {
  const all = Array.from(new Set(named.map(({ territory }) => territory)));
  const countries = all.filter((territory) => countryOf(territory) === territory);
  const others = all.filter((territory) => countryOf(territory) !== territory);
  if (all.length <= MAX_MEANT) return [...countries, ...others];
  return countries.length <= MAX_MEANT ? countries : [];
}

/** The territories with a name that has all words, or else with one whose words start with them. */
function territoriesWithWords(index: NameIndex, words: readonly string[]): readonly number[] {
  const longest = words.reduce((one, other) => (other.length > one.length ? other : one));
  if (longest.length < START_LETTERS) return [];
  const found = index.byStart.get(longest.slice(0, START_LETTERS)) ?? [];
  const exact = found.filter((name) => words.every((word) => name.words.includes(word)));
  if (exact.length > 0) return fewTerritories(exact);
  const started = found.filter((name) => {
    return words.every((word) => name.words.some((other) => other.startsWith(word)));
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
  if (common !== undefined) {
    return [parents.findIndex((_, number) => alphaCodeOf(number) === common)];
  }
  const words = tellingWords(folded);
  const meant = territoriesWithWords(nameIndex, words);
  if (meant.length > 0) return meant;
  const nearest = nearestName(words.join(" "), nameIndex.byWords.keys());
  const territory = nearest === undefined ? undefined : nameIndex.byWords.get(nearest);
  return territory === undefined ? [] : [territory];
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
