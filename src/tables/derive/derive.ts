/**
 * From the published boundary records to all arrays about them, for codegen. Loaders of the compact form derive the
 * same arrays part by part: there is no second way to the arrays.
 */
import { GROUP_WORDS, LENGTHS_PER_TERRITORY, RECORD_WORDS } from "../layout/records.ts";
import type { Sections } from "../layout/sections.ts";
import type { Published } from "./boundaries.ts";
import { deriveLatBands, RecordDeriver } from "./record-deriver.ts";
import type { RecordSections } from "./records.ts";

/** All arrays that are derived from boundary records, but for the grid. */
export type Derived = RecordSections & Pick<Sections, "latBands">;

export function deriveAll(published: Published): Derived {
  const { parents, firsts } = published;
  const rows = firsts[parents.length];
  // Zeros, with more room than there will be data.
  const arrays: RecordSections = {
    // At most one overflow record for two rows: its group, and the row that follows.
    records: new Int32Array(2 * rows * RECORD_WORDS),
    namelessGroups: new Int32Array(rows * GROUP_WORDS),
    decodeEntryStarts: new Int32Array(parents.length * LENGTHS_PER_TERRITORY),
    decodeEntries: new Int32Array(1 << 18),
    earlierBounds: new Int32Array(1 << 20),
    earlierHints: new Uint8Array(1 << 20),
  };
  const deriver = new RecordDeriver(published, arrays);
  for (let territory = 0; territory < parents.length; territory++) deriver.derive(territory);
  const lengths = Object.entries(deriver.lengths) as [keyof RecordSections, number][];
  const filledArrays = lengths.map(([name, length]) => [name, filled(arrays[name], length)]);
  return {
    ...(Object.fromEntries(filledArrays) as unknown as RecordSections),
    latBands: deriveLatBands(published),
  };
}

/** The filled part of an array. */
function filled<
  View extends { readonly length: number; slice(start: number, end: number): unknown },
>(array: View, length: number): ReturnType<View["slice"]> {
  if (length > array.length) {
    throw new RangeError(
      `${length} elements of a derived array: there is room for ${array.length}.`,
    );
  }
  return array.slice(0, length) as ReturnType<View["slice"]>;
}
