/**
 * Lists of candidates: the territories and records that may contain a point of a cell, for building the
 * spatial index.
 *
 * Lists lie one after the other in one array, as on a stack: the list of a cell follows that of the cell that
 * contains it. When a cell splits, each of its candidates is compared with the cell once, which gives a mask of
 * the smaller cells that it reaches; their lists take a test of one bit for each candidate. With a comparison
 * for each candidate and smaller cell, building took twice as long.
 */
import { FULL_CIRCLE_MICRO_DEG, LAT_LIMIT_MICRO_DEG, LON_LIMIT_MICRO_DEG } from "../format.ts";
import { NODE_SPLIT } from "../layout/spatial-index.ts";
import type { Boundary } from "./boundaries.ts";

// A candidate is the number of its territory with COVERS, the number of its records, then these with COVERS.
/** Covers the whole cell: no point of it has to be tested. */
export const COVERS = 1 << 16;
export const NUMBER = COVERS - 1;

/** The territories and rows that candidates are. */
export interface Published {
  readonly boundaries: readonly Boundary[];
  readonly parents: ArrayLike<number>;
  /** First row of each territory, closed by the number of all rows. */
  readonly firsts: ArrayLike<number>;
  /** Which rows have no codes of their own. */
  readonly areBoundsOnly: readonly boolean[];
}

/** In place of an edge at the end of the Earth, where cells may reach out of it. */
const BEYOND = 1 << 29;
const CELLS = NODE_SPLIT * NODE_SPLIT;
/** A mask with a bit for each row of cells, with that bit moved to the first cell of its row. */
const SPREAD = Int32Array.from({ length: 1 << NODE_SPLIT }, (_, rows) => {
  let spread = 0;
  for (let row = 0; row < NODE_SPLIT; row++) spread |= ((rows >> row) & 1) << (row * NODE_SPLIT);
  return spread;
});
const ROW_MASK = (1 << NODE_SPLIT) - 1;

/**
 * The columns (or rows) of NODE_SPLIT that a range reaches, as a mask, and those that it covers, above that.
 * @param from where the range starts, from the first column on
 * @param to where it ends (excluded)
 * @param shift columns are 2^shift wide
 */
function columnsOf(from: number, to: number, shift: number): number {
  const first = Math.max(from >> shift, 0);
  const last = Math.min((to - 1) >> shift, NODE_SPLIT - 1);
  if (first > last) return 0;
  const reached = (2 << last) - (1 << first);
  const firstCovered = Math.max((from + (1 << shift) - 1) >> shift, 0);
  const endCovered = Math.min(to >> shift, NODE_SPLIT);
  if (firstCovered >= endCovered) return reached;
  return reached | (((1 << endCovered) - (1 << firstCovered)) << NODE_SPLIT);
}

/** The cells in columns and rows: those that are reached, and those that are covered, shifted by CELLS. */
function cellsOf(columns: number, rows: number): number {
  const reached = (columns & ROW_MASK) * SPREAD[rows & ROW_MASK];
  const covered = (columns >> NODE_SPLIT) * SPREAD[rows >> NODE_SPLIT];
  return reached | (covered << CELLS);
}

/** An eastern edge. Nothing lies beyond the date line, so that cells there are covered as far as they are on Earth. */
function eastEdge(lonMax: number): number {
  return lonMax >= LON_LIMIT_MICRO_DEG ? BEYOND : lonMax;
}

export class Candidates {
  /** The lists. */
  readonly words: Int32Array;
  /** For each word but counts, which of the smaller cells the territory or record reaches and covers. */
  readonly #masks: Int32Array;
  /** A mask of the smaller cells of which a part is on Earth. */
  #onEarth = 0;
  /** How many tests a point needs in the list that was made last. */
  tests = 0;
  /** South, north, west and east of each row, together, as they are needed together. */
  readonly #bounds: Int32Array;
  readonly #areRestricted: Uint8Array;
  readonly #parents: ArrayLike<number>;
  readonly #firsts: ArrayLike<number>;

  /** @param maxLists how many lists there are at once */
  constructor({ boundaries, parents, firsts }: Published, maxLists: number) {
    this.#parents = parents;
    this.#firsts = firsts;
    this.#bounds = new Int32Array(4 * boundaries.length);
    this.#areRestricted = new Uint8Array(boundaries.length);
    for (let row = 0; row < boundaries.length; row++) {
      const { latMin, latMax, lonMin, lonMax, restricted } = boundaries[row];
      this.#bounds[4 * row] = latMin;
      // The pole itself is inside, if a row contains it.
      this.#bounds[4 * row + 1] = latMax > LAT_LIMIT_MICRO_DEG ? BEYOND : latMax;
      this.#bounds[4 * row + 2] = lonMin;
      this.#bounds[4 * row + 3] = lonMax;
      this.#areRestricted[row] = restricted ? 1 : 0;
    }
    this.words = new Int32Array(maxLists * (boundaries.length + 2 * parents.length));
    this.#masks = new Int32Array(this.words.length);
  }

  /** @returns the end of the list of all candidates, which starts at 0 */
  listAll(areBoundsOnly: readonly boolean[]): number {
    let end = 0;
    // Without the international territory, which has a code for every point.
    for (let territory = 0; territory < this.#parents.length - 1; territory++) {
      this.words[end] = territory;
      let next = end + 2;
      for (let row = this.#firsts[territory]; row < this.#firsts[territory + 1]; row++) {
        if (!areBoundsOnly[row]) this.words[next++] = row;
      }
      this.words[end + 1] = next - end - 2;
      end = next;
    }
    return end;
  }

