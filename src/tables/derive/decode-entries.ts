/** Decode entries: from the territory and the lengths of a code to the one record that reads it. */
import { BASE, DIGITS, INTERNATIONAL_LENGTH, PER_FIRST_DIGIT } from "../format.ts";
import * as L from "../layout/records.ts";
import { AUTO_HEADER_SUFFIX_LENGTH, autoHeaderPrefixLength } from "./auto-header.ts";
import {
  type Boundary,
  type BoundaryTable,
  forEachGroup,
  isNonEncoding,
  lengthOfCodex,
} from "./boundaries.ts";
import {
  BY_DIGIT,
  firstValue,
  namelessPrefixLength,
  namelessSuffixLength,
  numberingOf,
} from "./nameless.ts";
import {
  gridPrefixLength,
  gridSuffixLength,
  type RecordLengths,
  type RecordSections,
} from "./records.ts";

/** Characters before the dot of the codes of a row. */
export function prefixLengthOf(row: Boundary): number {
  const { codex } = row;
  if (row.nameless) return namelessPrefixLength(codex);
  if (row.recordType > 1) return autoHeaderPrefixLength(codex);
  // The header letter is one more character; codex 14 moves the dot back over one.
  const isLonger = row.recordType === 1 && codex !== 14;
  return gridPrefixLength(codex) + (isLonger ? 1 : 0);
}

/** Characters after the dot. */
export function suffixLengthOf(row: Boundary): number {
  const { codex } = row;
  if (row.nameless) return namelessSuffixLength(codex);
  if (row.recordType > 1) return AUTO_HEADER_SUFFIX_LENGTH;
  const isLonger = row.recordType === 1 && codex === 14;
  return gridSuffixLength(codex) + (isLonger ? 1 : 0);
}

/** The entries of the codes of a territory that have the same prefix and suffix length. */
interface LengthEntries {
  /** Whether the first digit selects the record: then each digit has an entry. */
  readonly isByDigit: boolean;
  readonly entries: number[];
}

/**
 * Appends the entries of a territory whose records are set. Its country and the international territory have been added,
 * as it shares their entries.
 * @param rows all rows of the territory
 */
export function addDecodeEntries(
  table: BoundaryTable,
  { records, decodeEntryStarts, decodeEntries }: RecordSections,
  lengths: RecordLengths,
  territory: number,
  rows: readonly Boundary[],
): void {
  const byLengths = entriesByLengths(table, records, territory, rows);
  for (let prefix = L.MIN_PREFIX; prefix <= L.MAX_PREFIX; prefix++) {
    for (let suffix = L.MIN_SUFFIX; suffix <= L.MAX_SUFFIX; suffix++) {
      const codeLengths = L.codeLengthsOf(prefix, suffix);
      const reading = readingTerritory(table, territory, prefix + suffix);
      const at = L.entryStartIndex(territory, codeLengths);
      if (reading !== territory) {
        decodeEntryStarts[at] = decodeEntryStarts[L.entryStartIndex(reading, codeLengths)];
        continue;
      }
      const found = byLengths.get(codeLengths);
      if (found === undefined) continue;
      const start = lengths.decodeEntries;
      decodeEntries.set(found.entries, start);
      decodeEntryStarts[at] =
        (start << L.ENTRY_START_SHIFT) | (found.isByDigit ? L.BY_FIRST_DIGIT : 0);
      lengths.decodeEntries += found.isByDigit ? BASE : 1;
    }
  }
}

/** The entries of the rows of a territory, by lengths. */
function entriesByLengths(
  table: BoundaryTable,
  records: Int32Array,
  territory: number,
  rows: readonly Boundary[],
): ReadonlyMap<number, LengthEntries> {
  const byLengths = new Map<number, LengthEntries>();
  const firstRecord = table.firsts[territory];
  const entryOf = (record: number) =>
    (record << L.ENTRY_RECORD_SHIFT) | records[record * L.RECORD_WORDS + L.FLAGS];
  forEachGroup(rows, (first, end) => {
    const row = rows[first];
    const record = firstRecord + first;
    if (isNonEncoding(table, row, record)) return;
    const lengths = L.codeLengthsOf(prefixLengthOf(row), suffixLengthOf(row));
    if (row.recordType === 1) {
      const { entries } = byLengths.get(lengths) ?? { entries: new Array<number>(BASE).fill(0) };
      entries[DIGITS.indexOf(row.headerLetter)] = entryOf(record);
      byLengths.set(lengths, { isByDigit: true, entries });
      return;
    }
    const count = end - first;
    if (!row.nameless || numberingOf(row.codex, count) !== BY_DIGIT) {
      byLengths.set(lengths, { isByDigit: false, entries: [entryOf(record)] });
      return;
    }
    const entries: number[] = [];
    for (let index = 0; index < count; index++) {
      const digitsEnd = firstValue(row.codex, count, index + 1) / PER_FIRST_DIGIT;
      while (entries.length < digitsEnd) entries.push(entryOf(record + index));
    }
    byLengths.set(lengths, { isByDigit: true, entries });
  });
  return byLengths;
}

/** The territory whose records read a territory's codes of a length, not counting the dot. */
function readingTerritory(
  { parents, encompassing }: BoundaryTable,
  territory: number,
  length: number,
): number {
  if (length === INTERNATIONAL_LENGTH) return parents.length - 1;
  const parent = parents[territory];
  return parent >= 0 && length >= lengthOfCodex(encompassing[territory].codex) ? parent : territory;
}
