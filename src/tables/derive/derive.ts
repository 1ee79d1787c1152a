/**
 * From the published boundary records to all arrays about them. Codegen runs this when it makes the table
 * file, and loaders of the compact form when they load: there is no second way to the arrays.
 */
import { LAT_LIMIT_MICRO_DEG } from "../format.ts";
import { GROUP_OVERFLOW, RECORD_WORDS, VALUE_OFFSET } from "../layout/records.ts";
import type { Sections } from "../layout/sections.ts";
import { LAT_BAND_SHIFT } from "../layout/spatial-index.ts";
import { setAutoHeaderGroup } from "./auto-header.ts";
import { type Boundary, boundsOnlyRows, forEachGroup } from "./boundaries.ts";
import { buildDecodeEntries } from "./decode-entries.ts";
import { setArea, setNamelessGroup } from "./nameless.ts";
import { type RecordWords, setBoundsOnly, setGrid } from "./records.ts";
import { buildSpatialIndex } from "./spatial-index.ts";
import { setValidity } from "./validity.ts";

/** The arrays that are derived from boundary records. */
export type DerivedSections = Pick<
  Sections,
  | "records"
  | "namelessGroups"
  | "decodeEntryStarts"
  | "decodeEntries"
  | "earlierBounds"
  | "earlierHints"
  | "latBands"
  | "nodes"
  | "leaves"
>;

export interface Derived extends DerivedSections {
  /** The most codes that a point can have. */
  readonly maxCodes: number;
}

/**
 * @param boundaries all rows, by territory
 * @param parents the number of each territory's country, negative for none
 * @param firsts first row of each territory, closed by the number of all rows
 */
export function deriveSections(
  boundaries: readonly Boundary[],
  parents: ArrayLike<number>,
  firsts: ArrayLike<number>,
): Derived {
  const areBoundsOnly = boundsOnlyRows(boundaries, parents, firsts);
  const { words, records, territoryOf, groups, recordsByDigit } = deriveRecords(
    boundaries,
    areBoundsOnly,
  );
  const earlier = setValidity(records, territoryOf, firsts);
  return {
    records: words,
    namelessGroups: Int32Array.from(groups.flatMap((group) => Array.from(group))),
    ...buildDecodeEntries(boundaries, parents, areBoundsOnly, recordsByDigit, records),
    ...earlier,
    latBands: latBands(boundaries, firsts[parents.length - 1]),
    ...buildSpatialIndex({ boundaries, parents, firsts, areBoundsOnly }),
  };
}

interface DerivedRecords {
  /** All records; the others are views of them. */
  readonly words: Int32Array;
  readonly records: readonly RecordWords[];
  readonly territoryOf: readonly number[];
  readonly groups: readonly Int32Array[];
  /** See buildDecodeEntries. */
  readonly recordsByDigit: ReadonlyMap<number, number[]>;
}

interface Overflow {
  readonly group: Int32Array;
  readonly value: number;
  /** The row that follows the group, whose bounds the overflow record has. */
  readonly row: Boundary;
  readonly codex: number;
}

function deriveRecords(
  boundaries: readonly Boundary[],
  areBoundsOnly: readonly boolean[],
): DerivedRecords {
  const groups: Int32Array[] = [];
  const overflows: Overflow[] = [];
  const recordsByDigit = new Map<number, number[]>();
  // At most one overflow record for two rows: its group, and the row that follows.
  const words = new Int32Array(2 * boundaries.length * RECORD_WORDS);
  // In a third of the time of `subarray`.
  const recordAt = (record: number) =>
    new Int32Array(words.buffer, 4 * record * RECORD_WORDS, RECORD_WORDS);
  const records = boundaries.map((_, record) => recordAt(record));
  forEachGroup(boundaries, (first, end) => {
    const row = boundaries[first];
    const rows = boundaries.slice(first, end);
    const wordsOf = (index: number) => records[first + index];
    if (row.nameless) {
      const group = setNamelessGroup(rows, wordsOf, groups.length, first);
      if (group.recordsByDigit) recordsByDigit.set(first, group.recordsByDigit);
      if (!group.words) return;
      groups.push(group.words);
      if (group.overflowValue === undefined) return;
      // An outline is never nameless, so that a row of the same territory follows.
      const following = boundaries[end];
      const { codex } = row;
      overflows.push({ group: group.words, value: group.overflowValue, row: following, codex });
    } else if (row.recordType > 1) {
      setAutoHeaderGroup(rows, wordsOf);
    } else if (areBoundsOnly[first]) {
      setBoundsOnly(wordsOf(0), row);
    } else {
      setGrid(wordsOf(0), row);
    }
  });
  const territoryOf = boundaries.map((row) => row.territory);
  for (const { group, value, row, codex } of overflows) {
    const record = territoryOf.push(row.territory) - 1;
    const overflow = recordAt(record);
    records.push(overflow);
    group[GROUP_OVERFLOW] = record;
    setArea(overflow, row, codex, groups.indexOf(group));
    overflow[VALUE_OFFSET] = value;
  }
  return {
    words: words.subarray(0, territoryOf.length * RECORD_WORDS),
    records,
    territoryOf,
    groups,
    recordsByDigit,
  };
}

/** For each band of latitude, the international record at its south edge; `first` is the southernmost. */
function latBands(boundaries: readonly Boundary[], first: number): Uint16Array {
  const bands: number[] = [];
  for (let record = first; record < boundaries.length - 1; record++) {
    const bandSouth = () => (bands.length << LAT_BAND_SHIFT) - LAT_LIMIT_MICRO_DEG;
    while (bandSouth() < boundaries[record].latMax) bands.push(record);
  }
  return Uint16Array.from(bands);
}
