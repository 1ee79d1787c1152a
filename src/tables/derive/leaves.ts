/** Writes the leaves of the spatial index (see layout/spatial-index.ts). */
import {
  LEAF_END,
  LEAF_HAS_PARENT,
  LEAF_TERRITORY_MASK,
  UNDERIVED_LEAF,
} from "../layout/spatial-index.ts";
import type { Candidates } from "./candidates.ts";
import { UniqueRanges } from "./unique-ranges.ts";

/** Twice as many as there are leaves. */
const LEAF_SLOTS = 1 << 17;

/** The leaf entry after another. */
function entryAfter(leaf: Uint16Array, entry: number): number {
  const parentWords = (leaf[entry] & LEAF_HAS_PARENT) === 0 ? 0 : 1;
  return entry + 2 + parentWords + leaf[entry + 1];
}

/** Makes of zeros the leaves of an index of which nothing is derived. */
export function setUnderivedLeaf(leaves: Uint16Array): void {
  leaves[UNDERIVED_LEAF] = LEAF_END;
}

export class Leaves {
  /** The most codes that the candidates of a leaf can have. */
  maxCodes = 0;
  readonly #candidates: Candidates;
  readonly #parents: ArrayLike<number>;
  readonly #ranges: UniqueRanges;
  /** The leaf that is being written, from its start on. */
  #leaf = new Uint16Array(1 << 10);

  /** @param leaves see setUnderivedLeaf; with room for all leaves */
  constructor(candidates: Candidates, parents: ArrayLike<number>, leaves: Uint16Array) {
    this.#candidates = candidates;
    this.#parents = parents;
    this.#ranges = new UniqueRanges(leaves, UNDERIVED_LEAF + 1, LEAF_SLOTS);
  }

  /** The end of the leaves, after the leaf in place of all that are not derived. */
  get end(): number {
    return this.#ranges.end;
  }

  /** The index of the leaf of a list of candidates, which is new unless an equal one is known. */
  indexOf(start: number, end: number): number {
    // A leaf has LEAF_END and, for each of its entries of two words or more, at most one word more than the list.
    const maxWords = 2 * (end - start) + 1;
    if (maxWords > this.#leaf.length) this.#leaf = new Uint16Array(2 * maxWords);
    return this.#ranges.add(this.#leaf, this.#write(start, end));
  }

  /** Writes the words of a leaf. @returns how many there are */
  #write(start: number, end: number): number {
    const { words } = this.#candidates;
    const leaf = this.#leaf;
    let leafEnd = 0;
    let codes = 1;
    let hasParents = false;
    for (let next = start; next < end; ) {
      const first = next + 2;
      const count = words[next + 1];
      const parent = this.#candidates.findParent(words[next], next, end);
      leaf[leafEnd++] = words[next] | (parent < 0 ? 0 : LEAF_HAS_PARENT);
      leaf[leafEnd++] = count;
      codes += count;
      if (parent >= 0) {
        // For the distance to the parent.
        leafEnd++;
        codes += words[parent + 1];
        hasParents = true;
      }
      next = first + count;
      for (let index = first; index < next; index++) leaf[leafEnd++] = words[index];
    }
    leaf[leafEnd++] = LEAF_END;
    if (codes > this.maxCodes) this.maxCodes = codes;
    if (hasParents) this.#setDistances();
    return leafEnd;
  }

  /** Sets the distances to the entries of parents, which come after the entries of their subdivisions. */
  #setDistances(): void {
    const leaf = this.#leaf;
    for (let entry = 0; leaf[entry] !== LEAF_END; entry = entryAfter(leaf, entry)) {
      if ((leaf[entry] & LEAF_HAS_PARENT) === 0) continue;
      const parent = this.#parents[leaf[entry] & LEAF_TERRITORY_MASK];
      let other = entryAfter(leaf, entry);
      while ((leaf[other] & LEAF_TERRITORY_MASK) !== parent) other = entryAfter(leaf, other);
      leaf[entry + 2] = other - entry;
    }
  }
}
