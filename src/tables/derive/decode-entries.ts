/** Decode entries: from the territory and the lengths of a code to the one record that reads it. */
import { BASE, DIGITS, INTERNATIONAL_LENGTH, PER_FIRST_DIGIT } from "../format.ts";
import * as L from "../layout/records.ts";
import * as B from "./boundaries.ts";
import { BY_DIGIT, firstValue, numberingOf } from "./nameless.ts";
import type { RecordLengths, RecordSections } from "./records.ts";

/** Appends the entries of a territory whose records are set. It shares those of its country and of AAA, added before. */
export function addDecodeEntries(
  table: B.BoundaryTable,
  { records, decodeEntryStarts, decodeEntries }: RecordSections,
  lengths: RecordLengths,
  territory: number,
  rows: readonly B.Boundary[],
): void {
  const byLengths = entriesByLengths(table, records, territory, rows);
  for (let prefix = L.MIN_PREFIX; prefix <= L.MAX_PREFIX; prefix++) {
    for (let suffix = L.MIN_SUFFIX; suffix <= L.MAX_SUFFIX; suffix++) {
      const codeLengths = L.codeLengthsOf(prefix, suffix);
      const reading = readingTerritory(table, territory, prefix + suffix);
      const at = L.entryStartIndex(territory, codeLengths);
      const entries = byLengths.get(codeLengths);
      if (reading !== territory) {
        decodeEntryStarts[at] = decodeEntryStarts[L.entryStartIndex(reading, codeLengths)];
      } else if (entries !== undefined) {
        const mask = entries.length === BASE ? L.BY_FIRST_DIGIT : 0;
        decodeEntryStarts[at] = (lengths.decodeEntries << L.ENTRY_START_SHIFT) | mask;
        decodeEntries.set(entries, lengths.decodeEntries);
        lengths.decodeEntries += entries.length;
      }
    }
  }
}

/** The entries of the rows of a territory, by lengths of codes: one for each first digit, or one for all. */
function entriesByLengths(
  table: B.BoundaryTable,
  records: Int32Array,
  territory: number,
  rows: readonly B.Boundary[],
): ReadonlyMap<number, Int32Array> {
  const byLengths = new Map<number, Int32Array>();
  const firstRecord = table.firsts[territory];
  B.forEachGroup(rows, (first, end) => {
    const row = rows[first];
    const { codex, nameless, recordType } = row;
    if (B.isNonEncoding(table, row, firstRecord + first)) return;
    const count = end - first;
    const isLettered = recordType === 1;
    const isByDigit = isLettered || (nameless && numberingOf(codex, count) === BY_DIGIT);
    const lengths = L.codeLengthsOf(B.prefixLengthOf(row), B.suffixLengthOf(row));
    const entries = byLengths.get(lengths) ?? new Int32Array(isByDigit ? BASE : 1);
    byLengths.set(lengths, entries);
    const digitAt = (index: number) => {
      if (isLettered) return DIGITS.indexOf(row.headerLetter) + index;
      return isByDigit ? firstValue(codex, count, index) / PER_FIRST_DIGIT : index;
    };
    for (let index = 0; index < count; index++) {
      const record = firstRecord + first + index;
      const flags = records[record * L.RECORD_WORDS + L.FLAGS];
      const entry = (record << L.ENTRY_RECORD_SHIFT) | flags;
      entries.fill(entry, digitAt(index), digitAt(index + 1));
    }
  });
  return byLengths;
}

/** The territory whose records read a territory's codes of a length, not counting the dot. */
function readingTerritory(
  { parents, encompassing }: B.BoundaryTable,
  territory: number,
  length: number,
): number {
  if (length === INTERNATIONAL_LENGTH) return parents.length - 1;
  const parent = parents[territory];
  const isOfParent = parent >= 0 && length >= B.lengthOfCodex(encompassing[territory].codex);
  return isOfParent ? parent : territory;
}
