/** Derives the grid of the table file, and checks that the grid that is derived on demand has room in its place. */
import { squareAt, territoriesIn, writeLeaf } from "../src/tables/derive/leaf.ts";
import {
  CELLS_PER_SIDE,
  INDEX_CELLS,
  INDEX_COLUMNS,
  INDEX_SHIFT,
  LEAF_END,
  LEAF_HAS_PARENT,
  MAX_CODES,
  MAX_LEAF_WORDS,
  SQUARE_COLUMNS,
  SQUARE_ROWS,
  SQUARE_SHIFT,
} from "../src/tables/layout/grid.ts";
import type { Sections } from "../src/tables/layout/sections.ts";
import { expectTable } from "./table-error.ts";

const FILE = "boundaries.csv";

/** The most codes that a point of a leaf can have, with the international one. */
function codesOf(leaf: Uint16Array): number {
  let codes = 1;
  for (let entry = 0; leaf[entry] !== LEAF_END; ) {
    const hasParent = (leaf[entry] & LEAF_HAS_PARENT) !== 0;
    codes += leaf[entry + 1];
    if (hasParent) codes += leaf[entry + leaf[entry + 2] + 1];
    entry += leaf[entry + 1] + (hasParent ? 3 : 2);
  }
  return codes;
}

/**
 * @param arrays of all records
 * @throws TableError for a leaf that is too long, or lists more codes than a point may have
 */
export function deriveGrid(
  arrays: Pick<Sections, "records" | "firstRecords" | "parents">,
): Pick<Sections, "cells" | "leaves"> {
  const cells = new Int32Array(INDEX_CELLS);
  const leaves = [LEAF_END];
  /** Where leaves start, by their words: equal leaves are stored once. */
  const starts = new Map<string, number>();
  const out = new Uint16Array(2 * MAX_LEAF_WORDS);
  let squareWords = leaves.length;
  for (let square = 0; square < SQUARE_ROWS * SQUARE_COLUMNS; square++) {
    const row = Math.floor(square / SQUARE_COLUMNS);
    const column = square % SQUARE_COLUMNS;
    const whole = squareAt(row, column, SQUARE_SHIFT);
    const territories = territoriesIn(arrays, whole);
    const words = out.length - writeLeaf(arrays, territories, whole, out);
    expectTable(words <= MAX_LEAF_WORDS, FILE, `a leaf of ${words}`, `at most ${MAX_LEAF_WORDS}`);
    squareWords += words;
    for (let cell = 0; cell < CELLS_PER_SIDE ** 2; cell++) {
      const y = row * CELLS_PER_SIDE + Math.floor(cell / CELLS_PER_SIDE);
      const x = column * CELLS_PER_SIDE + (cell % CELLS_PER_SIDE);
      const start = writeLeaf(arrays, territories, squareAt(y, x, INDEX_SHIFT), out);
      const leaf = out.subarray(start);
      const key = leaf.join();
      if (!starts.has(key)) {
        const codes = codesOf(leaf);
        expectTable(codes <= MAX_CODES, FILE, `a point of ${codes} codes`, `at most ${MAX_CODES}`);
        starts.set(key, leaves.length);
        leaves.push(...leaf);
      }
      cells[y * INDEX_COLUMNS + x] = starts.get(key) ?? 0;
    }
  }
  const actual = `${squareWords} words of leaves of squares`;
  expectTable(squareWords <= leaves.length, FILE, actual, `at most ${leaves.length}`);
  return { cells, leaves: Uint16Array.from(leaves) };
}
