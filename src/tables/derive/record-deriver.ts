/**
 * From the published boundary records to all arrays about them, territory by territory: in published order for the
 * table file, in any order where they are needed. The arrays take the same room in any order, but a country comes
 * before its subdivisions, and the international territory before all others.
 */
import { LAT_LIMIT_MICRO_DEG } from "../format.ts";
import { LAT_BAND_SHIFT } from "../layout/grid.ts";
import {
  GROUP_WORDS,
  LENGTHS_PER_TERRITORY,
  NO_GROUP,
  RECORD_WORDS,
  VALUE_OFFSET,
} from "../layout/records.ts";
import { setAutoHeaderGroup } from "./auto-header.ts";
import { type Boundary, forEachGroup, isNonEncoding, type Published } from "./boundaries.ts";
import { addDecodeEntries } from "./decode-entries.ts";
import {
  BY_DIGIT,
  numberGroup,
  overflowValue,
  setArea,
  setGroup,
  setNamelessGroup,
} from "./nameless.ts";
import {
  type RecordLengths,
  type RecordSections,
  setBounds,
  setGrid,
  setNonEncoding,
} from "./records.ts";
import { addRestrictions, setEncompassing } from "./validity.ts";

export class RecordDeriver {
  readonly published: Published;
  readonly arrays: RecordSections;
  readonly lengths: RecordLengths;
  /** By territory, whether everything is derived. */
  readonly #isDerived: Uint8Array;

  /** @param arrays zeros, with room for all territories */
  constructor(published: Published, arrays: RecordSections) {
    const { parents, firsts, encompassing } = published;
    this.published = published;
    this.arrays = arrays;
    this.lengths = {
      // Overflow records follow the records of all rows.
      records: firsts[parents.length] * RECORD_WORDS,
      namelessGroups: 0,
      decodeEntryStarts: parents.length * LENGTHS_PER_TERRITORY,
      // The first one stands for all lengths that no record reads.
      decodeEntries: 1,
      earlierBounds: 0,
      earlierHints: 0,
    };
    this.#isDerived = new Uint8Array(parents.length);
    // The spatial index compares the encompassing records of all territories.
    for (const [territory, row] of encompassing.entries()) {
      setBounds(arrays.records, (firsts[territory + 1] - 1) * RECORD_WORDS, row);
    }
  }

  /** Derives all about a territory. @returns false if it is derived already */
  derive(territory: number): boolean {
    if (this.#isDerived[territory] === 1) return false;
    this.#isDerived[territory] = 1;
    const { parents } = this.published;
    const country = parents[territory];
    this.derive(country >= 0 ? country : parents.length - 1);
    const rows = this.published.rowsOf(territory);
    this.#deriveRecords(territory, rows);
    const first = this.published.firsts[territory];
    addRestrictions(this.arrays, this.lengths, first, first + rows.length);
    addDecodeEntries(this.published, this.arrays, this.lengths, territory, rows);
    return true;
  }

  #deriveRecords(territory: number, rows: readonly Boundary[]): void {
    const { published, lengths } = this;
    const { records } = this.arrays;
    const firstRecord = published.firsts[territory];
    const overflowStart = lengths.records / RECORD_WORDS;
    forEachGroup(rows, (first, end) => {
      const row = rows[first];
      const number = firstRecord + first;
      if (row.nameless) {
        this.#addNamelessGroup(rows.slice(first, end), number, rows[end]);
      } else if (row.recordType > 1) {
        setAutoHeaderGroup(records, rows.slice(first, end), number);
      } else if (isNonEncoding(published, row, number)) {
        setNonEncoding(records, number * RECORD_WORDS, row);
      } else {
        setGrid(records, number * RECORD_WORDS, row);
      }
    });
    const encompassing = firstRecord + rows.length - 1;
    for (let number = firstRecord; number <= encompassing; number++)
      setEncompassing(records, number, encompassing);
    for (let number = overflowStart; number < lengths.records / RECORD_WORDS; number++) {
      setEncompassing(records, number, encompassing);
    }
  }

  /** @param following the row after the group, which exists because an encompassing record is never nameless */
  #addNamelessGroup(rows: readonly Boundary[], first: number, following: Boundary): void {
    const { codex } = rows[0];
    const { lengths } = this;
    const { records, namelessGroups } = this.arrays;
    const numbering = numberGroup(codex, rows.length);
    if (numbering.kind === BY_DIGIT) {
      setNamelessGroup(records, rows, first, numbering, NO_GROUP);
      return;
    }
    const group = lengths.namelessGroups / GROUP_WORDS;
    lengths.namelessGroups += GROUP_WORDS;
    setNamelessGroup(records, rows, first, numbering, group);
    const value = overflowValue(numbering, codex, rows.length);
    let overflow = 0;
    if (value !== undefined) {
      const at = lengths.records;
      lengths.records += RECORD_WORDS;
      setArea(records, at, following, codex, group);
      records[at + VALUE_OFFSET] = value;
      overflow = at / RECORD_WORDS;
    }
    setGroup(namelessGroups, group, first, rows.length, numbering, overflow);
  }
}

/** For each band of latitude, the international record at its south edge; the first row is the southernmost. */
export function deriveLatBands({ parents, firsts, rowsOf }: Published): Uint16Array {
  const international = parents.length - 1;
  const bands: number[] = [];
  for (const [index, row] of rowsOf(international).slice(0, -1).entries()) {
    const bandSouth = () => (bands.length << LAT_BAND_SHIFT) - LAT_LIMIT_MICRO_DEG;
    while (bandSouth() < row.latMax) bands.push(firsts[international] + index);
  }
  return Uint16Array.from(bands);
}
