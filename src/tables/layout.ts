/**
 * The layout of the generated table file: which arrays it holds, what a column of each means and
 * where the bits of a packed word lie. The generator writes and the engine reads by these names.
 */

/** First word of the file; read the other way round on a big-endian machine, hence refused there. */
export const MAGIC = 0x4450414d;

/** To be raised with every change to this file, so that a stale table file is refused at load. */
export const LAYOUT_VERSION = 4;

/** The arrays of the file, in file order, each with its element type. */
export const SECTIONS = {
  /** Boundary records, RECORD_WORDS each, in published order; overflow records follow them. */
  records: Int32Array,
  /** First record of each territory; one entry more than there are territories closes the last. */
  firstRecords: Uint16Array,
  /** The country a subdivision belongs to, NO_TERRITORY for all others. */
  parents: Int16Array,
  /** Alpha code of each territory: TERRITORY_CODE_BYTES each, a length and that many ASCII bytes. */
  territoryCodes: Uint8Array,
  /** Numbered nameless areas, GROUP_WORDS each. */
  namelessGroups: Int32Array,
  /** For each territory and form of a code (see formIndex): where in readers its own start. */
  forms: Int32Array,
  /** Readers: one for each first digit of a code, or one for all of them. */
  readers: Int32Array,
  /** What restricted records are read within, BOUNDS_WORDS each: see EARLIER_START. */
  earlierBounds: Int32Array,
  /** Which of those to look at first, for each of HINT_SIDE x HINT_SIDE cells: see HINTS_START. */
  earlierHints: Uint8Array,
  /** The international record of each band of latitude (see LAT_BAND_SHIFT) at its south edge. */
  latBands: Uint16Array,
  /** The spatial index's inner nodes, see NODE_* below. */
  nodes: Int32Array,
  /** The spatial index's leaves, see LEAF_* below. */
  leaves: Uint16Array,
  /** Hash table of all territory names and codes: number of the text + 1, or 0. */
  nameSlots: Uint16Array,
  /** Where each name starts in nameChars; one more closes the last. */
  nameStarts: Uint16Array,
  nameChars: Uint8Array,
  /** Hash table of the names that have a key (see nameKey), SHORT_NAME_WORDS each. */
  shortNames: Int32Array,
  /** Where the meanings of each name start in meanings, best first; one more closes the last. */
  meaningStarts: Uint16Array,
  meanings: Int16Array,
  /** The code unit written for A..Z in each alphabet, 26 each. */
  alphabetLetters: Uint16Array,
  /** Code units outside ASCII that are read as a Roman letter or digit, ascending. */
  readableUnits: Uint16Array,
  /** What each of them is read as, and the number of the alphabet it belongs to. */
  readableRoman: Uint8Array,
  readableAlphabet: Uint8Array,
  /** Everything only ever shown, as JSON in UTF-8: see Descriptions. */
  descriptions: Uint8Array,
} as const;

export type SectionName = keyof typeof SECTIONS;

interface ViewsByName {
  Int16Array: Int16Array;
  Int32Array: Int32Array;
  Uint8Array: Uint8Array;
  Uint16Array: Uint16Array;
}
type ViewMade<Constructor> = {
  [Name in keyof ViewsByName]: Constructor extends new (
    length: number,
  ) => ViewsByName[Name]
    ? ViewsByName[Name]
    : never;
}[keyof ViewsByName];
export type Sections = { [Name in SectionName]: ViewMade<(typeof SECTIONS)[Name]> };

/** The file starts with MAGIC and LAYOUT_VERSION, then byte offset and length of each section. */
export const HEADER_WORDS = 2 + 2 * Object.keys(SECTIONS).length;

/** What the descriptions section says, once parsed. */
export interface Descriptions {
  readonly dataVersion: string;
  readonly territories: readonly TerritoryDescription[];
  readonly alphabets: readonly string[];
  /** ISO 3166 country codes, of two and of three letters, and the territory each stands for. */
  readonly countries: Readonly<Record<string, number>>;
}

export interface TerritoryDescription {
  readonly fullName: string;
  readonly fullNameAliases: readonly string[];
  readonly aliases: readonly string[];
  /** Numbers of alphabets, most used first. */
  readonly alphabets: readonly number[];
}

export const NO_TERRITORY = -1;
export const TERRITORY_CODE_BYTES = 8;

/** One record is 64 bytes, a cache line, because a point touches few records in far-apart places. */
export const RECORD_WORDS = 16;

// Words of every record, first its bounds: it holds longitudes from LON_MIN up to LON_MIN + LON_WIDTH
// (excluded), likewise for latitude.
export const LON_MIN = 0;
export const LON_WIDTH = 1;
export const LAT_MIN = 2;
export const LAT_HEIGHT = 3;
export const BOUNDS_WORDS = 4;
export const TRAITS = 4;

/** Size of the cell that a code without extension stands for: quarter micro-degrees of longitude, */
export const STEP_LON_QUARTERS = 5;
/** and micro-degrees of latitude. */
export const STEP_LAT = 6;

