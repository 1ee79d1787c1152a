/** Names as people type them: folded, misspelled, or common ones that the tables lack. */
import type { TerritoryCode } from "../generated/name-types.ts";
import { formatList } from "../messages.ts";
import { NO_TERRITORY } from "../tables/format.ts";
import { descriptions } from "../tables/tables.ts";
import { alphaCodeOf, countryOf, findByIsoCode } from "../text/territories.ts";
import { memoize } from "./memoize.ts";
import { MAX_NAME_CHARS, nearestName } from "./suggestions.ts";

/** Letters that Unicode does not decompose, each with its base letters. */
const BASE_LETTERS = new Map(
  "ßss æae œoe øo łl đd ðd þth ıi".split(" ").map((text) => [text[0], text.slice(1)]),
);

/** A text in lower case without diacritics. Other characters than letters and digits become one space; AA becomes A. */
export function foldedName(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => BASE_LETTERS.get(letter) ?? letter)
    .replace(/['’]/g, "")
    .replace(/aa/g, "a")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** A folded name in which & is and, and St. is saint. */
export function foldedForSearch(text: string): string {
  return foldedName(text.replaceAll("&", " and ")).replace(/\bst (?=\S)/g, "saint ");
}

/** Folded names that the published tables lack. Look-ups reject them, as the published library does. */
const COMMON_NAMES = new Map(
  `
  ARE: uae; ATF: french southern territories; AUT: osterreich; BEL: belgie, belgique;
  BES: bonaire saint eustasuis and saba, bonaire sint eustatius and saba, caribbean netherlands, saint eustasius;
  BIH: bosnia; BRA: brasil; BRN: brunei darussalam; CCK: cocos keeling islands;
  CHE: helvetia, schweiz, suisse, svizzera; CHN: prc; CIV: cote divoire;
  COD: dr congo, democratic republic of congo, democratic republic of the congo, drc; COG: republic of the congo;
  CPV: cabo verde; CZE: czechia; DEU: deutschland; DNK: danmark; ECU: galapagos; ESP: canary islands, espana;
  FIN: suomi; FJI: fiji; FLK: falklands, falkland islands malvinas;
  GBR: england, gb, northern ireland, scotland, u k, uk, united kingdom of great britain and northern ireland, wales;
  HKG: hong kong sar china; HMD: heard and mcdonald islands; IRL: eire, republic of ireland; ITA: italia;
  KOR: republic of korea; LAO: lao peoples democratic republic; MAC: macao, macao sar china;
  MAF: saint martin french part; MKD: north macedonia; MMR: myanmar burma; NFK: norfolk island;
  NLD: holland, nederland; NOR: norge; PCN: pitcairn; POL: polska; PRK: democratic peoples republic of korea, dprk;
  PSE: palestine, palestinian territories, state of palestine; RUS: russian federation;
  SGS: south georgia and south sandwich islands; SHN: saint helena; SWE: sverige; SWZ: eswatini;
  SXM: sint marten dutch part; SYR: syrian arab republic; TLS: timor leste; TUR: turkiye;
  TWN: republic of china, taiwan province of china; UMI: u s outlying islands; US-DC: washington dc, washington d c;
  USA: u s, u s a, united states; VAT: holy see vatican city state; VCT: saint vincent and grenadines;
  VIR: u s virgin islands, virgin islands u s; VNM: viet nam
`
    .split(";")
    .map((entry) => entry.trim().split(": "))
    .map(([code, names]) => [code, names.split(", ")] as const),
);

/** The folded codes and names of a territory. */
interface FoldedTerritory {
  readonly number: number;
  readonly code: TerritoryCode;
  /** Its codes of all kinds. */
  readonly codes: readonly string[];
  /** Its full name, its other names, then its common names. */
  readonly names: readonly string[];
  /** The distinctive words of each name. */
  readonly distinctive: readonly string[];
}

/** Words that are not distinctive. */
const FILLERS: ReadonlySet<string> = new Set(
  "the of and republic kingdom state islamic democratic peoples federal island islands".split(" "),
);

/** The distinctive words of a folded name; all words if none is distinctive. */
function distinctiveWords(folded: string): readonly string[] {
  const words = folded.split(" ");
  const distinctive = words.filter((word) => !FILLERS.has(word));
  return distinctive.length === 0 ? words : distinctive;
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
      const distinctive = names.map((name) => distinctiveWords(name).join(" "));
      return { number, code, codes: codes.map(foldedName), names, distinctive };
    },
  );
  return foldedList;
}

/** Whether each word is a prefix of a word of a folded name. */
function startsWords(name: string, words: readonly string[]): boolean {
  return words.every((word) => name.startsWith(word) || name.includes(` ${word}`));
}

/** Ways in which a text matches a territory, the best first. */
export const MATCHERS_BY_RANK: readonly ((territory: FoldedTerritory, text: string) => boolean)[] =
  [
    ({ codes }, text) => codes.includes(text),
    ({ names }, text) => names.includes(text),
    ({ names }, text) => names[0].startsWith(text),
    ({ names }, text) => names.some((name) => name.startsWith(text)),
    ({ codes }, text) => codes.some((code) => code.startsWith(text)),
    ({ names }, text) => names.some((name) => startsWords(name, text.split(" "))),
  ];

