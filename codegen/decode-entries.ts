/** Decode entries: from the territory and the form of a code to the one record that reads it. */
import { DIGITS, INTERNATIONAL_LENGTH } from "../src/tables/format.ts";
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
} from "../src/tables/layout/records.ts";
import { autoHeaderLengths } from "./auto-header.ts";
import { lengthOfCodex } from "./check-boundaries.ts";
import { expectRow } from "./errors.ts";
import { namelessLengths } from "./nameless.ts";
import type { BoundaryRow, Tables, TerritoryRow } from "./read.ts";
import { gridLengths, type RecordWords } from "./records.ts";

export interface DecodeEntries {
  readonly decodeEntryStarts: Int32Array;
  readonly decodeEntries: Int32Array;
}

/** Lengths before and after the dot of the codes of a row. */
function codeLengths(row: BoundaryRow): [prefixLength: number, suffixLength: number] {
  if (row.nameless) return namelessLengths(row.codex);
  if (row.recordType > 1) return autoHeaderLengths(row.codex);
  const [prefixLength, suffixLength] = gridLengths(row.codex);
  if (row.recordType === 0) return [prefixLength, suffixLength];
  // The header letter is one more character; codex 14 moves the dot back over one.
  return row.codex === 14 ? [2, 4] : [prefixLength + 1, suffixLength];
}

/** Whether a row belongs to the same group as the row before it. */
export function continuesGroup(row: BoundaryRow, previous: BoundaryRow | undefined): boolean {
  if (previous?.territory !== row.territory || previous.codex !== row.codex) return false;
  return row.nameless ? previous.nameless : row.recordType > 1 && previous.recordType > 1;
}

/** The records that read the codes of one form in a territory: one, or one for each first digit. */
type FormRecords = readonly (number | undefined)[];

/**
 * @param makesCodes whether a row has codes of its own (see KIND_BOUNDS_ONLY)
 * @param recordsByDigit for nameless groups in which the first digit alone selects the record: the record of
 *   each first digit, by the first record of the group
 * @param records the packed words of each row
 * @throws TableError if two rows or groups of a territory would read the same code
 */
export function buildDecodeEntries(
  { boundaries, territories }: Tables,
  makesCodes: (row: BoundaryRow) => boolean,
  recordsByDigit: ReadonlyMap<number, readonly number[]>,
  records: readonly RecordWords[],
): DecodeEntries {
  const recordsByForm = new Map<number, FormRecords>();
  for (const [record, row] of boundaries.entries()) {
    if (!makesCodes(row) || continuesGroup(row, boundaries[record - 1])) continue;
    const [prefixLength, suffixLength] = codeLengths(row);
    const isValidForm =
      prefixLength >= MIN_PREFIX &&
      prefixLength <= MAX_PREFIX &&
      suffixLength >= MIN_SUFFIX &&
      suffixLength <= MAX_SUFFIX;
    const codes = `codes of ${prefixLength}.${suffixLength} characters`;
    expectRow(isValidForm, "boundaries.csv", row, codes, "2 to 5 and 2 to 4");
    const form = entryStartIndex(row.territory, formOf(prefixLength, suffixLength));
    const known = recordsByForm.get(form);
    if (row.recordType !== 1) {
      const isFirst = known === undefined;
      expectRow(isFirst, "boundaries.csv", row, `a second reading of ${codes}`, "one at most");
      recordsByForm.set(form, recordsByDigit.get(record) ?? [record]);
      continue;
    }
    const isLettered = known === undefined || known.length === DIGITS.length;
    expectRow(isLettered, "boundaries.csv", row, `a second reading of ${codes}`, "one at most");
    const digit = DIGITS.indexOf(row.headerLetter);
    const byDigit = known ?? new Array<undefined>(DIGITS.length).fill(undefined);
    const problem = `a second ${row.headerLetter} for ${codes}`;
    expectRow(byDigit[digit] === undefined, "boundaries.csv", row, problem, "each letter once");
    recordsByForm.set(form, byDigit.with(digit, record));
  }
  const entryOf = (record: number | undefined) =>
    record === undefined ? 0 : (record << ENTRY_RECORD_SHIFT) | records[record][TRAITS];
  return packEntries(
    recordsByForm,
    territories.length,
    readingTerritories(boundaries, territories),
    entryOf,
  );
}

/** @returns the territory whose records read a territory's codes of a length, not counting the dot */
type ReadingTerritory = (territory: number, length: number) => number;

function readingTerritories(
  boundaries: readonly BoundaryRow[],
  territories: readonly TerritoryRow[],
): ReadingTerritory {
  const outlines: BoundaryRow[] = [];
  // A later row replaces an earlier one: the last row of a territory is its outline.
  for (const row of boundaries) outlines[row.territory] = row;
  const international = territories.length - 1;
  return (territory, length) => {
    if (length === INTERNATIONAL_LENGTH) return international;
    const { parent } = territories[territory];
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
