/** Territories by number and name (format 8): short names in a hash table by the key of the fast scan, all in a Map. */
import type { TerritoryCode } from "../generated/name-types.ts";
import { NO_TERRITORY } from "../tables/format.ts";
import * as layout from "../tables/layout/short-names.ts";
import * as tables from "../tables/tables.ts";

/** The parents that can limit the look-up of a name (format 8), as the HTTP interface lists them. */
export const PARENT_CODES = "USA IND CAN AUS MEX BRA RUS CHN ATA".split(" ");

/** The full alpha code of a territory by its number: `NLD`, `US-IN`. */
export function alphaCodeOf(territory: number): TerritoryCode {
  return tables.descriptions().territories[territory].alphaCode;
}

/** The country of a subdivision; any other territory is its own country. */
export function countryOf(territory: number): number {
  const parent = tables.parents[territory];
  return parent === NO_TERRITORY ? territory : parent;
}

const MAX_ISO_LETTERS = 3;

/** The country with an ISO 3166 code of two or three letters, in upper or lower case, or NO_TERRITORY. */
export function findByIsoCode(isoCode: string): number {
  // V8 copies each new text that is looked up as a member into a table of names.
  if (isoCode.length > MAX_ISO_LETTERS) return NO_TERRITORY;
  const { countries } = tables.descriptions();
  const key = isoCode.toUpperCase();
  return Object.hasOwn(countries, key) ? countries[key] : NO_TERRITORY;
}

/** The start of the empty list of candidates. */
const NO_CANDIDATES = 0;

/** Made at the first use. Texts in the common form never need it. */
let starts: ReadonlyMap<string, number> | undefined;

/** The start of the candidates of a name. The name is in upper-case ASCII with hyphens. */
function candidatesStartOf(name: string): number {
  starts ??= layout.candidateStarts(tables.descriptions().names, tables.candidateTerritories);
  return starts.get(name) ?? NO_CANDIDATES;
}

/**
 * The best candidate of a name, or NO_TERRITORY. A name that is not in the table is split at its last hyphen or space:
 * it means its second part if its first part is the parent of the second.
 */
export function findByName(name: string): number {
  const start = candidatesStartOf(name);
  return start === NO_CANDIDATES ? findSplit(name) : tables.candidateTerritories[start];
}

/** The candidate territory of a name within a parent country, or NO_TERRITORY. */
export function findByNameWithin(name: string, parent: number): number {
  return candidateWithin(candidatesStartOf(name), parent);
}

/** The territories with a short or full name, the best first. */
export function findAllByName(name: string): number[] {
  const all = tables.candidateTerritories;
  const start = candidatesStartOf(name);
  return Array.from(all.subarray(start, all.indexOf(NO_TERRITORY, start)));
}

const NO_SLOT = -1;

/** The territory of the short name with this key: the candidate in the country of the context, or else the best one. */
export function findByKey(key: number, context: number): number {
  const first = layout.slotOfKey(key) * layout.SHORT_NAME_WORDS;
  const isFirst = tables.shortNames[first + layout.SHORT_NAME_KEY] === key;
  const slot = isFirst ? first : searchKey(key, first);
  if (slot === NO_SLOT) return NO_TERRITORY;
  const candidate = tables.shortNames[slot + layout.SHORT_NAME_CANDIDATE];
  if (context !== NO_TERRITORY) {
    const inCountry = candidateWithin(candidate >> layout.CANDIDATES_SHIFT, countryOf(context));
    if (inCountry !== NO_TERRITORY) return inCountry;
  }
  return candidate & layout.CANDIDATE_MASK;
}

/** The slot of a key from `first` on, or NO_SLOT. */
function searchKey(key: number, first: number): number {
  const mask = layout.SHORT_NAME_SLOTS * layout.SHORT_NAME_WORDS - 1;
  for (let slot = first; ; slot = (slot + layout.SHORT_NAME_WORDS) & mask) {
    const slotKey = tables.shortNames[slot + layout.SHORT_NAME_KEY];
    if (slotKey === key) return slot;
    if (slotKey === 0) return NO_SLOT;
  }
}

function candidateWithin(start: number, parent: number): number {
  let index = start;
  while (tables.candidateTerritories[index] !== NO_TERRITORY) {
    const territory = tables.candidateTerritories[index++];
    if (tables.parents[territory] === parent) return territory;
  }
  return NO_TERRITORY;
}

/** The candidate territory of a name that consists of a parent and a subdivision, or NO_TERRITORY. */
function findSplit(name: string): number {
  const separator = Math.max(name.lastIndexOf("-"), name.lastIndexOf(" "));
  if (separator <= 0) return NO_TERRITORY;
  let parentEnd = separator;
  while (name[parentEnd - 1] === " ") parentEnd--;
  const territory = tables.candidateTerritories[candidatesStartOf(name.slice(separator + 1))];
  // No parent has a parent, so the first part need not be split in turn.
  const parent = tables.candidateTerritories[candidatesStartOf(name.slice(0, parentEnd))];
  const isPart = parent !== NO_TERRITORY && tables.parents[territory] === parent;
  return isPart ? territory : NO_TERRITORY;
}