// Further words of a grid record: size in micro-degrees of a first-level cell, and their number.
export const GRID_LON = 7;
export const GRID_LAT = 8;
export const GRID_COLUMNS = 9;
export const GRID_ROWS = 10;
/** Those numbers are packed into one when read: columns above this shift, rows below. */
export const CELL_COLUMN_SHIFT = 16;
export const MAX_CELL_ROWS = 1 << CELL_COLUMN_SHIFT;
export const MAX_CELL_COLUMNS = 1 << (31 - CELL_COLUMN_SHIFT);
/** What the letter of a lettered code adds to the number before the dot, of which it is a digit. */
export const LETTER_OFFSET = 11;

// Further words of a nameless record: where its values start, and its cells in both directions (a
// plain one is a square whose side is both).
export const VALUE_OFFSET = 7;
export const NAMELESS_COLUMNS = 8;
export const NAMELESS_ROWS = 9;
/** Number of its group in namelessGroups; NO_GROUP where the first digit tells the record. */
export const GROUP = 10;
export const NO_GROUP = -1;

// Further words of an auto header record: the numbers of its blocks, counted over its group.
export const BLOCK_START = 7;
export const BLOCK_END = 8;
/** Blocks from north to south. */
export const BLOCKS_LAT = 9;

// Words of every record again, all for reading codes.
/** The record that is its territory's outline. */
export const OUTLINE = 12;
/** READ_WITHIN_EARLIER: the place in earlierBounds of the earlier records of its territory. */
export const EARLIER_START = 13;
/** Where those end (excluded). */
export const EARLIER_END = 14;
/** The place of its hints in earlierHints. */
export const HINTS_START = 15;

const HINT_SIDE_BITS = 5;
export const HINT_SIDE = 1 << HINT_SIDE_BITS;

/** How far places in a record of a width or height are shifted to get a row or column of its hints. */
export function hintShift(size: number): number {
  return Math.max(32 - HINT_SIDE_BITS - Math.clz32(size - 1), 0);
}

// Bits of TRAITS, READER_SHIFT in all.
export const KIND_MASK = 0x7;
export const KIND_GRID = 0;
export const KIND_NAMELESS_PLAIN = 1;
export const KIND_NAMELESS_SPECIAL = 2;
export const KIND_AUTO_HEADER = 3;
/** Makes no code and is never read: codex 54 or 55, or the outline of a subdivision. */
export const KIND_SILENT = 4;

/** Characters before and after the dot, before codex 14 moves it. */
export const PREFIX_SHIFT = 3;
export const SUFFIX_SHIFT = 6;
export const LENGTH_MASK = 0x7;

/** Its codes are valid only where an earlier unrestricted record of its territory reaches. */
export const READ_WITHIN_EARLIER = 1 << 9;

export const RESTRICTED = 1 << 10;
/** First-level cells are numbered in columns six wide. */
export const SIX_WIDE_SHIFT = 11;
export const SIX_WIDE = 1 << SIX_WIDE_SHIFT;
/** The second and third character of a prefix, or those around the dot of a nameless code, swap. */
export const SWAPPED_SHIFT = 12;
export const SWAPPED = 1 << SWAPPED_SHIFT;
/** Codex 14: the dot moves one place to the left. */
export const DOT_LEFT = 1 << 13;
/** The auto header record that ends its group. */
export const ENDS_GROUP = 1 << 14;
/** The record lies within its territory's outline, as nearly all do: no zone of it is cut. */
export const WITHIN_OUTLINE = 1 << 15;

// Words of a group of nameless records that more than the first digit of a code numbers.
export const GROUP_WORDS = 5;
export const GROUP_FIRST = 0;
export const GROUP_COUNT = 1;
/** How codes number the areas, one of the NUMBERED_* values. */
export const GROUP_NUMBERING = 2;
/** NUMBERED_SHARED: values per area. */
export const GROUP_SHARE = 3;
/** The record that the place after the last one is read with, or 0 when no code gets there. */
export const GROUP_OVERFLOW = 4;

export const NUMBERED_BY_HALF_DIGIT = 0;
export const NUMBERED_SHARED = 1;

/** Lengths a code can have before and after its dot. */
export const MIN_PREFIX = 2;
export const MAX_PREFIX = 5;
export const MIN_SUFFIX = 2;
export const MAX_SUFFIX = 4;

const SUFFIX_LENGTHS = MAX_SUFFIX - MIN_SUFFIX + 1;
export const FORMS_PER_TERRITORY = (MAX_PREFIX - MIN_PREFIX + 1) * SUFFIX_LENGTHS;

/** Numbers the lengths of a code's two parts: FORMS_PER_TERRITORY such forms. */
export function formOf(prefixLength: number, suffixLength: number): number {
  return (prefixLength - MIN_PREFIX) * SUFFIX_LENGTHS + (suffixLength - MIN_SUFFIX);
}

