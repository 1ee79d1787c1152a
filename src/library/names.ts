/** Names as people type them: folded, misspelled, or common where the tables have another one. */
import type { TerritoryCode } from "../generated/names.ts";
import { formatList } from "../messages.ts";
import { NO_TERRITORY } from "../tables/layout/names.ts";
import { descriptions } from "../tables/tables.ts";
import { alphaCodeOf, countryOf, findCountry } from "../text/territories.ts";
import { memoize } from "./memoize.ts";
import { MAX_NAME_CHARS, nearestName } from "./suggestions.ts";

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
  foldedList ??= territories.map(
    ({ alphaCode: code, fullName, fullNameAliases, aliases }, number) => {
      const isoCodes = Object.keys(countries).filter((isoCode) => countries[isoCode] === number);
      const codes = [code, code.slice(code.indexOf("-") + 1), ...aliases, ...isoCodes];
      const names = [fullName, ...fullNameAliases]
        .map(foldedName)
        .concat(COMMON_NAMES.get(code) ?? []);
      const telling = names.map((name) => tellingWords(name).join(" "));
      return { number, code, codes: codes.map(foldedName), names, telling };
    },
  );
  return foldedList;
}

/** Whether each word starts a word of a folded name. */
function startsWords(name: string, words: readonly string[]): boolean {
  const padded = ` ${name}`;
  return words.every((word) => padded.includes(` ${word}`));
}

/** Ways in which a text matches a territory, the best first. */
export const MATCHES: readonly ((territory: FoldedTerritory, text: string) => boolean)[] = [
  ({ codes }, text) => codes.includes(text),
  ({ names }, text) => names.includes(text),
  ({ names }, text) => names[0].startsWith(text),
  ({ names }, text) => names.some((name) => name.startsWith(text)),
  ({ codes }, text) => codes.some((code) => code.startsWith(text)),
  ({ names }, text) => names.some((name) => startsWords(name, text.split(" "))),
];

// ---- Suggestions: a sentence with a space in front, or nothing

/** More territories than these would not help as a suggestion. */
const MAX_MEANT = 3;

/** No shorter name is the start of another. */
const MIN_START_LETTERS = 3;

function isCountry({ number }: FoldedTerritory): boolean {
  return countryOf(number) === number;
}

/** The territories with a name that has all words, or else one with words that start with them, or else the nearest one. */
function territoriesCalled(words: readonly string[]): readonly FoldedTerritory[] {
  const withTelling = (isMeant: (name: string) => boolean) =>
    foldedTerritories().filter(({ telling }) => telling.some(isMeant));
  if (words.some((word) => word.length >= MIN_START_LETTERS)) {
    for (const end of [" ", ""]) {
      const wanted = words.map((word) => word + end);
      const found = withTelling((name) => startsWords(name + end, wanted));
      if (found.length > 0) return found;
    }
  }
  const names = foldedTerritories().flatMap(({ telling }) => telling);
  const nearest = nearestName(words.join(" "), names);
  return withTelling((name) => name === nearest).slice(0, 1);
}

/** The territories that a name which none of them has probably means, countries first; none if there are too many. */
function territoriesMeantBy(name: string): readonly FoldedTerritory[] {
  const folded = name.length > MAX_NAME_CHARS ? "" : foldedName(name);
  if (folded === "") return [];
  const same = foldedTerritories().find(({ names }) => names.includes(folded));
  if (same !== undefined) return [same];
  const found = territoriesCalled(tellingWords(folded));
  const countries = found.filter(isCountry);
  if (found.length > MAX_MEANT) return countries.length > MAX_MEANT ? [] : countries;
  return [...countries, ...found.filter((one) => !isCountry(one))];
}

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

/** The country that a text probably means, unless it is an ISO code. */
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
