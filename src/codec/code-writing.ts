/** Writes the codes that point-codes.ts has found: to a list, at fixed places, or to a batch, one after the other. */
import { foundRecords, foundTerritories, POINT_LAT, point } from "../scratch.ts";
import {
  LENGTH_MASK,
  MAX_PREFIX,
  MIN_PREFIX,
  PREFIX_SHIFT,
  RECORD_WORDS,
  SUFFIX_SHIFT,
  TRAITS,
} from "../tables/layout/records.ts";
import { INTERNATIONAL_TERRITORY, records } from "../tables/tables.ts";
import { type CodeList, MAX_CODE_CHARS, NO_CODE } from "./code-arrays.ts";
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
  const base = record * RECORD_WORDS;
  const traits = records[base + TRAITS];
  const dot = index * MAX_CODE_CHARS + MAX_PREFIX;
  const end = dot + 1 + ((traits >> SUFFIX_SHIFT) & LENGTH_MASK);
  list.territories[index] = territory;
  list.starts[index] = dot - ((traits >> PREFIX_SHIFT) & LENGTH_MASK);
  list.ends[index] = precision === 0 ? end : end + 1 + precision;
  writeCode(point, base, precision, list.chars, dot);
}

/** The record of a found code. */
function foundRecord(index: number): number {
  const record = foundRecords[index];
  return record < 0 ? foundRecords[~record] : record;
}

/** The length of a found code. */
export function foundLength(index: number, precision: number): number {
  const traits = records[foundRecord(index) * RECORD_WORDS + TRAITS];
  const prefixLength = (traits >> PREFIX_SHIFT) & LENGTH_MASK;
  const suffixLength = (traits >> SUFFIX_SHIFT) & LENGTH_MASK;
  return prefixLength + 1 + suffixLength + (precision === 0 ? 0 : 1 + precision);
}

/**
 * Leaves of the found codes only the shortest local one, the first one on a tie, as indexOfShortestLocal finds it in a
 * list.
 * @param count number of found codes
 * @returns 1, or 0 if none is local
 */
export function keepShortestLocal(count: number): number {
  let best = NO_CODE;
  let bestLength = 0;
  for (let index = 0; index < count; index++) {
    if (foundTerritories[index] === INTERNATIONAL_TERRITORY) continue;
    const length = foundLength(index, 0);
    if (best !== NO_CODE && length >= bestLength) continue;
    best = index;
    bestLength = length;
  }
  if (best === NO_CODE) return 0;
  foundRecords[0] = foundRecord(best);
  foundTerritories[0] = foundTerritories[best];
  return 1;
}

/** Characters before a code that writeCode may overwrite: it always writes MAX_PREFIX digits. */
export const MARGIN_BEFORE = MAX_PREFIX - MIN_PREFIX;

/**
 * Writes a found code into bytes from `at` on, and restores the end of the code before it, which writeCode
 * overwrites. The bytes must have room for MARGIN_BEFORE characters before it and for MAX_CODE_CHARS after `at`.
 * @returns the end of the code
 */
export function writeInPlace(
  bytes: Uint8Array,
  at: number,
  index: number,
  precision: number,
): number {
  const base = foundRecord(index) * RECORD_WORDS;
  const traits = records[base + TRAITS];
  const dot = at + ((traits >> PREFIX_SHIFT) & LENGTH_MASK);
  const end = dot + 1 + ((traits >> SUFFIX_SHIFT) & LENGTH_MASK);
  const third = bytes[at - 3];
  const second = bytes[at - 2];
  const last = bytes[at - 1];
  writeCode(point, base, precision, bytes, dot);
  bytes[at - 3] = third;
  bytes[at - 2] = second;
  bytes[at - 1] = last;
  return precision === 0 ? end : end + 1 + precision;
}

/** The characters of a code on its way to bytes that have no room around it. */
const edgeChars = new Uint8Array(MARGIN_BEFORE + MAX_CODE_CHARS);

/** As writeInPlace, for bytes that need room for the code only. */
export function writeAtEdge(
  bytes: Uint8Array,
  at: number,
  index: number,
  precision: number,
): number {
  const length = writeInPlace(edgeChars, MARGIN_BEFORE, index, precision) - MARGIN_BEFORE;
  for (let char = 0; char < length; char++) bytes[at + char] = edgeChars[MARGIN_BEFORE + char];
  return at + length;
}
