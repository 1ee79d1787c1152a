/** Where the codes of a record are valid: within its territory's outline and, if restricted, earlier records. */
import { FULL_CIRCLE_MICRO_DEG } from "../src/tables/format.ts";
import {
  BOUNDS_WORDS,
  EARLIER_END,
  EARLIER_START,
  HINT_SIDE,
  HINTS_START,
  hintShift,
  KIND_GRID,
  KIND_MASK,
  LAT_HEIGHT,
  LAT_MIN,
  LON_MIN,
  LON_WIDTH,
  OUTLINE,
  RESTRICTED,
  TRAITS,
  VALID_WITHIN_EARLIER,
  WITHIN_OUTLINE,
} from "../src/tables/layout/records.ts";
import { expectTable } from "./errors.ts";
import type { RecordWords } from "./records.ts";

const MAX_UINT8 = 0xff;

interface Earlier {
  readonly earlierBounds: Int32Array;
  readonly earlierHints: Uint8Array;
}

/**
 * Sets the words of each record that say where its codes are valid.
 * @param territoryOf the territory of each record
 * @param firsts see firstRecords
 */
export function setValidity(
  records: readonly RecordWords[],
  territoryOf: readonly number[],
  firsts: readonly number[],
): Earlier {
  const earlierBounds: number[] = [];
  const earlierHints: number[] = [];
  for (const [number, words] of records.entries()) {
    const territory = territoryOf[number];
    const outline = firsts[territory + 1] - 1;
    words[OUTLINE] = outline;
    if (isWithin(words, records[outline])) setTrait(words, WITHIN_OUTLINE);
    if ((words[TRAITS] & VALID_WITHIN_EARLIER) === 0) continue;
    const earlier = records
      .slice(firsts[territory], number)
      .filter((one) => (one[TRAITS] & RESTRICTED) === 0);
    // Larger ones first, because they contain more points.
    earlier.sort((one, other) => areaOf(other) - areaOf(one));
    words[EARLIER_START] = earlierBounds.length;
    words[HINTS_START] = earlierHints.length;
    const actual = `record ${number} comes after ${earlier.length} others`;
    expectTable(earlier.length <= MAX_UINT8, "boundaries.csv", actual, `${MAX_UINT8} at most`);
    earlierHints.push(...hintsOf(words, earlier));
    for (const one of earlier) earlierBounds.push(...one.subarray(0, BOUNDS_WORDS));
    words[EARLIER_END] = earlierBounds.length;
  }
  return {
    earlierBounds: Int32Array.from(earlierBounds),
    earlierHints: Uint8Array.from(earlierHints),
  };
}

/** For each cell of a record's hints, row by row, the earlier record that covers the largest part. */
function hintsOf(words: RecordWords, earlier: readonly RecordWords[]): number[] {
  const latSize = 1 << hintShift(words[LAT_HEIGHT]);
  const lonSize = 1 << hintShift(words[LON_WIDTH]);
  return Array.from({ length: HINT_SIDE * HINT_SIDE }, (_, cell) => {
    const south = words[LAT_MIN] + Math.trunc(cell / HINT_SIDE) * latSize;
    const west = words[LON_MIN] + (cell % HINT_SIDE) * lonSize;
    const shares = earlier.map(
      (one) =>
        overlap(south, latSize, one[LAT_MIN], one[LAT_HEIGHT]) *
        // Their longitudes may be one turn apart.
        Math.max(
          ...[-FULL_CIRCLE_MICRO_DEG, 0, FULL_CIRCLE_MICRO_DEG].map((turn) =>
            overlap(west + turn, lonSize, one[LON_MIN], one[LON_WIDTH]),
          ),
        ),
    );
    return shares.indexOf(Math.max(...shares));
  });
}

function overlap(from: number, size: number, otherFrom: number, otherSize: number): number {
  return Math.max(Math.min(from + size, otherFrom + otherSize) - Math.max(from, otherFrom), 0);
}

function areaOf(words: RecordWords): number {
  return words[LAT_HEIGHT] * words[LON_WIDTH];
}

function setTrait(words: RecordWords, trait: number): void {
  words[TRAITS] = words[TRAITS] | trait;
}

/** Whether all zones of a record lie within another record. */
function isWithin(words: RecordWords, outer: RecordWords): boolean {
  const gapBefore = (min: number) => words[min] - outer[min];
  const gapAfter = (min: number, size: number) => outer[size] - words[size] - gapBefore(min);
  const isGrid = (words[TRAITS] & KIND_MASK) === KIND_GRID;
  // Rows that count from the north include their northern edge: zones reach a fraction out of the record.
  const minNorth = isGrid ? 0 : 1;
  return (
    gapBefore(LON_MIN) >= 0 &&
    gapAfter(LON_MIN, LON_WIDTH) >= 0 &&
    gapBefore(LAT_MIN) >= 0 &&
    gapAfter(LAT_MIN, LAT_HEIGHT) >= minNorth
  );
}
