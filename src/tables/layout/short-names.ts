/** Territories by number, code and name: a hash table of short names. */
import { NO_TERRITORY } from "../format.ts";

/** Names of up to six characters, such as all alpha codes, have a unique key. No character has the symbol 0. */
export const MAX_KEY_CHARS = 6;
const KEY_CHARS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-";
/** Six symbols of this base fit into 32 bits. One symbol is for characters that no name has. */
const KEY_BASE = KEY_CHARS.length + 2;

/** A character's symbol in a key: the same in either case, and an underscore counts as a hyphen. */
export function keySymbol(char: string): number {
  const index = KEY_CHARS.indexOf(char === "_" ? "-" : char.toUpperCase());
  return 1 + (index < 0 ? KEY_CHARS.length : index);
}

/** The key of up to six symbols; symbols after the end of the name are 0. */
export function nameKey(
  first: number,
  second: number,
  third: number,
  fourth: number,
  fifth: number,
  sixth: number,
): number {
  const upper = (first * KEY_BASE + second) * KEY_BASE + third;
  const lower = (fourth * KEY_BASE + fifth) * KEY_BASE + sixth;
  return (Math.imul(upper, KEY_BASE ** 3) + lower) | 0;
}

/** The key of a name of at most MAX_KEY_CHARS characters. */
export function keyOfName(name: string): number {
  const symbol = (index: number) => (index < name.length ? keySymbol(name[index]) : 0);
  return nameKey(symbol(0), symbol(1), symbol(2), symbol(3), symbol(4), symbol(5));
}

const SHORT_NAME_SLOTS_BITS = 12;
/** Slots of the table of short names. */
export const SHORT_NAME_SLOTS = 1 << SHORT_NAME_SLOTS_BITS;

// Words of a short name's slot. A slot with the key 0 is empty.
export const SHORT_NAME_WORDS = 2;
export const SHORT_NAME_KEY = 0;
/** Its best candidate territory and, shifted by CANDIDATES_SHIFT, the start of its candidates in candidateTerritories. */
export const SHORT_NAME_CANDIDATE = 1;
export const CANDIDATE_MASK = 0x3ff;
export const CANDIDATES_SHIFT = 10;

/** The slot where linear probing for a key starts. Of 40,000 factors, this gives the most codes their first slot. */
export function slotOfKey(key: number): number {
  return Math.imul(key, 0x1abded85) >>> (32 - SHORT_NAME_SLOTS_BITS);
}

/** The start of each name's candidates in candidateTerritories. */
export function candidateStarts(
  names: readonly string[],
  candidateTerritories: Int16Array,
): ReadonlyMap<string, number> {
  let end = 0;
  const starts = names.map((name) => {
    const start = end + 1;
    end = candidateTerritories.indexOf(NO_TERRITORY, start);
    return [name, start] as const;
  });
  return new Map(starts);
}
