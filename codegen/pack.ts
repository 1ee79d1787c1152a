/** From tables to sections: checks the tables, then packs every array of the table file. */
import { LAT_LIMIT_MICRO_DEG, LON_LIMIT_MICRO_DEG } from "../src/tables/format.ts";
import type { Sections } from "../src/tables/layout/sections.ts";
import { LAT_BAND_SHIFT } from "../src/tables/layout/spatial-index.ts";
import { autoHeaderGroup } from "./auto-header.ts";
import { checkTables } from "./check.ts";
import { checkBoundaries, firstRecords, isBoundsOnlyCodex } from "./check-boundaries.ts";
import { buildDecodeEntries, continuesGroup } from "./decode-entries.ts";
import { expectRow } from "./errors.ts";
import { namelessGroup, setOverflow } from "./nameless.ts";
import { packAlphabets, packDescriptions, packNames, packTerritoryCodes } from "./names.ts";
import type { BoundaryRow, Tables } from "./read.ts";
import { boundsOnlyRecord, gridRecord, type RecordWords } from "./records.ts";
import { buildSpatialIndex } from "./spatial-index.ts";
import { setValidity } from "./validity.ts";

export function packTables(tables: Tables): Sections {
  checkTables(tables);
  const { boundaries, territories } = tables;
  checkBoundaries(boundaries, territories);
  const firsts = firstRecords(boundaries, territories);

  const isSubdivisionOutline = (row: BoundaryRow) =>
    row === boundaries[firsts[row.territory + 1] - 1] && territories[row.territory].parent >= 0;
  const isBoundsOnly = (row: BoundaryRow) =>
    isBoundsOnlyCodex(row.codex) || isSubdivisionOutline(row);
  const makesCodes = (row: BoundaryRow) => !isBoundsOnly(row);

  const { records, territoryOf, groups, recordsByDigit } = packRecords(boundaries, isBoundsOnly);
  const earlier = setValidity(records, territoryOf, firsts);
  const index = buildSpatialIndex(boundaries, territories, firsts, makesCodes);
  return {
    records: concat(records),
    firstRecords: Uint16Array.from(firsts),
    parents: Int16Array.from(territories, (row) => row.parent),
    territoryCodes: packTerritoryCodes(territories),
    namelessGroups: concat(groups),
    ...buildDecodeEntries(tables, makesCodes, recordsByDigit, records),
    ...earlier,
    latBands: latBands(boundaries, firsts[firsts.length - 2]),
    nodes: index.nodes,
    leaves: index.leaves,
    ...packNames(tables),
    ...packAlphabets(tables),
    descriptions: packDescriptions(tables),
  };
}

function concat(parts: readonly Int32Array[]): Int32Array {
  return Int32Array.from(parts.flatMap((part) => Array.from(part)));
}

interface PackedRecords {
  readonly records: RecordWords[];
  readonly territoryOf: number[];
  readonly groups: Int32Array[];
  /** See buildDecodeEntries. */
  readonly recordsByDigit: Map<number, readonly number[]>;
}

function packRecords(
  boundaries: readonly BoundaryRow[],
  isBoundsOnly: (row: BoundaryRow) => boolean,
): PackedRecords {
  const records: RecordWords[] = [];
  const territoryOf = boundaries.map((row) => row.territory);
  const groups: Int32Array[] = [];
  const recordsByDigit = new Map<number, readonly number[]>();
  const overflows: { group: Int32Array; overflow: RecordWords; territory: number }[] = [];
  while (records.length < boundaries.length) {
    const first = records.length;
    const row = boundaries[first];
    let end = first + 1;
    while (end < boundaries.length) {
      if (!continuesGroup(boundaries[end], boundaries[end - 1])) break;
      end++;
    }
    const rows = boundaries.slice(first, end);
    if (row.nameless) {
      // An outline is never nameless, so that a row of the same territory follows.
      const group = namelessGroup(rows, boundaries[end], groups.length, first);
      const { words, overflow } = group;
      records.push(...group.records);
      if (group.recordsByDigit) recordsByDigit.set(first, group.recordsByDigit);
      if (words) groups.push(words);
      if (words && overflow) overflows.push({ group: words, overflow, territory: row.territory });
    } else if (row.recordType > 1) {
      records.push(...autoHeaderGroup(rows));
    } else {
      records.push(isBoundsOnly(row) ? boundsOnlyRecord(row) : gridRecord(row));
    }
  }
  for (const { group, overflow, territory } of overflows) {
    setOverflow(group, records.push(overflow) - 1);
    territoryOf.push(territory);
  }
  return { records, territoryOf, groups, recordsByDigit };
}

/** For each band of latitude, the international record at its south edge. */
function latBands(boundaries: readonly BoundaryRow[], first: number): Uint16Array {
  const bands: number[] = [];
  let record = first;
  let south = -LAT_LIMIT_MICRO_DEG;
  for (let row = boundaries[record]; record < boundaries.length - 1; ) {
    const isRing =
      row.latMin === south &&
      row.lonMin === -LON_LIMIT_MICRO_DEG &&
      row.lonMax === LON_LIMIT_MICRO_DEG &&
      row.recordType === 1;
    expectRow(isRing, "boundaries.csv", row, "a gap between international records", "full rings");
    const isHigh = row.latMax - row.latMin >= 1 << LAT_BAND_SHIFT;
    expectRow(isHigh, "boundaries.csv", row, "an international record too low", "2^21 or more");
    const bandSouth = () => (bands.length << LAT_BAND_SHIFT) - LAT_LIMIT_MICRO_DEG;
    while (bandSouth() < row.latMax) bands.push(record);
    south = row.latMax;
    record++;
    row = boundaries[record];
  }
  const outline = boundaries[record];
  const isClosed = south === LAT_LIMIT_MICRO_DEG + 1 && outline.recordType === 0;
  expectRow(isClosed, "boundaries.csv", outline, `rings end at ${south}`, "at the north pole");
  return Uint16Array.from(bands);
}
