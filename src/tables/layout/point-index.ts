/**
 * The index leads from a point to the records that may contain it. Micro-degrees count from -90 and -180 degrees; sides
 * are powers of two, so a shift finds the cell of a point. `leafStarts` has the start in `leaves` of the leaf of each
 * cell, row by row.
 */
export const INDEX_SHIFT = 19;
/** Derivation on demand derives all cells of a square at once. */
export const SQUARE_SHIFT = 22;
export const SQUARE_COLUMNS = 86;
export const SQUARE_ROWS = 43;
/** Rows and columns of cells in a square. */
export const CELLS_PER_SIDE = 1 << (SQUARE_SHIFT - INDEX_SHIFT);
export const INDEX_COLUMNS = SQUARE_COLUMNS * CELLS_PER_SIDE;
export const INDEX_CELLS = INDEX_COLUMNS * SQUARE_ROWS * CELLS_PER_SIDE;

// A leaf lists the territories that may have codes in its cell, without AAA, in published order, up to
// LEAF_END. A leaf entry is the territory's number and flags, then the count of its records, then, with
// LEAF_HAS_PARENT, the distance to its parent's leaf entry, then the records.
export const LEAF_TERRITORY_MASK = 0x3ff;
/** The encompassing record does not cover the whole cell: test the point against it. */
export const LEAF_TEST_ENCOMPASSING = 1 << 10;
/** The parent has codes in the cell: they follow the codes of the subdivision, under its name. */
export const LEAF_HAS_PARENT = 1 << 11;
export const LEAF_END = 0xffff;
/** The leaf of all cells that are not derived yet. It is empty, and no other leaf has this index. */
export const UNDERIVED_LEAF = 0;
/** The maximum length of a leaf, even of a whole square: codegen proves it. */
export const MAX_LEAF_WORDS = 1 << 9;
// A record in a leaf entry.
export const LEAF_RECORD_MASK = 0x3fff;
/** The record does not cover the whole cell: test the point against it. */
export const LEAF_TEST_RECORD = 1 << 14;

/** No point has more codes than this: codegen proves it for every leaf. */
export const MAX_CODES = 64;

/** Bands of latitude are 2^21 micro-degrees high. None touches more than two records of AAA, rings around the Earth. */
export const LAT_BAND_SHIFT = 21;
