/**
 * Constants of the mapcode format that both the table generator and the engine need.
 * Everything here is fixed by the published format, not by a version of the tables.
 */

/** Fractions of one micro-degree of latitude: four pairs of extra digits, 30 steps each. */
export const LAT_FRACTIONS = 810_000;

/** Fractions of one micro-degree of longitude: four times finer, so quarters of a cell are exact. */
export const LON_FRACTIONS = 3_240_000;

export const MAX_PRECISION = 8;

export const LAT_LIMIT_MICRO_DEG = 90_000_000;
export const LON_LIMIT_MICRO_DEG = 180_000_000;
export const FULL_CIRCLE_MICRO_DEG = 360_000_000;

/** The base-31 digits: no vowels, so that a code spells no word. */
export const DIGITS = "0123456789BCDFGHJKLMNPQRSTVWXYZ";

/** How many digits there are. */
export const BASE = DIGITS.length;

/** Stand for the values 31, 32 and 33; only used to pack codes that would look like a number. */
export const VOWELS = "AEU";

/** Columns of the standard grid that a group of 0 to 5 characters spans. */
export const X_SIDE = [0, 5, 31, 168, 961, 5208] as const;

/** Rows of that grid. */
export const Y_SIDE = [0, 6, 31, 176, 961, 5456] as const;

/** 31 to the power of 0 to 6: how many values as many digits can hold. */
export const DIGIT_POWERS = [1, 31, 961, 29_791, 923_521, 28_629_151, 887_503_681] as const;

/** Values behind one first digit of a nameless code of five digits, and where their half starts. */
export const PER_FIRST_DIGIT = DIGIT_POWERS[4];
export const HALF_FIRST_DIGIT = 16 * DIGIT_POWERS[3];

/** Cell height of the areas numbered from the north (nameless and auto header), about 10 m. */
export const CELL_LAT_MICRO_DEG = 90;

/** Three characters after the dot of an auto header code number the cells of such a block. */
export const BLOCK_COLUMNS = 168;
export const BLOCK_ROWS = 176;

/** The territory of the international codes; the last of the published order. */
export const INTERNATIONAL = "AAA";

/** A code of this many characters is international, whatever territory stands before it. */
export const INTERNATIONAL_LENGTH = 9;

/** In front of a code stand two or three characters of a territory, and as many again behind a hyphen. */
export const MIN_TERRITORY_PART = 2;
export const MAX_TERRITORY_PART = 3;
