/**
 * Lists of candidates: the territories and records that may contain a point of a cell, for building the
 * spatial index. A list has the words of a leaf, without LEAF_END and all about parents.
 *
 * Lists lie in one array, as on a stack: the lists of the smaller cells follow the list of the cell that splits into
 * them. Each candidate is compared with the cell once, which gives a mask of the smaller cells that it reaches
 * and covers. Then each candidate is appended to the lists of the cells that it reaches.
 */
import { FULL_CIRCLE_MICRO_DEG, LAT_LIMIT_MICRO_DEG, LON_LIMIT_MICRO_DEG } from "../format.ts";
import {
  FLAGS,
  KIND_MASK,
  KIND_NON_ENCODING,
  LAT_HEIGHT,
  LAT_MIN,
  LON_MIN,
  LON_WIDTH,
  RECORD_WORDS,
  RESTRICTED,
} from "../layout/records.ts";
import {
  LEAF_RECORD_MASK,
  LEAF_TERRITORY_MASK,
  LEAF_TEST_ENCOMPASSING,
  LEAF_TEST_RECORD,
  NODE_SPLIT,
} from "../layout/spatial-index.ts";
import type { RecordDeriver } from "./record-deriver.ts";

/** In place of an edge at the end of the Earth: the cells at that end may reach beyond it. */
const BEYOND = 1 << 29;
/** The number of smaller cells that a cell splits into. */
export const CELLS = NODE_SPLIT * NODE_SPLIT;
/** By a mask of rows: the mask of the first cell of each of these rows. */
const FIRST_CELLS = Int32Array.from({ length: 1 << NODE_SPLIT }, (_, rows) => {
  let cells = 0;
  for (let row = 0; row < NODE_SPLIT; row++) cells |= ((rows >> row) & 1) << (row * NODE_SPLIT);
  return cells;
});
const ROW_MASK = (1 << NODE_SPLIT) - 1;
const CELL_MASK = (1 << CELLS) - 1;

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
  const reached = (columns & ROW_MASK) * FIRST_CELLS[rows & ROW_MASK];
  const covered = (columns >> NODE_SPLIT) * FIRST_CELLS[rows >> NODE_SPLIT];
  return reached | (covered << CELLS);
}

/** An eastern edge. Nothing lies beyond the date line, so that cells there are covered as far as they are on Earth. */
function eastEdge(lonMax: number): number {
  return lonMax >= LON_LIMIT_MICRO_DEG ? BEYOND : lonMax;
}

/** The number of the lowest bit that is set. */
function lowestBit(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}

/** The lists of the cells that a cell splits into, see `Candidates.split`. */
export class SmallerCells {
  /** Where the list of each cell starts and ends. */
  readonly starts = new Int32Array(CELLS);
  readonly ends = new Int32Array(CELLS);
  /** How many tests a point of each cell needs. */
  readonly tests = new Int32Array(CELLS);
  /** Where all lists end. */
  end = 0;
}

/**
 * The loops of its methods leave their results in arrays, not in local variables: V8 compiles a long loop before it
 * knows what follows it.
 */
export class Candidates {
  /** The lists. */
  readonly words: Uint16Array;
  /** For each word of the list of the cell that is split, which smaller cells it reaches and covers. */
  readonly #masks: Int32Array;
  /** Whether the list of a smaller cell has a candidate without records. */
  readonly #haveEmpty = new Uint8Array(CELLS);
  /** Where the last candidate of each smaller cell starts. */
  readonly #lasts = new Int32Array(CELLS);
  readonly #deriver: RecordDeriver;
  readonly #records: Int32Array;
  readonly #parents: ArrayLike<number>;
  readonly #firsts: ArrayLike<number>;

  /**
   * @param deriver derives the records of territories whose encompassing records a cell reaches
   * @param maxSplits how many cells, each within another, split at once
   */
  constructor(deriver: RecordDeriver, maxSplits: number) {
    const { parents, firsts } = deriver.published;
    this.#deriver = deriver;
    this.#records = deriver.arrays.records;
    this.#parents = parents;
    this.#firsts = firsts;
    const maxWords = firsts[parents.length] + 2 * parents.length;
    this.words = new Uint16Array((1 + CELLS * maxSplits) * maxWords);
    this.#masks = new Int32Array(maxWords);
  }

