/** Writes the codes that point-codes.ts has found: to a list, at fixed places, or to a batch, one after the other. */
import { foundRecords, foundTerritories, POINT_LAT, point } from "../scratch.ts";
import { RECORD_WORDS } from "../tables/layout/records.ts";
import { INTERNATIONAL_TERRITORY } from "../tables/tables.ts";
import { type CodeList, MAX_CODE_CHARS } from "./code-arrays.ts";
import { foundRecord } from "./found-codes.ts";
import { writeCode } from "./kinds.ts";
import { internationalRecord } from "./search.ts";

/** Writes the first `count` found codes to a list. */
export function writeList(list: CodeList, count: number, precision: number): void {
  for (let index = 0; index < count; index++) {
    const record = foundRecords[index];
    const territory = foundTerritories[index];
    if (record < 0) repeatCode(list, index, ~record, territory);
    else writeListCode(list, index, record, territory, precision);
  }
  list.count = count;
}

/** Writes the international code of `point` alone, without the arrays of found codes: 10% faster. */
export function writeInternational(list: CodeList, precision: number): void {
  const record = internationalRecord(point[POINT_LAT]);
  list.count = 1;
  writeListCode(list, 0, record, INTERNATIONAL_TERRITORY, precision);
}

/** Lists the code at index `first` again under another territory. */
function repeatCode(list: CodeList, index: number, first: number, territory: number): void {
  list.territories[index] = territory;
  list.starts[index] = list.starts[first];
  list.ends[index] = list.ends[first];
}

/** Writes the code of `point` in a record to a list. */
function writeListCode(
  list: CodeList,
  index: number,
  record: number,
  territory: number,
  precision: number,
): void {
  const start = index * MAX_CODE_CHARS;
  list.territories[index] = territory;
  list.starts[index] = start;
  list.ends[index] = writeCode(point, record * RECORD_WORDS, precision, list.chars, start);
}

/**
 * Copies a code within the bytes of a batch, to a place after its end.
 * @param count at least the length of the code. The same for all codes, as the processor mispredicts the end of a
 *   loop over the length of each.
 */
export function copyCode(bytes: Uint8Array, from: number, to: number, count: number): void {
  for (let char = 0; char < count; char++) bytes[to + char] = bytes[from + char];
}

/** The characters of a code on its way to bytes that have no room after it. */
const edgeChars = new Uint8Array(MAX_CODE_CHARS);

/**
 * Writes a found code into bytes that need room for this code only.
 * @returns the end of the code
 */
export function writeAtEdge(
  bytes: Uint8Array,
  at: number,
  index: number,
  precision: number,
): number {
  const length = writeCode(point, foundRecord(index) * RECORD_WORDS, precision, edgeChars, 0);
  for (let char = 0; char < length; char++) bytes[at + char] = edgeChars[char];
  return at + length;
}
