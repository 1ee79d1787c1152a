/** Filters: the territory or country to which a row or the options restrict mapcodes. Looked-up names are kept. */

import { parsePair } from "../../bytes/decimal-reading.ts";
import { DOT, HYPHEN, SPACE, UPPER_A } from "../../characters.ts";
import { originAt } from "../../codec/nearest.ts";
import { NO_TERRITORY } from "../../into.ts";
import {
  contextOfFilter,
  NO_FILTER,
  type TerritoryFilter,
  territoryFilter,
} from "../../library/filters.ts";
import { memoize } from "../../library/memoize.ts";
import * as Territories from "../../library/territories.ts";
import { quoted, shortened } from "../../messages.ts";
import { INTERNATIONAL_TERRITORY } from "../../tables/tables.ts";
import { alphaCodeOf, countryOf, findByIsoCode } from "../../text/territories.ts";
import { shortText } from "../byte-texts.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { type ByRole, COLUMN_OPTIONS, type Role } from "../options/roles.ts";
import { sentence } from "../sentences.ts";
import { NO_SLOT, type Row, type RowValues } from "./row.ts";
import { problemFromLibrary, RowProblem } from "./row-errors.ts";
import { findText, foundRange, isBlank, rowValues, valueText } from "./values.ts";

/** The name in a row's value; undefined if it is empty. */
function nameIn(value: unknown, role: Role, column?: string): string | RowProblem | undefined {
  if (isBlank(value)) return undefined;
  if (typeof value === "string") return value.trim();
  const message = `The ${role} ${shortened(valueText(value))} is not a string.`;
  return new RowProblem("unknown-territory", message, column);
}

/** The country that a filter names, or that its territory is in; NO_TERRITORY without a filter. */
function countryOfFilter(filter: TerritoryFilter): number {
  const context = contextOfFilter(filter);
  return context === NO_TERRITORY ? NO_TERRITORY : countryOf(context);
}

/** The territory with a name, in a country if there is one. @param isBinding whether a territory elsewhere is a problem */
function findTerritory(
  name: string,
  country: number,
  isBinding: boolean,
  column: string | undefined,
): number | RowProblem {
  if (country !== NO_TERRITORY) {
    const within = Territories.territoryByAnyNameWithin(name, country);
    if (within !== NO_TERRITORY) return within;
  }
  const elsewhere = Territories.territoryByAnyName(name);
  if (elsewhere === NO_TERRITORY || !isBinding) return elsewhere;
  const { territoryName } = Territories.namesOf(country);
  const message = `The territory ${quoted(name)} is not in ${territoryName}: it is ${Territories.described(elsewhere)}.`;
  return new RowProblem("unknown-territory", message, column);
}

/**
 * The filter of a row. It is the territory of the row, within the country of the row or of the options. A row without a
 * territory has its country as the filter. A row without both has the filter of the options.
 */
function filterOf(
  values: RowValues,
  columns: ByRole<string>,
  defaultFilter: TerritoryFilter,
): TerritoryFilter | RowProblem {
  const territory = nameIn(values.territory, "territory", columns.territory);
  const country = nameIn(values.country, "country", columns.country);
  if (territory instanceof RowProblem) return territory;
  if (country instanceof RowProblem) return country;
  const rowCountry = country === undefined ? NO_TERRITORY : Territories.countryByAnyName(country);
  if (country !== undefined && rowCountry === NO_TERRITORY) {
    const problem = Territories.countryProblem(country, "the ISO 3166 code or name of a country");
    return problemFromLibrary(problem, columns.country);
  }
  if (territory === undefined) {
    if (country === undefined) return defaultFilter;
    return { ...defaultFilter, territory: NO_TERRITORY, country: rowCountry, name: country };
  }
  const hasCountry = rowCountry !== NO_TERRITORY;
  const within = hasCountry ? rowCountry : countryOfFilter(defaultFilter);
  const isBinding = hasCountry || defaultFilter.country !== NO_TERRITORY;
  const number = findTerritory(territory, within, isBinding, columns.territory);
  if (number instanceof RowProblem) return number;
  if (number !== NO_TERRITORY) {
    // A point near decides between the meanings of the name, as in texts.
    if (defaultFilter.origin !== undefined && !hasCountry) {
      return { ...defaultFilter, territory: number, name: territory };
    }
    return { ...NO_FILTER, territory: number, name: alphaCodeOf(number) };
  }
  const column = columns.territory;
  // With a country in the row, BY is more likely Bavaria than Belarus.
  const otherCountry = column === undefined || hasCountry ? NO_TERRITORY : findByIsoCode(territory);
  if (otherCountry === NO_TERRITORY) {
    return problemFromLibrary(Territories.territoryProblem(territory), column);
  }
  // The option country, for the whole batch, does not help with ISO codes in a column.
  const hint = ` Did you mean the country ${alphaCodeOf(otherCountry)}?`;
  const { code, message } = Territories.territoryProblem(territory, hint);
  const option = { option: COLUMN_OPTIONS.country };
  const advice = columns.country ? "" : sentence` Name its column with the option ${option}.`;
  return new RowProblem(code, sentence`${message}${advice}`, column);
}

