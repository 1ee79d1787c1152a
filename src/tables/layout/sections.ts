/** The arrays of the table file. The other files of this folder define the meaning of their elements, by subject. */
import type { AlphabetName, TerritoryCode } from "../../generated/name-types.ts";
import { FINGERPRINT, LENGTHS } from "../../generated/table-lengths.ts";
import type { ArrayFile, ArraysOf } from "../typed-arrays.ts";

/** The arrays of the file, in file order, each with its element type. */
export const SECTIONS = {
  /** Boundary records, RECORD_WORDS each, in published order; overflow records follow them. */
  records: Int32Array,
  /** First record of each territory. One more entry closes the last territory. */
  firstRecords: Uint16Array,
  /** The country that a subdivision belongs to; NO_TERRITORY for all other territories. */
  parents: Int16Array,
  /** The start of the decode entries for each territory, prefix and suffix length: see entryStartIndex. */
  decodeEntryStarts: Int32Array,
  /** Decode entries: one for each first digit of a code, or one for all of them; see ENTRY_RECORD_SHIFT. */
  decodeEntries: Int32Array,
  /** Bounds of the earlier records that restricted records depend on: see EARLIER_START. */
  earlierBounds: Int32Array,
  /** The earlier record to test first, for each of HINT_SIDE x HINT_SIDE cells: see HINTS_START. */
  earlierHints: Uint8Array,
  /** The international record at the south edge of each band of latitude: see LAT_BAND_SHIFT. */
  latBands: Uint16Array,
  /** The start in `leaves` of the leaf of each cell of the index: see INDEX_SHIFT. */
  leafStarts: Int32Array,
  /** Leaves of the index: see LEAF_END. */
  leaves: Uint16Array,
  /** Hash table of the names that have a key (see nameKey), SHORT_NAME_WORDS each. */
  shortNames: Int32Array,
  /** The candidates of each name, best first: lists that end with NO_TERRITORY. The first one, of no name, is empty. */
  candidateTerritories: Int16Array,
  /** Names and other texts, as JSON in UTF-8: see Descriptions. */
  descriptions: Uint8Array,
} as const;

export type Sections = ArraysOf<typeof SECTIONS>;

export const TABLE_FILE: ArrayFile<typeof SECTIONS> = {
  types: SECTIONS,
  lengths: LENGTHS,
  fingerprint: FINGERPRINT,
};

/** The parsed JSON of the descriptions section. */
export interface Descriptions {
  readonly dataVersion: string;
  /** All codes and names of territories. The lists in candidateTerritories have the same order. */
  readonly names: readonly string[];
  readonly territories: readonly TerritoryDescription[];
  readonly alphabets: readonly AlphabetName[];
  /** The code units written for A..Z in each alphabet. */
  readonly letters: readonly (readonly number[])[];
  /** Code units outside ASCII, the Roman letter or digit that each is read as, and the number of its alphabet. */
  readonly characters: readonly (readonly [unit: number, roman: string, alphabet: number])[];
  /** Territory number of each ISO 3166 country code, of two and of three letters. */
  readonly countries: Readonly<Record<string, number>>;
}

export interface TerritoryDescription {
  readonly alphaCode: TerritoryCode;
  readonly fullName: string;
  readonly fullNameAliases: readonly string[];
  readonly aliases: readonly string[];
  /** Most used first. */
  readonly alphabets: readonly AlphabetName[];
}
