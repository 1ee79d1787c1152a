/** What the codes of a record are read within: its territory's outline, and earlier records. */
import {
  BOUNDS_WORDS,
  EARLIER_END,
  EARLIER_START,
  KIND_GRID,
  KIND_MASK,
  LAT_HEIGHT,
  LAT_MIN,
  LON_MIN,
  LON_WIDTH,
  OUTLINE,
  READ_WITHIN_EARLIER,
  RESTRICTED,
  TRAITS,
  WITHIN_OUTLINE,
} from "../src/tables/layout.ts";
import type { RecordWords } from "./records.ts";

/**
 * Sets what each record is read within.
 * @param territoryOf the territory of each record
 * @param firsts see firstRecords
 * @returns the bounds of earlier records
 */
export function setReadWithin(
  records: readonly RecordWords[],
  territoryOf: readonly number[],
  firsts: readonly number[],
): Int32Array {
  const earlierBounds: number[] = [];
  for (const [number, words] of records.entries()) {
    const territory = territoryOf[number] as number;
    const outline = (firsts[territory + 1] as number) - 1;
    words[OUTLINE] = outline;
    if (isWithin(words, records[outline] as RecordWords)) setTrait(words, WITHIN_OUTLINE);
    if (((words[TRAITS] as number) & READ_WITHIN_EARLIER) === 0) continue;
    words[EARLIER_START] = earlierBounds.length;
    const earlier = records
      .slice(firsts[territory], number)
      .filter((one) => ((one[TRAITS] as number) & RESTRICTED) === 0);
    // Larger ones first, as they hold more points: half as many are looked at.
    earlier.sort((one, other) => areaOf(other) - areaOf(one));
    for (const one of earlier) earlierBounds.push(...one.subarray(0, BOUNDS_WORDS));
    words[EARLIER_END] = earlierBounds.length;
  }
  return Int32Array.from(earlierBounds);
}

function areaOf(words: RecordWords): number {
  return (words[LAT_HEIGHT] as number) * (words[LON_WIDTH] as number);
}

function setTrait(words: RecordWords, trait: number): void {
  words[TRAITS] = (words[TRAITS] as number) | trait;
}

/** Whether no zone of a record's codes reaches out of another record. */
function isWithin(words: RecordWords, outer: RecordWords): boolean {
  const gap = (min: number) => (words[min] as number) - (outer[min] as number);
  const rest = (min: number, size: number) =>
    (outer[size] as number) - (words[size] as number) - gap(min);
  const isGrid = ((words[TRAITS] as number) & KIND_MASK) === KIND_GRID;
  // Cells that are counted from the north own their upper edge, a fraction outside of the record.
  const leastNorth = isGrid ? 0 : 1;
  return (
    gap(LON_MIN) >= 0 &&
    rest(LON_MIN, LON_WIDTH) >= 0 &&
    gap(LAT_MIN) >= 0 &&
    rest(LAT_MIN, LAT_HEIGHT) >= leastNorth
  );
}