/** A function that finds the filters of single values, and keeps those of texts. @param defaultFilter of blank values */
export function filtersByName(
  defaultFilter: TerritoryFilter,
): (value: unknown) => TerritoryFilter | RowProblem {
  const find = (territory: unknown) => filterOf({ territory }, {}, defaultFilter);
  const byText = memoize((text: string) => find(text));
  return (value) => (typeof value === "string" ? byText(value) : find(value));
}

/** The maximum number of kept names. Usual files have fewer. */
const MAX_FILTERS = 10_000;
/** More than there are territories. */
const MAX_NAMES = 1000;

/** No territory has a longer name. The limit saves memory. */
const MAX_KEY_BYTES = 600;

/** All alpha codes are this short. */
const MAX_ALPHA_CODE_CHARS = 6;
/** Two parts of at most three letters, and the hyphen between them. */
const MAX_TERRITORY_CHARS = 7;

const LETTERS = 26;
/** These bits of a letter are the same in upper and lower case. */
const LETTER_BITS = 5;
const LETTER_MASK = 31;
/** The letters of a name without a hyphen. */
const MAX_NAME_LETTERS = 3;
const NO_KEY = -1;

/** The end of the territory before a mapcode; its start if there is none. */
export function territoryEnd(bytes: Uint8Array, from: number): number {
  // Territories and the parts of codes have at least two letters.
  for (let at = from + 2; at <= from + MAX_TERRITORY_CHARS; at++) {
    if (bytes[at] === SPACE) return at;
    if (bytes[at] === DOT) return from;
  }
  return from;
}

/** A unique number for few capital letters and hyphens; NO_KEY for other texts. It saves 40 ns against a text as the key. */
function keyOfCode(bytes: Uint8Array, from: number, to: number): number {
  if (to - from > MAX_ALPHA_CODE_CHARS) return NO_KEY;
  let key = 0;
  for (let at = from; at < to; at++) {
    const letter = bytes[at] - UPPER_A;
    const isLetter = letter >= 0 && letter < LETTERS;
    if (!isLetter && bytes[at] !== HYPHEN) return NO_KEY;
    key = (key << LETTER_BITS) | (isLetter ? 1 + letter : 1 + LETTERS);
  }
  return key;
}

/** Finds the text of a name. @returns false if its bytes cannot be its key */
function findName(bytes: Uint8Array, row: Row, slot: number): boolean {
  return findText(bytes, row, slot) && foundRange.to - foundRange.from <= MAX_KEY_BYTES;
}

/** Whether one of two territories is the other one, or its country. */
function isWithinOther(first: number, second: number): boolean {
  const { homeCountry } = Territories;
  return first === second || homeCountry(first) === second || homeCountry(second) === first;
}

/** The filters of the rows of a conversion. */
export class RowFilters {
  /** Names of territories in the rows so far, in columns or before mapcodes, that have several meanings. */
  readonly ambiguousNames = new Set<string>();
  /** The territories whose names have one meaning. They say in which country the others are. */
  readonly certainTerritories = new Set<number>();
  /** Names in columns of territories, in capital letters; with the option meanings, also those before mapcodes. */
  readonly territoryNames = new Set<string>();
  /** The territories that the user means by names in capital letters. */
  private readonly meanings: ReadonlyMap<string, string>;
  /** The filter of rows without names. */
  private readonly defaultFilter: TerritoryFilter;
  private readonly filters = new Map<string | number, TerritoryFilter | RowProblem>();
  /** By the letters of a name: whether it was before a mapcode. A Set took 15% of the time of a row. */
  private readonly notedNames = new Uint8Array(1 << (MAX_NAME_LETTERS * LETTER_BITS));

  constructor(options: ResolvedBatchOptions) {
    const near = options.near === undefined ? undefined : parsePair(options.near);
    const filter = territoryFilter(options);
    const pairs = (options.meanings ?? "").split(",").map((pair) => pair.split("="));
    this.meanings = new Map(pairs.map(([name, territory]) => [name, territory]));
    this.defaultFilter = near ? { ...filter, origin: originAt(near.latDeg, near.lonDeg) } : filter;
  }

