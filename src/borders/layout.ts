/**
 * The arrays of the border file. The Earth is a raster of cells of 6 by 6 degrees, each divided into squares, more of
 * them if there are more borders. Most squares lie within the same territories as a whole. A square with borders has a
 * record: the territories that a point may lie in, and the lines to compare it with.
 */

import { FINGERPRINT, LENGTHS } from "../generated/border-lengths.ts";
import type { ArrayFile, ArraysOf } from "../tables/typed-arrays.ts";

/** Width and height of a cell in micro-degrees. */
export const CELL_MICRO_DEG = 6_000_000;
export const CELL_COLUMNS = 60;
export const CELL_ROWS = 30;

/** Positions within a cell: from 0 at its south-west corner up to this, the 0 of the next cell. */
export const CELL_UNITS = 65_535;

/** A cell has 1 << bits squares in each direction. The first bits of a position, of POSITION_BITS, select one. */
export const POSITION_BITS = 16;
export const MAX_SQUARE_BITS = 6;

/** A word of `cellWords`: the index of its first square in `squares` above these bits, which hold the bits of squares. */
export const CELL_SQUARE_SHIFT = 3;
export const SQUARE_BITS_MASK = (1 << CELL_SQUARE_SHIFT) - 1;

/**
 * A word of `squares` is the index of a list in `listed` if it is less than LIST_LIMIT. If not, it is LIST_LIMIT plus the
 * number of a record.
 */
export const LIST_LIMIT = 8192;

// The record of a square in `borderRecords`: the index of a list, a mask, then lines, and a 0.
export const RECORD_LIST = 0;
/** The territories of the list, by bits from the lowest, that contain a position whose ray to the east crosses none of the lines. */
export const RECORD_MASK = 1;
export const RECORD_LINES = 2;

// A line: the number of its points, the territories that begin or end there, and x, then y of each point.
export const LINE_MASK = 1;
export const LINE_POINTS = 2;

/** The most territories in a list with masks. */
export const MAX_TERRITORIES_PER_SQUARE = 16;

/** An upper limit for the number of territories around a point. */
export const MAX_CANDIDATES = MAX_TERRITORIES_PER_SQUARE;

/** The arrays, each with its element type. */
export const BORDER_SECTIONS = {
  /** One word for each cell, row by row from the south-west corner to the east. */
  cellWords: Int32Array,
  /** The squares of each cell, row by row from the south-west corner to the east. */
  squares: Uint16Array,
  /** The start of each record in `borderRecords`. */
  recordStarts: Int32Array,
  borderRecords: Uint16Array,
  /** Lists of territories, the smallest area first: their numbers plus 1, then a 0. Before borders are loaded, all are empty. */
  listed: Uint16Array,
  /** For each territory, 1 if it is a country and the file lacks most of its subdivisions. */
  unknownSubdivisions: Uint8Array,
} as const;

export type BorderSections = ArraysOf<typeof BORDER_SECTIONS>;

export const BORDER_FILE: ArrayFile<typeof BORDER_SECTIONS> = {
  types: BORDER_SECTIONS,
  lengths: LENGTHS,
  fingerprint: FINGERPRINT,
};
