/** Territories: looking them up, listing them, telling what is known of them. */
import { NO_TERRITORY } from "../tables/layout/names.ts";
import { descriptions, parents } from "../tables/tables.ts";
import {
  alphaCodeOf,
  countMeanings,
  findByName,
  findByNameWithin,
  PARENT_CODES,
} from "../territories/lookup.ts";
import { readRoman } from "../text/read.ts";
import { UnknownTerritoryError } from "./errors.ts";

export interface Territory {
  /** Place in the published order, the order of answers. */
  readonly number: number;
  /** `NLD`, `US-IN`; unique. */
  readonly alphaCode: string;
  /** The part behind the hyphen where that means no other territory, else the full code. */
  readonly alphaCodeMinimalUnambiguous: string;
  /** The part behind the hyphen: `IN`. */
  readonly alphaCodeMinimal: string;
  readonly fullName: string;
  /** The country of a subdivision. */
  readonly parentTerritory?: string;
  /** Other codes. */
  readonly aliases: readonly string[];
  /** Other names, English. */
  readonly fullNameAliases: readonly string[];
  /** Names of alphabets, most used first. */
  readonly alphabets: readonly string[];
}

const encoder = new TextEncoder();

function minimalCode(number: number): string {
  const code = alphaCodeOf(number);
  return code.slice(code.indexOf("-") + 1);
}

function isUnambiguous(name: string): boolean {
  const chars = encoder.encode(name);
  return countMeanings(chars, 0, chars.length) === 1;
}

let all: readonly Territory[] | undefined;

function describeAll(): readonly Territory[] {
  const { territories: described, alphabets } = descriptions();
  return described.map((description, number) => {
    const code = alphaCodeOf(number);
    const minimal = minimalCode(number);
    const parent = parents[number];
    return Object.freeze({
      number,
      alphaCode: code,
      alphaCodeMinimalUnambiguous: isUnambiguous(minimal) ? minimal : code,
      alphaCodeMinimal: minimal,
      fullName: description.fullName,
      ...(parent === NO_TERRITORY ? {} : { parentTerritory: alphaCodeOf(parent) }),
      aliases: description.aliases,
      fullNameAliases: description.fullNameAliases,
      alphabets: description.alphabets.map((alphabet) => alphabets[alphabet] as string),
    });
  });
}

/** All territories in the published order; AAA, the international one, is the last. */
export function territories(): readonly Territory[] {
  all ??= describeAll();
  return all;
}

/** A name as the tables hold it: Roman, upper case, with hyphens for underscores. */
function prepared(name: string): Uint8Array {
  return encoder.encode(readRoman(name).text.replaceAll("_", "-"));
}

/**
 * The number of the territory that a code or English name stands for, in any case and alphabet
 * (format 8). Without a parent, a subdivision's two letters go before a country's: IN is US-IN.
 * @param parent one of USA, IND, CAN, AUS, MEX, BRA, RUS, CHN, ATA: only territories within it
 * @throws UnknownTerritoryError
 */
export function territoryNumber(name: string, parent?: string): number {
  const chars = prepared(name);
  if (parent === undefined) {
    const territory = findByName(chars, 0, chars.length);
    if (territory !== NO_TERRITORY) return territory;
    throw new UnknownTerritoryError("territory", name, "the code or name of a territory");
  }
  const territory = findByNameWithin(chars, 0, chars.length, parentNumber(parent));
  if (territory !== NO_TERRITORY) return territory;
  throw new UnknownTerritoryError(
    "territory",
    name,
    `the code or name of a territory in ${parent}`,
  );
}

function parentNumber(parent: string): number {
  const isParent = (PARENT_CODES as readonly string[]).includes(parent);
  if (isParent) return territoryNumber(parent);
  throw new UnknownTerritoryError("parent", parent, `one of ${PARENT_CODES.join(", ")}`);
}

/** As territoryNumber, with all that is known of the territory. */
export function findTerritory(name: string, parent?: string): Territory {
  return territories()[territoryNumber(name, parent)] as Territory;
}

/**
 * The number of the territory of an ISO 3166 country code of two or three letters, in any case.
 * @throws UnknownTerritoryError
 */
export function countryNumber(isoCode: string): number {
  const { countries } = descriptions();
  const key = isoCode.toUpperCase();
  if (Object.hasOwn(countries, key)) return countries[key];
  throw new UnknownTerritoryError("country", isoCode, "an ISO 3166 code of two or three letters");
}
