/**
 * The spatial index: from a point to the records that may contain it. It is a coarse grid over the
 * world; where records are dense, its cells split into NODE_SPLIT x NODE_SPLIT smaller ones, recursively.
 * Micro-degrees count from -90 and -180 degrees, and all sides are powers of two, so that the way down
 * needs shifts only. An entry >= 0 is an index in `leaves`. An entry < 0 is -1 minus the index in
 * `nodes` of the cells that it splits into, row by row.
 */
export const ROOT_SHIFT = 22;
export const ROOT_COLUMNS = 86;
export const ROOT_ROWS = 43;
export const NODE_SPLIT_SHIFT = 2;
export const NODE_SPLIT = 1 << NODE_SPLIT_SHIFT;

// A leaf lists the territories that may have codes in its cell, without AAA, in published order, up to
// LEAF_END. A leaf entry is the territory's number and flags, then the count of its records, then, with
// LEAF_HAS_PARENT, the distance to its parent's leaf entry, then the records.
export const LEAF_TERRITORY_MASK = 0x3ff;
/** The encompassing record does not cover the whole cell: test the point against it. */
export const LEAF_TEST_ENCOMPASSING = 1 << 10;
/** The parent has codes in the cell: they follow the codes of the subdivision, under its name. */
export const LEAF_HAS_PARENT = 1 << 11;
export const LEAF_END = 0xffff;
/**
 * The leaf of all points in root cells that are not derived yet (see derive/spatial-index.ts). It is empty, and no
 * other leaf has this index.
 */
export const UNDERIVED_LEAF = 0;
// A record in a leaf entry.
export const LEAF_RECORD_MASK = 0x3fff;
/** The record does not cover the whole cell: test the point against it. */
export const LEAF_TEST_RECORD = 1 << 14;

/** No more countries than this have subdivisions. */
export const MAX_PARENTS = 16;

/**
 * No point has more codes than this: codegen proves it for every leaf.
 * @example
 * ```ts
 * createCodeList().territories.length === MAX_CODES; // true
 * ```
 */
export const MAX_CODES = 64;

/**
 * International records are rings around the Earth, found by latitude alone. A band of latitude is 2^21
 * micro-degrees high; no band touches more than two records of AAA.
 */
export const LAT_BAND_SHIFT = 21;
