/**
 * Builds the spatial index: which records can hold a point, territory by territory in answer order,
 * for every cell of a grid that is fine where records are dense. See layout.ts for its form.
 */
import {
  FULL_CIRCLE_MICRO_DEG,
  LAT_LIMIT_MICRO_DEG,
  LON_LIMIT_MICRO_DEG,
} from "../src/tables/format.ts";
import {
  LEAF_END,
  LEAF_HANDS_OVER,
  LEAF_TEST_OUTLINE,
  LEAF_TEST_RECORD,
  MAX_CODES,
  NODE_SPLIT,
  NODE_SPLIT_SHIFT,
  ROOT_COLUMNS,
  ROOT_ROWS,
  ROOT_SHIFT,
} from "../src/tables/layout.ts";
import { expectTable } from "./expect.ts";
import type { BoundaryRow, TerritoryRow } from "./read.ts";

/** A cell with more records and outlines to test than this is split, while that is allowed. */
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

/** What one territory has to offer in a cell. */
interface Candidate {
  readonly territory: TerritoryRow;
  readonly outline: Cover;
  readonly records: readonly { readonly record: number; readonly cover: Cover }[];
}

export interface SpatialIndex {
  readonly nodes: Int32Array;
  readonly leaves: Uint16Array;
  /** Most codes that any leaf can give. */
  readonly mostCodes: number;
}

function cover(row: BoundaryRow, cell: Cell): Cover {
  if (row.latMax <= cell.latMin || row.latMin >= cell.latMax) return "none";
  const holdsLat = row.latMin <= cell.latMin && row.latMax >= cell.latMax;
  let isTouched = false;
  for (const turn of [0, -FULL_CIRCLE_MICRO_DEG, FULL_CIRCLE_MICRO_DEG]) {
    const lonMin = row.lonMin + turn;
    const lonMax = row.lonMax + turn;
    if (lonMax <= cell.lonMin || lonMin >= cell.lonMax) continue;
    if (holdsLat && lonMin <= cell.lonMin && lonMax >= cell.lonMax) return "whole";
    isTouched = true;
  }
  return isTouched ? "part" : "none";
}

/**
 * @param firsts first record of each territory, closed by the number of all
 * @param makesCodes whether a row makes codes of its own (see KIND_SILENT)
 */