/** As ISO 3166 writes names: `Tanzania, United Republic of`, `Iran (Islamic Republic of)`. */
const INVERTED = /^([^,(]+?)\s*[,(]\s*([^,()]+ of(?: the)?)\)?$/i;

/** `islamic republic of the`, before a folded name. A `State of Georgia` is not a country. */
const FORM_OF_STATE =
  /^(?:[a-z]+ )*(?:kingdom|republic|federated states|plurinational state) of (?:the )?/;

/** The territories with a folded name, such as uk. The article is not part of names: The Netherlands. */
export const territoriesWithName = memoize((name: string): readonly FoldedTerritory[] => {
  if (name.length > MAX_NAME_CHARS) return [];
  const text = name
    .trim()
    .replace(/\s*\(the\)/i, "")
    .replace(INVERTED, "$2 $1");
  const folded = foldedForSearch(text).replace(/^the /, "");
  const withName = (wanted: string) =>
    foldedTerritories().filter(({ names }) => names.includes(wanted));
  const named = withName(folded);
  return named.length > 0 ? named : withName(folded.replace(FORM_OF_STATE, ""));
});

// ---- Suggestions: a sentence after a space, or nothing

/** Suggestions of more territories do not help. */
const MAX_SUGGESTIONS = 3;

/** Shorter words are too common as prefixes, and are not read as misspelled names. */
const MIN_START_LETTERS = 3;

export function isCountry({ number }: FoldedTerritory): boolean {
  return countryOf(number) === number;
}

/** The territories with a name that has all words; if there are none, all as prefixes; if none, the nearest name. */
function territoriesWithWords(words: readonly string[]): readonly FoldedTerritory[] {
  const withName = (all: readonly FoldedTerritory[], isMeant: (name: string) => boolean) =>
    all.filter(({ distinctive }) => distinctive.some(isMeant));
  const all = foldedTerritories();
  const starting = withName(all, (name) => startsWords(name, words));
  const whole = words.map((word) => `${word} `);
  const called = withName(starting, (name) => startsWords(`${name} `, whole));
  if (starting.length > 0) return called.length > 0 ? called : starting;
  const names = all.flatMap(({ distinctive }) => distinctive);
  const nearest = nearestName(words.join(" "), names);
  return withName(all, (name) => name === nearest).slice(0, 1);
}

/** The territories that an unknown name probably means, countries first; none if there are too many. */
function likelyTerritories(name: string): readonly FoldedTerritory[] {
  const folded = name.length > MAX_NAME_CHARS ? "" : foldedForSearch(name);
  if (folded === "") return [];
  const same = territoriesWithName(name);
  if (same.length > 0) return same;
  const words = distinctiveWords(folded);
  if (!words.some((word) => word.length >= MIN_START_LETTERS)) return [];
  const called = territoriesWithWords(words);
  const countries = called.filter(isCountry);
  if (called.length > MAX_SUGGESTIONS) return countries.length > MAX_SUGGESTIONS ? [] : countries;
  return [...countries, ...called.filter((territory) => !isCountry(territory))];
}

/** Suggests territories by code, as mapcodes and some options take no names, and by name. */
function didYouMeanOneOf(territories: readonly FoldedTerritory[]): string {
  const names = territories.map(({ number, code }) => {
    const { fullName } = descriptions().territories[number];
    return fullName === code ? code : `${code} (${fullName})`;
  });
  return names.length === 0 ? "" : ` Did you mean ${formatList(names, "or")}?`;
}

/** @param role `territory` or `context` */
function didYouMeanCountry(name: string, country: string, role: string): string {
  const option = `option country with '${name.trim()}'`;
  return ` Did you mean the country ${country}? Use the ${option} or the ${role} '${country}'.`;
}

/** The alpha code of the country with an ISO 3166 code, if there is one. */
function alphaCodeOfIso(code: string): string | undefined {
  const country = findByIsoCode(code.trim());
  return country === NO_TERRITORY ? undefined : alphaCodeOf(country);
}

/** A few unknown names often fill many rows, and a suggestion takes as long as the conversion of many rows. */
const MAX_REMEMBERED = 1000;

/** The hint for an ISO 3166 number, such as 528: tables often lose its leading zeros. */
function lettersHint(name: string): string | undefined {
  return /^\s*\d+\s*$/.test(name) ? " Write its code in letters, such as NLD." : undefined;
}

/** Suggests the territories that an unknown name probably means. */
export const suggestTerritory = memoize((name: string) => {
  const country = alphaCodeOfIso(name);
  if (country !== undefined) return didYouMeanCountry(name, country, "territory");
  return lettersHint(name) ?? didYouMeanOneOf(likelyTerritories(name));
}, MAX_REMEMBERED);

/** Suggests an ISO code in its usual form, or the countries that another text probably means. */
export const suggestIsoCode = memoize((text: string) => {
  const isoCode = text.trim();
  if (alphaCodeOfIso(isoCode) !== undefined) return ` Did you mean ${isoCode.toUpperCase()}?`;
  return lettersHint(text) ?? didYouMeanOneOf(likelyTerritories(text).filter(isCountry));
}, MAX_REMEMBERED);

/** Suggests the country that a context probably means, if its ISO code is also the name of `territory`. */
export function suggestCountry(context: string, territory: string): string {
  const country = alphaCodeOfIso(context);
  if (country === undefined || country === territory) return "";
  const hint = didYouMeanCountry(context, country, "context");
  return ` The context '${context.trim()}' is ${territory}.${hint}`;
}
