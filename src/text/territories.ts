/** Territories by number and by name (format 8): short ones in a hash table by the key of the fast scan, all in a Map. */
import { asciiText } from "../digits/digits.ts";
import type { TerritoryCode } from "../generated/names.ts";
import * as N from "../tables/layout/names.ts";
import * as T from "../tables/tables.ts";

/** The territories that a name can be looked up within (format 8), as the HTTP interface lists them. */
export const PARENT_CODES = "USA IND CAN AUS MEX BRA RUS CHN ATA".split(" ");

/** The alpha codes that have been asked for. */
const codes = new Array<TerritoryCode | "">(T.TERRITORY_COUNT).fill("");

/** The full alpha code of a territory by its number: `NLD`, `US-IN`. */
export function alphaCodeOf(territory: number): TerritoryCode {
  const code = codes[territory];
  return code === "" ? keepCode(territory) : code;
}

function keepCode(territory: number): TerritoryCode {
  const offset = territory * N.TERRITORY_CODE_BYTES;
  const code = asciiText(T.territoryCodes, offset + 1, offset + 1 + T.territoryCodes[offset]);
  // Codegen makes the type of the same table.
  codes[territory] = code as TerritoryCode;
  return code as TerritoryCode;
}

/** The country of a subdivision; any other territory is its own country. */
export function countryOf(territory: number): number {
  const parent = T.parents[territory];
  return parent === N.NO_TERRITORY ? territory : parent;
}

const MAX_ISO_LETTERS = 3;

/** The country with an ISO 3166 code of two or three letters, in any case, or NO_TERRITORY. */
export function findCountry(isoCode: string): number {
  // A search for a new text among the names of members copies it into a table of such names.
  if (isoCode.length > MAX_ISO_LETTERS) return N.NO_TERRITORY;
  const { countries } = T.descriptions();
  const key = isoCode.toUpperCase();
  return Object.hasOwn(countries, key) ? countries[key] : N.NO_TERRITORY;
}

const NO_NAME = -1;

/** Made at the first use, which texts in the common form never need. */
const numbersOfNames = new Map<string, number>();

/** The number of a name among all names of territories, or NO_NAME. */
function numberOfName(name: string): number {
  if (numbersOfNames.size === 0) {
    for (let number = 0; number + 1 < T.nameStarts.length; number++) {
      numbersOfNames.set(
        asciiText(T.nameChars, T.nameStarts[number], T.nameStarts[number + 1]),
        number,
      );
    }
  }
  return numbersOfNames.get(name) ?? NO_NAME;
}

/**
 * The best candidate of a name, in upper-case ASCII with hyphens, or NO_TERRITORY. A name that is not in the table is split at
 * its last hyphen or space: it means its second part if its first part is the parent of the second.
 */
export function findByName(name: string): number {
  const number = numberOfName(name);
  return number === NO_NAME ? findSplit(name) : bestCandidate(number);
}

/** The candidate territory of a name within a parent country, or NO_TERRITORY. */
export function findByNameWithin(name: string, parent: number): number {
  const number = numberOfName(name);
  return number === NO_NAME ? N.NO_TERRITORY : candidateWithin(number, parent);
}

/** The number of territories that a name can mean. */
export function countCandidates(name: string): number {
  const number = numberOfName(name);
  return number === NO_NAME ? 0 : T.candidateStarts[number + 1] - T.candidateStarts[number];
}

/** The best candidate territory of the short name with this key, or NO_TERRITORY. */
export function findByKey(key: number): number {
  const index = indexOfKey(key);
  if (index === NO_NAME) return N.NO_TERRITORY;
  return T.shortNames[index + N.SHORT_NAME_CANDIDATE] & N.CANDIDATE_MASK;
}

/** The candidate territory of a short name within a parent country if it has one there, or else its best one. */
export function findByKeyNear(key: number, parent: number): number {
  const index = indexOfKey(key);
  if (index === NO_NAME) return N.NO_TERRITORY;
  const candidate = T.shortNames[index + N.SHORT_NAME_CANDIDATE];
  const near = candidateWithin(candidate >> N.NAME_SHIFT, parent);
  return near === N.NO_TERRITORY ? candidate & N.CANDIDATE_MASK : near;
}

/** Index of a key's slot in `shortNames`, or NO_NAME. */
function indexOfKey(key: number): number {
  const first = N.slotOfKey(key) * N.SHORT_NAME_WORDS;
  return T.shortNames[first + N.SHORT_NAME_KEY] === key ? first : searchKey(key, first);
}

function searchKey(key: number, first: number): number {
  let index = first;
  for (;;) {
    const slotKey = T.shortNames[index + N.SHORT_NAME_KEY];
    if (slotKey === key) return index;
    if (slotKey === 0) return NO_NAME;
    index = (index + N.SHORT_NAME_WORDS) & (N.SHORT_NAME_SLOTS * N.SHORT_NAME_WORDS - 1);
  }
}

function candidateWithin(name: number, parent: number): number {
  const end = T.candidateStarts[name + 1];
  for (let index = T.candidateStarts[name]; index < end; index++) {
    const territory = T.candidateTerritories[index];
    if (T.parents[territory] === parent) return territory;
  }
  return N.NO_TERRITORY;
}

function bestCandidate(name: number): number {
  return T.candidateTerritories[T.candidateStarts[name]];
}

/** The candidate territory of a name that consists of a parent and a subdivision, or NO_TERRITORY. */
function findSplit(name: string): number {
  const separator = Math.max(name.lastIndexOf("-"), name.lastIndexOf(" "));
  if (separator <= 0) return N.NO_TERRITORY;
  let parentEnd = separator;
  while (name[parentEnd - 1] === " ") parentEnd--;
  const part = numberOfName(name.slice(separator + 1));
  // No parent has a parent, so the first part need not be split in turn.
  const parent = numberOfName(name.slice(0, parentEnd));
  if (part === NO_NAME || parent === NO_NAME) return N.NO_TERRITORY;
  const territory = bestCandidate(part);
  return T.parents[territory] === bestCandidate(parent) ? territory : N.NO_TERRITORY;
}
