/**
 * Territories by number and by name (format 8). Names are looked up in two hash tables: all names by
 * their characters, short names by a key that the fast scan computes.
 */
import { HYPHEN, SPACE } from "../characters.ts";
import { asciiText } from "../digits/digits.ts";
import type { TerritoryCode } from "../generated/names.ts";
import {
  CANDIDATE_MASK,
  hashName,
  NAME_SHIFT,
  NAME_SLOTS,
  NO_TERRITORY,
  SHORT_NAME_CANDIDATE,
  SHORT_NAME_KEY,
  SHORT_NAME_SLOTS,
  SHORT_NAME_WORDS,
  slotOfKey,
  TERRITORY_CODE_BYTES,
} from "../tables/layout/names.ts";
import {
  candidateStarts,
  candidateTerritories,
  descriptions,
  nameChars,
  nameSlots,
  nameStarts,
  parents,
  shortNames,
  TERRITORY_COUNT,
  territoryCodes,
} from "../tables/tables.ts";

/**
 * The territories that a name can be looked up within (format 8), in the order in which the HTTP
 * interface lists them first. Antarctica is one of them although it has no subdivisions.
 */
export const PARENT_CODES = [
  "USA",
  "IND",
  "CAN",
  "AUS",
  "MEX",
  "BRA",
  "RUS",
  "CHN",
  "ATA",
] as const;

function readAlphaCode(territory: number): TerritoryCode {
  const offset = territory * TERRITORY_CODE_BYTES;
  const code = asciiText(territoryCodes, offset + 1, offset + 1 + territoryCodes[offset]);
  // Codegen makes the type of the same table.
  return code as TerritoryCode;
}

/** The alpha codes that have been asked for. */
const codes = new Array<TerritoryCode | "">(TERRITORY_COUNT).fill("");

/** The full alpha code of a territory by its number: `NLD`, `US-IN`. */
export function alphaCodeOf(territory: number): TerritoryCode {
  const code = codes[territory];
  return code === "" ? keepCode(territory) : code;
}

function keepCode(territory: number): TerritoryCode {
  const code = readAlphaCode(territory);
  codes[territory] = code;
  return code;
}

/** The country of a subdivision; any other territory is its own country. */
export function countryOf(territory: number): number {
  const parent = parents[territory];
  return parent === NO_TERRITORY ? territory : parent;
}

const MAX_ISO_LETTERS = 3;

/** The country with an ISO 3166 code of two or three letters, in any case, or NO_TERRITORY. */
export function findCountry(isoCode: string): number {
  // A search for a new text among the names of members copies it into a table of such names.
  if (isoCode.length > MAX_ISO_LETTERS) return NO_TERRITORY;
  const { countries } = descriptions();
  const key = isoCode.toUpperCase();
  return Object.hasOwn(countries, key) ? countries[key] : NO_TERRITORY;
}

const NO_NAME = -1;

/**
 * The best candidate territory of a name. A name that is not in the table is split at its last hyphen or space:
 * it means its second part if its first part is the parent of the second.
 * @param chars upper-case ASCII, with hyphens in place of underscores
 * @param start index of the first character
 * @param end index after the last character
 * @returns the number of the territory, or NO_TERRITORY
 */
export function findByName(chars: Uint8Array, start: number, end: number): number {
  const name = findName(chars, start, end);
  return name !== NO_NAME ? bestCandidate(name) : findSplit(chars, start, end);
}

/** The candidate territory of a name within a parent country, or NO_TERRITORY. Arguments as for findByName. */
export function findByNameWithin(
  chars: Uint8Array,
  start: number,
  end: number,
  parent: number,
): number {
  const name = findName(chars, start, end);
  return name === NO_NAME ? NO_TERRITORY : candidateWithin(name, parent);
}

/** The best candidate territory of the short name with this key, or NO_TERRITORY. */
export function findByKey(key: number): number {
  const index = indexOfKey(key);
  if (index === NO_NAME) return NO_TERRITORY;
  return shortNames[index + SHORT_NAME_CANDIDATE] & CANDIDATE_MASK;
}

/** The candidate territory of a short name within a parent country if it has one there, or else its best one. */
export function findByKeyNear(key: number, parent: number): number {
  const index = indexOfKey(key);
  if (index === NO_NAME) return NO_TERRITORY;
  const candidate = shortNames[index + SHORT_NAME_CANDIDATE];
  const near = candidateWithin(candidate >> NAME_SHIFT, parent);
  return near === NO_TERRITORY ? candidate & CANDIDATE_MASK : near;
}

/** The number of territories that a name can mean. Arguments as for findByName. */
export function countCandidates(chars: Uint8Array, start: number, end: number): number {
  const name = findName(chars, start, end);
  if (name === NO_NAME) return 0;
  return candidateStarts[name + 1] - candidateStarts[name];
}

/** Index of a key's slot in `shortNames`, or NO_NAME. */
function indexOfKey(key: number): number {
  const first = slotOfKey(key) * SHORT_NAME_WORDS;
  return shortNames[first + SHORT_NAME_KEY] === key ? first : searchKey(key, first);
}

function searchKey(key: number, first: number): number {
  let index = first;
  for (;;) {
    const slotKey = shortNames[index + SHORT_NAME_KEY];
    if (slotKey === key) return index;
    if (slotKey === 0) return NO_NAME;
    index = (index + SHORT_NAME_WORDS) & (SHORT_NAME_SLOTS * SHORT_NAME_WORDS - 1);
  }
}

function candidateWithin(name: number, parent: number): number {
  const end = candidateStarts[name + 1];
  for (let index = candidateStarts[name]; index < end; index++) {
    const territory = candidateTerritories[index];
    if (parents[territory] === parent) return territory;
  }
  return NO_TERRITORY;
}

function bestCandidate(name: number): number {
  return candidateTerritories[candidateStarts[name]];
}

function findName(chars: Uint8Array, start: number, end: number): number {
  let slot = hashName(chars, start, end);
  for (;;) {
    const name = nameSlots[slot] - 1;
    if (name < 0) return NO_NAME;
    if (isName(name, chars, start, end)) return name;
    slot = (slot + 1) & (NAME_SLOTS - 1);
  }
}

function isName(name: number, chars: Uint8Array, start: number, end: number): boolean {
  const from = nameStarts[name];
  if (nameStarts[name + 1] - from !== end - start) return false;
  for (let i = start; i < end; i++) if (chars[i] !== nameChars[from + i - start]) return false;
  return true;
}

function isSeparator(char: number): boolean {
  return char === HYPHEN || char === SPACE;
}

/** The candidate territory of a name that consists of a parent and a subdivision, or NO_TERRITORY. */
function findSplit(chars: Uint8Array, start: number, end: number): number {
  let separator = end - 1;
  while (separator > start && !isSeparator(chars[separator])) separator--;
  if (separator <= start) return NO_TERRITORY;
  let partStart = separator + 1;
  while (partStart < end && chars[partStart] === SPACE) partStart++;
  let parentEnd = separator;
  while (parentEnd > start && chars[parentEnd - 1] === SPACE) parentEnd--;
  const part = findName(chars, partStart, end);
  // No parent has a parent, so the first part need not be split in turn.
  const parent = findName(chars, start, parentEnd);
  if (part === NO_NAME || parent === NO_NAME) return NO_TERRITORY;
  const territory = bestCandidate(part);
  return parents[territory] === bestCandidate(parent) ? territory : NO_TERRITORY;
}
