/**
 * Builds the spatial index (see layout/spatial-index.ts): for every cell of a grid that is fine where records
 * are dense, the records that may contain a point of it, by territory in published order.
 */
import { LAT_LIMIT_MICRO_DEG, LON_LIMIT_MICRO_DEG } from "../format.ts";
import {
  NODE_SPLIT,
  NODE_SPLIT_SHIFT,
  ROOT_COLUMNS,
  ROOT_ROWS,
  ROOT_SHIFT,
} from "../layout/spatial-index.ts";
import { Candidates, type Published } from "./candidates.ts";
import { Leaves } from "./leaves.ts";

/** A cell with more records and outlines to test than this is split, down to the smallest size. */
const TESTS_PER_LEAF = 4;
const SMALLEST_SHIFT = 16;

/** A cell that contains the world, above the root cells. */
const WORLD_SHIFT = 30;

/** The lists of the world and of a cell of each smaller size. */
const MAX_LISTS = 1 + (WORLD_SHIFT - SMALLEST_SHIFT) / NODE_SPLIT_SHIFT;

const CELLS = NODE_SPLIT * NODE_SPLIT;

export interface SpatialIndex {
  readonly nodes: Int32Array;
  readonly leaves: Uint16Array;
  /** The most codes that the candidates of a leaf can have. */
  readonly maxCodes: number;
}

/** The candidates of a root cell. */
interface RootList {
  readonly words: Int32Array;
  /** How many tests a point needs there. */
  readonly tests: number;
}

class IndexBuilder {
  readonly #candidates: Candidates;
  readonly leaves: Leaves;
  /** The nodes, with room for more. */
  #nodes = new Int32Array(1 << 18);
  #nodesEnd = ROOT_ROWS * ROOT_COLUMNS;
  readonly #rootLists: RootList[] = [];

  constructor(published: Published) {
    this.#candidates = new Candidates(published, MAX_LISTS);
    this.leaves = new Leaves(this.#candidates, published.parents);
    const end = this.#candidates.listAll(published.areBoundsOnly);
    this.#listRoots(end, 0, 0, WORLD_SHIFT, 0);
  }

  /**
   * Lists the candidates of the root cells in a larger cell.
   * @param end where its list ends
   * @param south its edge, from the South Pole on
   * @param west its edge, from the date line on
   */
  #listRoots(end: number, south: number, west: number, shift: number, start: number): void {
    const candidates = this.#candidates;
    if (shift === ROOT_SHIFT) {
      const cell = (south >> ROOT_SHIFT) * ROOT_COLUMNS + (west >> ROOT_SHIFT);
      this.#rootLists[cell] = {
        words: candidates.words.slice(start, end),
        tests: candidates.tests,
      };
      return;
    }
    const smaller = shift - NODE_SPLIT_SHIFT;
    candidates.divide(start, end, south - LAT_LIMIT_MICRO_DEG, west - LON_LIMIT_MICRO_DEG, smaller);
    for (let cell = 0; cell < CELLS; cell++) {
      const cellEnd = candidates.narrow(start, end, cell);
      if (cellEnd === end) continue;
      const cellSouth = south + ((cell >> NODE_SPLIT_SHIFT) << smaller);
      const cellWest = west + ((cell & (NODE_SPLIT - 1)) << smaller);
      this.#listRoots(cellEnd, cellSouth, cellWest, smaller, end);
    }
  }

  /** The nodes, from the root cells on. */
  nodes(): Int32Array {
    const { words } = this.#candidates;
    for (let cell = 0; cell < ROOT_ROWS * ROOT_COLUMNS; cell++) {
      const list = this.#rootLists[cell];
      // Nobody has codes in the others.
      if (list !== undefined) words.set(list.words);
      this.#candidates.tests = list?.tests ?? 0;
      const south = (Math.trunc(cell / ROOT_COLUMNS) << ROOT_SHIFT) - LAT_LIMIT_MICRO_DEG;
      const west = ((cell % ROOT_COLUMNS) << ROOT_SHIFT) - LON_LIMIT_MICRO_DEG;
      this.#nodes[cell] = this.#entry(0, list?.words.length ?? 0, south, west, ROOT_SHIFT);
    }
    return this.#nodes.slice(0, this.#nodesEnd);
  }

  /** The entry of a cell: the index of a leaf, or of the cells that it splits into. */
  #entry(start: number, end: number, latMin: number, lonMin: number, shift: number): number {
    const candidates = this.#candidates;
    if (candidates.tests <= TESTS_PER_LEAF || shift === SMALLEST_SHIFT) {
      return this.leaves.indexOf(start, end);
    }
    const index = this.#addNode();
    const smaller = shift - NODE_SPLIT_SHIFT;
    candidates.divide(start, end, latMin, lonMin, smaller);
    for (let cell = 0; cell < CELLS; cell++) {
      const cellEnd = candidates.narrow(start, end, cell);
      const south = latMin + ((cell >> NODE_SPLIT_SHIFT) << smaller);
      const west = lonMin + ((cell & (NODE_SPLIT - 1)) << smaller);
      const entry = this.#entry(end, cellEnd, south, west, smaller);
      this.#nodes[index + cell] = entry;
    }
    return -1 - index;
  }

  /** @returns the index of a new node */
  #addNode(): number {
    const index = this.#nodesEnd;
    this.#nodesEnd += CELLS;
    if (this.#nodesEnd > this.#nodes.length) {
      const more = new Int32Array(2 * this.#nodes.length);
      more.set(this.#nodes);
      this.#nodes = more;
    }
    return index;
  }
}

export function buildSpatialIndex(published: Published): SpatialIndex {
  const builder = new IndexBuilder(published);
  return {
    nodes: builder.nodes(),
    leaves: builder.leaves.words(),
    maxCodes: builder.leaves.maxCodes,
  };
}
