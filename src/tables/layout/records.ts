/**
 * The words of a boundary record (format 3), and the decode entries that lead from the lengths of a code to its record.
 * A record is 64 bytes, one cache line: a point needs few records, and they are far apart in memory.
 */
export const RECORD_WORDS = 16;

// Words of every record. The first four are its bounds in micro-degrees: LON_MIN up to LON_MIN + LON_WIDTH (excluded).
export const LON_MIN = 0;
export const LON_WIDTH = 1;
export const LAT_MIN = 2;
export const LAT_HEIGHT = 3;
export const BOUNDS_WORDS = 4;
export const FLAGS = 4;

/** The size of the cell of a code without extension: quarter micro-degrees of longitude, micro-degrees of latitude. */
export const STEP_LON_QUARTERS = 5;
export const STEP_LAT = 6;

// Further words of a grid record: size of a first-level cell in micro-degrees, and the number of cells.
export const GRID_LON = 7;
export const GRID_LAT = 8;
export const GRID_COLUMNS = 9;
export const GRID_ROWS = 10;
/** Decoding packs a first-level cell into one number: column above this shift, row below. */
export const CELL_COLUMN_SHIFT = 16;
export const MAX_CELL_ROWS = 1 << CELL_COLUMN_SHIFT;
export const MAX_CELL_COLUMNS = 1 << (31 - CELL_COLUMN_SHIFT);
/** The value of the header letter, as the first digit of the number before the dot. */
export const LETTER_OFFSET = 11;

// Further words of a nameless record: its first value, and its numbers of columns and rows of cells.
export const VALUE_OFFSET = 7;
export const NAMELESS_COLUMNS = 8;
export const NAMELESS_ROWS = 9;
/** Of the first record of a group: the number of its records; 0 if the first digit alone selects the record. */
export const GROUP_COUNT = 10;
/** The number of values of each record; 0 if each has the values of whole first digits, or of half a first digit. */
export const GROUP_SHARE = 11;
/** The record that reads the values after the last share; 0 if there are no such values. */
export const GROUP_OVERFLOW = 13;

// Further words of an auto header record: the range of its blocks, counted over the whole group.
export const BLOCK_START = 7;
export const BLOCK_END = 8;
/** Blocks from north to south. */
export const BLOCKS_LAT = 9;

// Word of every record, only used by decoding.
/** Number of its territory's encompassing record. */
export const ENCOMPASSING = 12;

// Further words of a record with VALID_WITHIN_EARLIER, only used by decoding.
/** Index in earlierBounds of the earlier records of its territory. */
export const EARLIER_START = 13;
/** Their end (excluded). */
export const EARLIER_END = 14;
/** Index of its hints in earlierHints. */
export const HINTS_START = 15;

const HINT_SIDE_BITS = 4;
/** The hints of a record: a grid of HINT_SIDE x HINT_SIDE cells over its bounds. Four times as many were no faster. */
export const HINT_SIDE = 1 << HINT_SIDE_BITS;

/** The right shift from an offset in a record of this size to its hint row or column. */
export function hintShift(size: number): number {
  return Math.max(32 - HINT_SIDE_BITS - Math.clz32(size - 1), 0);
}

// Bits of FLAGS. They fit below ENTRY_RECORD_SHIFT.
export const KIND_MASK = 0x7;
export const KIND_GRID = 0;
export const KIND_NAMELESS_PLAIN = 1;
export const KIND_NAMELESS_SPECIAL = 2;
export const KIND_AUTO_HEADER = 3;
/** Has no codes, only bounds: codex 54 or 55, or the encompassing record of a subdivision. */
export const KIND_NON_ENCODING = 4;

/** Characters before and after the dot, before codex 14 moves the dot. */
export const PREFIX_SHIFT = 3;
export const SUFFIX_SHIFT = 6;
export const LENGTH_MASK = 0x7;

/** Its codes are valid only where an earlier unrestricted record of its territory reaches. */
export const VALID_WITHIN_EARLIER = 1 << 9;

/** It makes a code only after another record of its territory made one. */
export const RESTRICTED = 1 << 10;
export const SIX_WIDE_SHIFT = 11;
/** First-level cells are numbered in columns six wide. */
export const SIX_WIDE = 1 << SIX_WIDE_SHIFT;
export const SWAPPED_SHIFT = 12;
/** The second and third character of a prefix swap, or the two around the dot of a nameless code. */
export const SWAPPED = 1 << SWAPPED_SHIFT;
/** Codex 14: the dot moves one character to the left. */
export const DOT_LEFT = 1 << 13;
/** The last auto header record of its group. */
export const ENDS_GROUP = 1 << 14;
/** The record lies within its territory's encompassing record, as nearly all do: none of its zones is cut. */
export const WITHIN_ENCOMPASSING = 1 << 15;

/** Lengths that a code can have before and after its dot. */
export const MIN_PREFIX = 2;
export const MAX_PREFIX = 5;
export const MIN_SUFFIX = 2;
export const MAX_SUFFIX = 4;

const SUFFIX_LENGTHS = MAX_SUFFIX - MIN_SUFFIX + 1;
export const LENGTHS_PER_TERRITORY = (MAX_PREFIX - MIN_PREFIX + 1) * SUFFIX_LENGTHS;

/** The prefix and suffix length of a code as one number, below LENGTHS_PER_TERRITORY. */
export function codeLengthsOf(prefixLength: number, suffixLength: number): number {
  return (prefixLength - MIN_PREFIX) * SUFFIX_LENGTHS + (suffixLength - MIN_SUFFIX);
}

/**
 * Index in decodeEntryStarts for a territory and the lengths of its codes. The word there is the index of the first
 * decode entry, shifted by ENTRY_START_SHIFT, and a mask below: BY_FIRST_DIGIT to add the first digit of a code, or 0.
 * A subdivision shares entries of its country for longer codes, and entries of AAA for codes of INTERNATIONAL_LENGTH.
 */
export function entryStartIndex(territory: number, lengths: number): number {
  return territory * LENGTHS_PER_TERRITORY + lengths;
}

export const ENTRY_START_SHIFT = 5;
export const BY_FIRST_DIGIT = (1 << ENTRY_START_SHIFT) - 1;

/**
 * A decode entry is the number of the record that reads a code (or of the first of its group), shifted by this much,
 * with the flags of the record below; 0 if there is none. Decoding branches on the flags before it loads the record.
 */
export const ENTRY_RECORD_SHIFT = 16;
