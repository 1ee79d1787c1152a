/**
 * The layout of the generated table file: which arrays it holds, what a column of each means and
 * where the bits of a packed word lie. The generator writes and the engine reads by these names.
 */

/** First word of the file; read the other way round on a big-endian machine, hence refused there. */
export const MAGIC = 0x4450414d;

/** To be raised with every change to this file, so that a stale table file is refused at load. */
export const LAYOUT_VERSION = 3;

/** The arrays of the file, in file order, each with its element type. */
export const SECTIONS = {
  /** Boundary records, RECORD_WORDS each, in published order; overflow records follow them. */
  records: Int32Array,
  /** First record of each territory; one entry more than there are territories closes the last. */
  firstRecords: Uint16Array,
  /** The country a subdivision belongs to, NO_TERRITORY for all others. */
  parents: Int16Array,
  /** Codes of this many characters or more are the parent's; AAA's where there is no parent. */
  parentLengths: Uint8Array,
  /** Alpha code of each territory: TERRITORY_CODE_BYTES each, a length and that many ASCII bytes. */
  territoryCodes: Uint8Array,
  /** Numbered nameless areas, GROUP_WORDS each. */
  namelessGroups: Int32Array,
  /** For each territory and form of a code (see formIndex): the record that reads it. */
  forms: Int16Array,
  /** Record + 1 for each first digit of a lettered form, 31 entries per form. */
  letteredRecords: Uint16Array,
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
  /** Hash table of the names that a code may have in front and that have a key (see extendKey): the key. */
  shortNameKeys: Int32Array,
  /** The number of the text with that key + 1, or 0. */
  shortNames: Uint16Array,
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

// Words of every record. A record holds longitudes from LON_MIN up to LON_MIN + LON_WIDTH
// (excluded), likewise for latitude.
export const LON_MIN = 0;
export const LON_WIDTH = 1;
export const LAT_MIN = 2;
export const LAT_HEIGHT = 3;
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
/** What the letter of a lettered code adds to the number before the dot, of which it is a digit. */
export const LETTER_OFFSET = 11;

// Further words of a nameless record: where its values start, and its cells in both directions (a
// plain one is a square whose side is both).
export const VALUE_OFFSET = 7;
export const NAMELESS_COLUMNS = 8;
export const NAMELESS_ROWS = 9;
/** Number of its group in namelessGroups. */
export const GROUP = 10;

// Further words of an auto header record: the numbers of its blocks, counted over its group.
export const BLOCK_START = 7;
export const BLOCK_END = 8;
/** Blocks from north to south. */
export const BLOCKS_LAT = 9;

// Bits of TRAITS.
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

/** A letter stands in front of the code, as one of its digits (recordType 1). */
export const LETTERED = 1 << 14;

export const RESTRICTED = 1 << 15;
/** First-level cells are numbered in columns six wide. */
export const SIX_WIDE = 1 << 16;
/** The second and third character of a prefix, or those around the dot of a nameless code, swap. */
export const SWAPPED = 1 << 17;
/** Codex 14: the dot moves one place to the left. */
export const DOT_LEFT = 1 << 18;
/** The auto header record that ends its group. */
export const ENDS_GROUP = 1 << 19;
/** The grid record lies within its territory's outline, as nearly all do: no zone of it is cut. */
export const WITHIN_OUTLINE = 1 << 20;

// Words of a group of nameless records.
export const GROUP_WORDS = 6;
export const GROUP_FIRST = 0;
export const GROUP_COUNT = 1;
/** How the first digits number the areas, one of the NUMBERED_* values. */
export const GROUP_NUMBERING = 2;
/** NUMBERED_BY_DIGIT: digits per area; NUMBERED_SHARED: values per area. */
export const GROUP_SHARE = 3;
/** NUMBERED_BY_DIGIT: how many areas at the front have a digit more. */
export const GROUP_LARGER = 4;
/** The record that the place after the last one is read with, or 0 when no code gets there. */
export const GROUP_OVERFLOW = 5;

export const NUMBERED_BY_DIGIT = 0;
export const NUMBERED_BY_HALF_DIGIT = 1;
export const NUMBERED_SHARED = 2;

/** Lengths a code can have before and after its dot. */
export const MIN_PREFIX = 2;
export const MAX_PREFIX = 5;
export const MIN_SUFFIX = 2;
export const MAX_SUFFIX = 4;

const SUFFIX_LENGTHS = MAX_SUFFIX - MIN_SUFFIX + 1;
export const FORMS_PER_TERRITORY = (MAX_PREFIX - MIN_PREFIX + 1) * SUFFIX_LENGTHS;

/**
 * Place in `forms` for a territory and the lengths of a code's two parts. The entry there is 0 when
 * the territory reads no such code, a record number + 1 when one record (or the group it starts)
 * reads it, and -1 - n when the first digit decides, by the n-th run of `letteredRecords`.
 */
export function formIndex(territory: number, prefixLength: number, suffixLength: number): number {
  const form = (prefixLength - MIN_PREFIX) * SUFFIX_LENGTHS + (suffixLength - MIN_SUFFIX);
  return territory * FORMS_PER_TERRITORY + form;
}

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
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 37) + (chars[i] as number)) | 0;
  return (hash ^ (hash >>> 13)) & (NAME_SLOTS - 1);
}

/**
 * Names of up to so many characters, as all alpha codes are, have a key: a number that no other of
 * them has, so that one comparison tells them apart. No character has the symbol 0.
 */
export const MOST_KEY_CHARS = 6;
const KEY_CHARS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-";
/** 6 characters of as many kinds, and of one that no name has, fit into 32 bits. */
const KEY_BASE = KEY_CHARS.length + 2;

/** A character's part of a key, in either case, an underscore being a hyphen. */
export function keySymbol(char: string): number {
  const place = KEY_CHARS.indexOf(char === "_" ? "-" : char.toUpperCase());
  return 1 + (place < 0 ? KEY_CHARS.length : place);
}

/** The key of a text that one more character has been added to; 0 is that of none. */
export function extendKey(key: number, symbol: number): number {
  return (Math.imul(key, KEY_BASE) + symbol) | 0;
}

export const SHORT_NAME_SLOTS_BITS = 13;

/** Slots are searched from there upwards. */
export function slotOfKey(key: number): number {
  return Math.imul(key, 0x9e3779b1) >>> (32 - SHORT_NAME_SLOTS_BITS);
}
