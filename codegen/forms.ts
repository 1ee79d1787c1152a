/** Builds the tables that lead from a territory and the form of a code to the one record. */
import { DIGITS, INTERNATIONAL_LENGTH } from "../src/tables/format.ts";
import {
  FORM_BY_DIGIT,
  FORM_SHIFT,
  FORMS_PER_TERRITORY,
  formIndex,
  formOf,
  MAX_PREFIX,
  MAX_SUFFIX,
  MIN_PREFIX,
  MIN_SUFFIX,
  READER_SHIFT,
  TRAITS,
} from "../src/tables/layout.ts";
import { autoHeaderShape } from "./auto-header.ts";
import { lengthOfCodex } from "./check-boundaries.ts";
import { expectRow } from "./expect.ts";
import { namelessShape } from "./nameless.ts";
import type { BoundaryRow, Tables, TerritoryRow } from "./read.ts";
import { gridShape, type RecordWords } from "./records.ts";

export interface Forms {
  readonly forms: Int32Array;
  readonly readers: Int32Array;
}

/** Lengths before and after the dot of the codes that a row makes and reads. */
function writtenShape(row: BoundaryRow): [prefixLength: number, suffixLength: number] {
  if (row.nameless) return namelessShape(row.codex);
  if (row.recordType > 1) return autoHeaderShape(row.codex);
  const [prefixLength, suffixLength] = gridShape(row.codex);
  if (row.recordType === 0) return [prefixLength, suffixLength];
  // The header letter comes in front; codex 14 gives the character that its dot moved over back.
  return row.codex === 14 ? [2, 4] : [prefixLength + 1, suffixLength];
}

/** Whether a row goes on with the group that the row before it belongs to. */
export function continuesGroup(row: BoundaryRow, previous: BoundaryRow | undefined): boolean {
  if (previous?.territory !== row.territory || previous.codex !== row.codex) return false;
  return row.nameless ? previous.nameless : row.recordType > 1 && previous.recordType > 1;
}

/** The records that read the codes of one form of a territory: one, or one for each first digit. */
type FormRecords = readonly (number | undefined)[];

/**
 * @param makesCodes whether a row makes and reads codes of its own (see KIND_SILENT)
 * @param recordsByDigit of nameless groups where the first digit tells the record, by their first
 * @param records the packed words of each row
 * @throws TableError when two rows or groups of a territory would read the same code
 */
export function buildForms(
  { boundaries, territories }: Tables,
  makesCodes: (row: BoundaryRow) => boolean,
  recordsByDigit: ReadonlyMap<number, readonly number[]>,
  records: readonly RecordWords[],
): Forms {
  const own = new Map<number, FormRecords>();
  for (const [record, row] of boundaries.entries()) {
    if (!makesCodes(row) || continuesGroup(row, boundaries[record - 1])) continue;
    const [prefixLength, suffixLength] = writtenShape(row);
    const isForm =
      prefixLength >= MIN_PREFIX &&
      prefixLength <= MAX_PREFIX &&
      suffixLength >= MIN_SUFFIX &&
      suffixLength <= MAX_SUFFIX;
    const shape = `codes of ${prefixLength}.${suffixLength} characters`;
    expectRow(isForm, "boundaries.csv", row, shape, "2 to 5 and 2 to 4");
    const form = formIndex(row.territory, formOf(prefixLength, suffixLength));
    const reading = own.get(form);
    if (row.recordType !== 1) {
      const isFirst = reading === undefined;
      expectRow(isFirst, "boundaries.csv", row, `a second reading of ${shape}`, "one at most");
      own.set(form, recordsByDigit.get(record) ?? [record]);
      continue;
    }
    const isLettered = reading === undefined || reading.length === DIGITS.length;
    expectRow(isLettered, "boundaries.csv", row, `a second reading of ${shape}`, "one at most");
    const digit = DIGITS.indexOf(row.headerLetter);
    const byDigit = reading ?? new Array<undefined>(DIGITS.length).fill(undefined);
    const found = `a second ${row.headerLetter} for ${shape}`;
    expectRow(byDigit[digit] === undefined, "boundaries.csv", row, found, "each letter once");
    own.set(form, byDigit.with(digit, record));
  }
  const readerOf = (record: number | undefined) =>
    record === undefined ? 0 : (record << READER_SHIFT) | (records[record] as RecordWords)[TRAITS];
  return packForms(own, territories.length, readingTerritories(boundaries, territories), readerOf);
}

/** @returns which territory reads codes of a length (their digits without the dot) of a territory */
type ReadingTerritory = (territory: number, length: number) => number;

function readingTerritories(
  boundaries: readonly BoundaryRow[],
  territories: readonly TerritoryRow[],
): ReadingTerritory {
  // Of all rows of a territory the last one stays.
  const outlines = new Map(boundaries.map((row) => [row.territory, row]));
  const international = territories.length - 1;
  return (territory, length) => {
    if (length === INTERNATIONAL_LENGTH) return international;
    const { parent } = territories[territory] as TerritoryRow;
    const { codex } = outlines.get(territory) as BoundaryRow;
    return parent >= 0 && length >= lengthOfCodex(codex) ? parent : territory;
  };
}

function packForms(
  own: ReadonlyMap<number, FormRecords>,
  territoryCount: number,
  readingTerritory: ReadingTerritory,
  readerOf: (record: number | undefined) => number,
): Forms {
  const forms = new Int32Array(territoryCount * FORMS_PER_TERRITORY);
  // The first one is of the forms that nobody reads.
  const readers = [0];
  const starts = new Map<FormRecords, number>();
  for (let territory = 0; territory < territoryCount; territory++) {
    for (let prefix = MIN_PREFIX; prefix <= MAX_PREFIX; prefix++) {
      for (let suffix = MIN_SUFFIX; suffix <= MAX_SUFFIX; suffix++) {
        const form = formOf(prefix, suffix);
        const reading = own.get(formIndex(readingTerritory(territory, prefix + suffix), form));
        if (reading === undefined) continue;
        const start = starts.get(reading) ?? readers.length;
        if (start === readers.length) readers.push(...reading.map(readerOf));
        starts.set(reading, start);
        const mask = reading.length === 1 ? 0 : FORM_BY_DIGIT;
        forms[formIndex(territory, form)] = (start << FORM_SHIFT) | mask;
      }
    }
  }
  return { forms, readers: Int32Array.from(readers) };
}
