/** Territories: descriptions, look-ups by name and by country, and lists for users to choose from. */
import type { AlphabetName, TerritoryCode } from "../generated/name-types.ts";
import { checkText, wrongType } from "../messages.ts";
import { NO_TERRITORY } from "../tables/format.ts";
import { descriptions, INTERNATIONAL_TERRITORY, parents } from "../tables/tables.ts";
import { toRoman } from "../text/alphabets.ts";
import * as territoryTexts from "../text/territories.ts";
import * as errors from "./errors.ts";
import * as foldedNames from "./folded-names.ts";
import { memoize } from "./memoize.ts";
import { MAX_NAME_CHARS } from "./suggestions.ts";

/** Any code or name of a territory. The type is a string; editors complete the alpha codes. */
export type TerritoryName = TerritoryCode | (string & {});

/** The description of a territory in the published tables. */
export interface Territory {
  /** The index in the published order of territories and mapcodes. */
  readonly number: number;
  /** The unique code: `NLD`, `US-IN`. */
  readonly alphaCode: TerritoryCode;
  /** The part after the hyphen if it means no other territory, else the full code. */
  readonly alphaCodeMinimalUnambiguous: string;
  /** The part after the hyphen: `IN`. */
  readonly alphaCodeMinimal: string;
  /** The English name. */
  readonly fullName: string;
  /** The code of a subdivision's country; a country has none. */
  readonly parentTerritory?: TerritoryCode;
  /** Other codes. */
  readonly aliases: readonly string[];
  /** Other English names. */
  readonly fullNameAliases: readonly string[];
  /** The names of the alphabets used there, the most used first. */
  readonly alphabets: readonly AlphabetName[];
}

let allTerritories: readonly Territory[] | undefined;

/**
 * All territories in the published order. The last one is AAA, the territory of international codes.
 * @returns a frozen list of frozen descriptions, indexed by territory number
 * @example
 * ```ts
 * territories().length; // 533
 * territories()[0].fullName; // "Vatican City"
 * ```
 */
export function territories(): readonly Territory[] {
  allTerritories ??= Object.freeze(
    descriptions().territories.map((description, number) => {
      const { alphaCode } = description;
      const minimal = alphaCode.slice(alphaCode.indexOf("-") + 1);
      const parent = parents[number];
      return Object.freeze({
        number,
        alphaCode,
        alphaCodeMinimalUnambiguous:
          territoryTexts.findAllByName(minimal).length === 1 ? minimal : alphaCode,
        alphaCodeMinimal: minimal,
        fullName: description.fullName,
        ...(parent === NO_TERRITORY ? {} : { parentTerritory: territoryTexts.alphaCodeOf(parent) }),
        aliases: Object.freeze(description.aliases),
        fullNameAliases: Object.freeze(description.fullNameAliases),
        alphabets: Object.freeze(description.alphabets),
      });
    }),
  );
  return allTerritories;
}

/** The full names of a territory and, if it is a subdivision, of its country. */
export function namesOf(number: number) {
  const all = descriptions().territories;
  return { territoryName: all[number].fullName, parentName: all[parents[number]]?.fullName };
}

/** A name as the tables have it: Roman, upper case, with hyphens in place of underscores. */
function normalized(name: string): string {
  return toRoman(name).text.replace(/_/g, "-");
}

/** The only territory with a name that has diacritics, as in México, among those that a test keeps; or NO_TERRITORY. */
function findFolded(name: string, isKept: (number: number) => boolean = () => true): number {
  if (!/[^ -~]/.test(name) || name.length > MAX_NAME_CHARS) return NO_TERRITORY;
  const folded = foldedNames.foldedName(name);
  const withName = foldedNames.foldedTerritories().filter(({ names }) => names.includes(folded));
  const kept = withName.filter(({ number }) => isKept(number));
  return kept.length === 1 ? kept[0].number : NO_TERRITORY;
}