/**
 * Place in `forms` for a territory and a form. The entry there is where the form's readers start,
 * shifted by FORM_SHIFT; below, a mask: FORM_BY_DIGIT where the first digit of a code is counted from
 * there, 0 where one reads all. Codes that a subdivision hands over to its country, and all of
 * INTERNATIONAL_LENGTH, have the readers of those.
 */
export function formIndex(territory: number, form: number): number {
  return territory * FORMS_PER_TERRITORY + form;
}

/**
 * A reader is the number of a record that reads codes (or of the first of its group), shifted by so
 * much, and its traits: what is to be decided by them is known before the record has been loaded,
 * from what is often far memory. 0 stands for none.
 */
export const READER_SHIFT = 16;

export const FORM_SHIFT = 5;
export const FORM_BY_DIGIT = (1 << FORM_SHIFT) - 1;

/** A band of latitude is 2^21 micro-degrees high; no band touches more than two records of AAA. */
export const LAT_BAND_SHIFT = 21;

// The spatial index: a coarse grid over the world whose cells split, where records are dense, into
// NODE_SPLIT x NODE_SPLIT smaller ones, again and again. Micro-degrees count from -90 and -180
// degrees; all sides are powers of two, so that going down is shifting. An entry >= 0 is a place in
// `leaves`, an entry < 0 is -1 - the place in `nodes` of the cells it splits into (row by row).
export const ROOT_SHIFT = 22;
export const ROOT_COLUMNS = 86;
export const ROOT_ROWS = 43;
export const NODE_SPLIT_SHIFT = 2;
export const NODE_SPLIT = 1 << NODE_SPLIT_SHIFT;

// A leaf lists the territories that may have codes in its cell, without AAA, in answer order, up to
// LEAF_END. A territory is its number and flags, then how many records follow, then, with
// LEAF_HANDS_OVER, how many words further its parent's entry starts, then those records.
export const LEAF_TERRITORY_MASK = 0x3ff;
/** The outline does not cover the whole cell: the point must be tested against it. */
export const LEAF_TEST_OUTLINE = 1 << 10;
/** The parent's codes follow its own. */
export const LEAF_HANDS_OVER = 1 << 11;
export const LEAF_END = 0xffff;
// A record in a leaf.
export const LEAF_RECORD_MASK = 0x3fff;
/** The record does not cover the whole cell: the point must be tested against it. */
export const LEAF_TEST_RECORD = 1 << 14;

/** No point has more codes than this; the generator proves it of the leaves. */
export const MAX_CODES = 64;

/** The hash of a territory name, over its ASCII bytes; slots are searched from there upwards. */
export const NAME_SLOTS = 8192;

export function hashName(chars: Uint8Array, start: number, end: number): number {
  let hash = 0;
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 37) + chars[i]) | 0;
  return (hash ^ (hash >>> 13)) & (NAME_SLOTS - 1);
}

/**
 * Names of up to so many characters, as all alpha codes are, have a key: a number that no other of
 * them has, so that one comparison tells them apart. No character has the symbol 0.
 */
export const MAX_KEY_CHARS = 6;
const KEY_CHARS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-";
/** 6 characters of as many kinds, and of one that no name has, fit into 32 bits. */
const KEY_BASE = KEY_CHARS.length + 2;

/** A character's part of a key, in either case, an underscore being a hyphen. */
export function keySymbol(char: string): number {
  const place = KEY_CHARS.indexOf(char === "_" ? "-" : char.toUpperCase());
  return 1 + (place < 0 ? KEY_CHARS.length : place);
}

/** The key of up to six symbols, those that a name does not have being 0. */
export function nameKey(
  first: number,
  second: number,
  third: number,
  fourth: number,
  fifth: number,
  sixth: number,
): number {
  const upper = (first * KEY_BASE + second) * KEY_BASE + third;
  const lower = (fourth * KEY_BASE + fifth) * KEY_BASE + sixth;
  return (Math.imul(upper, KEY_BASE ** 3) + lower) | 0;
}

/** @param name of MAX_KEY_CHARS at most */
export function keyOfName(name: string): number {
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = Array.from(
    name,
    keySymbol,
  );
  return nameKey(first, second, third, fourth, fifth, sixth);
}

const SHORT_NAME_SLOTS_BITS = 13;
export const SHORT_NAME_SLOTS = 1 << SHORT_NAME_SLOTS_BITS;

// Words of a short name's slot; there is none where its key is 0.
export const SHORT_NAME_WORDS = 2;
export const SHORT_NAME_KEY = 0;
/** The territory it means at best, and, shifted by NAME_SHIFT, the number of the name. */
export const SHORT_NAME_MEANING = 1;
export const MEANING_MASK = 0x3ff;
export const NAME_SHIFT = 10;

/** Slots are searched from there upwards. */
export function slotOfKey(key: number): number {
  return Math.imul(key, 0x9e3779b1) >>> (32 - SHORT_NAME_SLOTS_BITS);
}