  /**
   * Makes the list of a cell of which nothing is known, at the start of all lists. Records are compared only where
   * the encompassing record of their territory reaches the cell.
   * @param cells whose first cell gets the list
   */
  list(latMin: number, lonMin: number, shift: number, cells: SmallerCells): void {
    const { words } = this;
    cells.starts[0] = 0;
    cells.ends[0] = 0;
    cells.tests[0] = 0;
    // Without the international territory, which has a code for every point.
    for (let territory = 0; territory < this.#parents.length - 1; territory++) {
      const encompassing = this.#firsts[territory + 1] - 1;
      const mask = this.#cells(encompassing, latMin, lonMin, shift);
      if ((mask & 1) === 0) continue;
      this.#deriver.derive(territory);
      const candidate = cells.ends[0];
      this.#listRecords(territory, latMin, lonMin, shift, cells);
      const count = cells.ends[0] - candidate - 2;
      if (count === 0 && this.#parents[territory] < 0) {
        cells.ends[0] = candidate;
        continue;
      }
      const test = ((mask >>> CELLS) & 1) ^ 1;
      cells.tests[0] += test;
      words[candidate] = territory | (test * LEAF_TEST_ENCOMPASSING);
      words[candidate + 1] = count;
    }
    this.#dropUseless(cells, 0);
  }

