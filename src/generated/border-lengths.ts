/**
 * Written by `npm run codegen`: do not edit. The lengths are constants of the code, so that the arrays exist
 * before a loader fills them.
 */

/** The number of elements of each array. */
export const LENGTHS = {
  cellWords: 1800,
  squares: 40206,
  recordStarts: 8960,
  borderRecords: 195384,
  listed: 5708,
  unknownSubdivisions: 533,
} as const;

/** Identifies the contents of the arrays: see src/tables/typed-arrays.ts. */
export const FINGERPRINT = 571580417;
