/**
 * Builds the spatial index (see layout/spatial-index.ts): for every cell of a grid that is fine where records
 * are dense, the records that may contain a point of it, by territory in published order.
 */
import {
  FULL_CIRCLE_MICRO_DEG,
  LAT_LIMIT_MICRO_DEG,
  LON_LIMIT_MICRO_DEG,
} from "../src/tables/format.ts";
import {
  LEAF_END,
  LEAF_HAS_PARENT,
  LEAF_TEST_OUTLINE,
  LEAF_TEST_RECORD,
  MAX_CODES,
  NODE_SPLIT,
  NODE_SPLIT_SHIFT,
  ROOT_COLUMNS,
  ROOT_ROWS,
  ROOT_SHIFT,
} from "../src/tables/layout/spatial-index.ts";
import { expectTable } from "./errors.ts";
import type { BoundaryRow, TerritoryRow } from "./read.ts";

/** A cell with more records and outlines to test than this is split, down to the smallest size. */
const TESTS_PER_LEAF = 4;
const SMALLEST_SHIFT = 16;

/** Half-open, in micro-degrees. */
interface Cell {
  readonly latMin: number;
  readonly latMax: number;
  readonly lonMin: number;
  readonly lonMax: number;
}

type Cover = "none" | "part" | "whole";

/** A territory and its records that may have codes in a cell. */
interface Candidate {
  readonly territory: TerritoryRow;
  readonly outline: Cover;
  readonly records: readonly { readonly record: number; readonly cover: Cover }[];
}

export interface SpatialIndex {
  readonly nodes: Int32Array;
  readonly leaves: Uint16Array;
}

function cover(row: BoundaryRow, cell: Cell): Cover {
  if (row.latMax <= cell.latMin || row.latMin >= cell.latMax) return "none";
  const containsLat = row.latMin <= cell.latMin && row.latMax >= cell.latMax;
  let isTouched = false;
  for (const turn of [0, -FULL_CIRCLE_MICRO_DEG, FULL_CIRCLE_MICRO_DEG]) {
    const lonMin = row.lonMin + turn;
    const lonMax = row.lonMax + turn;
    if (lonMax <= cell.lonMin || lonMin >= cell.lonMax) continue;
    if (containsLat && lonMin <= cell.lonMin && lonMax >= cell.lonMax) return "whole";
    isTouched = true;
  }
  return isTouched ? "part" : "none";
}

/** The parent of a candidate, if it has codes in the cell as well. */
function parentOf(candidate: Candidate, candidates: readonly Candidate[]): Candidate | undefined {
  const { parent } = candidate.territory;
  return candidates.find(({ territory }) => territory.number === parent);
}

function countTests(candidates: readonly Candidate[]): number {
  let tests = 0;
  for (const { outline, records } of candidates) {
    if (outline === "part") tests++;
    for (const record of records) if (record.cover === "part") tests++;
  }
  return tests;
}

/** Maximum number of codes of candidates, including the international one. */
function countCodes(candidates: readonly Candidate[]): number {
  let codes = 1;
  for (const candidate of candidates) {
    codes += candidate.records.length + (parentOf(candidate, candidates)?.records.length ?? 0);
  }
  return codes;
}

/** The words of a leaf, see layout/spatial-index.ts. */
function leafWords(candidates: readonly Candidate[]): number[] {
  const offsets = new Map<Candidate, number>();
  let length = 0;
  for (const candidate of candidates) {
    offsets.set(candidate, length);
    length += 2 + (parentOf(candidate, candidates) ? 1 : 0) + candidate.records.length;
  }
  const words: number[] = [];
  for (const candidate of candidates) {
    const { territory, outline, records } = candidate;
    const parent = parentOf(candidate, candidates);
    const flags = (outline === "part" ? LEAF_TEST_OUTLINE : 0) | (parent ? LEAF_HAS_PARENT : 0);
    const offset = words.length;
    words.push(territory.number | flags, records.length);
    const parentOffset = parent && offsets.get(parent);
    if (parentOffset !== undefined) words.push(parentOffset - offset);
    for (const { record, cover } of records) {
      words.push(record | (cover === "part" ? LEAF_TEST_RECORD : 0));
    }
  }
  return [...words, LEAF_END];
}

/** A grid of cells, row by row from the south-west. */
interface Grid {
  readonly south: number;
  readonly west: number;
  readonly rows: number;
  readonly columns: number;
  /** Cells are 2^shift micro-degrees wide and high. */
  readonly shift: number;
}

class IndexBuilder {
  readonly nodes: number[] = [];
  readonly leaves: number[] = [];
  maxCodes = 0;
  /** Index of each leaf in `leaves`, by its words: equal leaves are stored once. */
  readonly #leafIndices = new Map<string, number>();
  readonly #boundaries: readonly BoundaryRow[];
  readonly #outlines: readonly BoundaryRow[];

