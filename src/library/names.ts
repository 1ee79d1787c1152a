/** Names as people type them: folded, misspelled, or common where the tables have another one. */
import type { TerritoryCode } from "../generated/names.ts";
import { formatList } from "../messages.ts";
import { NO_TERRITORY } from "../tables/layout/names.ts";
import { descriptions } from "../tables/tables.ts";
import { alphaCodeOf, countryOf, findCountry } from "../text/territories.ts";
import { memoize } from "./memoize.ts";

/** Letters that Unicode does not decompose into a base letter and a mark, each in front of its base letters. */
const SINGLE_LETTERS = new Map(
  "ßss æae œoe øo łl đd ðd þth ıi".split(" ").map((text) => [text[0], text.slice(1)]),
);

/** A text in lower case without diacritics; all but letters and digits becomes one space, and AA is A, as in Aaland. */
export function foldedName(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => SINGLE_LETTERS.get(letter) ?? letter)
    .replace(/['’]/g, "")
    .replace(/aa/g, "a")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Names with more mistakes than one in three characters are not suggested. */
const CHARS_PER_MISTAKE = 3;

/** Longer texts are no names. Comparing them with all territories took milliseconds. */
const MAX_NAME_CHARS = 60;

/** The number of characters added, missing, replaced, or swapped with the next one (Damerau-Levenshtein distance). */
function countMistakes(from: string, to: string): number {
  const counts = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= from.length; row++) {
    counts.push([row]);
    for (let column = 1; column <= to.length; column++) {
      const replaced = counts[row - 1][column - 1] + (from[row - 1] === to[column - 1] ? 0 : 1);
      const fewest = Math.min(replaced, counts[row - 1][column] + 1, counts[row][column - 1] + 1);
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      counts[row].push(isSwapped ? Math.min(fewest, counts[row - 2][column - 2] + 1) : fewest);
    }
  }
  return counts[from.length][to.length];
}

/** The name with the fewest mistakes, the first on a tie, in any case; undefined if none is near enough to be meant. */
export function nearestName(text: string, names: Iterable<string>): string | undefined {
  if (text.length > MAX_NAME_CHARS) return undefined;
  const typed = text.toUpperCase();
  let best: string | undefined;
  let limit = Math.max(1, Math.floor(typed.length / CHARS_PER_MISTAKE));
  for (const name of names) {
    const upper = name.toUpperCase();
    // One mistake leaves one of the first two characters among the first two.
    const isNear = Array.from(typed.slice(0, 2)).some((char) => upper.slice(0, 2).includes(char));
    if (!isNear || Math.abs(upper.length - typed.length) > limit) continue;
    const mistakes = countMistakes(typed, upper);
    if (mistakes > limit) continue;
    [best, limit] = [name, mistakes - 1];
  }
  return best;
}

/** A suggestion of the nearest name. */
export function didYouMean(text: string, names: Iterable<string>): string {
  const name = nearestName(text, names);
  return name === undefined ? "" : ` Did you mean ${name}?`;
}

/** Folded names that the published tables lack. Look-ups do not accept them, as they answer as the published library does. */
const COMMON_NAMES = new Map(
  `
  ARE: uae; AUT: osterreich; BEL: belgie, belgique; BRN: brunei darussalam;
  CHE: helvetia, schweiz, suisse, svizzera; CHN: prc; CIV: cote divoire;
  COD: dr congo, democratic republic of congo, democratic republic of the congo, drc;
  COG: republic of the congo; CPV: cabo verde; CZE: czechia; DEU: deutschland; DNK: danmark;
  ECU: galapagos; ESP: canary islands, espana; FIN: suomi; FLK: falklands;
  GBR: england, gb, northern ireland, scotland, u k, uk, wales; IRL: eire, republic of ireland;
  ITA: italia; KOR: republic of korea; MAC: macao; MKD: north macedonia; NLD: holland, nederland;
  NOR: norge; POL: polska; PRK: dprk; PSE: palestine; RUS: russian federation; SWE: sverige;
  SWZ: eswatini; SYR: syrian arab republic; TLS: timor leste; TUR: turkiye; TWN: republic of china;
  US-DC: washington dc, washington d c; USA: u s, u s a, united states; VNM: viet nam
`
    .split(";")
    .map((entry) => entry.trim().split(": "))
    .map(([code, names]) => [code, names.split(", ")] as const),
);

/** A territory by what people type, all of it folded. */
export interface FoldedTerritory {
  readonly number: number;
  readonly code: TerritoryCode;
  /** Its codes of any kind. */
  readonly codes: readonly string[];
  /** Its full name, its other names, then its common names. */
  readonly names: readonly string[];
  /** The words of each name that tell it from others. */
  readonly telling: readonly string[];
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

let foldedList: readonly FoldedTerritory[] | undefined;

/** All territories by number, for search and suggestions. */
export function foldedTerritories(): readonly FoldedTerritory[] {
  const { countries, territories } = descriptions();
  foldedList ??= territories.map(({ fullName, fullNameAliases, aliases }, number) => {
    const code = alphaCodeOf(number);
    const isoCodes = Object.keys(countries).filter((isoCode) => countries[isoCode] === number);
    const codes = [code, code.slice(code.indexOf("-") + 1), ...aliases, ...isoCodes];
    const names = [fullName, ...fullNameAliases]
      .map(foldedName)
      .concat(COMMON_NAMES.get(code) ?? []);
    const telling = names.map((name) => tellingWords(name).join(" "));
    return { number, code, codes: codes.map(foldedName), names, telling };
  });
  return foldedList;
}

/** Whether each word starts a word of a folded name. */
export function startsWords(name: string, words: readonly string[]): boolean {
  const padded = ` ${name}`;
  return words.every((word) => padded.includes(` ${word}`));
}

/** More territories than these would not help as a suggestion. */
const MAX_MEANT = 3;

/** No shorter name is the start of another. */
const MIN_START_LETTERS = 3;

function isCountry({ number }: FoldedTerritory): boolean {
  return countryOf(number) === number;
}

/** The territories with a name that has all words, or else with one whose words start with them: not too many. */
function territoriesWithWords(words: readonly string[]): readonly FoldedTerritory[] {
  if (words.every((word) => word.length < MIN_START_LETTERS)) return [];
  const withWords = (end: string) => {
    const wanted = words.map((word) => word + end);
    return foldedTerritories().filter(({ telling }) =>
      telling.some((name) => startsWords(name + end, wanted)),
    );
  };
  const whole = withWords(" ");
  const found = whole.length > 0 ? whole : withWords("");
  const countries = found.filter(isCountry);
  if (found.length > MAX_MEANT) return countries.length > MAX_MEANT ? [] : countries;
  return [...countries, ...found.filter((one) => !isCountry(one))];
}

/** The territories that a name which none of them has probably means: at most MAX_MEANT. */
function territoriesMeantBy(name: string): readonly FoldedTerritory[] {
  const folded = name.length > MAX_NAME_CHARS ? "" : foldedName(name);
  if (folded === "") return [];
  const all = foldedTerritories();
  const same = all.find(({ names }) => names.includes(folded));
  if (same !== undefined) return [same];
  const words = tellingWords(folded);
  const meant = territoriesWithWords(words);
  if (meant.length > 0) return meant;
  const allTelling = all.flatMap(({ telling }) => telling);
  const nearest = nearestName(words.join(" "), allTelling);
  return all.filter(({ telling }) => telling.some((name) => name === nearest)).slice(0, 1);
}

// Suggestions: a sentence with a space in front, or nothing.

/** The name and the code of each territory: mapcodes begin with codes only. */
function didYouMeanOneOf(territories: readonly FoldedTerritory[]): string {
  const names = territories.map(({ number, code }) => {
    const { fullName } = descriptions().territories[number];
    return fullName === code ? code : `${fullName} (${code})`;
  });
  return names.length === 0 ? "" : ` Did you mean ${formatList(names, "or")}?`;
}

/** @param role of the name: territory or context */
function didYouMeanCountry(name: string, country: string, role: string): string {
  const option = `option country with '${name.trim()}'`;
  return ` Did you mean the country ${country}? Use the ${option} or the ${role} '${country}'.`;
}

/** The alpha code of the country with an ISO 3166 code, if there is one. */
function countryOfIsoCode(code: string): string | undefined {
  const country = findCountry(code.trim());
  return country === NO_TERRITORY ? undefined : alphaCodeOf(country);
}

/** A few unknown names often come in many rows, and a suggestion takes as long as the conversion of many rows. */
const MAX_REMEMBERED = 1000;

/** What a name that no territory has probably means. */
export const suggestTerritory = memoize((name: string) => {
  const country = countryOfIsoCode(name);
  if (country === undefined) return didYouMeanOneOf(territoriesMeantBy(name));
  return didYouMeanCountry(name, country, "territory");
}, MAX_REMEMBERED);

/** The country that a text other than an ISO code probably means. */
export const suggestIsoCode = memoize((text: string) => {
  const isoCode = text.trim();
  if (countryOfIsoCode(isoCode) !== undefined) return ` Did you mean ${isoCode.toUpperCase()}?`;
  return didYouMeanOneOf(territoriesMeantBy(text).filter(isCountry));
}, MAX_REMEMBERED);

/** The country that a context probably means, if its ISO code is also the name of `territory`. */
export function suggestCountry(context: string, territory: string): string {
  const country = countryOfIsoCode(context);
  if (country === undefined || country === territory) return "";
  const hint = didYouMeanCountry(context, country, "context");
  return ` The context '${context.trim()}' is ${territory}.${hint}`;
}
