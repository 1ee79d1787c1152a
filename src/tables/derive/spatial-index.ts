/**
 * Derives the spatial index (see layout/spatial-index.ts): for every cell of a grid that is fine where records
 * are dense, the records that may contain a point of it, by territory in published order.
 */
import { LAT_LIMIT_MICRO_DEG, LON_LIMIT_MICRO_DEG } from "../format.ts";
import {
  NODE_SPLIT,
  NODE_SPLIT_SHIFT,
  ROOT_COLUMNS,
  ROOT_ROWS,
  ROOT_SHIFT,
  UNDERIVED_LEAF,
} from "../layout/spatial-index.ts";
import type { Published } from "./boundaries.ts";
import { Candidates, SmallerCells } from "./candidates.ts";
import { Leaves } from "./leaves.ts";
import { UniqueRanges } from "./unique-ranges.ts";

/** A cell with more records and outlines to test than this is split, down to the smallest size. */
const TESTS_PER_LEAF = 4;
const SMALLEST_SHIFT = 16;

/** A cell that contains the world, above the root cells. */
const WORLD_SHIFT = 30;

const MAX_SPLITS = (WORLD_SHIFT - SMALLEST_SHIFT) / NODE_SPLIT_SHIFT;

const CELLS = NODE_SPLIT * NODE_SPLIT;

/** More than twice as many as there are nodes. */
const NODE_SLOTS = 1 << 15;

/** A cell with the list of its candidates. */
interface Cell {
  readonly words: Uint16Array;
  /** How many tests a point needs there. */
  readonly tests: number;
  /** The cells that it splits into, once one of them is needed. */
  smaller?: readonly Cell[];
}

/**
 * Derives the index cell by cell, in any order: a program that asks for points of one country does without the
 * rest of the world. The index takes the same room in any order.
 */
export class SpatialIndex {
  readonly #candidates: Candidates;
  readonly #leaves: Leaves;
  readonly #nodes: Int32Array;
  /** The nodes below the root cells. */
  readonly #ranges: UniqueRanges;
  readonly #world: Cell;
  /** The smaller cells of the cells that split at once, by their size. */
  readonly #levels = Array.from({ length: MAX_SPLITS }, () => new SmallerCells());
  /** The node that is being made of cells of each size. */
  readonly #entries = Array.from({ length: MAX_SPLITS }, () => new Int32Array(CELLS));

  /**
   * @param nodes zeros, with room for all nodes
   * @param leaves see setUnderivedLeaf; with room for all leaves
   */
  constructor(published: Published, nodes: Int32Array, leaves: Uint16Array) {
    this.#nodes = nodes;
    this.#ranges = new UniqueRanges(nodes, ROOT_ROWS * ROOT_COLUMNS, NODE_SLOTS);
    this.#candidates = new Candidates(published, MAX_SPLITS);
    this.#leaves = new Leaves(this.#candidates, published.parents, leaves);
    const end = this.#candidates.listAll(published.areBoundsOnly);
    this.#world = { words: this.#candidates.words.slice(0, end), tests: end };
  }

  /** The most codes that the candidates of a derived leaf can have. */
  get maxCodes(): number {
    return this.#leaves.maxCodes;
  }

  /** The end of the nodes that are derived. */
  get nodesEnd(): number {
    return this.#ranges.end;
  }

  /** The end of the leaves that are derived. */
  get leavesEnd(): number {
    return this.#leaves.end;
  }

  /** Derives all root cells. */
  deriveAll(): void {
    for (let row = 0; row < ROOT_ROWS; row++) {
      for (let column = 0; column < ROOT_COLUMNS; column++) this.#derive(row, column);
    }
  }

  /** Derives the root cell of a point. @returns false if it is derived already */
  deriveAt(latMicroDeg: number, lonMicroDeg: number): boolean {
    const row = (latMicroDeg + LAT_LIMIT_MICRO_DEG) >> ROOT_SHIFT;
    const column = (lonMicroDeg + LON_LIMIT_MICRO_DEG) >> ROOT_SHIFT;
    if (this.#nodes[row * ROOT_COLUMNS + column] !== UNDERIVED_LEAF) return false;
    this.#derive(row, column);
    return true;
  }

  #derive(row: number, column: number): void {
    const south = row << ROOT_SHIFT;
    const west = column << ROOT_SHIFT;
    const { words, tests } = this.#rootCell(south, west);
    this.#candidates.words.set(words);
    this.#nodes[row * ROOT_COLUMNS + column] = this.#entry(
      0,
      words.length,
      tests,
      words.length,
      south - LAT_LIMIT_MICRO_DEG,
      west - LON_LIMIT_MICRO_DEG,
      ROOT_SHIFT,
    );
  }

  /**
   * The way down from the world to a root cell.
   * @param south its edge, from the South Pole on
   * @param west its edge, from the date line on
   */
  #rootCell(south: number, west: number): Cell {
    let cell = this.#world;
    for (let shift = WORLD_SHIFT; shift > ROOT_SHIFT; ) {
      const edges = -1 << shift;
      shift -= NODE_SPLIT_SHIFT;
      cell.smaller ??= this.#smaller(cell, south & edges, west & edges, shift);
      const row = (south >> shift) & (NODE_SPLIT - 1);
      const column = (west >> shift) & (NODE_SPLIT - 1);
      cell = cell.smaller[row * NODE_SPLIT + column];
    }
    return cell;
  }

  /** The cells that a cell above the root cells splits into. */
  #smaller({ words }: Cell, south: number, west: number, shift: number): Cell[] {
    const latMin = south - LAT_LIMIT_MICRO_DEG;
    const lonMin = west - LON_LIMIT_MICRO_DEG;
    const cells = this.#levels[0];
    const end = words.length;
    this.#candidates.words.set(words);
    this.#candidates.split(0, end, end, latMin, lonMin, shift, cells);
    return Array.from(cells.tests, (tests, cell) => ({
      words: this.#candidates.words.slice(cells.starts[cell], cells.ends[cell]),
      tests,
    }));
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
    if (tests <= TESTS_PER_LEAF || shift === SMALLEST_SHIFT)
      return this.#leaves.indexOf(start, end);
    const smaller = shift - NODE_SPLIT_SHIFT;
    const level = (smaller - SMALLEST_SHIFT) / NODE_SPLIT_SHIFT;
    const cells = this.#levels[level];
    const entries = this.#entries[level];
    this.#candidates.split(start, end, free, latMin, lonMin, smaller, cells);
    for (let cell = 0; cell < CELLS; cell++) {
      const cellTests = cells.tests[cell];
      const twin = cells.twins[cell];
      const south = latMin + ((cell >> NODE_SPLIT_SHIFT) << smaller);
      const west = lonMin + ((cell & (NODE_SPLIT - 1)) << smaller);
      const twinEntry = twin < 0 ? -1 : entries[twin];
      entries[cell] =
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
    }
    return -1 - this.#ranges.add(entries, CELLS);
  }
}
