/** Territory codes, and the hash table of short names, see layout/names.ts. */
import { utf8Bytes, utf8Text } from "../../characters.ts";
import { MAX_TERRITORY_PART, MIN_TERRITORY_PART } from "../format.ts";
import * as N from "../layout/names.ts";
import type { Sections } from "../layout/sections.ts";

export type NameLists = Pick<
  Sections,
  "nameStarts" | "nameChars" | "candidateStarts" | "candidateTerritories"
>;

/** The section of territory codes: of each, a length byte, then its ASCII characters. */
export function territoryCodeBytes(alphaCodes: readonly string[]): Uint8Array {
  const bytes = new Uint8Array(alphaCodes.length * N.TERRITORY_CODE_BYTES);
  for (const [territory, alphaCode] of alphaCodes.entries()) {
    const offset = territory * N.TERRITORY_CODE_BYTES;
    bytes[offset] = alphaCode.length;
    bytes.set(utf8Bytes(alphaCode), offset + 1);
  }
  return bytes;
}

/** A territory as it can precede a code. */
const PART = `[0-9A-Z]{${MIN_TERRITORY_PART},${MAX_TERRITORY_PART}}`;
const TERRITORY_IN_MAPCODE = new RegExp(`^${PART}(-${PART})?$`);

/** The hash table of short names. */
export function deriveShortNames(lists: NameLists): Int32Array {
  const { nameStarts, nameChars, candidateStarts, candidateTerritories } = lists;
  const shortNames = new Int32Array(N.SHORT_NAME_SLOTS * N.SHORT_NAME_WORDS);
  const text = utf8Text(nameChars);
  for (let number = 0; number + 1 < nameStarts.length; number++) {
    const name = text.slice(nameStarts[number], nameStarts[number + 1]);
    if (name.length > N.MAX_KEY_CHARS || !TERRITORY_IN_MAPCODE.test(name)) continue;
    const candidate = candidateTerritories[candidateStarts[number]];
    addShortName(shortNames, name, (number << N.NAME_SHIFT) | candidate);
  }
  return shortNames;
}

function addShortName(shortNames: Int32Array, name: string, candidate: number): void {
  const key = N.keyOfName(name);
  let slot = N.slotOfKey(key);
  while (shortNames[slot * N.SHORT_NAME_WORDS + N.SHORT_NAME_KEY] !== 0)
    slot = (slot + 1) % N.SHORT_NAME_SLOTS;
  shortNames[slot * N.SHORT_NAME_WORDS + N.SHORT_NAME_KEY] = key;
  shortNames[slot * N.SHORT_NAME_WORDS + N.SHORT_NAME_CANDIDATE] = candidate;
}