  /**
   * Prepares `narrow` for the cells that a cell splits into.
   * @param start where the list of the cell starts
   * @param latMin the south edge of the cell
   * @param lonMin its west edge
   * @param shift the size of the smaller cells
   */
  divide(start: number, end: number, latMin: number, lonMin: number, shift: number): void {
    const { words } = this;
    const onEarth = cellsOf(
      columnsOf(0, LON_LIMIT_MICRO_DEG - lonMin, shift) & ROW_MASK,
      columnsOf(0, LAT_LIMIT_MICRO_DEG + 1 - latMin, shift) & ROW_MASK,
    );
    this.#onEarth = onEarth;
    const all = onEarth | (onEarth << CELLS);
    for (let next = start; next < end; ) {
      const territory = words[next];
      const outline = this.#firsts[(territory & NUMBER) + 1] - 1;
      const isCovered = (territory & COVERS) !== 0;
      this.#masks[next] = all & (isCovered ? -1 : this.#cells(outline, latMin, lonMin, shift));
      const first = next + 2;
      next = first + words[next + 1];
      for (let index = first; index < next; index++) {
        const record = words[index];
        const cells = (record & COVERS) !== 0 ? -1 : this.#cells(record, latMin, lonMin, shift);
        this.#masks[index] = all & cells;
      }
    }
  }

  /** The cells that a row reaches and covers, see cellsOf. */
  #cells(row: number, latMin: number, lonMin: number, shift: number): number {
    const south = this.#bounds[4 * row] - latMin;
    const north = this.#bounds[4 * row + 1] - latMin;
    const rows = columnsOf(south, north, shift);
    if (rows === 0) return 0;
    const west = this.#bounds[4 * row + 2];
    const east = this.#bounds[4 * row + 3];
    let columns = columnsOf(west - lonMin, eastEdge(east) - lonMin, shift);
    if (west < -LON_LIMIT_MICRO_DEG || east > LON_LIMIT_MICRO_DEG) {
      // It reaches over the date line: each of its turns may lie in the cell.
      for (const turn of [-FULL_CIRCLE_MICRO_DEG, FULL_CIRCLE_MICRO_DEG]) {
        columns |= columnsOf(west + turn - lonMin, eastEdge(east + turn) - lonMin, shift);
      }
    }
    return cellsOf(columns, rows);
  }

  /**
   * Makes the list of a smaller cell behind that of the cell that was divided last.
   * @param from where the list of the divided cell starts
   * @param to where it ends
   * @param cell the number of the smaller cell, from 0 to 15
   * @returns the end of the list; its start is `to`
   */
  narrow(from: number, to: number, cell: number): number {
    const words = this.words;
    const masks = this.#masks;
    let end = to;
    this.tests = 0;
    // Most cells of the largest size are not, and their lists are the longest.
    if (((this.#onEarth >> cell) & 1) === 0) return end;
    let tests = 0;
    let hasEmpty = false;
    for (let next = from; next < to; ) {
      const index = next;
      const first = next + 2;
      next = first + words[index + 1];
      const mask = masks[index] >>> cell;
      if ((mask & 1) === 0) continue;
      let recordsEnd = end + 2;
      const testsBefore = tests;
      for (let index = first; index < next; index++) {
        const mask = masks[index] >>> cell;
        if ((mask & 1) === 0) continue;
        const record = words[index];
        // A restricted record makes a code only after another one.
        if (recordsEnd === end + 2 && this.#areRestricted[record & NUMBER] === 1) continue;
        const covers = mask & COVERS;
        if (covers === 0) tests++;
        words[recordsEnd++] = record | covers;
      }
      if (recordsEnd === end + 2) {
        tests = testsBefore;
        if (this.#parents[words[index] & NUMBER] < 0) continue;
        hasEmpty = true;
      }
      const covers = mask & COVERS;
      if (covers === 0) tests++;
      words[end] = words[index] | covers;
      words[end + 1] = recordsEnd - end - 2;
      end = recordsEnd;
    }
    this.tests = tests;
    return hasEmpty ? this.#dropUseless(to, end) : end;
  }

  /**
   * Drops candidates without records, unless they list the codes of their parent.
   * @returns the new end of the list
   */
  #dropUseless(start: number, end: number): number {
    const words = this.words;
    let keptEnd = start;
    for (let next = start; next < end; ) {
      const first = next;
      next += 2 + words[next + 1];
      const hasRecords = next > first + 2;
      if (!hasRecords && this.findParent(words[first] & NUMBER, first, end) < 0) {
        if ((words[first] & COVERS) === 0) this.tests--;
        continue;
      }
      for (let index = first; index < next; index++) words[keptEnd++] = words[index];
    }
    return keptEnd;
  }

  /** Where the parent of a territory is in a list, if it has records there, or -1. */
  findParent(territory: number, from: number, end: number): number {
    const words = this.words;
    const parent = this.#parents[territory];
    if (parent < 0) return -1;
    for (let next = from; next < end; next += 2 + words[next + 1]) {
      if ((words[next] & NUMBER) === parent) return words[next + 1] > 0 ? next : -1;
    }
    return -1;
  }
}