/**
 * The number of the territory with a code or name, or NO_TERRITORY. It is memoized, as many calls have the same context,
 * and its look-up takes as long as decoding.
 */
export const territoryNamed: (name: string) => number = memoize((name) => {
  checkText("territory", name);
  const exact = territoryTexts.findByName(normalized(name));
  return exact === NO_TERRITORY ? findFolded(name) : exact;
});

/** The number of the territory with a code or name within a country, or NO_TERRITORY. */
export function territoryNamedWithin(name: string, parent: number): number {
  const exact = territoryTexts.findByNameWithin(normalized(name), parent);
  return exact === NO_TERRITORY ? findFolded(name, (number) => parents[number] === parent) : exact;
}

/** The number of the country with an ISO 3166 code, another code or a name, or NO_TERRITORY. */
function countryNamed(name: string): number {
  const byCode = territoryTexts.findByIsoCode(name);
  return byCode === NO_TERRITORY ? territoryNamedWithin(name, NO_TERRITORY) : byCode;
}

/** The country with a code, a name or a common name, such as UK; or NO_TERRITORY. */
export function countryByAnyName(name: string): number {
  const country = countryNamed(name);
  if (country === INTERNATIONAL_TERRITORY) return NO_TERRITORY;
  if (country !== NO_TERRITORY) return country;
  return foldedNames.territoriesWithName(name).find(foldedNames.isCountry)?.number ?? NO_TERRITORY;
}

/** The territory with a code, a name or a common name, such as Viet Nam; or NO_TERRITORY. An ISO 3166 code is not a name. */
export function territoryByAnyName(name: string): number {
  const number = territoryNamed(name);
  if (number !== NO_TERRITORY || territoryTexts.findByIsoCode(name) !== NO_TERRITORY) return number;
  const named = foldedNames.territoriesWithName(name);
  return named.length === 1 ? named[0].number : NO_TERRITORY;
}

/** The territories that a name means, in the published order, among them the country with this ISO 3166 code. */
export const allMeanings: (name: string) => readonly number[] = memoize((name) => {
  const numbers = [
    territoryNamed(name),
    ...territoryTexts.findAllByName(normalized(name)),
    countryByAnyName(name),
  ];
  const known = numbers.filter((number) => number !== NO_TERRITORY);
  return [...new Set(known)].sort((first, second) => first - second);
});

/** The country of a subdivision, or the one of a second code: PRI is US-PR. Any other territory is its own country. */
export function homeCountry(number: number): number {
  const [, country] =
    /([A-Z]{3})-/.exec(descriptions().territories[number].aliases.join(" ")) ?? [];
  const isOwn = parents[number] === NO_TERRITORY && country !== undefined;
  return isOwn ? territoryNamed(country) : territoryTexts.countryOf(number);
}

/** The territory that any code or name means in a country, the country itself among them; or NO_TERRITORY. */
export function territoryByAnyNameWithin(name: string, country: number): number {
  const subdivision = territoryNamedWithin(name, country);
  if (subdivision !== NO_TERRITORY) return subdivision;
  const byCode = territoryNamed(`${territoryTexts.alphaCodeOf(country)}-${name}`);
  const numbers = byCode === NO_TERRITORY ? allMeanings(name) : [byCode];
  const isWithin = (number: number) =>
    [number, homeCountry(number)].includes(country) || number === INTERNATIONAL_TERRITORY;
  return numbers.find(isWithin) ?? NO_TERRITORY;
}

/** `IN-NL, Nagaland in India`. */
export function described(number: number): string {
  const { territoryName, parentName } = namesOf(number);
  const parent = parentName === undefined ? "" : ` in ${parentName}`;
  return `${territoryTexts.alphaCodeOf(number)}, ${territoryName}${parent}`;
}

/** The country that the name of a territory also means (format 8): IN is US-IN and India. Else NO_TERRITORY. */
export function countryOfSameName(name: string): number {
  const territory = territoryNamed(name);
  const country = countryByAnyName(name);
  return territory === NO_TERRITORY || territory === country ? NO_TERRITORY : country;
}

