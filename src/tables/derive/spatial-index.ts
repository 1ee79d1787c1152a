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
import { Candidates, CELLS, SmallerCells } from "./candidates.ts";
import { Leaves } from "./leaves.ts";
import type { RecordDeriver } from "./record-deriver.ts";
import { UniqueRanges } from "./unique-ranges.ts";

/** A cell with more records and encompassing records to test than this is split, down to the smallest size. */
const TESTS_PER_LEAF = 4;
const SMALLEST_SHIFT = 16;

const MAX_SPLITS = (ROOT_SHIFT - SMALLEST_SHIFT) / NODE_SPLIT_SHIFT;

/** More than twice as many as there are nodes. */
const NODE_SLOTS = 1 << 15;

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
  /** The root cell that is being derived. */
  readonly #root = new SmallerCells();
  /** The smaller cells of the cells that split at once, by their size. */
  readonly #levels = Array.from({ length: MAX_SPLITS }, () => new SmallerCells());
  /** The node that is being made of cells of each size. */
  readonly #entries = Array.from({ length: MAX_SPLITS }, () => new Int32Array(CELLS));

  /**
   * @param deriver derives the records of territories near a cell
   * @param nodes zeros, with room for all nodes
   * @param leaves see setUnderivedLeaf; with room for all leaves
   */
  constructor(deriver: RecordDeriver, nodes: Int32Array, leaves: Uint16Array) {
    this.#nodes = nodes;
    this.#ranges = new UniqueRanges(nodes, ROOT_ROWS * ROOT_COLUMNS, NODE_SLOTS);
    this.#candidates = new Candidates(deriver, MAX_SPLITS);
    this.#leaves = new Leaves(this.#candidates, deriver.published.parents, leaves);
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
    const latMin = (row << ROOT_SHIFT) - LAT_LIMIT_MICRO_DEG;
    const lonMin = (column << ROOT_SHIFT) - LON_LIMIT_MICRO_DEG;
    this.#candidates.list(latMin, lonMin, ROOT_SHIFT, this.#root);
    const end = this.#root.ends[0];
    const tests = this.#root.tests[0];
    const entry = this.#entry(0, end, tests, end, latMin, lonMin, ROOT_SHIFT);
    this.#nodes[row * ROOT_COLUMNS + column] = entry;
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
      const south = latMin + ((cell >> NODE_SPLIT_SHIFT) << smaller);
      const west = lonMin + ((cell & (NODE_SPLIT - 1)) << smaller);
      entries[cell] = this.#entry(
        cells.starts[cell],
        cells.ends[cell],
        cells.tests[cell],
        cells.end,
        south,
        west,
        smaller,
      );
    }
    return -1 - this.#ranges.add(entries, CELLS);
  }
}
