/**
 * The arrays and objects that pass values between functions of the engine, in the order of an encode and a decode. An
 * array that only one file uses is in that file. Returning several numbers would allocate, and V8 boxes doubles in calls
 * that it does not inline. No value outlives a call of the library: all functions are synchronous, and write before they
 * read.
 */

import { MAX_CODES } from "../tables/layout/point-index.ts";
import { offHeap } from "../tables/typed-arrays.ts";

// ---- Encode. Latitudes are in micro-degrees, longitudes as well or, with QUARTERS in the name, in quarters of them

/** Latitude and longitude of a call, in degrees. */
export const inputDegrees = offHeap(Float64Array, 2);

/** A point in integers: micro-degrees, and fractions of them (see LAT_FRACTIONS). */
export type Point = Int32Array;
export const POINT_LAT = 0;
export const POINT_LON = 1;
export const POINT_LAT_FRACTION = 2;
export const POINT_LON_FRACTION = 3;
export const point: Point = offHeap(Int32Array, 4);

/**
 * The found codes of the point: for each, its record and the territory that lists it. A code that another territory
 * lists again has the inverted index (~) of the first one in place of a record.
 */
export const foundRecords = new Int32Array(MAX_CODES);
export const foundTerritories = new Int16Array(MAX_CODES);

/** The offset of the point in its cell, counted as columns and rows are. */
export const cellOffset = offHeap(Int32Array, 2);
export const CELL_OFFSET_LON_QUARTERS = 0;
export const CELL_OFFSET_LAT = 1;

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
/** The northern limit of the zone; the southern one if rows count from the north. */
export const CELL_LAT_LIMIT = 5;

/** The part of the cell that an extension selects, in fractions from its corner; a negative latitude points south. */
export const subcell = { lon: 0, lat: 0, lonSize: 0, latSize: 0 };

/** The area of a code: half-open ranges of latitude and longitude in fractions, integers up to 50 bits (format 7.5). */
export const zone = { latMin: 0, latMax: 0, lonMin: 0, lonMax: 0 };
export type Zone = typeof zone;
