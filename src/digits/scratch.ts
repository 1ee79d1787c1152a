/**
 * The arrays that pass values between functions of the engine, in the order of an encode and a decode; arrays of one
 * file stay there. Returning several numbers would allocate, and V8 boxes doubles in calls that it does not inline.
 * No value outlives a call of the library: all functions are synchronous, and write before they read.
 */

import { offHeap } from "../tables/arrays.ts";
import { MAX_PRECISION } from "../tables/format.ts";
import { MAX_CODES, MAX_PARENTS } from "../tables/layout/grid.ts";

// ---- Encode. Latitudes are in micro-degrees, longitudes as well or, with QUARTERS in the name, in quarters of them

/** Latitude and longitude of a call, in degrees. */
export const inputDegrees = offHeap(Float64Array, 2);

/** A point in integers: micro-degrees, and fractions of them (see LAT_FRACTIONS). */
export type Point = Int32Array;
export const POINT_LAT = 0;
export const POINT_LON = 1;
export const POINT_LAT_FRACTION = 2;
export const POINT_LON_FRACTION = 3;
export const POINT_WORDS = 4;
export const point: Point = offHeap(Int32Array, POINT_WORDS);

/**
 * The found codes of the point: for each, its record and the territory that lists it. A code that another territory
 * lists again has the inverted index (~) of the first one in place of a record.
 */
export const foundRecords = new Int32Array(MAX_CODES);
export const foundTerritories = new Int16Array(MAX_CODES);

/** Countries with codes found already: the index of the leaf entry, and the first and the end of its found codes. */
export const SHARED_ENTRY = 0;
export const SHARED_FIRST = 1;
export const SHARED_END = 2;
export const SHARED_WORDS = 3;
export const sharedCodes = new Int32Array(SHARED_WORDS * MAX_PARENTS);

/** The offset of the point in its cell, in the direction of counting columns and rows. */
export const CELL_OFFSET_LON_QUARTERS = 0;
export const CELL_OFFSET_LAT = 1;
export const cellOffset = offHeap(Int32Array, 2);

// ---- Decode: the text

/** The result of the fast scan: lengths, and the digits of the code as numbers. */
export const parsed = {
  /** The key of the territory's name (see nameKey), 0 for none. */
  territoryKey: 0,
  /** Prefix and suffix length as one number, see codeLengthsOf. */
  lengths: 0,
  suffixLength: 0,
  extensionLength: 0,
  /** The number before the dot, and its first digit. */
  prefixValue: 0,
  firstDigit: 0,
  /** Its second and third digit, counted from the dot; the third is 0 if there are two. */
  prefix2: 0,
  prefix3: 0,
  /** The digits after the dot; missing digits are 0. */
  suffix1: 0,
  suffix2: 0,
  suffix3: 0,
  suffix4: 0,
};

/** The values of the extension's characters. */
export const extensionDigits = offHeap(Int32Array, MAX_PRECISION);

// ---- Decode: cell and zone

/** The cell of the digits of a code: the zone of the code, if there is no extension and nothing cuts the cell off. */
export const codeCell = offHeap(Int32Array, 6);
export const CELL_LON_QUARTERS = 0;
/** Its southern edge; its northern edge if its rows count from the north. */
export const CELL_LAT = 1;
export const CELL_STEP_LON_QUARTERS = 2;
/** Its height, negative if its rows count from the north. */
export const CELL_STEP_LAT = 3;
/** The limit of the zone in the east. */
export const CELL_EAST_LIMIT = 4;
/** Its limit in the north, or in the south if its rows count from the north. */
export const CELL_LAT_LIMIT = 5;

/** The part of the cell that an extension selects, in fractions from its corner; a negative latitude points south. */
export const subcell = offHeap(Float64Array, 4);
export const SUBCELL_LON = 0;
export const SUBCELL_LAT = 1;
export const SUBCELL_LON_SIZE = 2;
export const SUBCELL_LAT_SIZE = 3;

/** The area of a code: half-open ranges of latitude and longitude in fractions, integers up to 50 bits (format 7.5). */
export type Zone = Float64Array;
export const ZONE_LAT_MIN = 0;
export const ZONE_LAT_MAX = 1;
export const ZONE_LON_MIN = 2;
export const ZONE_LON_MAX = 3;
/** Valid after setMiddle. */
export const ZONE_LAT_MIDDLE = 4;
export const ZONE_LON_MIDDLE = 5;
export const ZONE_NUMBERS = 6;
export const zone: Zone = offHeap(Float64Array, ZONE_NUMBERS);
