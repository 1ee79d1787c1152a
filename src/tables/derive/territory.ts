/**
 * From the published boundary records to all arrays about them, territory by territory, in any order. But a country comes
 * before its subdivisions, and the international territory before all others.
 */
import { LAT_LIMIT_MICRO_DEG } from "../format.ts";
import { LAT_BAND_SHIFT } from "../layout/grid.ts";
import { LENGTHS_PER_TERRITORY, RECORD_WORDS } from "../layout/records.ts";
import type { Sections } from "../layout/sections.ts";
import { setAutoHeaderGroup } from "./auto-header.ts";
import { type Boundary, type BoundaryTable, forEachGroup, isNonEncoding } from "./boundaries.ts";
import { addDecodeEntries } from "./decode-entries.ts";
import { setNamelessGroup } from "./nameless.ts";
import {
  type RecordLengths,
  type RecordSections,
  setBounds,
  setGrid,
  setNonEncoding,
} from "./records.ts";
import { addRestrictions, setEncompassing } from "./validity.ts";

/** All arrays that are derived from boundary records, but for the grid. */
export type DerivedArrays = RecordSections & Pick<Sections, "latBands">;

/** The arrays that are being derived. */
export interface Derivation {
  readonly table: BoundaryTable;
  readonly arrays: RecordSections;
  readonly lengths: RecordLengths;
  /** By territory, 1 once everything about it is derived. */
  readonly isDerived: Uint8Array;
}

/** Begins to derive, in arrays of zeros: the bounds of all encompassing records tell where a territory may have codes. */
export function startDerivation(table: BoundaryTable, arrays: RecordSections): Derivation {
  const { parents, firsts, encompassing } = table;
  for (const [territory, row] of encompassing.entries()) {
    setBounds(arrays.records, (firsts[territory + 1] - 1) * RECORD_WORDS, row);
  }
  const lengths = {
    // Overflow records follow the records of all rows.
    records: firsts[parents.length] * RECORD_WORDS,
    namelessGroups: 0,
    decodeEntryStarts: parents.length * LENGTHS_PER_TERRITORY,
    // The first one stands for all lengths that no record reads.
    decodeEntries: 1,
    earlierBounds: 0,
    earlierHints: 0,
  };
  return { table, arrays, lengths, isDerived: new Uint8Array(parents.length) };
}

/** Derives all about a territory. @returns false if it is derived already */
export function deriveTerritory(derivation: Derivation, territory: number): boolean {
  const { table, arrays, lengths, isDerived } = derivation;
  if (isDerived[territory] === 1) return false;
  isDerived[territory] = 1;
  const country = table.parents[territory];
  deriveTerritory(derivation, country >= 0 ? country : table.parents.length - 1);
  const rows = table.rowsOf(territory);
  const first = table.firsts[territory];
  setRecords(derivation, rows, first);
  addRestrictions(arrays, lengths, first, first + rows.length);
  addDecodeEntries(table, arrays, lengths, territory, rows);
  return true;
}

/** Sets the words of the records of a territory, whose first record has this number. */
function setRecords(
  { table, arrays, lengths }: Derivation,
  rows: readonly Boundary[],
  first: number,
): void {
  const { records } = arrays;
  const overflowStart = lengths.records / RECORD_WORDS;
  forEachGroup(rows, (start, end) => {
    const row = rows[start];
    const number = first + start;
    if (row.nameless) {
      setNamelessGroup(arrays, lengths, rows.slice(start, end), number, rows[end]);
    } else if (row.recordType > 1) {
      setAutoHeaderGroup(records, rows.slice(start, end), number);
    } else if (isNonEncoding(table, row, number)) {
      setNonEncoding(records, number * RECORD_WORDS, row);
    } else {
      setGrid(records, number * RECORD_WORDS, row);
    }
  });
  const encompassing = first + rows.length - 1;
  setEncompassing(records, first, encompassing + 1, encompassing);
  setEncompassing(records, overflowStart, lengths.records / RECORD_WORDS, encompassing);
}

/** For each band of latitude, the international record at its south edge; the first row is the southernmost. */
export function deriveLatBands({ parents, firsts, rowsOf }: BoundaryTable): Uint16Array {
  const international = parents.length - 1;
  const bands: number[] = [];
  for (const [index, row] of rowsOf(international).slice(0, -1).entries()) {
    const bandSouth = () => (bands.length << LAT_BAND_SHIFT) - LAT_LIMIT_MICRO_DEG;
    while (bandSouth() < row.latMax) bands.push(firsts[international] + index);
  }
  return Uint16Array.from(bands);
}
