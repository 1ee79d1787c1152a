/**
 * Written by `npm run codegen`: do not edit. The lengths are constants of the code, so that the arrays exist
 * before a loader fills them.
 */

/** The number of elements of each array. */
export const LENGTHS = {
  records: 262528,
  firstRecords: 534,
  parents: 533,
  decodeEntryStarts: 6396,
  decodeEntries: 23739,
  earlierBounds: 35008,
  earlierHints: 63232,
  latBands: 86,
  leafStarts: 236672,
  leaves: 320380,
  shortNames: 8192,
  candidateTerritories: 5431,
  descriptions: 104653,
} as const;

/** Identifies the contents of the arrays: see src/tables/typed-arrays.ts. */
export const FINGERPRINT = 286729646;
