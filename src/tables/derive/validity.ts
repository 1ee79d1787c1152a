/** Where the codes of a record are valid: within its territory's outline and, if restricted, earlier records. */
import { FULL_CIRCLE_MICRO_DEG } from "../format.ts";
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
} from "../layout/records.ts";
import type { RecordWords } from "./records.ts";

export interface Earlier {
  readonly earlierBounds: Int32Array;
  readonly earlierHints: Uint8Array;
}

/**
 * Sets the words of each record that say where its codes are valid.
 * @param records the words of each record
 * @param territoryOf the territory of each record
 * @param firsts first row of each territory, closed by the number of all rows
 */
export function setValidity(
  records: readonly RecordWords[],
  territoryOf: readonly number[],
  firsts: ArrayLike<number>,
): Earlier {
  const earlierBounds: number[] = [];
  const hints: Uint8Array[] = [];
  for (const [number, words] of records.entries()) {
    const territory = territoryOf[number];
    const outline = firsts[territory + 1] - 1;
    words[OUTLINE] = outline;
    if (isWithin(words, records[outline])) words[TRAITS] = words[TRAITS] | WITHIN_OUTLINE;
    if ((words[TRAITS] & VALID_WITHIN_EARLIER) === 0) continue;
    const earlier = records
      .slice(firsts[territory], number)
      .filter((one) => (one[TRAITS] & RESTRICTED) === 0);
    // Larger ones first, because they contain more points.
    earlier.sort((one, other) => areaOf(other) - areaOf(one));
    words[EARLIER_START] = earlierBounds.length;
    words[HINTS_START] = hints.length * HINTS;
    hints.push(hintsOf(words, earlier));
    for (const one of earlier) {
      for (let word = 0; word < BOUNDS_WORDS; word++) earlierBounds.push(one[word]);
    }
    words[EARLIER_END] = earlierBounds.length;
  }
  const earlierHints = new Uint8Array(hints.length * HINTS);
  for (const [index, own] of hints.entries()) earlierHints.set(own, index * HINTS);
  return { earlierBounds: Int32Array.from(earlierBounds), earlierHints };
}

/** Hints of a record. */
const HINTS = HINT_SIDE * HINT_SIDE;

/** For each cell of a record's hints, row by row, the earlier record that covers the largest part. */
function hintsOf(words: RecordWords, earlier: readonly RecordWords[]): Uint8Array {
  const latSize = 1 << hintShift(words[LAT_HEIGHT]);
  const lonSize = 1 << hintShift(words[LON_WIDTH]);
  const hints = new Uint8Array(HINTS);
  const largest = new Float64Array(HINTS);
  const widths = new Float64Array(HINT_SIDE);
  for (const [index, one] of earlier.entries()) {
    // It reaches into few of the columns.
    let firstColumn = HINT_SIDE;
    let endColumn = 0;
    for (let column = 0; column < HINT_SIDE; column++) {
      const west = words[LON_MIN] + column * lonSize;
      widths[column] = Math.max(
        overlap(west, lonSize, one[LON_MIN], one[LON_WIDTH]),
        // Their longitudes may be one turn apart.
        overlap(west - FULL_CIRCLE_MICRO_DEG, lonSize, one[LON_MIN], one[LON_WIDTH]),
        overlap(west + FULL_CIRCLE_MICRO_DEG, lonSize, one[LON_MIN], one[LON_WIDTH]),
      );
      if (widths[column] === 0) continue;
      firstColumn = Math.min(firstColumn, column);
      endColumn = column + 1;
    }
    for (let row = 0; row < HINT_SIDE; row++) {
      const south = words[LAT_MIN] + row * latSize;
      const height = overlap(south, latSize, one[LAT_MIN], one[LAT_HEIGHT]);
      if (height === 0) continue;
      for (let column = firstColumn; column < endColumn; column++) {
        const cell = row * HINT_SIDE + column;
        const share = height * widths[column];
        if (share <= largest[cell]) continue;
        largest[cell] = share;
        hints[cell] = index;
      }
    }
  }
  return hints;
}

function overlap(from: number, size: number, otherFrom: number, otherSize: number): number {
  return Math.max(Math.min(from + size, otherFrom + otherSize) - Math.max(from, otherFrom), 0);
}

function areaOf(words: RecordWords): number {
  return words[LAT_HEIGHT] * words[LON_WIDTH];
}

/** Whether all zones of a record lie within another record. */
function isWithin(words: RecordWords, outer: RecordWords): boolean {
  const west = words[LON_MIN] - outer[LON_MIN];
  const south = words[LAT_MIN] - outer[LAT_MIN];
  const isGrid = (words[TRAITS] & KIND_MASK) === KIND_GRID;
  // Rows that count from the north include their northern edge: zones reach a fraction out of the record.
  const minNorth = isGrid ? 0 : 1;
  return (
    west >= 0 &&
    outer[LON_WIDTH] - words[LON_WIDTH] - west >= 0 &&
    south >= 0 &&
    outer[LAT_HEIGHT] - words[LAT_HEIGHT] - south >= minNorth
  );
}
