/** Constants of the mapcode format, for codegen and engine: equal in all versions of the tables. */

/** Fractions of one micro-degree of latitude: four pairs of extra characters, 30 steps each. */
export const LAT_FRACTIONS = 810_000;

/** Fractions of one micro-degree of longitude: four times finer. A quarter has LAT_FRACTIONS. */
export const LON_FRACTIONS = 3_240_000;

/** The maximum number of characters in an extension. */
export const MAX_PRECISION = 8;

export const LAT_LIMIT_MICRO_DEG = 90_000_000;
export const LON_LIMIT_MICRO_DEG = 180_000_000;
export const FULL_CIRCLE_MICRO_DEG = 360_000_000;

/** The base-31 digits. There are no vowels, so that no code spells a word. */
export const DIGITS = "0123456789BCDFGHJKLMNPQRSTVWXYZ";

export const BASE = DIGITS.length;

/** The values 31, 32 and 33. Only codes that would otherwise look like a number contain them. */
export const VOWELS = "AEU";

/** Columns of the standard grid that a group of 0 to 5 characters spans. */
export const X_SIDE = [0, 5, 31, 168, 961, 5208] as const;

/** Rows of that grid. */
export const Y_SIDE = [0, 6, 31, 176, 961, 5456] as const;

/** 31 to the power of 0 to 6: the number of values of 0 to 6 digits. */
export const DIGIT_POWERS = [1, 31, 961, 29_791, 923_521, 28_629_151, 887_503_681] as const;

/** Side of an area that has all values of one first digit: 961 x 961. */
export const SWAPPED_SIDE = DIGIT_POWERS[2];

/** The number of values of a five-digit nameless code with one first digit, and of those in the lower half. */
export const PER_FIRST_DIGIT = DIGIT_POWERS[4];
export const HALF_FIRST_DIGIT = 16 * DIGIT_POWERS[3];

/** Cell height of records numbered from the north (nameless and auto header), about 10 m. */
export const CELL_LAT_MICRO_DEG = 90;

/** Size of a block in cells. In auto header codes, the three characters after the dot select a cell. */
export const BLOCK_COLUMNS = 168;
export const BLOCK_ROWS = 176;

/** In place of a territory number: no territory. */
export const NO_TERRITORY = -1;

/** The territory of the international codes, the last in published order. */
export const INTERNATIONAL = "AAA";

/** A code of this many characters, not counting the dot, is international with any territory before it. */
export const INTERNATIONAL_LENGTH = 9;

/** A territory before a code has two or three characters, and may have as many again after a hyphen. */
export const MIN_TERRITORY_PART = 2;
/** The pattern of such a part. */
export const TERRITORY_PART = `[0-9A-Z]{${MIN_TERRITORY_PART},3}`;
