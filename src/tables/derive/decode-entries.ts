/** Decode entries: from the territory and the form of a code to the one record that reads it. */
import { DIGITS, INTERNATIONAL_LENGTH } from "../format.ts";
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
  TRAITS,
} from "../layout/records.ts";
import { autoHeaderLengths } from "./auto-header.ts";
import { type Boundary, continuesGroup, lengthOfCodex } from "./boundaries.ts";
import { namelessLengths } from "./nameless.ts";
import { gridLengths, type RecordWords } from "./records.ts";

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

/** The records that read the codes of one form in a territory: one, or one for each first digit. */
type FormRecords = (number | undefined)[];

/**
 * @param areBoundsOnly which rows have no codes of their own
 * @param recordsByDigit for nameless groups in which the first digit alone selects the record: the record of
 *   each first digit, by the first record of the group
 * @param records the words of each record
 */
export function buildDecodeEntries(
  boundaries: readonly Boundary[],
  parents: ArrayLike<number>,
  areBoundsOnly: readonly boolean[],
  recordsByDigit: ReadonlyMap<number, number[]>,
  records: readonly RecordWords[],
): DecodeEntries {
  const recordsByForm = new Map<number, FormRecords>();
  for (const [record, row] of boundaries.entries()) {
    if (areBoundsOnly[record] || continuesGroup(row, boundaries[record - 1])) continue;
    const form = entryStartIndex(row.territory, formOf(...codeLengths(row)));
    if (row.recordType !== 1) {
      recordsByForm.set(form, recordsByDigit.get(record) ?? [record]);
      continue;
    }
    const byDigit = recordsByForm.get(form) ?? new Array<undefined>(DIGITS.length).fill(undefined);
    byDigit[DIGITS.indexOf(row.headerLetter)] = record;
    recordsByForm.set(form, byDigit);
  }
  const entryOf = (record: number | undefined) =>
    record === undefined ? 0 : (record << ENTRY_RECORD_SHIFT) | records[record][TRAITS];
  const reading = readingTerritories(boundaries, parents);
  return packEntries(recordsByForm, parents.length, reading, entryOf);
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

function packEntries(
  recordsByForm: ReadonlyMap<number, FormRecords>,
  territoryCount: number,
  readingTerritory: ReadingTerritory,
  entryOf: (record: number | undefined) => number,
): DecodeEntries {
  const decodeEntryStarts = new Int32Array(territoryCount * FORMS_PER_TERRITORY);
  // Entry 0 stands for all forms that no record reads.
  const decodeEntries = [0];
  const starts = new Map<FormRecords, number>();
  for (let territory = 0; territory < territoryCount; territory++) {
    for (let prefix = MIN_PREFIX; prefix <= MAX_PREFIX; prefix++) {
      for (let suffix = MIN_SUFFIX; suffix <= MAX_SUFFIX; suffix++) {
        const form = formOf(prefix, suffix);
        const formRecords = recordsByForm.get(
          entryStartIndex(readingTerritory(territory, prefix + suffix), form),
        );
        if (formRecords === undefined) continue;
        const start = starts.get(formRecords) ?? decodeEntries.length;
        if (start === decodeEntries.length) decodeEntries.push(...formRecords.map(entryOf));
        starts.set(formRecords, start);
        const mask = formRecords.length === 1 ? 0 : BY_FIRST_DIGIT;
        decodeEntryStarts[entryStartIndex(territory, form)] = (start << ENTRY_START_SHIFT) | mask;
      }
    }
  }
  return { decodeEntryStarts, decodeEntries: Int32Array.from(decodeEntries) };
}
