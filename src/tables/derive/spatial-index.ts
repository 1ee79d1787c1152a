/**
 * Builds the spatial index (see layout/spatial-index.ts): for every cell of a grid that is fine where records
 * are dense, the records that may contain a point of it, by territory in published order.
 *
 * Lists of candidates lie one after the other in one array, as on a stack: the list of a cell follows that of
 * the cell that contains it. With an object for each list it took three times as long.
 */
import { FULL_CIRCLE_MICRO_DEG, LAT_LIMIT_MICRO_DEG, LON_LIMIT_MICRO_DEG } from "../format.ts";
import {
  LEAF_END,
  LEAF_HAS_PARENT,
  LEAF_TERRITORY_MASK,
  LEAF_TEST_OUTLINE,
  LEAF_TEST_RECORD,
  NODE_SPLIT,
  NODE_SPLIT_SHIFT,
  ROOT_COLUMNS,
  ROOT_ROWS,
  ROOT_SHIFT,
} from "../layout/spatial-index.ts";
import type { Boundary } from "./boundaries.ts";

/** A cell with more records and outlines to test than this is split, down to the smallest size. */
const TESTS_PER_LEAF = 4;
const SMALLEST_SHIFT = 16;

/** The lists of the world, of a row of root cells, and of a cell of each size. */
const MAX_LISTS = 3 + (ROOT_SHIFT - SMALLEST_SHIFT) / NODE_SPLIT_SHIFT;

// A candidate is the number of its territory with COVERS, the number of its records, then these with COVERS.
const COVERS = 1 << 16;
const NUMBER = COVERS - 1;

/** How much of a cell a rectangle covers. */
const [NONE, PART, WHOLE] = [0, 1, 2] as const;

export interface SpatialIndex {
  readonly nodes: Int32Array;
  readonly leaves: Uint16Array;
  /** The most codes that the candidates of a leaf can have. */
  readonly maxCodes: number;
}

/** Slots of the hash table of leaves, four times as many as there are leaves. */
const LEAF_SLOTS = 1 << 18;

/** How much of a cell a row covers that reaches over the date line: each of its turns may lie there. */
function coverOfTurns(
  west: number,
  east: number,
  coversLat: boolean,
  lonMin: number,
  lonMax: number,
): number {
  let cover: number = NONE;
  for (const turn of [0, -FULL_CIRCLE_MICRO_DEG, FULL_CIRCLE_MICRO_DEG]) {
    if (east + turn <= lonMin || west + turn >= lonMax) continue;
    if (coversLat && west + turn <= lonMin && east + turn >= lonMax) return WHOLE;
    cover = PART;
  }
  return cover;
}

/** The leaf entry after another. */
function entryAfter(leaves: Uint16Array, entry: number): number {
  const parentWords = (leaves[entry] & LEAF_HAS_PARENT) === 0 ? 0 : 1;
  return entry + 2 + parentWords + leaves[entry + 1];
}

class IndexBuilder {
  readonly nodes: number[] = [];
  maxCodes = 0;
  /** The words of the leaves, with room for more. */
  #leaves = new Uint16Array(1 << 20);
  #leavesEnd = 0;
  /** How many tests the list needs that was made last. */
  #tests = 0;
  /** The lists of candidates. */
  readonly #words: Int32Array;
  /** Hash table of the leaves: the index of a leaf + 1, or 0. Equal leaves are stored once. */
  readonly #leafSlots = new Int32Array(LEAF_SLOTS);
  /** South, north, west and east of each row, together, as they are needed together. */
  readonly #bounds: Int32Array;
  readonly #areRestricted: Uint8Array;
  readonly #parents: ArrayLike<number>;
  readonly #firsts: ArrayLike<number>;

  constructor(
    boundaries: readonly Boundary[],
    parents: ArrayLike<number>,
    firsts: ArrayLike<number>,
  ) {
    this.#parents = parents;
    this.#firsts = firsts;
    this.#bounds = new Int32Array(4 * boundaries.length);
    this.#areRestricted = new Uint8Array(boundaries.length);
    for (let row = 0; row < boundaries.length; row++) {
      const { latMin, latMax, lonMin, lonMax, restricted } = boundaries[row];
      this.#bounds[4 * row] = latMin;
      this.#bounds[4 * row + 1] = latMax;
      this.#bounds[4 * row + 2] = lonMin;
      this.#bounds[4 * row + 3] = lonMax;
      this.#areRestricted[row] = restricted ? 1 : 0;
    }
    this.#words = new Int32Array(MAX_LISTS * (boundaries.length + 2 * parents.length));
  }

