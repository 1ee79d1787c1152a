/** Derives the index of the table file, and checks that the lazy index fits into the same arrays. */
import { squareAt, territoriesIn, writeLeaf } from "../src/tables/derive/leaf.ts";
import * as pointIndex from "../src/tables/layout/point-index.ts";
import type { Sections } from "../src/tables/layout/sections.ts";
import { check } from "./read.ts";

const FILE = "boundaries.csv";

/** The maximum number of codes of a point of a leaf, with the international one. */
function maxCodeCount(leaf: Uint16Array): number {
  let codes = 1;
  for (let entry = 0; leaf[entry] !== pointIndex.LEAF_END; ) {
    const hasParent = (leaf[entry] & pointIndex.LEAF_HAS_PARENT) !== 0;
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
export function derivePointIndex(
  arrays: Pick<Sections, "records" | "firstRecords" | "parents">,
): Pick<Sections, "leafStarts" | "leaves"> {
  const leafStarts = new Int32Array(pointIndex.INDEX_CELLS);
  const leaves = [pointIndex.LEAF_END];
  /** The start of each leaf, by its words: equal leaves are stored once. */
  const starts = new Map<string, number>();
  const out = new Uint16Array(2 * pointIndex.MAX_LEAF_WORDS);
  let squareWords = leaves.length;
  for (let square = 0; square < pointIndex.SQUARE_ROWS * pointIndex.SQUARE_COLUMNS; square++) {
    const row = Math.floor(square / pointIndex.SQUARE_COLUMNS);
    const column = square % pointIndex.SQUARE_COLUMNS;
    const whole = squareAt(row, column, pointIndex.SQUARE_SHIFT);
    const territories = territoriesIn(arrays, whole);
    const words = out.length - writeLeaf(arrays, territories, whole, out);
    check(words <= pointIndex.MAX_LEAF_WORDS, FILE, `a leaf of ${words} words is too long`);
    squareWords += words;
    for (let cell = 0; cell < pointIndex.CELLS_PER_SIDE ** 2; cell++) {
      const y = row * pointIndex.CELLS_PER_SIDE + Math.floor(cell / pointIndex.CELLS_PER_SIDE);
      const x = column * pointIndex.CELLS_PER_SIDE + (cell % pointIndex.CELLS_PER_SIDE);
      const start = writeLeaf(arrays, territories, squareAt(y, x, pointIndex.INDEX_SHIFT), out);
      const leaf = out.subarray(start);
      const key = leaf.join();
      if (!starts.has(key)) {
        const codes = maxCodeCount(leaf);
        check(codes <= pointIndex.MAX_CODES, FILE, `a point of ${codes} codes has too many`);
        starts.set(key, leaves.length);
        leaves.push(...leaf);
      }
      leafStarts[y * pointIndex.INDEX_COLUMNS + x] = starts.get(key) ?? 0;
    }
  }
  check(
    squareWords <= leaves.length,
    FILE,
    `the leaves of squares have ${squareWords} words, expected at most ${leaves.length}`,
  );
  return { leafStarts, leaves: Uint16Array.from(leaves) };
}