const unknownProblem = (subject: string, name: string, expected: string, hint?: string) =>
  errors.valueProblem("unknown-territory", subject, name, expected, hint);

export function territoryProblem(name: string, hint = foldedNames.suggestTerritory(name)) {
  return unknownProblem("territory", name, "the code or name of a territory", hint);
}

export function countryProblem(
  isoCode: string,
  expected = "an ISO 3166 code of two or three letters",
) {
  return unknownProblem("country", isoCode, expected, foldedNames.suggestIsoCode(isoCode));
}

/** The number of the territory with a name, or NO_TERRITORY. @throws MapcodeError if the parent is unknown */
function findNumber(name: string, parent: string | undefined): number {
  if (parent === undefined) return territoryNamed(name);
  checkText("territory", name);
  checkText("parent", parent);
  if (territoryTexts.PARENT_CODES.includes(parent))
    return territoryNamedWithin(name, territoryNamed(parent));
  const expected = `one of ${territoryTexts.PARENT_CODES.join(", ")}`;
  throw new errors.MapcodeError(unknownProblem("parent", parent, expected));
}

/**
 * The number of the territory with a code or English name (format 8): its index in territories(). Without a parent,
 * two letters mean a subdivision rather than a country: IN is US-IN, not India.
 * @param name a code or name in upper or lower case and any alphabet
 * @param parent USA, IND, CAN, AUS, MEX, BRA, RUS, CHN or ATA: the country to look in; by default all
 * @throws MapcodeError if no territory (within the parent) has this name, or if the parent is not one of the nine
 * @throws TypeError if the name or the parent is not a string
 * @example
 * ```ts
 * territoryNumber("IN") === territoryNumber("US-IN"); // true
 * territoryNumber("IN", "RUS") === territoryNumber("RU-IN"); // true
 * ```
 */
export function territoryNumber(name: TerritoryName, parent?: string): number {
  const number = findNumber(name, parent);
  if (number !== NO_TERRITORY) return number;
  const expected = `the code or name of a territory in ${parent}`;
  throw new errors.MapcodeError(
    parent === undefined ? territoryProblem(name) : unknownProblem("territory", name, expected),
  );
}

/**
 * The territory with a code or English name. Arguments and errors are as for territoryNumber.
 * @example
 * ```ts
 * getTerritory("IN", "RUS").fullName; // "Ingushetia Republic"
 * ```
 */
export function getTerritory(name: TerritoryName, parent?: string): Territory {
  return territories()[territoryNumber(name, parent)];
}

/**
 * As getTerritory, but undefined if no territory (within the parent) has this name.
 * @example
 * ```ts
 * findTerritory("Atlantis"); // undefined
 * ```
 */
export function findTerritory(name: TerritoryName, parent?: string): Territory | undefined {
  const number = findNumber(name, parent);
  return number === NO_TERRITORY ? undefined : territories()[number];
}

/**
 * The number of the territory with an ISO 3166 country code: its index in territories().
 * @param isoCode two or three letters in upper or lower case
 * @throws MapcodeError if no territory has this code
 * @throws TypeError if the code is not a string
 * @example
 * ```ts
 * territories()[countryNumber("in")].fullName; // "India"
 * ```
 */
export function countryNumber(isoCode: string): number {
  checkText("country", isoCode);
  const country = territoryTexts.findByIsoCode(isoCode);
  if (country !== NO_TERRITORY) return country;
  throw new errors.MapcodeError(countryProblem(isoCode));
}

/**
 * The country with a code or English name. Unlike getTerritory, it never means a subdivision.
 * @param name an ISO 3166 code of two or three letters, or any code or name, in upper or lower case and any alphabet
 * @throws MapcodeError if no country has this code or name
 * @throws TypeError if the name is not a string
 * @example
 * ```ts
 * getCountry("in").fullName; // "India"
 * getCountry("Georgia").alphaCode; // "GEO"
 * ```
 */
