/**
 * Written by `npm run codegen`: do not edit. The lengths are constants of the code, so that the arrays exist
 * before a loader fills them.
 */

/** How many elements each array has. */
export const LENGTHS = {
  cells: 1800,
  squares: 33177,
  recordStarts: 6487,
  borderRecords: 163135,
  listStarts: 1363,
  listed: 3828,
  unknownSubdivisions: 533,
} as const;

/** Identifies the contents of the arrays: see src/tables/array-file.ts. */
export const FINGERPRINT = 2145537197;
