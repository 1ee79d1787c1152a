/** Decode entries: from the territory and the form of a code to the one record that reads it. */
import { BASE, DIGITS, INTERNATIONAL_LENGTH, PER_FIRST_DIGIT } from "../format.ts";
import {
  BY_FIRST_DIGIT,
  ENTRY_RECORD_SHIFT,
  ENTRY_START_SHIFT,
  entryStartIndex,
  FORMS_PER_TERRITORY,
  formOf,
  MAX_PREFIX,
  MAX_SUFFIX,
  MIN_PREFIX,
  MIN_SUFFIX,
  RECORD_WORDS,
  TRAITS,
} from "../layout/records.ts";
import { autoHeaderLengths } from "./auto-header.ts";
import { type Boundary, forEachGroup, lengthOfCodex } from "./boundaries.ts";
import { BY_DIGIT, namelessLengths, numberGroup } from "./nameless.ts";
import { gridLengths } from "./records.ts";

export interface DecodeEntries {
  readonly decodeEntryStarts: Int32Array;
  readonly decodeEntries: Int32Array;
}

/** Lengths before and after the dot of the codes of a row. */
export function codeLengths(row: Boundary): [prefixLength: number, suffixLength: number] {
  if (row.nameless) return namelessLengths(row.codex);
  if (row.recordType > 1) return autoHeaderLengths(row.codex);
  const [prefixLength, suffixLength] = gridLengths(row.codex);
  if (row.recordType === 0) return [prefixLength, suffixLength];
  // The header letter is one more character; codex 14 moves the dot back over one.
  return row.codex === 14 ? [2, 4] : [prefixLength + 1, suffixLength];
}

/**
 * Decode entries before they are packed: by territory and form (see entryStartIndex), 0 or the index of the first
 * one. Where the first digit selects the record, all digits have an entry.
 */
interface Forms {
  readonly starts: Int32Array;
  readonly areByDigit: Uint8Array;
  readonly entries: number[];
}

/**
 * @param areBoundsOnly which rows have no codes of their own
 * @param records the words of all records
 */
export function buildDecodeEntries(
  boundaries: readonly Boundary[],
  parents: ArrayLike<number>,
  areBoundsOnly: readonly boolean[],
  records: Int32Array,
): DecodeEntries {
  const count = parents.length * FORMS_PER_TERRITORY;
  const starts = new Int32Array(count);
  const areByDigit = new Uint8Array(count);
  // No form starts at 0.
  const entries = [0];
  const entryOf = (record: number) =>
    (record << ENTRY_RECORD_SHIFT) | records[record * RECORD_WORDS + TRAITS];
  forEachGroup(boundaries, (first, end) => {
    if (areBoundsOnly[first]) return;
    const row = boundaries[first];
    const form = entryStartIndex(row.territory, formOf(...codeLengths(row)));
    const isLettered = row.recordType === 1;
    if (starts[form] === 0) starts[form] = entries.length;
    if (isLettered) {
      areByDigit[form] = 1;
      const start = starts[form];
      while (entries.length < start + BASE) entries.push(0);
      entries[start + DIGITS.indexOf(row.headerLetter)] = entryOf(first);
      return;
    }
    const numbering = row.nameless ? numberGroup(row.codex, end - first) : undefined;
    if (numbering?.kind !== BY_DIGIT) {
      entries.push(entryOf(first));
      return;
    }
    areByDigit[form] = 1;
    for (let record = first; record < end; record++) {
      const digits = numbering.size(record - first) / PER_FIRST_DIGIT;
      for (let digit = 0; digit < digits; digit++) entries.push(entryOf(record));
    }
  });
  const reading = readingTerritories(boundaries, parents);
  return packEntries({ starts, areByDigit, entries }, parents.length, reading);
}

/** @returns the territory whose records read a territory's codes of a length, not counting the dot */
type ReadingTerritory = (territory: number, length: number) => number;

function readingTerritories(
  boundaries: readonly Boundary[],
  parents: ArrayLike<number>,
): ReadingTerritory {
  const outlines: Boundary[] = [];
  // A later row replaces an earlier one: the last row of a territory is its outline.
  for (const row of boundaries) outlines[row.territory] = row;
  const international = parents.length - 1;
  return (territory, length) => {
    if (length === INTERNATIONAL_LENGTH) return international;
    const parent = parents[territory];
    const { codex } = outlines[territory];
    return parent >= 0 && length >= lengthOfCodex(codex) ? parent : territory;
  };
}

/** Orders the entries by the first territory that uses them. */
function packEntries(
  { starts, areByDigit, entries }: Forms,
  territoryCount: number,
  readingTerritory: ReadingTerritory,
): DecodeEntries {
  const decodeEntryStarts = new Int32Array(starts.length);
  const packedStarts = new Int32Array(starts.length);
  // Entry 0 stands for all forms that no record reads.
  const decodeEntries = new Int32Array(entries.length);
  let end = 1;
  for (let territory = 0; territory < territoryCount; territory++) {
    for (let prefix = MIN_PREFIX; prefix <= MAX_PREFIX; prefix++) {
      for (let suffix = MIN_SUFFIX; suffix <= MAX_SUFFIX; suffix++) {
        const form = formOf(prefix, suffix);
        const read = entryStartIndex(readingTerritory(territory, prefix + suffix), form);
        const start = starts[read];
        if (start === 0) continue;
        if (packedStarts[read] === 0) {
          packedStarts[read] = end;
          const count = areByDigit[read] === 1 ? BASE : 1;
          for (let index = 0; index < count; index++) decodeEntries[end++] = entries[start + index];
        }
        const mask = areByDigit[read] === 1 ? BY_FIRST_DIGIT : 0;
        decodeEntryStarts[entryStartIndex(territory, form)] =
          (packedStarts[read] << ENTRY_START_SHIFT) | mask;
      }
    }
  }
  return { decodeEntryStarts, decodeEntries: decodeEntries.subarray(0, end) };
}
