/** The hash table of short names: see layout/names.ts. */
import { MAX_TERRITORY_PART, MIN_TERRITORY_PART } from "../format.ts";
import * as N from "../layout/names.ts";

/** The parts of a territory before a code. */
const PART = `[0-9A-Z]{${MIN_TERRITORY_PART},${MAX_TERRITORY_PART}}`;
const TERRITORY_IN_MAPCODE = new RegExp(`^${PART}(-${PART})?$`);

export function deriveShortNames(
  names: readonly string[],
  candidateTerritories: Int16Array,
): Int32Array {
  const shortNames = new Int32Array(N.SHORT_NAME_SLOTS * N.SHORT_NAME_WORDS);
  for (const [name, start] of N.candidateStarts(names, candidateTerritories)) {
    if (name.length > N.MAX_KEY_CHARS || !TERRITORY_IN_MAPCODE.test(name)) continue;
    const key = N.keyOfName(name);
    let slot = N.slotOfKey(key);
    while (shortNames[slot * N.SHORT_NAME_WORDS + N.SHORT_NAME_KEY] !== 0)
      slot = (slot + 1) % N.SHORT_NAME_SLOTS;
    const candidate = (start << N.NAME_SHIFT) | candidateTerritories[start];
    shortNames.set([key, candidate], slot * N.SHORT_NAME_WORDS);
  }
  return shortNames;
}
