/** Packs the borders into the arrays of src/borders/layout.ts. */
import * as layout from "../../src/borders/layout.ts";
import { NO_TERRITORY } from "../../src/tables/format.ts";
import { check, type Tables } from "../read.ts";
import { BORDER_SOURCE, type BorderCell, type Borders } from "./read-borders.ts";
import type { Square } from "./squares.ts";
import * as squareCells from "./squares.ts";

/** The most lines of a square of a cell that can be divided further. With 16, the arrays take twice the memory. */
const ENOUGH_LINES = 32;

/**
 * The squares of a cell have at most this many lines on average. A random point on land takes 79 ns with 4, 102 with 8
 * and 11% less memory, and 125 without such a limit.
 */
const ENOUGH_MEAN_LINES = 4;

/** @throws TableError unless the file and the table of identifiers have the same identifiers */
function territoriesBySize({ sizes }: Borders, { identifiers }: Tables): number[] {
  const missing = new Set(sizes.keys());
  const territorySizes = new Map<number, number>();
  for (const { identifier, territory, fileLine } of identifiers) {
    const size = sizes.get(identifier) ?? Number.NaN;
    check(size >= 0, fileLine, `identifier is '${identifier}', expected one of the file`);
    missing.delete(identifier);
    territorySizes.set(territory, Math.max(size, territorySizes.get(territory) ?? 0));
  }
  const problem = `${[...missing]} are missing, expected all identifiers`;
  check(missing.size === 0, "borders/identifiers.csv", problem);
  territorySizes.delete(NO_TERRITORY);
  return [...territorySizes].sort(([, a], [, b]) => a - b).map(([territory]) => territory);
}

/** The growing arrays, and the tables that all cells share. */
function newPacking(borders: Borders, tables: Tables) {
  const [squares, recordStarts, borderRecords, listed]: number[][] = [[], [], [], []];
  return {
    ...{ squares, recordStarts, borderRecords, listed },
    /** The start of each list of territories in `listed`. */
    lists: new Map<string, number>(),
    territoryOf: new Map(tables.identifiers.map((row) => [row.identifier, row.territory])),
    /** The territories of identifiers, smallest first, so a territory follows all that it contains. */
    bySize: territoriesBySize(borders, tables),
  };
}
type Packing = ReturnType<typeof newPacking>;

function packSquare({ mask, lines }: Square, territories: readonly number[], to: Packing): void {
  const nearMask = lines.reduce((all, line) => all | line.mask, mask);
  const bits = [...territories.keys()].filter((bit) => (nearMask >> bit) & 1);
  const isListed = bits.length <= layout.MAX_TERRITORIES_PER_SQUARE;
  check(
    isListed,
    BORDER_SOURCE,
    `${bits.length} territories near a square, expected at most ${layout.MAX_TERRITORIES_PER_SQUARE}`,
  );
  const list = bits.map((bit) => territories[bit] + 1);
  const start = to.lists.get(list.join()) ?? to.listed.length;
  if (start === to.listed.length) to.listed.push(...list, 0);
  to.lists.set(list.join(), start);
  if (lines.length === 0) {
    to.squares.push(start);
    return;
  }
  const maskOf = (all: number) =>
    bits.reduce((sum, bit, at) => sum | (((all >> bit) & 1) << at), 0);
  to.squares.push(layout.LIST_LIMIT + to.recordStarts.length);
  to.recordStarts.push(to.borderRecords.length);
  to.borderRecords.push(start, maskOf(mask));
  for (const chain of squareCells.joinLines(lines)) {
    to.borderRecords.push(chain.points.length / 2, maskOf(chain.mask), ...chain.points);
  }
  to.borderRecords.push(0);
}

/** Whether a cell should be divided further. */
function hasManyLines(squares: readonly Square[]): boolean {
  const counts = squares.map(({ lines }) => lines.length);
  const sum = counts.reduce((before, count) => before + count, 0);
  return Math.max(...counts) > ENOUGH_LINES || sum > ENOUGH_MEAN_LINES * squares.length;
}

/** @returns the word of the cell */
function packCell(cell: BorderCell, packing: Packing): number {
  const identifiers = [...cell.whole, ...cell.areas.map(({ identifier }) => identifier)];
  const own = new Set(identifiers.map((identifier) => packing.territoryOf.get(identifier)));
  const territories = packing.bySize.filter((territory) => own.has(territory));
  const count = territories.length;
  check(count <= 31, BORDER_SOURCE, `a cell of ${count} territories, expected at most 31`);
  // 0 for an identifier without a territory.
  const bitOf = (identifier: string) => {
    const bit = territories.indexOf(packing.territoryOf.get(identifier) ?? NO_TERRITORY);
    return bit < 0 ? 0 : 1 << bit;
  };
  const wholeMask = cell.whole.reduce((mask, identifier) => mask ^ bitOf(identifier), 0);
  const ringLines = cell.areas.flatMap(({ identifier, outerRings, innerRings }) => {
    const rings = [...outerRings, ...innerRings];
    return rings.flatMap((ring) => squareCells.linesOfRing(ring, bitOf(identifier)));
  });
  const lines = squareCells.withoutDoubles(ringLines);
  let bits = 0;
  let squares = squareCells.divideCell(lines, wholeMask, bits);
  while (bits < layout.MAX_SQUARE_BITS && hasManyLines(squares)) {
    squares = squareCells.divideCell(lines, wholeMask, ++bits);
  }
  const first = packing.squares.length;
  for (const square of squares) packSquare(square, territories, packing);
  return (first << layout.CELL_SQUARE_SHIFT) | bits;
}

/** @throws TableError if the borders break a rule of the look-up */
export function packBorders(borders: Borders, tables: Tables): layout.BorderSections {
  const packing = newPacking(borders, tables);
  // The file has its rows from north to south.
  const rows = Array.from({ length: layout.CELL_ROWS }, (_, row) => {
    return borders.cells.slice(row * layout.CELL_COLUMNS, (row + 1) * layout.CELL_COLUMNS);
  });
  const cellWords = rows.reverse().flatMap((row) => row.map((cell) => packCell(cell, packing)));
  const [words, records] = [packing.listed.length, packing.recordStarts.length];
  check(words <= layout.LIST_LIMIT, BORDER_SOURCE, `${words} words of lists are too many`);
  const areNumbered = layout.LIST_LIMIT + records - 1 <= 0xffff;
  check(areNumbered, BORDER_SOURCE, `${records} records are too many`);
  return {
    cellWords: Int32Array.from(cellWords),
    squares: Uint16Array.from(packing.squares),
    recordStarts: Int32Array.from(packing.recordStarts),
    borderRecords: Uint16Array.from(packing.borderRecords),
    listed: Uint16Array.from(packing.listed),
    // Countries without identifiers for most of their subdivisions.
    unknownSubdivisions: Uint8Array.from(tables.territories, (_, country) => {
      const subdivisions = tables.territories.filter(({ parent }) => parent === country);
      const known = subdivisions.filter(({ number }) => packing.bySize.includes(number));
      return 2 * known.length < subdivisions.length ? 1 : 0;
    }),
  };
}