export function buildSpatialIndex(
  boundaries: readonly BoundaryRow[],
  territories: readonly TerritoryRow[],
  firsts: readonly number[],
  makesCodes: (row: BoundaryRow) => boolean,
): SpatialIndex {
  const nodes: number[] = [];
  const leaves: number[] = [];
  const leafPlaces = new Map<string, number>();
  let mostCodes = 0;

  /** The candidates that remain in a smaller cell; those that cannot make a code are left out. */
  function narrow(candidates: readonly Candidate[], cell: Cell): Candidate[] {
    const remaining: Candidate[] = [];
    const kept = new Set<number>();
    // Backwards, as a parent stands behind its subdivisions and they need to know of its codes.
    for (const candidate of candidates.toReversed()) {
      const { territory } = candidate;
      const outlineRow = boundaries[(firsts[territory.number + 1] as number) - 1] as BoundaryRow;
      const outline = candidate.outline === "whole" ? "whole" : cover(outlineRow, cell);
      if (outline === "none") continue;
      const records = [];
      for (const entry of candidate.records) {
        const row = boundaries[entry.record] as BoundaryRow;
        const own = entry.cover === "whole" ? "whole" : cover(row, cell);
        // A restricted record needs a code before it.
        if (own === "none" || (row.restricted && records.length === 0)) continue;
        records.push({ record: entry.record, cover: own });
      }
      if (records.length === 0 && !kept.has(territory.parent)) continue;
      kept.add(territory.number);
      remaining.push({ territory, outline, records });
    }
    return remaining.reverse();
  }

  function countTests(candidates: readonly Candidate[]): number {
    let tests = 0;
    for (const { outline, records } of candidates) {
      if (outline === "part") tests++;
      for (const record of records) if (record.cover === "part") tests++;
    }
    return tests;
  }

  function leafOf(candidates: readonly Candidate[]): number {
    const places = new Map<number, number>();
    let length = 0;
    for (const { territory, records } of candidates) {
      places.set(territory.number, length);
      const handsOver = candidates.some((other) => other.territory.number === territory.parent);
      length += 2 + (handsOver ? 1 : 0) + records.length;
    }
    const words: number[] = [];
    let codes = 1;
    for (const { territory, outline, records } of candidates) {
      const parentPlace = places.get(territory.parent);
      const handsOver = parentPlace !== undefined;
      const flags =
        (outline === "part" ? LEAF_TEST_OUTLINE : 0) | (handsOver ? LEAF_HANDS_OVER : 0);
      const place = words.length;
      words.push(territory.number | flags, records.length);
      if (handsOver) {
        words.push(parentPlace - place);
        const parent = candidates.find((other) => other.territory.number === territory.parent);
        codes += (parent as Candidate).records.length;
      }
      for (const { record, cover } of records) {
        words.push(record | (cover === "part" ? LEAF_TEST_RECORD : 0));
      }
      codes += records.length;
    }
    words.push(LEAF_END);
    mostCodes = Math.max(mostCodes, codes);
    const key = words.join();
    const known = leafPlaces.get(key);
    if (known !== undefined) return known;
    const place = leaves.length;
    leaves.push(...words);
    leafPlaces.set(key, place);
    return place;
  }

  function entryOf(candidates: readonly Candidate[], cell: Cell, shift: number): number {
    if (countTests(candidates) <= TESTS_PER_LEAF || shift === SMALLEST_SHIFT) {
      return leafOf(candidates);
    }
    const place = nodes.length;
    nodes.length += NODE_SPLIT * NODE_SPLIT;
    const side = 1 << (shift - NODE_SPLIT_SHIFT);
    fillCells(candidates, place, cell, NODE_SPLIT, NODE_SPLIT, side, shift - NODE_SPLIT_SHIFT);
    return -1 - place;
  }

  function fillCells(
    candidates: readonly Candidate[],
    place: number,
    { latMin, lonMin }: Cell,
    rows: number,
    columns: number,
    side: number,
    shift: number,
  ): void {
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const south = latMin + row * side;
        const west = lonMin + column * side;
        // No point lies beyond the pole (which itself is inside) or the date line.
        const cell = {
          latMin: south,
          latMax: Math.min(south + side, LAT_LIMIT_MICRO_DEG + 1),
          lonMin: west,
          lonMax: Math.min(west + side, LON_LIMIT_MICRO_DEG),
        };
        const inside = cell.latMin < cell.latMax && cell.lonMin < cell.lonMax;
        const remaining = inside ? narrow(candidates, cell) : [];
        nodes[place + row * columns + column] = entryOf(remaining, cell, shift);
      }
    }
  }

  const world: Cell = {
    latMin: -LAT_LIMIT_MICRO_DEG,
    latMax: LAT_LIMIT_MICRO_DEG + 1,
    lonMin: -LON_LIMIT_MICRO_DEG,
    lonMax: LON_LIMIT_MICRO_DEG,
  };
  const everything = territories.slice(0, -1).map((territory): Candidate => {
    const records = [];
    for (
      let r = firsts[territory.number] as number;
      r < (firsts[territory.number + 1] as number);
      r++
    ) {
      if (makesCodes(boundaries[r] as BoundaryRow))
        records.push({ record: r, cover: "part" as Cover });
    }
    return { territory, outline: "part", records };
  });
  nodes.length = ROOT_ROWS * ROOT_COLUMNS;
  fillCells(everything, 0, world, ROOT_ROWS, ROOT_COLUMNS, 1 << ROOT_SHIFT, ROOT_SHIFT);
  const found = `a place may have ${mostCodes} codes`;
  expectTable(mostCodes <= MAX_CODES, "boundaries.csv", found, `at most ${MAX_CODES}`);
  return { nodes: Int32Array.from(nodes), leaves: Uint16Array.from(leaves), mostCodes };
}
