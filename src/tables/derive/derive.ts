/**
 * From the published boundary records to all arrays about them. Codegen runs this when it makes the table
 * file, and loaders of the compact form when they load: there is no second way to the arrays.
 */
import { LAT_LIMIT_MICRO_DEG } from "../format.ts";
import {
  GROUP_COUNT,
  GROUP_FIRST,
  GROUP_OVERFLOW,
  GROUP_WORDS,
  RECORD_WORDS,
  VALUE_OFFSET,
} from "../layout/records.ts";
import type { Sections } from "../layout/sections.ts";
import { LAT_BAND_SHIFT } from "../layout/spatial-index.ts";
import { setAutoHeaderGroup } from "./auto-header.ts";
import { type Boundary, boundsOnlyRows, forEachGroup } from "./boundaries.ts";
import { buildDecodeEntries } from "./decode-entries.ts";
import { numberGroup, overflowValue, setArea, setNamelessGroup } from "./nameless.ts";
import { setBoundsOnly, setGrid } from "./records.ts";
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
  const { records, territoryOf, namelessGroups } = deriveRecords(boundaries, areBoundsOnly);
  const earlier = setValidity(records, territoryOf, firsts);
  return {
    records,
    namelessGroups,
    ...buildDecodeEntries(boundaries, parents, areBoundsOnly, records),
    ...earlier,
    latBands: latBands(boundaries, firsts[parents.length - 1]),
    ...buildSpatialIndex({ boundaries, parents, firsts, areBoundsOnly }),
  };
}

interface DerivedRecords {
  readonly records: Int32Array;
  /** The territory of each record. */
  readonly territoryOf: Uint16Array;
  readonly namelessGroups: Int32Array;
}

function deriveRecords(
  boundaries: readonly Boundary[],
  areBoundsOnly: readonly boolean[],
): DerivedRecords {
  // At most one overflow record for two rows: its group, and the row that follows.
  const records = new Int32Array(2 * boundaries.length * RECORD_WORDS);
  const territoryOf = new Uint16Array(2 * boundaries.length);
  for (let row = 0; row < boundaries.length; row++) territoryOf[row] = boundaries[row].territory;
  const groups: number[] = [];
  forEachGroup(boundaries, (first, end) => {
    const row = boundaries[first];
    if (row.nameless) {
      setNamelessGroup(records, boundaries.slice(first, end), first, groups);
    } else if (row.recordType > 1) {
      setAutoHeaderGroup(records, boundaries.slice(first, end), first);
    } else if (areBoundsOnly[first]) {
      setBoundsOnly(records, first * RECORD_WORDS, row);
    } else {
      setGrid(records, first * RECORD_WORDS, row);
    }
  });
  let count = boundaries.length;
  for (let group = 0; group < groups.length; group += GROUP_WORDS) {
    const first = groups[group + GROUP_FIRST];
    const areas = groups[group + GROUP_COUNT];
    const { codex } = boundaries[first];
    const value = overflowValue(numberGroup(codex, areas), codex, areas);
    if (value === undefined) continue;
    // An outline is never nameless, so that a row of the same territory follows.
    const following = boundaries[first + areas];
    groups[group + GROUP_OVERFLOW] = count;
    territoryOf[count] = following.territory;
    setArea(records, count * RECORD_WORDS, following, codex, group / GROUP_WORDS);
    records[count * RECORD_WORDS + VALUE_OFFSET] = value;
    count++;
  }
  return {
    records: records.subarray(0, count * RECORD_WORDS),
    territoryOf: territoryOf.subarray(0, count),
    namelessGroups: Int32Array.from(groups),
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