  constructor(boundaries: readonly BoundaryRow[], firsts: readonly number[]) {
    this.#boundaries = boundaries;
    this.#outlines = firsts.slice(1).map((end) => boundaries[end - 1]);
  }

  /** The candidates that can have codes in a smaller cell. */
  #narrow(candidates: readonly Candidate[], cell: Cell): Candidate[] {
    const remaining: Candidate[] = [];
    const kept = new Set<number>();
    // Backwards, because a parent comes after its subdivisions, which stay if their parent has codes.
    for (const candidate of candidates.toReversed()) {
      const { territory } = candidate;
      const outlineRow = this.#outlines[territory.number];
      const outline = candidate.outline === "whole" ? "whole" : cover(outlineRow, cell);
      if (outline === "none") continue;
      const records = [];
      for (const entry of candidate.records) {
        const row = this.#boundaries[entry.record];
        const recordCover = entry.cover === "whole" ? "whole" : cover(row, cell);
        // A restricted record makes a code only after another one.
        if (recordCover === "none" || (row.restricted && records.length === 0)) continue;
        records.push({ record: entry.record, cover: recordCover });
      }
      if (records.length === 0 && !kept.has(territory.parent)) continue;
      kept.add(territory.number);
      remaining.push({ territory, outline, records });
    }
    return remaining.reverse();
  }

  #leafIndex(candidates: readonly Candidate[]): number {
    this.maxCodes = Math.max(this.maxCodes, countCodes(candidates));
    const words = leafWords(candidates);
    const key = words.join();
    const known = this.#leafIndices.get(key);
    if (known !== undefined) return known;
    const index = this.leaves.length;
    this.leaves.push(...words);
    this.#leafIndices.set(key, index);
    return index;
  }

  /** The entry of a cell: the index of a leaf, or of the cells that it splits into. */
  #entry(candidates: readonly Candidate[], { latMin, lonMin }: Cell, shift: number): number {
    if (countTests(candidates) <= TESTS_PER_LEAF || shift === SMALLEST_SHIFT) {
      return this.#leafIndex(candidates);
    }
    const index = this.fillGrid(candidates, {
      south: latMin,
      west: lonMin,
      rows: NODE_SPLIT,
      columns: NODE_SPLIT,
      shift: shift - NODE_SPLIT_SHIFT,
    });
    return -1 - index;
  }

  /** @returns index in `nodes` of the entries of the grid's cells */
  fillGrid(candidates: readonly Candidate[], { south, west, rows, columns, shift }: Grid): number {
    const start = this.nodes.length;
    this.nodes.length += rows * columns;
    const side = 2 ** shift;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const latMin = south + row * side;
        const lonMin = west + column * side;
        // The pole itself is inside; no point lies beyond it or beyond the date line.
        const latMax = Math.min(latMin + side, LAT_LIMIT_MICRO_DEG + 1);
        const lonMax = Math.min(lonMin + side, LON_LIMIT_MICRO_DEG);
        const cell = { latMin, latMax, lonMin, lonMax };
        const isOnEarth = latMin < latMax && lonMin < lonMax;
        const remaining = isOnEarth ? this.#narrow(candidates, cell) : [];
        this.nodes[start + row * columns + column] = this.#entry(remaining, cell, shift);
      }
    }
    return start;
  }
}

/**
 * @param firsts see firstRecords
 * @param makesCodes whether a row has codes of its own (see KIND_BOUNDS_ONLY)
 */
export function buildSpatialIndex(
  boundaries: readonly BoundaryRow[],
  territories: readonly TerritoryRow[],
  firsts: readonly number[],
  makesCodes: (row: BoundaryRow) => boolean,
): SpatialIndex {
  // Without the international territory, which has a code for every point.
  const allCandidates = territories.slice(0, -1).map((territory): Candidate => {
    const records = [];
    const end = firsts[territory.number + 1];
    for (let record = firsts[territory.number]; record < end; record++) {
      if (!makesCodes(boundaries[record])) continue;
      records.push({ record, cover: "part" as const });
    }
    return { territory, outline: "part", records };
  });
  const builder = new IndexBuilder(boundaries, firsts);
  builder.fillGrid(allCandidates, {
    south: -LAT_LIMIT_MICRO_DEG,
    west: -LON_LIMIT_MICRO_DEG,
    rows: ROOT_ROWS,
    columns: ROOT_COLUMNS,
    shift: ROOT_SHIFT,
  });
  const { nodes, leaves, maxCodes } = builder;
  const actual = `a point may have ${maxCodes} codes`;
  expectTable(maxCodes <= MAX_CODES, "boundaries.csv", actual, `at most ${MAX_CODES}`);
  return { nodes: Int32Array.from(nodes), leaves: Uint16Array.from(leaves) };
}
