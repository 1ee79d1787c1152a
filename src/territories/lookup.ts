/** From the characters of a name or code to the territory it stands for (format 8). */
import { CHAR_HYPHEN, CHAR_SPACE } from "../digits/digits.ts";
import {
  hashName,
  MEANING_MASK,
  NAME_SHIFT,
  NAME_SLOTS,
  NO_TERRITORY,
  SHORT_NAME_KEY,
  SHORT_NAME_MEANING,
  SHORT_NAME_SLOTS,
  SHORT_NAME_WORDS,
  slotOfKey,
} from "../tables/layout/names.ts";
import {
  meaningStarts,
  meanings,
  nameChars,
  nameSlots,
  nameStarts,
  parents,
  shortNames,
} from "../tables/tables.ts";

const NO_NAME = -1;

/**
 * What a name means without a context: its best meaning, or that of its last part when the part
 * before is its parent.
 * @param chars upper-case ASCII with hyphens for underscores, from `start` up to `end` (excluded)
 * @returns the territory's number or NO_TERRITORY
 */
export function findTerritory(chars: Uint8Array, start: number, end: number): number {
  const name = findName(chars, start, end);
  return name !== NO_NAME ? bestMeaning(name) : findSplit(chars, start, end);
}

/** What the name of a key means without a context; NO_TERRITORY when no name has that key. */
export function findByKey(key: number): number {
  const place = placeOfKey(key);
  if (place === NO_NAME) return NO_TERRITORY;
  return shortNames[place + SHORT_NAME_MEANING] & MEANING_MASK;
}

/** As findByKey, what it means within a parent country if it has a meaning there. */
export function findByKeyWithin(key: number, parent: number): number {
  const place = placeOfKey(key);
  if (place === NO_NAME) return NO_TERRITORY;
  const meaning = shortNames[place + SHORT_NAME_MEANING];
  const near = meaningWithin(meaning >> NAME_SHIFT, parent);
  return near === NO_TERRITORY ? meaning & MEANING_MASK : near;
}

/** The place of a key's slot. */
function placeOfKey(key: number): number {
  const first = slotOfKey(key) * SHORT_NAME_WORDS;
  return shortNames[first + SHORT_NAME_KEY] === key ? first : searchKey(key, first);
}

function searchKey(key: number, first: number): number {
  let place = first;
  for (;;) {
    const found = shortNames[place + SHORT_NAME_KEY];
    if (found === key) return place;
    if (found === 0) return NO_NAME;
    place = (place + SHORT_NAME_WORDS) & (SHORT_NAME_SLOTS * SHORT_NAME_WORDS - 1);
  }
}

/** What a name means within a parent country; there is no falling back. */
export function findWithin(chars: Uint8Array, start: number, end: number, parent: number): number {
  const name = findName(chars, start, end);
  return name === NO_NAME ? NO_TERRITORY : meaningWithin(name, parent);
}

function meaningWithin(name: number, parent: number): number {
  const last = meaningStarts[name + 1];
  for (let at = meaningStarts[name]; at < last; at++) {
    const territory = meanings[at];
    if (parents[territory] === parent) return territory;
  }
  return NO_TERRITORY;
}

/** How many territories a name can mean. */
export function countMeanings(chars: Uint8Array, start: number, end: number): number {
  const name = findName(chars, start, end);
  if (name === NO_NAME) return 0;
  return meaningStarts[name + 1] - meaningStarts[name];
}

/** The country of a subdivision; any other territory is its own. */
export function countryOf(territory: number): number {
  const parent = parents[territory];
  return parent === NO_TERRITORY ? territory : parent;
}

function bestMeaning(name: number): number {
  return meanings[meaningStarts[name]];
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

function findSplit(chars: Uint8Array, start: number, end: number): number {
  let at = end - 1;
  while (at > start && chars[at] !== CHAR_HYPHEN && chars[at] !== CHAR_SPACE) at--;
  if (at <= start) return NO_TERRITORY;
  let partStart = at + 1;
  while (partStart < end && chars[partStart] === CHAR_SPACE) partStart++;
  let parentEnd = at;
  while (parentEnd > start && chars[parentEnd - 1] === CHAR_SPACE) parentEnd--;
  const part = findName(chars, partStart, end);
  // No parent has a parent, so a part in front that would itself have to be split is none.
  const front = findName(chars, start, parentEnd);
  if (part === NO_NAME || front === NO_NAME) return NO_TERRITORY;
  const territory = bestMeaning(part);
  return parents[territory] === bestMeaning(front) ? territory : NO_TERRITORY;
}
