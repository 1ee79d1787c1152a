/** Tables in, sections out: checks first, then derives every array of the table file. */
import {
  INTERNATIONAL_LENGTH,
  LAT_LIMIT_MICRO_DEG,
  LON_LIMIT_MICRO_DEG,
} from "../src/tables/format.ts";
import {
  LAT_BAND_SHIFT,
  LAT_HEIGHT,
  LAT_MIN,
  LON_MIN,
  LON_WIDTH,
  type Sections,
  TRAITS,
  WITHIN_OUTLINE,
} from "../src/tables/layout.ts";
import { autoHeaderGroup } from "./auto-header.ts";
import { checkTables } from "./check.ts";
import { checkBoundaries, firstRecords, isSilentCodex, lengthOfCodex } from "./check-boundaries.ts";
import { expectRow } from "./expect.ts";
import { buildForms, continuesGroup } from "./forms.ts";
import { type NamelessGroup, namelessGroup, setOverflow } from "./nameless.ts";
import { packAlphabets, packDescriptions, packNames, packTerritoryCodes } from "./names.ts";
import type { BoundaryRow, Tables } from "./read.ts";
import { gridRecord, type RecordWords, silentRecord } from "./records.ts";
import { buildSpatialIndex } from "./spatial-index.ts";

export function packTables(tables: Tables): Sections {
  checkTables(tables);
  const { boundaries, territories } = tables;
  checkBoundaries(boundaries, territories);
  const firsts = firstRecords(boundaries, territories);

  const isSubdivisionOutline = (row: BoundaryRow) =>
    row === boundaries[(firsts[row.territory + 1] as number) - 1] &&
    (territories[row.territory]?.parent as number) >= 0;
  const isSilent = (row: BoundaryRow) => isSilentCodex(row.codex) || isSubdivisionOutline(row);
  const makesCodes = (row: BoundaryRow) => !isSilent(row);

  const { records, groups } = packRecords(boundaries, isSilent);
  for (const [number, { territory, recordType, nameless }] of boundaries.entries()) {
    const words = records[number] as RecordWords;
    const outline = records[(firsts[territory + 1] as number) - 1] as RecordWords;
    const isGrid = !nameless && recordType <= 1;
    if (isGrid && isWithin(words, outline))
      words[TRAITS] = (words[TRAITS] as number) | WITHIN_OUTLINE;
  }
  const index = buildSpatialIndex(boundaries, territories, firsts, makesCodes);
  return {
    records: concat(records),
    firstRecords: Uint16Array.from(firsts),
    parents: Int16Array.from(territories, (row) => row.parent),
    parentLengths: Uint8Array.from(territories, (row) => {
      if (row.parent < 0) return INTERNATIONAL_LENGTH;
      const outline = boundaries[(firsts[row.number + 1] as number) - 1] as BoundaryRow;
      return lengthOfCodex(outline.codex);
    }),
    territoryCodes: packTerritoryCodes(territories),
    namelessGroups: concat(groups.map((group) => group.words)),
    ...buildForms(boundaries, territories.length, makesCodes),
    latBands: latBands(boundaries, firsts.at(-2) as number),
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

function isWithin(inner: RecordWords, outer: RecordWords): boolean {
  const covers = (min: number, size: number) => {
    const start = (inner[min] as number) - (outer[min] as number);
    return start >= 0 && start + (inner[size] as number) <= (outer[size] as number);
  };
  return covers(LAT_MIN, LAT_HEIGHT) && covers(LON_MIN, LON_WIDTH);
}

function packRecords(
  boundaries: readonly BoundaryRow[],
  isSilent: (row: BoundaryRow) => boolean,
): { records: RecordWords[]; groups: NamelessGroup[] } {
  const records: RecordWords[] = [];
  const groups: NamelessGroup[] = [];
  while (records.length < boundaries.length) {
    const first = records.length;
    const row = boundaries[first] as BoundaryRow;
    let end = first + 1;
    while (end < boundaries.length) {
      if (!continuesGroup(boundaries[end] as BoundaryRow, boundaries[end - 1])) break;
      end++;
    }
    const rows = boundaries.slice(first, end);
    if (row.nameless) {
      // An outline is never nameless, so a row of the same territory follows.
      const group = namelessGroup(rows, boundaries[end] as BoundaryRow, groups.length, first);
      groups.push(group);
      records.push(...group.records);
    } else if (row.recordType > 1) {
      records.push(...autoHeaderGroup(rows));
    } else {
      records.push(isSilent(row) ? silentRecord(row) : gridRecord(row));
    }
  }
  for (const group of groups) {
    if (group.overflow) setOverflow(group, records.push(group.overflow) - 1);
  }
  return { records, groups };
}

/** Which record of the international territory a band of latitude starts in. */
function latBands(boundaries: readonly BoundaryRow[], first: number): Uint16Array {
  const bands: number[] = [];
  let record = first;
  let south = -LAT_LIMIT_MICRO_DEG;
  for (let row = boundaries[record] as BoundaryRow; record < boundaries.length - 1; ) {
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
    row = boundaries[record] as BoundaryRow;
  }
  const outline = boundaries[record] as BoundaryRow;
  const isClosed = south === LAT_LIMIT_MICRO_DEG + 1 && outline.recordType === 0;
  expectRow(isClosed, "boundaries.csv", outline, `rings end at ${south}`, "at the north pole");
  return Uint16Array.from(bands);
}