  /** @returns the end of the list of all candidates, which starts at 0 */
  listAll(areBoundsOnly: readonly boolean[]): number {
    let end = 0;
    // Without the international territory, which has a code for every point.
    for (let territory = 0; territory < this.#parents.length - 1; territory++) {
      this.#words[end] = territory;
      let next = end + 2;
      for (let row = this.#firsts[territory]; row < this.#firsts[territory + 1]; row++) {
        if (!areBoundsOnly[row]) this.#words[next++] = row;
      }
      this.#words[end + 1] = next - end - 2;
      end = next;
    }
    return end;
  }

  /** How much of a half-open cell a row covers: NONE, PART or WHOLE. */
  #cover(row: number, latMin: number, latMax: number, lonMin: number, lonMax: number): number {
    const south = this.#bounds[4 * row];
    const north = this.#bounds[4 * row + 1];
    if (north <= latMin || south >= latMax) return NONE;
    const west = this.#bounds[4 * row + 2];
    const east = this.#bounds[4 * row + 3];
    const coversLat = south <= latMin && north >= latMax;
    if (west >= -LON_LIMIT_MICRO_DEG && east <= LON_LIMIT_MICRO_DEG) {
      if (east <= lonMin || west >= lonMax) return NONE;
      return coversLat && west <= lonMin && east >= lonMax ? WHOLE : PART;
    }
    return coverOfTurns(west, east, coversLat, lonMin, lonMax);
  }

  /**
   * Makes the list of a cell behind that of a larger cell, which is from `from` to `to`.
   * @returns its end; its start is `to`
   */
  narrow(
    from: number,
    to: number,
    latMin: number,
    latMax: number,
    lonMin: number,
    lonMax: number,
  ): number {
    const words = this.#words;
    let end = to;
    for (let next = from; next < to; ) {
      const word = words[next];
      const first = next + 2;
      next = first + words[next + 1];
      const territory = word & NUMBER;
      let kept = word;
      if ((word & COVERS) === 0) {
        const cover = this.#cover(this.#firsts[territory + 1] - 1, latMin, latMax, lonMin, lonMax);
        if (cover === NONE) continue;
        if (cover === WHOLE) kept |= COVERS;
      }
      let recordsEnd = end + 2;
      for (let index = first; index < next; index++) {
        let record = words[index];
        if ((record & COVERS) === 0) {
          const cover = this.#cover(record, latMin, latMax, lonMin, lonMax);
          if (cover === NONE) continue;
          if (cover === WHOLE) record |= COVERS;
        }
        // A restricted record makes a code only after another one.
        if (recordsEnd === end + 2 && this.#areRestricted[record & NUMBER] === 1) continue;
        words[recordsEnd++] = record;
      }
      words[end] = kept;
      words[end + 1] = recordsEnd - end - 2;
      end = recordsEnd;
    }
    return this.#dropUseless(to, end);
  }

  /**
   * Drops candidates without records, unless they list the codes of their parent, and counts the tests.
   * @returns the new end of the list
   */
  #dropUseless(start: number, end: number): number {
    const words = this.#words;
    let tests = 0;
    let keptEnd = start;
    for (let next = start; next < end; ) {
      const first = next;
      next += 2 + words[next + 1];
      const hasRecords = next > first + 2;
      if (!hasRecords && this.#findParent(words[first] & NUMBER, first, end) < 0) continue;
      for (let index = first; index < next; index++) {
        if (index !== first + 1 && (words[index] & COVERS) === 0) tests++;
        words[keptEnd++] = words[index];
      }
    }
    this.#tests = tests;
    return keptEnd;
  }

  /** Where the parent of a territory is in a list, if it has records there, or -1. */
  #findParent(territory: number, from: number, end: number): number {
    const words = this.#words;
    const parent = this.#parents[territory];
    if (parent < 0) return -1;
    for (let next = from; next < end; next += 2 + words[next + 1]) {
      if ((words[next] & NUMBER) === parent) return words[next + 1] > 0 ? next : -1;
    }
    return -1;
  }

  /** The words of all leaves. */
  leaves(): Uint16Array {
    return this.#leaves.slice(0, this.#leavesEnd);
  }

  /** The index of the leaf of a list, which is new unless an equal one is known. */
  #leafIndex(start: number, end: number): number {
    const index = this.#leavesEnd;
    const leafEnd = this.#writeLeaf(start, end, index);
    const leaves = this.#leaves;
    let hash = 0;
    for (let next = index; next < leafEnd; next++) {
      hash = Math.imul(hash ^ leaves[next], 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    let slot = hash & (LEAF_SLOTS - 1);
    for (; this.#leafSlots[slot] !== 0; slot = (slot + 1) & (LEAF_SLOTS - 1)) {
      const known = this.#leafSlots[slot] - 1;
      let length = 0;
      while (index + length < leafEnd && leaves[known + length] === leaves[index + length])
        length++;
      if (index + length === leafEnd) return known;
    }
    this.#leafSlots[slot] = index + 1;
    this.#leavesEnd = leafEnd;
    return index;
  }

  /** Writes the words of a leaf, see layout/spatial-index.ts. @returns its end */
  #writeLeaf(start: number, end: number, leaf: number): number {
    // A candidate without records has two words here and three there.
    if (leaf + 2 * (end - start) >= this.#leaves.length) {
      const more = new Uint16Array(2 * this.#leaves.length);
      more.set(this.#leaves);
      this.#leaves = more;
    }
    const words = this.#words;
    const leaves = this.#leaves;
    let leafEnd = leaf;
    let codes = 1;
    for (let next = start; next < end; ) {
      const word = words[next];
      const first = next + 2;
      const parent = this.#findParent(word & NUMBER, next, end);
      next = first + words[next + 1];
      const outline = (word & COVERS) === 0 ? LEAF_TEST_OUTLINE : 0;
      leaves[leafEnd++] = (word & NUMBER) | outline | (parent < 0 ? 0 : LEAF_HAS_PARENT);
      leaves[leafEnd++] = next - first;
      codes += next - first;
      if (parent >= 0) {
        // For the distance to the parent.
        leafEnd++;
        codes += words[parent + 1];
      }
      for (let index = first; index < next; index++) {
        const record = words[index];
        leaves[leafEnd++] = (record & NUMBER) | ((record & COVERS) === 0 ? LEAF_TEST_RECORD : 0);
      }
    }
    leaves[leafEnd++] = LEAF_END;
    if (codes > this.maxCodes) this.maxCodes = codes;
    this.#setDistances(leaf);
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

  /** The entry of a cell: the index of a leaf, or of the cells that it splits into. */
  #entry(start: number, end: number, latMin: number, lonMin: number, shift: number): number {
    if (this.#tests <= TESTS_PER_LEAF || shift === SMALLEST_SHIFT) {
      return this.#leafIndex(start, end);
    }
    const index = this.nodes.length;
    for (let cell = 0; cell < NODE_SPLIT * NODE_SPLIT; cell++) this.nodes.push(0);
    for (let row = 0; row < NODE_SPLIT; row++) {
      const south = latMin + row * 2 ** (shift - NODE_SPLIT_SHIFT);
      this.#fillRow(
        index + row * NODE_SPLIT,
        NODE_SPLIT,
        start,
        end,
        south,
        lonMin,
        shift - NODE_SPLIT_SHIFT,
      );
    }
    return -1 - index;
  }

  /** Sets the entries of cells from west to east; the list is that of a cell that contains them all. */
  #fillRow(
    index: number,
    columns: number,
    start: number,
    end: number,
    latMin: number,
    west: number,
    shift: number,
  ): void {
    const side = 2 ** shift;
    // The pole itself is inside; no point lies beyond it or beyond the date line.
    const latMax = Math.min(latMin + side, LAT_LIMIT_MICRO_DEG + 1);
    for (let column = 0; column < columns; column++) {
      const lonMin = west + column * side;
      const lonMax = Math.min(lonMin + side, LON_LIMIT_MICRO_DEG);
      const isOnEarth = latMin < latMax && lonMin < lonMax;
      this.#tests = 0;
      const cellEnd = isOnEarth ? this.narrow(start, end, latMin, latMax, lonMin, lonMax) : end;
      this.nodes[index + column] = this.#entry(end, cellEnd, latMin, lonMin, shift);
    }
  }

  /** Sets the entries of the root cells; `end` is where the list of all candidates ends. */
  fillRoot(end: number): void {
    for (let cell = 0; cell < ROOT_ROWS * ROOT_COLUMNS; cell++) this.nodes.push(0);
    for (let row = 0; row < ROOT_ROWS; row++) {
      const south = -LAT_LIMIT_MICRO_DEG + row * 2 ** ROOT_SHIFT;
      const north = Math.min(south + 2 ** ROOT_SHIFT, LAT_LIMIT_MICRO_DEG + 1);
      const west = -LON_LIMIT_MICRO_DEG;
      const rowEnd = this.narrow(0, end, south, north, west, LON_LIMIT_MICRO_DEG);
      this.#fillRow(row * ROOT_COLUMNS, ROOT_COLUMNS, end, rowEnd, south, west, ROOT_SHIFT);
    }
  }
}

/**
 * @param firsts first row of each territory, closed by the number of all rows
 * @param areBoundsOnly which rows have no codes of their own
 */
export function buildSpatialIndex(
  boundaries: readonly Boundary[],
  parents: ArrayLike<number>,
  firsts: ArrayLike<number>,
  areBoundsOnly: readonly boolean[],
): SpatialIndex {
  const builder = new IndexBuilder(boundaries, parents, firsts);
  builder.fillRoot(builder.listAll(areBoundsOnly));
  const { nodes, maxCodes } = builder;
  return { nodes: new Int32Array(nodes), leaves: builder.leaves(), maxCodes };
}