  /** @returns a problem if a name is not a territory or country */
  find(bytes: Uint8Array, row: Row): TerritoryFilter | RowProblem {
    if (!row.schema.hasFilter && !row.values) return this.defaultFilter;
    const key = row.values ? undefined : this.filterKey(bytes, row);
    const known = key === undefined ? undefined : this.filters.get(key);
    if (known) return known;
    const values = rowValues(bytes, row);
    const filter =
      values instanceof RowProblem ? values : this.filterOfValues(values, row.schema.columns);
    if (key !== undefined && this.filters.size < MAX_FILTERS) this.filters.set(key, filter);
    return filter;
  }

  /** Whether a filter also holds for territories before mapcodes: if its names are in the row, or in the option country. */
  isBinding(filter: TerritoryFilter): boolean {
    return filter !== this.defaultFilter || filter.country !== NO_TERRITORY;
  }

  /** Notes a name with one meaning, or with several that no option decides. @param read the territory it is read as */
  noteName(name: string, read = Territories.territoryNamed(name)): void {
    if (this.ambiguousNames.has(name)) return;
    const [first, ...others] = Territories.allMeanings(name);
    if (first === undefined) return;
    if (others.length === 0) {
      // Who writes US-IN distinguishes it from IN. International codes are in no country.
      const isCertain = !/[-_]/.test(name) && first !== INTERNATIONAL_TERRITORY;
      if (isCertain) this.certainTerritories.add(first);
      return;
    }
    if (read !== Territories.territoryNamed(name)) return;
    const country = countryOfFilter(this.defaultFilter);
    const isThere =
      country !== NO_TERRITORY && Territories.territoryNamedWithin(name, country) !== NO_TERRITORY;
    if (!isThere && this.ambiguousNames.size < MAX_NAMES) this.ambiguousNames.add(name);
  }

  /** Notes the territory before a mapcode that has a place. One with a hyphen says nothing about other names. */
  noteBytes(bytes: Uint8Array, from: number, to: number): void {
    if (to - from > MAX_NAME_LETTERS) return;
    let key = 0;
    for (let at = from; at < to; at++) key = (key << LETTER_BITS) | (bytes[at] & LETTER_MASK);
    if (this.notedNames[key] !== 0) return;
    this.notedNames[key] = 1;
    this.noteName(shortText(bytes, from, to));
  }

  /**
   * The territory that a name before a mapcode means in the territory or country of its row, or in the option country;
   * NO_TERRITORY if it means none at all. Its problem, if it is elsewhere.
   */
  findWithinFilter(
    name: string,
    filter: TerritoryFilter,
    { territory, country }: RowValues,
    column: string | undefined,
  ): number | RowProblem {
    const context = contextOfFilter(filter);
    const contexts = [context];
    // The column may mean another territory than its first one: NL beside NLD.
    const isOpen = isBlank(country) && this.defaultFilter.country === NO_TERRITORY;
    if (isOpen && typeof territory === "string") {
      contexts.push(...Territories.allMeanings(territory.trim()));
    }
    for (const each of contexts) {
      const within = Territories.territoryByAnyNameWithin(name, Territories.homeCountry(each));
      if (within !== NO_TERRITORY && isWithinOther(within, each)) return within;
    }
    return findTerritory(name, context, true, column);
  }

  /** The territory that the user means by a name; undefined if the user has not said it. Keeps the name. */
  meaningOf(name: string): string | undefined {
    const capitals = name.toUpperCase();
    if (this.territoryNames.size < MAX_NAMES) this.territoryNames.add(capitals);
    return this.meanings.get(capitals);
  }

  private filterOfValues(values: RowValues, columns: ByRole<string>): TerritoryFilter | RowProblem {
    const name = isBlank(values.country) ? nameIn(values.territory, "territory") : undefined;
    const isNamed = typeof name === "string";
    const territory = isNamed ? this.meaningOf(name) : undefined;
    const meant = territory === undefined ? values : { territory };
    const filter = filterOf(meant, columns, this.defaultFilter);
    if (!isNamed || meant !== values || filter instanceof RowProblem) return filter;
    if (filter.origin === undefined) this.noteName(name, filter.territory);
    return filter;
  }

  /** A number or text for the names of a row; undefined if the bytes cannot be a key. */
  private filterKey(bytes: Uint8Array, row: Row): string | number | undefined {
    const { territory, country } = row.schema.slots;
    if (!findName(bytes, row, territory)) return undefined;
    const { from, to } = foundRange;
    const key = country === NO_SLOT ? keyOfCode(bytes, from, to) : NO_KEY;
    if (key !== NO_KEY) return key;
    const name = shortText(bytes, from, to);
    if (country === NO_SLOT) return name;
    if (!findName(bytes, row, country)) return undefined;
    return `${name.length} ${name}${shortText(bytes, foundRange.from, foundRange.to)}`;
  }
}
