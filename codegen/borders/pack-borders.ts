/** Packs the borders into the arrays of src/borders/layout.ts. */
import {
  type BorderSections,
  CELL_COLUMNS,
  CELL_SQUARE_SHIFT,
  LIST_LIMIT,
  MAX_CANDIDATES,
  MAX_MASK_BITS,
  MAX_SQUARE_BITS,
} from "../../src/borders/layout.ts";
import { NO_TERRITORY } from "../../src/tables/layout/names.ts";
import type { Tables } from "../read.ts";
import { expectRow, expectTable } from "../table-error.ts";
import { checkCell } from "./check-borders.ts";
import { BORDERS_FILE, type BorderCell, type Borders } from "./read-borders.ts";
import { divideCell, joinLines, LineSet, type Square } from "./squares.ts";

const IDENTIFIERS_FILE = "borders/identifiers.csv";

/**
 * A square has at most this many lines, unless its cell has the most squares anyway. With 16, the arrays take twice the
 * memory.
 */
const ENOUGH_LINES = 32;

/**
 * The squares of a cell have at most this many lines on average. A random point on land takes 79 ns with 4, 102 with 8
 * and 11% less memory, and 125 without such a limit.
 */
const ENOUGH_MEAN_LINES = 4;

/** The territories of identifiers. A territory that contains others has the higher rank. */
export interface RankedTerritories {
  readonly ofIdentifier: ReadonlyMap<string, number>;
  readonly ranks: ReadonlyMap<number, number>;
}

/** @throws TableError if the file and the table of identifiers do not name the same */
function rankTerritories({ sizes }: Borders, { identifiers }: Tables): RankedTerritories {
  const ofIdentifier = new Map(identifiers.map((row) => [row.identifier, row.territory]));
  const territorySizes = new Map<number, number>();
  for (const row of identifiers) {
    const { identifier, territory } = row;
    const size = sizes.get(identifier) ?? Number.NaN;
    expectRow(size >= 0, IDENTIFIERS_FILE, row, `identifier is '${identifier}'`, "one of the file");
    territorySizes.set(territory, Math.max(size, territorySizes.get(territory) ?? 0));
  }
  const missing = [...sizes.keys()].filter((identifier) => !ofIdentifier.has(identifier));
  expectTable(missing.length === 0, IDENTIFIERS_FILE, `${missing} are missing`, "all identifiers");
  territorySizes.delete(NO_TERRITORY);
  const bySize = [...territorySizes].sort(([, one], [, other]) => one - other);
  return { ofIdentifier, ranks: new Map(bySize.map(([territory], rank) => [territory, rank])) };
}

/** Lists of territories, each once. */
class Lists {
  readonly #numbers = new Map<string, number>();
  readonly listed: number[] = [];
  readonly starts = [0];

  constructor() {
    this.number([]);
  }

  number(territories: readonly number[]): number {
    const key = territories.join();
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(key, number);
      this.listed.push(...territories);
      this.starts.push(this.listed.length);
    }
    return number;
  }
}

/** The arrays as they grow. */
interface Packed {
  readonly lists: Lists;
  readonly squares: number[];
  readonly recordStarts: number[];
  readonly borderRecords: number[];
}

function packSquare({ mask, lines }: Square, territories: readonly number[], packed: Packed): void {
  const { lists, squares, recordStarts, borderRecords } = packed;
  const near = lines.reduce((all, line) => all | line.mask, mask);
  const bits = territories.map((_, bit) => bit).filter((bit) => (near >> bit) & 1);
  const list = lists.number(bits.map((bit) => territories[bit]));
  if (lines.length === 0) {
    squares.push(list);
    return;
  }
  const maskOf = (all: number) =>
    bits.reduce((sum, bit, at) => sum | (((all >> bit) & 1) << at), 0);
  squares.push(LIST_LIMIT + recordStarts.length);
  recordStarts.push(borderRecords.length);
  borderRecords.push(list, maskOf(mask));
  for (const chain of joinLines(lines)) {
    borderRecords.push(chain.points.length / 2, maskOf(chain.mask), ...chain.points);
  }
  borderRecords.push(0);
  const found = `${bits.length} territories near a square`;
  expectTable(bits.length <= MAX_MASK_BITS, BORDERS_FILE, found, `${MAX_MASK_BITS} or less`);
}

