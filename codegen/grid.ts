/** Derives the grid of the table file, and checks that the lazy grid fits into the same arrays. */
import { squareAt, territoriesIn, writeLeaf } from "../src/tables/derive/leaf.ts";
import * as grid from "../src/tables/layout/index-grid.ts";
import type { Sections } from "../src/tables/layout/sections.ts";
import { check } from "./read.ts";

const FILE = "boundaries.csv";

/** The maximum number of codes of a point of a leaf, with the international one. */
function codesOf(leaf: Uint16Array): number {
  let codes = 1;
  for (let entry = 0; leaf[entry] !== grid.LEAF_END; ) {
    const hasParent = (leaf[entry] & grid.LEAF_HAS_PARENT) !== 0;
    codes += leaf[entry + 1];
    if (hasParent) codes += leaf[entry + leaf[entry + 2] + 1];
    entry += leaf[entry + 1] + (hasParent ? 3 : 2);
  }
  return codes;
}

/**
 * @param arrays of all records
 * @throws TableError for a leaf that is too long or lists too many codes
 */
export function deriveGrid(
  arrays: Pick<Sections, "records" | "firstRecords" | "parents">,
): Pick<Sections, "cells" | "leaves"> {
  const cells = new Int32Array(grid.INDEX_CELLS);
  const leaves = [grid.LEAF_END];
  /** The start of each leaf, by its words: equal leaves are stored once. */
  const starts = new Map<string, number>();
  const out = new Uint16Array(2 * grid.MAX_LEAF_WORDS);
  let squareWords = leaves.length;
  for (let square = 0; square < grid.SQUARE_ROWS * grid.SQUARE_COLUMNS; square++) {
    const row = Math.floor(square / grid.SQUARE_COLUMNS);
    const column = square % grid.SQUARE_COLUMNS;
    const whole = squareAt(row, column, grid.SQUARE_SHIFT);
    const territories = territoriesIn(arrays, whole);
    const words = out.length - writeLeaf(arrays, territories, whole, out);
    check(words <= grid.MAX_LEAF_WORDS, FILE, `a leaf of ${words} words is too long`);
    squareWords += words;
    for (let cell = 0; cell < grid.CELLS_PER_SIDE ** 2; cell++) {
      const y = row * grid.CELLS_PER_SIDE + Math.floor(cell / grid.CELLS_PER_SIDE);
      const x = column * grid.CELLS_PER_SIDE + (cell % grid.CELLS_PER_SIDE);
      const start = writeLeaf(arrays, territories, squareAt(y, x, grid.INDEX_SHIFT), out);
      const leaf = out.subarray(start);
      const key = leaf.join();
      if (!starts.has(key)) {
        const codes = codesOf(leaf);
        check(codes <= grid.MAX_CODES, FILE, `a point of ${codes} codes has too many`);
        starts.set(key, leaves.length);
        leaves.push(...leaf);
      }
      cells[y * grid.INDEX_COLUMNS + x] = starts.get(key) ?? 0;
    }
  }
  check(squareWords <= leaves.length, FILE, `${squareWords} words of leaves of squares`);
  return { cells, leaves: Uint16Array.from(leaves) };
}