export function getCountry(name: TerritoryName): Territory {
  checkText("country", name);
  const country = countryNamed(name);
  if (country !== NO_TERRITORY) return territories()[country];
  throw new errors.MapcodeError(countryProblem(name, "the code or name of a country"));
}

/**
 * The version of the published tables that this package contains.
 * @example
 * ```ts
 * dataVersion(); // "2.3.0"
 * ```
 */
export function dataVersion(): string {
  return descriptions().dataVersion;
}

// ---- Lists

/** Options of searchTerritories. */
export interface SearchOptions {
  /** The maximum number of territories, from 1; by default 10. */
  readonly limit?: number | undefined;
}

/** No name has a tenth of this length. */
const MAX_SEARCHED_CHARS = 1000;

/**
 * The territories that a typed text may mean, the best match first: by a code (also of ISO 3166), a name (also a common
 * one, such as Deutschland), a prefix of a name, a prefix of a code, and prefixes of words in a name. Among equal
 * matches, countries come before subdivisions, each by name. Unlike getTerritory, IN finds both Indiana and India.
 * @param text the typed text, in upper or lower case, with or without diacritics
 * @returns an empty list if nothing matches, or the text has no letters and digits or more than 1,000 characters
 * @throws MapcodeError if the limit is not an integer from 1, or an option is unknown
 * @throws TypeError if the text is not a string, or the options are not an object
 * @example
 * ```ts
 * searchTerritories("nether")[0].alphaCode; // "NLD"
 * searchTerritories("in", { limit: 3 }).map(({ alphaCode }) => alphaCode); // ["IND", "US-IN", "RU-IN"]
 * ```
 */
export function searchTerritories(
  text: string,
  options: SearchOptions = errors.NO_OPTIONS,
): Territory[] {
  errors.checkOptionNames(options, ["limit"]);
  const { limit = 10 } = options;
  checkText("text to search for", text);
  if (typeof limit !== "number") throw wrongType("option limit", limit, "an integer from 1");
  if (!Number.isInteger(limit) || limit < 1) {
    throw errors.valueError("invalid-option", "option limit", limit, "an integer from 1");
  }
  const typed = text.trim().toLowerCase();
  const wanted = typed.length > MAX_SEARCHED_CHARS ? "" : foldedNames.foldedForSearch(typed);
  if (wanted === "") return [];
  const matches = foldedNames.foldedTerritories().flatMap((folded) => {
    const territory = territories()[folded.number];
    const rank = foldedNames.MATCHERS_BY_RANK.findIndex((isMatch) => isMatch(folded, wanted));
    if (rank < 0) return [];
    // Shaanxi and Shanxi have the same folded name.
    const isOther = Number(territory.fullName.toLowerCase() !== typed);
    const isSubdivision = Number(territory.parentTerritory !== undefined);
    return [{ territory, order: 4 * rank + 2 * isOther + isSubdivision }];
  });
  const isAfter = (first: Territory, second: Territory) => first.fullName > second.fullName;
  matches.sort((first, second) => {
    return first.order - second.order || (isAfter(first.territory, second.territory) ? 1 : -1);
  });
  return matches.slice(0, limit).map(({ territory }) => territory);
}

/**
 * The subdivisions of a country that have mapcodes of their own, in the published order.
 * @param country an ISO 3166 code of two or three letters, in upper or lower case
 * @returns an empty list for a country without them
 * @throws MapcodeError if no territory has this ISO code
 * @throws TypeError if the code is not a string
 * @example
 * ```ts
 * subdivisions("AU").slice(0, 3).map(({ alphaCode }) => alphaCode); // ["AU-NSW", "AU-ACT", "AU-JBT"]
 * ```
 */
export function subdivisions(country: string): Territory[] {
  const parent = countryNumber(country);
  return territories().filter(({ number }) => parents[number] === parent);
}
