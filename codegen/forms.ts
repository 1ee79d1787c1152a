/** Builds the tables that lead from a territory and the form of a code to the one record. */
import { DIGITS } from "../src/tables/format.ts";
import {
  FORMS_PER_TERRITORY,
  formIndex,
  MAX_PREFIX,
  MAX_SUFFIX,
  MIN_PREFIX,
  MIN_SUFFIX,
} from "../src/tables/layout.ts";
import { autoHeaderShape } from "./auto-header.ts";
import { expectRow } from "./expect.ts";
import { namelessShape } from "./nameless.ts";
import type { BoundaryRow } from "./read.ts";
import { gridShape } from "./records.ts";

export interface Forms {
  readonly forms: Int16Array;
  readonly letteredRecords: Uint16Array;
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

/**
 * @param makesCodes whether a row makes and reads codes of its own (see KIND_SILENT)
 * @throws TableError when two rows or groups of a territory would read the same code
 */
export function buildForms(
  boundaries: readonly BoundaryRow[],
  territoryCount: number,
  makesCodes: (row: BoundaryRow) => boolean,
): Forms {
  const forms = new Int16Array(territoryCount * FORMS_PER_TERRITORY);
  const lettered: Uint16Array[] = [];
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
    const form = formIndex(row.territory, prefixLength, suffixLength);
    const entry = forms[form] as number;
    if (row.recordType !== 1) {
      expectRow(entry === 0, "boundaries.csv", row, `a second reading of ${shape}`, "one at most");
      forms[form] = record + 1;
      continue;
    }
    expectRow(entry <= 0, "boundaries.csv", row, `a second reading of ${shape}`, "one at most");
    if (entry === 0) forms[form] = -lettered.push(new Uint16Array(DIGITS.length));
    const records = lettered[-1 - (forms[form] as number)] as Uint16Array;
    const digit = DIGITS.indexOf(row.headerLetter);
    const found = `a second ${row.headerLetter} for ${shape}`;
    expectRow(records[digit] === 0, "boundaries.csv", row, found, "each letter once");
    records[digit] = record + 1;
  }
  const letteredRecords = new Uint16Array(lettered.length * DIGITS.length);
  for (const [n, records] of lettered.entries()) letteredRecords.set(records, n * DIGITS.length);
  return { forms, letteredRecords };
}
