/**
 * From the published boundary records to all arrays about them. Codegen runs this when it makes the table
 * file, and loaders of the compact form, at once or on demand: there is no second way to the arrays.
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
import { type Boundary, forEachGroup, type Published } from "./boundaries.ts";
import { buildDecodeEntries } from "./decode-entries.ts";
import { setUnderivedLeaf } from "./leaves.ts";
import { numberGroup, overflowValue, setArea, setNamelessGroup } from "./nameless.ts";
import { setBoundsOnly, setGrid } from "./records.ts";
import { SpatialIndex } from "./spatial-index.ts";
import { setValidity } from "./validity.ts";

/** The arrays that are derived at once: all that encoding needs, without the spatial index. */
export type RecordSections = Pick<Sections, "records" | "namelessGroups" | "latBands">;

/** The arrays that only decoding needs. */
export type DecodingSections = Pick<
  Sections,
  "decodeEntryStarts" | "decodeEntries" | "earlierBounds" | "earlierHints"
>;

/**
 * @param records those of deriveRecords: their words that only decoding needs are set as well
 * @param territoryOf the territory of each record
 */
export function deriveDecoding(
  { boundaries, parents, firsts, areBoundsOnly }: Published,
  records: Int32Array,
  territoryOf: ArrayLike<number>,
): DecodingSections {
  // First, as decode entries contain traits that this sets.
  const earlier = setValidity(records, territoryOf, firsts);
  return { ...earlier, ...buildDecodeEntries(boundaries, parents, areBoundsOnly, records) };
}

/** The whole spatial index. */
export interface DerivedIndex extends Pick<Sections, "nodes" | "leaves"> {
  /** The most codes that a point can have. */
  readonly maxCodes: number;
}

/** All arrays that are derived from boundary records, and the most codes that a point can have. */
export type Derived = RecordSections & DecodingSections & DerivedIndex;

export function deriveAll(published: Published): Derived {
  const { sections, territoryOf } = deriveRecords(published);
  const decoding = deriveDecoding(published, sections.records, territoryOf);
  return { ...sections, ...decoding, ...deriveIndex(published) };
}

/** More nodes and words of leaves than there will be. */
const MAX_NODES = 1 << 18;
const MAX_LEAF_WORDS = 1 << 20;

function deriveIndex(published: Published): DerivedIndex {
  const nodes = new Int32Array(MAX_NODES);
  const leaves = new Uint16Array(MAX_LEAF_WORDS);
  setUnderivedLeaf(leaves);
  const index = new SpatialIndex(published, nodes, leaves);
  index.deriveAll();
  if (index.nodesEnd > MAX_NODES || index.leavesEnd > MAX_LEAF_WORDS) {
    throw new RangeError("The spatial index takes more room than MAX_NODES or MAX_LEAF_WORDS.");
  }
  return {
    nodes: nodes.slice(0, index.nodesEnd),
    leaves: leaves.slice(0, index.leavesEnd),
    maxCodes: index.maxCodes,
  };
}

export interface DerivedRecords {
  readonly sections: RecordSections;
  /** The territory of each record. */
  readonly territoryOf: Uint16Array;
}

export function deriveRecords({
  boundaries,
  parents,
  firsts,
  areBoundsOnly,
}: Published): DerivedRecords {
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
    sections: {
      records: records.subarray(0, count * RECORD_WORDS),
      namelessGroups: Int32Array.from(groups),
      latBands: latBands(boundaries, firsts[parents.length - 1]),
    },
    territoryOf: territoryOf.subarray(0, count),
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