  /** Appends the records of a territory that reach a cell, after two words for the territory. */
  #listRecords(
    territory: number,
    latMin: number,
    lonMin: number,
    shift: number,
    cells: SmallerCells,
  ): void {
    const first = cells.ends[0] + 2;
    let next = first;
    for (let row = this.#firsts[territory]; row < this.#firsts[territory + 1]; row++) {
      if (this.#isNonEncoding(row)) continue;
      const mask = this.#cells(row, latMin, lonMin, shift);
      // A restricted record makes a code only after another one.
      if ((mask & 1) === 0 || (next === first && this.#isRestricted(row))) continue;
      const test = ((mask >>> CELLS) & 1) ^ 1;
      cells.tests[0] += test;
      this.words[next++] = row | (test * LEAF_TEST_RECORD);
    }
    cells.ends[0] = next;
  }

  #isNonEncoding(row: number): boolean {
    return (this.#records[row * RECORD_WORDS + FLAGS] & KIND_MASK) === KIND_NON_ENCODING;
  }

  #isRestricted(row: number): boolean {
    return (this.#records[row * RECORD_WORDS + FLAGS] & RESTRICTED) !== 0;
  }

  /**
   * Makes the lists of the cells that a cell splits into, each with room for as many words as the list of the cell.
   * @param start where the list of the cell starts
   * @param end where it ends
   * @param free where the new lists start: after all lists that are still needed
   * @param latMin the south edge of the cell
   * @param lonMin its west edge
   * @param shift the size of the smaller cells
   */
  split(
    start: number,
    end: number,
    free: number,
    latMin: number,
    lonMin: number,
    shift: number,
    cells: SmallerCells,
  ): void {
    this.#compare(start, end, latMin, lonMin, shift);
    for (let cell = 0; cell < CELLS; cell++) {
      cells.starts[cell] = free + cell * (end - start);
      cells.ends[cell] = cells.starts[cell];
      cells.tests[cell] = 0;
      this.#haveEmpty[cell] = 0;
    }
    cells.end = free + CELLS * (end - start);
    this.#distribute(start, end, cells);
    for (let cell = 0; cell < CELLS; cell++) {
      if (this.#haveEmpty[cell] === 1) this.#dropUseless(cells, cell);
    }
  }

  /** Sets the masks of a list. */
  #compare(start: number, end: number, latMin: number, lonMin: number, shift: number): void {
    const { words } = this;
    const masks = this.#masks;
    const onEarth = cellsOf(
      columnsOf(0, LON_LIMIT_MICRO_DEG - lonMin, shift) & ROW_MASK,
      columnsOf(0, LAT_LIMIT_MICRO_DEG + 1 - latMin, shift) & ROW_MASK,
    );
    const all = onEarth | (onEarth << CELLS);
    for (let next = start, left = 0; next < end; next++) {
      const word = words[next];
      let row = word & LEAF_RECORD_MASK;
      let covers = (word & LEAF_TEST_RECORD) === 0;
      if (left === 0) {
        row = this.#firsts[(word & LEAF_TERRITORY_MASK) + 1] - 1;
        covers = (word & LEAF_TEST_ENCOMPASSING) === 0;
      }
      masks[next - start] = covers ? all : all & this.#cells(row, latMin, lonMin, shift);
      if (left > 0) left--;
      else left = words[++next];
    }
  }

  /** Appends the candidates of a list to the lists of smaller cells, by the masks. */
  #distribute(start: number, end: number, cells: SmallerCells): void {
    const { words } = this;
    const { ends, tests } = cells;
    const masks = this.#masks;
    const lasts = this.#lasts;
    for (let next = start; next < end; ) {
      const territory = words[next] & LEAF_TERRITORY_MASK;
      const mask = masks[next - start];
      const reached = mask & CELL_MASK;
      const first = next + 2;
      next = first + words[next + 1];
      for (let left = reached; left !== 0; left &= left - 1) {
        const cell = lowestBit(left);
        lasts[cell] = ends[cell];
        ends[cell] += 2;
      }
      /** The cells with a record of the territory. */
      let filled = 0;
      for (let index = first; index < next; index++) {
        const record = words[index] & LEAF_RECORD_MASK;
        const recordMask = masks[index - start];
        const added = recordMask & (this.#isRestricted(record) ? filled : reached);
        filled |= added;
        for (let left = added; left !== 0; left &= left - 1) {
          const cell = lowestBit(left);
          const test = ((recordMask >>> (CELLS + cell)) & 1) ^ 1;
          tests[cell] += test;
          words[ends[cell]++] = record | (test * LEAF_TEST_RECORD);
        }
      }
      for (let left = reached; left !== 0; left &= left - 1) {
        const cell = lowestBit(left);
        const candidate = lasts[cell];
        if (((filled >> cell) & 1) === 0) {
          if (this.#parents[territory] < 0) {
            ends[cell] = candidate;
            continue;
          }
          this.#haveEmpty[cell] = 1;
        }
        const test = ((mask >>> (CELLS + cell)) & 1) ^ 1;
        tests[cell] += test;
        words[candidate] = territory | (test * LEAF_TEST_ENCOMPASSING);
        words[candidate + 1] = ends[cell] - candidate - 2;
      }
    }
  }

  /** The cells that a row reaches and covers, see cellsOf. */
  #cells(row: number, latMin: number, lonMin: number, shift: number): number {
    const records = this.#records;
    const at = row * RECORD_WORDS;
    const latMax = records[at + LAT_MIN] + records[at + LAT_HEIGHT];
    // The pole itself is inside, if a row contains it.
    const north = latMax > LAT_LIMIT_MICRO_DEG ? BEYOND : latMax;
    const rows = columnsOf(records[at + LAT_MIN] - latMin, north - latMin, shift);
    if (rows === 0) return 0;
    const west = records[at + LON_MIN];
    const east = west + records[at + LON_WIDTH];
    let columns = columnsOf(west - lonMin, eastEdge(east) - lonMin, shift);
    if (west < -LON_LIMIT_MICRO_DEG || east > LON_LIMIT_MICRO_DEG) {
      // It reaches over the date line: each of its turns may lie in the cell.
      for (const turn of [-FULL_CIRCLE_MICRO_DEG, FULL_CIRCLE_MICRO_DEG]) {
        columns |= columnsOf(west + turn - lonMin, eastEdge(east + turn) - lonMin, shift);
      }
    }
    return cellsOf(columns, rows);
  }

  /** Drops candidates without records from the list of a cell, unless they list the codes of their parent. */
  #dropUseless(cells: SmallerCells, cell: number): void {
    const words = this.words;
    const end = cells.ends[cell];
    let keptEnd = cells.starts[cell];
    for (let next = keptEnd; next < end; ) {
      const first = next;
      next += 2 + words[next + 1];
      const hasRecords = next > first + 2;
      if (!hasRecords && this.findParent(words[first], first, end) < 0) {
        if ((words[first] & LEAF_TEST_ENCOMPASSING) !== 0) cells.tests[cell]--;
        continue;
      }
      for (let index = first; index < next; index++) words[keptEnd++] = words[index];
    }
    cells.ends[cell] = keptEnd;
  }

  /** Where the parent of a candidate is in a list, if it has records there, or -1. */
  findParent(candidate: number, from: number, end: number): number {
    const words = this.words;
    const parent = this.#parents[candidate & LEAF_TERRITORY_MASK];
    if (parent < 0) return -1;
    for (let next = from; next < end; next += 2 + words[next + 1]) {
      if ((words[next] & LEAF_TERRITORY_MASK) === parent) return words[next + 1] > 0 ? next : -1;
    }
    return -1;
  }
}
