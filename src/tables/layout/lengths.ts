/**
 * Written by `npm run codegen`: do not edit. The lengths are constants of the code, so that the arrays exist
 * before a loader fills them.
 */

/** How many elements each array has. */
export const LENGTHS = {
  records: 262528,
  firstRecords: 534,
  parents: 533,
  territoryCodes: 4264,
  decodeEntryStarts: 6396,
  decodeEntries: 23739,
  earlierBounds: 35008,
  earlierHints: 63232,
  latBands: 86,
  cells: 236672,
  leaves: 320380,
  nameStarts: 2689,
  nameChars: 16838,
  shortNames: 8192,
  candidateStarts: 2689,
  candidateTerritories: 2742,
  alphabetLetters: 728,
  readableUnits: 920,
  readableRoman: 920,
  readableAlphabet: 920,
  descriptions: 47780,
} as const;

/** Identifies the contents of the arrays: see src/tables/arrays.ts. */
export const FINGERPRINT = 1557237630;
