/** Writes the leaves of the spatial index (see layout/spatial-index.ts). Equal leaves are stored once. */
import {
  LEAF_END,
  LEAF_HAS_PARENT,
  LEAF_TERRITORY_MASK,
  UNDERIVED_LEAF,
} from "../layout/spatial-index.ts";
import type { Candidates } from "./candidates.ts";

/** Slots of the hash table of leaves, twice as many as there are leaves. */
const LEAF_SLOTS = 1 << 17;

/** The leaf entry after another. */
function entryAfter(leaves: Uint16Array, entry: number): number {
  const parentWords = (leaves[entry] & LEAF_HAS_PARENT) === 0 ? 0 : 1;
  return entry + 2 + parentWords + leaves[entry + 1];
}

/** Makes leaves of zeros those of an index of which nothing is derived. */
export function setUnderivedLeaf(leaves: Uint16Array): void {
  leaves[UNDERIVED_LEAF] = LEAF_END;
}

export class Leaves {
  /** The most codes that the candidates of a leaf can have. */
  maxCodes = 0;
  /** The end of the leaves, after the leaf in place of all that are not derived. */
  end = UNDERIVED_LEAF + 1;
  readonly #leaves: Uint16Array;
  /** Hash table: the index of a leaf + 1, or 0. */
  readonly #slots = new Int32Array(LEAF_SLOTS);
  readonly #candidates: Candidates;
  readonly #parents: ArrayLike<number>;

  /** @param leaves see setUnderivedLeaf; with room for all leaves */
  constructor(candidates: Candidates, parents: ArrayLike<number>, leaves: Uint16Array) {
    this.#candidates = candidates;
    this.#parents = parents;
    this.#leaves = leaves;
  }

  /** The index of the leaf of a list of candidates, which is new unless an equal one is known. */
  indexOf(start: number, end: number): number {
    const index = this.end;
    const leafEnd = this.#write(start, end, index);
    const leaves = this.#leaves;
    let hash = 0;
    for (let next = index; next < leafEnd; next++) {
      hash = Math.imul(hash ^ leaves[next], 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    let slot = hash & (LEAF_SLOTS - 1);
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & (LEAF_SLOTS - 1)) {
      const known = this.#slots[slot] - 1;
      let length = 0;
      while (index + length < leafEnd && leaves[known + length] === leaves[index + length])
        length++;
      if (index + length === leafEnd) return known;
    }
    this.#slots[slot] = index + 1;
    this.end = leafEnd;
    return index;
  }

  /** Writes the words of a leaf. @returns its end */
  #write(start: number, end: number, leaf: number): number {
    const { words } = this.#candidates;
    const leaves = this.#leaves;
    let leafEnd = leaf;
    let codes = 1;
    let hasParents = false;
    for (let next = start; next < end; ) {
      const first = next + 2;
      const count = words[next + 1];
      const parent = this.#candidates.findParent(words[next], next, end);
      leaves[leafEnd++] = words[next] | (parent < 0 ? 0 : LEAF_HAS_PARENT);
      leaves[leafEnd++] = count;
      codes += count;
      if (parent >= 0) {
        // For the distance to the parent.
        leafEnd++;
        codes += words[parent + 1];
        hasParents = true;
      }
      next = first + count;
      for (let index = first; index < next; index++) leaves[leafEnd++] = words[index];
    }
    leaves[leafEnd++] = LEAF_END;
    if (codes > this.maxCodes) this.maxCodes = codes;
    if (hasParents) this.#setDistances(leaf);
    return leafEnd;
  }

  /** Sets the distances to the entries of parents, which come after those of their subdivisions. */
  #setDistances(leaf: number): void {
    const leaves = this.#leaves;
    for (let entry = leaf; leaves[entry] !== LEAF_END; entry = entryAfter(leaves, entry)) {
      if ((leaves[entry] & LEAF_HAS_PARENT) === 0) continue;
      const parent = this.#parents[leaves[entry] & LEAF_TERRITORY_MASK];
      let other = entryAfter(leaves, entry);
      while ((leaves[other] & LEAF_TERRITORY_MASK) !== parent) other = entryAfter(leaves, other);
      leaves[entry + 2] = other - entry;
    }
  }
}