/** Whether a cell should be divided further. */
function hasManyLines(squares: readonly Square[]): boolean {
  const counts = squares.map(({ lines }) => lines.length);
  const sum = counts.reduce((before, count) => before + count, 0);
  return Math.max(...counts) > ENOUGH_LINES || sum > ENOUGH_MEAN_LINES * squares.length;
}

/** @returns the word of the cell */
function packCell(cell: BorderCell, { ofIdentifier, ranks }: RankedTerritories, packed: Packed) {
  const territoryOf = (identifier: string) => ofIdentifier.get(identifier) ?? NO_TERRITORY;
  const identifiers = [...cell.whole, ...cell.areas.map(({ identifier }) => identifier)];
  const territories = [...new Set(identifiers.map(territoryOf))]
    .filter((territory) => territory !== NO_TERRITORY)
    .sort((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0));
  // 0 for what is no territory.
  const bitOf = (identifier: string) => {
    const bit = territories.indexOf(territoryOf(identifier));
    return bit < 0 ? 0 : 1 << bit;
  };
  const wholeMask = cell.whole.reduce((mask, identifier) => mask ^ bitOf(identifier), 0);
  const lineSet = new LineSet();
  for (const { identifier, outerRings, innerRings } of cell.areas) {
    for (const ring of [...outerRings, ...innerRings]) lineSet.addRing(ring, bitOf(identifier));
  }
  const lines = lineSet.lines();
  let bits = 0;
  let squares = divideCell(lines, wholeMask, bits);
  while (bits < MAX_SQUARE_BITS && hasManyLines(squares)) {
    bits++;
    squares = divideCell(lines, wholeMask, bits);
  }
  checkCell(cell, squares, bits, bitOf);
  const first = packed.squares.length;
  for (const square of squares) packSquare(square, territories, packed);
  return (first << CELL_SQUARE_SHIFT) | bits;
}

/** Countries most of whose subdivisions have no identifier. */
function unknownSubdivisions({ territories }: Tables, { ranks }: RankedTerritories): Uint8Array {
  return Uint8Array.from(territories, (_, country) => {
    const subdivisions = territories.filter(({ parent }) => parent === country);
    const known = subdivisions.filter(({ number }) => ranks.has(number));
    return 2 * known.length < subdivisions.length ? 1 : 0;
  });
}

/** @throws TableError if the borders break a rule that the look-up relies on */
export function packBorders(borders: Borders, tables: Tables): BorderSections {
  const ranked = rankTerritories(borders, tables);
  const packed: Packed = { lists: new Lists(), squares: [], recordStarts: [], borderRecords: [] };
  const { lists, squares, recordStarts, borderRecords } = packed;
  const cells: number[] = [];
  // The rows of the file go from north to south.
  for (let row = borders.cells.length - CELL_COLUMNS; row >= 0; row -= CELL_COLUMNS) {
    for (const cell of borders.cells.slice(row, row + CELL_COLUMNS)) {
      cells.push(packCell(cell, ranked, packed));
    }
  }
  const listCount = lists.starts.length - 1;
  const longest = lists.starts.reduce((max, start, list) => {
    return Math.max(max, start - (lists.starts[list - 1] ?? 0));
  }, 0);
  expectTable(listCount <= LIST_LIMIT, BORDERS_FILE, `${listCount} lists`, `${LIST_LIMIT} at most`);
  expectTable(longest <= MAX_CANDIDATES, BORDERS_FILE, `a list of ${longest}`, "a shorter one");
  const last = LIST_LIMIT + recordStarts.length - 1;
  expectTable(last <= 0xffff, BORDERS_FILE, `${recordStarts.length} records`, "fewer");
  return {
    cells: Int32Array.from(cells),
    squares: Uint16Array.from(squares),
    recordStarts: Int32Array.from(recordStarts),
    borderRecords: Uint16Array.from(borderRecords),
    listStarts: Uint16Array.from(lists.starts),
    listed: Uint16Array.from(lists.listed),
    unknownSubdivisions: unknownSubdivisions(tables, ranked),
  };
}
