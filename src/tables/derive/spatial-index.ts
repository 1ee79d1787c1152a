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
import { Candidates, type Published, SmallerCells } from "./candidates.ts";
import { Leaves } from "./leaves.ts";

/** A cell with more records and outlines to test than this is split, down to the smallest size. */
const TESTS_PER_LEAF = 4;
const SMALLEST_SHIFT = 16;

/** A cell that contains the world, above the root cells. */
const WORLD_SHIFT = 30;

const MAX_SPLITS = (WORLD_SHIFT - SMALLEST_SHIFT) / NODE_SPLIT_SHIFT;

const CELLS = NODE_SPLIT * NODE_SPLIT;

export interface SpatialIndex {
  readonly nodes: Int32Array;
  readonly leaves: Uint16Array;
  /** The most codes that the candidates of a leaf can have. */
  readonly maxCodes: number;
}

/** The candidates of a root cell. */
interface RootList {
  readonly words: Uint16Array;
  /** How many tests a point needs there. */
  readonly tests: number;
}

const NO_CANDIDATES: RootList = { words: new Uint16Array(0), tests: 0 };

class IndexBuilder {
  readonly #candidates: Candidates;
  readonly leaves: Leaves;
  /** The nodes, with room for more. */
  #nodes = new Int32Array(1 << 18);
  #nodesEnd = ROOT_ROWS * ROOT_COLUMNS;
  readonly #rootLists: RootList[] = [];
  /** The smaller cells of the cells that split at once, by their size. */
  readonly #levels = Array.from({ length: MAX_SPLITS }, () => new SmallerCells());

  constructor(published: Published) {
    this.#candidates = new Candidates(published, MAX_SPLITS);
    this.leaves = new Leaves(this.#candidates, published.parents);
    const end = this.#candidates.listAll(published.areBoundsOnly);
    this.#listRoots(0, end, 0, end, 0, 0, WORLD_SHIFT);
  }

  /**
   * Lists the candidates of the root cells in a larger cell.
   * @param start where its list starts
   * @param end where it ends
   * @param tests how many tests a point of it needs
   * @param free where the stack of lists ends
   * @param south its edge, from the South Pole on
   * @param west its edge, from the date line on
   */
  #listRoots(
    start: number,
    end: number,
    tests: number,
    free: number,
    south: number,
    west: number,
    shift: number,
  ): void {
    if (shift === ROOT_SHIFT) {
      const cell = (south >> ROOT_SHIFT) * ROOT_COLUMNS + (west >> ROOT_SHIFT);
      this.#rootLists[cell] = { words: this.#candidates.words.slice(start, end), tests };
      return;
    }
    const smaller = shift - NODE_SPLIT_SHIFT;
    const latMin = south - LAT_LIMIT_MICRO_DEG;
    const lonMin = west - LON_LIMIT_MICRO_DEG;
    const cells = this.#levels[(smaller - SMALLEST_SHIFT) / NODE_SPLIT_SHIFT];
    this.#candidates.split(start, end, free, latMin, lonMin, smaller, cells);
    for (let cell = 0; cell < CELLS; cell++) {
      const cellStart = cells.starts[cell];
      const cellEnd = cells.ends[cell];
      if (cellEnd === cellStart) continue;
      const cellSouth = south + ((cell >> NODE_SPLIT_SHIFT) << smaller);
      const cellWest = west + ((cell & (NODE_SPLIT - 1)) << smaller);
      this.#listRoots(
        cellStart,
        cellEnd,
        cells.tests[cell],
        cells.end,
        cellSouth,
        cellWest,
        smaller,
      );
    }
  }

  /** The nodes, from the root cells on. */
  nodes(): Int32Array {
    const { words } = this.#candidates;
    for (let cell = 0; cell < ROOT_ROWS * ROOT_COLUMNS; cell++) {
      // Nobody has codes in the others.
      const list = this.#rootLists[cell] ?? NO_CANDIDATES;
      words.set(list.words);
      const south = (Math.trunc(cell / ROOT_COLUMNS) << ROOT_SHIFT) - LAT_LIMIT_MICRO_DEG;
      const west = ((cell % ROOT_COLUMNS) << ROOT_SHIFT) - LON_LIMIT_MICRO_DEG;
      const end = list.words.length;
      this.#nodes[cell] = this.#entry(0, end, list.tests, end, south, west, ROOT_SHIFT);
    }
    return this.#nodes.slice(0, this.#nodesEnd);
  }

  /** The entry of a cell: the index of a leaf, or of the cells that it splits into. */
  #entry(
    start: number,
    end: number,
    tests: number,
    free: number,
    latMin: number,
    lonMin: number,
    shift: number,
  ): number {
    if (tests <= TESTS_PER_LEAF || shift === SMALLEST_SHIFT) return this.leaves.indexOf(start, end);
    const index = this.#addNode();
    const smaller = shift - NODE_SPLIT_SHIFT;
    const cells = this.#levels[(smaller - SMALLEST_SHIFT) / NODE_SPLIT_SHIFT];
    this.#candidates.split(start, end, free, latMin, lonMin, smaller, cells);
    for (let cell = 0; cell < CELLS; cell++) {
      const cellTests = cells.tests[cell];
      const twin = cells.twins[cell];
      const south = latMin + ((cell >> NODE_SPLIT_SHIFT) << smaller);
      const west = lonMin + ((cell & (NODE_SPLIT - 1)) << smaller);
      const twinEntry = twin < 0 ? -1 : this.#nodes[index + twin];
      const entry =
        twinEntry >= 0
          ? twinEntry
          : this.#entry(
              cells.starts[cell],
              cells.ends[cell],
              cellTests,
              cells.end,
              south,
              west,
              smaller,
            );
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
