/**
 * From the published boundary records to all arrays about them, for codegen. Loaders of the compact form derive the
 * same arrays part by part: there is no second way to the arrays.
 */
import { GROUP_WORDS, LENGTHS_PER_TERRITORY, RECORD_WORDS } from "../layout/records.ts";
import type { Sections } from "../layout/sections.ts";
import type { Published } from "./boundaries.ts";
import { setUnderivedLeaf } from "./leaves.ts";
import { deriveLatBands, RecordDeriver, type RecordSections } from "./record-deriver.ts";
import { SpatialIndex } from "./spatial-index.ts";

/** The whole spatial index. */
export interface DerivedIndex extends Pick<Sections, "nodes" | "leaves"> {
  /** The most codes that a point can have. */
  readonly maxCodes: number;
}

/** All arrays that are derived from boundary records, and the most codes that a point can have. */
export type Derived = RecordSections & Pick<Sections, "latBands"> & DerivedIndex;

export function deriveAll(published: Published): Derived {
  const { parents, firsts } = published;
  const arrays = emptyArrays(parents.length, firsts[parents.length]);
  const deriver = new RecordDeriver(published, arrays);
  for (let territory = 0; territory < parents.length; territory++) deriver.derive(territory);
  return {
    ...filledPart(arrays, deriver.lengths),
    latBands: deriveLatBands(published),
    ...deriveIndex(deriver),
  };
}

/** More nodes, words of leaves, decode entries and bounds of earlier records than there will be. */
const MAX_NODES = 1 << 18;
const MAX_LEAF_WORDS = 1 << 20;
const MAX_DECODE_ENTRIES = 1 << 18;
const MAX_EARLIER_WORDS = 1 << 20;

/** Zeros, with room for all. */
function emptyArrays(territories: number, rows: number): RecordSections {
  return {
    // At most one overflow record for two rows: its group, and the row that follows.
    records: new Int32Array(2 * rows * RECORD_WORDS),
    namelessGroups: new Int32Array(rows * GROUP_WORDS),
    decodeEntryStarts: new Int32Array(territories * LENGTHS_PER_TERRITORY),
    decodeEntries: new Int32Array(MAX_DECODE_ENTRIES),
    earlierBounds: new Int32Array(MAX_EARLIER_WORDS),
    earlierHints: new Uint8Array(MAX_EARLIER_WORDS),
  };
}

function filledPart(
  arrays: RecordSections,
  lengths: Readonly<Record<keyof RecordSections, number>>,
): RecordSections {
  return {
    records: filled(arrays.records, lengths.records),
    namelessGroups: filled(arrays.namelessGroups, lengths.namelessGroups),
    decodeEntryStarts: filled(arrays.decodeEntryStarts, lengths.decodeEntryStarts),
    decodeEntries: filled(arrays.decodeEntries, lengths.decodeEntries),
    earlierBounds: filled(arrays.earlierBounds, lengths.earlierBounds),
    earlierHints: filled(arrays.earlierHints, lengths.earlierHints),
  };
}

interface Filled<View> {
  readonly length: number;
  slice(start: number, end: number): View;
}

/** The filled part of an array. */
function filled<View extends Filled<View>>(array: View, length: number): View {
  if (length > array.length) {
    throw new RangeError(
      `${length} elements of a derived array: there is room for ${array.length}.`,
    );
  }
  return array.slice(0, length);
}

function deriveIndex(deriver: RecordDeriver): DerivedIndex {
  const nodes = new Int32Array(MAX_NODES);
  const leaves = new Uint16Array(MAX_LEAF_WORDS);
  setUnderivedLeaf(leaves);
  const index = new SpatialIndex(deriver, nodes, leaves);
  index.deriveAll();
  return {
    nodes: filled(nodes, index.nodesEnd),
    leaves: filled(leaves, index.leavesEnd),
    maxCodes: index.maxCodes,
  };
}
