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
  const isValidWithinEarlier = (words: RecordWords) => (words[TRAITS] & VALID_WITHIN_EARLIER) !== 0;
  const earlierHints = new Uint8Array(records.filter(isValidWithinEarlier).length * HINTS);
  let hintsEnd = 0;
  for (const [number, words] of records.entries()) {
    const territory = territoryOf[number];
    const outline = firsts[territory + 1] - 1;
    words[OUTLINE] = outline;
    if (isWithin(words, records[outline])) words[TRAITS] = words[TRAITS] | WITHIN_OUTLINE;
    if (!isValidWithinEarlier(words)) continue;
    const earlier = records
      .slice(firsts[territory], number)
      .filter((one) => (one[TRAITS] & RESTRICTED) === 0);
    // Larger ones first, because they contain more points.
    earlier.sort((one, other) => areaOf(other) - areaOf(one));
    words[EARLIER_START] = earlierBounds.length;
    words[HINTS_START] = hintsEnd;
    setHints(earlierHints.subarray(hintsEnd, hintsEnd + HINTS), words, earlier);
    hintsEnd += HINTS;
    for (const one of earlier) {
      for (let word = 0; word < BOUNDS_WORDS; word++) earlierBounds.push(one[word]);
    }
    words[EARLIER_END] = earlierBounds.length;
  }
  return { earlierBounds: Int32Array.from(earlierBounds), earlierHints };
}

/** Hints of a record. */
const HINTS = HINT_SIDE * HINT_SIDE;

/**
 * For each cell of a record's hints, row by row, the earlier record that covers the largest part. Only the cells
 * that an earlier record reaches are visited: with a look at all rows and columns it took eight times as long.
 */
function setHints(hints: Uint8Array, words: RecordWords, earlier: readonly RecordWords[]): void {
  const latShift = hintShift(words[LAT_HEIGHT]);
  const lonShift = hintShift(words[LON_WIDTH]);
  const largest = new Float64Array(HINTS);
  for (const [index, one] of earlier.entries()) {
    const south = one[LAT_MIN] - words[LAT_MIN];
    const north = south + one[LAT_HEIGHT];
    const firstRow = Math.max(south >> latShift, 0);
    const endRow = Math.min(((north - 1) >> latShift) + 1, HINT_SIDE);
    if (firstRow >= endRow) continue;
    // Their longitudes may be one turn apart.
    for (
      let turn = -FULL_CIRCLE_MICRO_DEG;
      turn <= FULL_CIRCLE_MICRO_DEG;
      turn += FULL_CIRCLE_MICRO_DEG
    ) {
      const west = one[LON_MIN] + turn - words[LON_MIN];
      const east = west + one[LON_WIDTH];
      const firstColumn = Math.max(west >> lonShift, 0);
      const endColumn = Math.min(((east - 1) >> lonShift) + 1, HINT_SIDE);
      for (let column = firstColumn; column < endColumn; column++) {
        const width = overlap(column << lonShift, 1 << lonShift, west, east);
        for (let row = firstRow; row < endRow; row++) {
          const cell = row * HINT_SIDE + column;
          const share = width * overlap(row << latShift, 1 << latShift, south, north);
          if (share <= largest[cell]) continue;
          largest[cell] = share;
          hints[cell] = index;
        }
      }
    }
  }
}

/** How much of a range, given by its start and size, lies in another one, given by its start and end. */
function overlap(from: number, size: number, start: number, end: number): number {
  return Math.min(from + size, end) - Math.max(from, start);
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
