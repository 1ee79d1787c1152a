/** The hash table of short names: see layout/short-names.ts. */
import { TERRITORY_PART } from "../format.ts";
import * as layout from "../layout/short-names.ts";

const TERRITORY_IN_MAPCODE = new RegExp(`^${TERRITORY_PART}(-${TERRITORY_PART})?$`);

export function deriveShortNames(
  names: readonly string[],
  candidateTerritories: Int16Array,
): Int32Array {
  const shortNames = new Int32Array(layout.SHORT_NAME_SLOTS * layout.SHORT_NAME_WORDS);
  for (const [name, start] of layout.candidateStarts(names, candidateTerritories)) {
    if (name.length > layout.MAX_KEY_CHARS || !TERRITORY_IN_MAPCODE.test(name)) continue;
    const key = layout.keyOfName(name);
    let slot = layout.slotOfKey(key);
    while (shortNames[slot * layout.SHORT_NAME_WORDS + layout.SHORT_NAME_KEY] !== 0)
      slot = (slot + 1) % layout.SHORT_NAME_SLOTS;
    const candidate = (start << layout.CANDIDATES_SHIFT) | candidateTerritories[start];
    shortNames.set([key, candidate], slot * layout.SHORT_NAME_WORDS);
  }
  return shortNames;
}
