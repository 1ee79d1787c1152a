/** Where the codes of a record are valid: within its territory's encompassing record and, if restricted, earlier records. */
import { FULL_CIRCLE_MICRO_DEG } from "../format.ts";
import {
  BOUNDS_WORDS,
  EARLIER_END,
  EARLIER_START,
  ENCOMPASSING,
  FLAGS,
  HINT_SIDE,
  HINTS_START,
  hintShift,
  KIND_GRID,
  KIND_MASK,
  LAT_HEIGHT,
  LAT_MIN,
  LON_MIN,
  LON_WIDTH,
  RECORD_WORDS,
  RESTRICTED,
  VALID_WITHIN_EARLIER,
  WITHIN_ENCOMPASSING,
} from "../layout/records.ts";
import type { RecordLengths, RecordSections } from "./records.ts";

/** Sets the words of a record that say where the encompassing record of its territory is, once its other words are set. */
export function setEncompassing(records: Int32Array, number: number, encompassing: number): void {
  const at = number * RECORD_WORDS;
  records[at + ENCOMPASSING] = encompassing;
  if (isWithin(records, at, encompassing * RECORD_WORDS))
    records[at + FLAGS] |= WITHIN_ENCOMPASSING;
}

/**
 * Appends what the restricted records of a territory depend on.
 * @param first its first record
 * @param end after its last one
 */
export function addRestrictions(
  { records, earlierBounds, earlierHints }: RecordSections,
  lengths: RecordLengths,
  first: number,
  end: number,
): void {
  for (let number = first; number < end; number++) {
    const at = number * RECORD_WORDS;
    if ((records[at + FLAGS] & VALID_WITHIN_EARLIER) === 0) continue;
    const earlier = unrestrictedRecords(records, first, number);
    records[at + EARLIER_START] = lengths.earlierBounds;
    records[at + HINTS_START] = lengths.earlierHints;
    const hintsEnd = lengths.earlierHints + HINTS;
    setHints(earlierHints.subarray(lengths.earlierHints, hintsEnd), records, at, earlier);
    lengths.earlierHints = hintsEnd;
    for (const one of earlier) {
      earlierBounds.set(records.subarray(one, one + BOUNDS_WORDS), lengths.earlierBounds);
      lengths.earlierBounds += BOUNDS_WORDS;
    }
    records[at + EARLIER_END] = lengths.earlierBounds;
  }
}

/** Where the words of unrestricted records start, larger records first, because they contain more points. */
function unrestrictedRecords(records: Int32Array, first: number, end: number): number[] {
  const found: number[] = [];
  for (let at = first * RECORD_WORDS; at < end * RECORD_WORDS; at += RECORD_WORDS) {
    if ((records[at + FLAGS] & RESTRICTED) === 0) found.push(at);
  }
  return found.sort((one, other) => areaOf(records, other) - areaOf(records, one));
}

/** Hints of a record. */
const HINTS = HINT_SIDE * HINT_SIDE;

/**
 * For each cell of a record's hints, row by row, the earlier record that covers the largest part. Only the cells
 * that an earlier record reaches are visited: with a look at all rows and columns it took eight times as long.
 */
function setHints(
  hints: Uint8Array,
  records: Int32Array,
  at: number,
  earlier: readonly number[],
): void {
  const latShift = hintShift(records[at + LAT_HEIGHT]);
  const lonShift = hintShift(records[at + LON_WIDTH]);
  const largest = new Float64Array(HINTS);
  for (const [index, one] of earlier.entries()) {
    const south = records[one + LAT_MIN] - records[at + LAT_MIN];
    const north = south + records[one + LAT_HEIGHT];
    const firstRow = Math.max(south >> latShift, 0);
    const endRow = Math.min(((north - 1) >> latShift) + 1, HINT_SIDE);
    if (firstRow >= endRow) continue;
    // Their longitudes may be one turn apart.
    for (
      let turn = -FULL_CIRCLE_MICRO_DEG;
      turn <= FULL_CIRCLE_MICRO_DEG;
      turn += FULL_CIRCLE_MICRO_DEG
    ) {
      const west = records[one + LON_MIN] + turn - records[at + LON_MIN];
      const east = west + records[one + LON_WIDTH];
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

function areaOf(records: Int32Array, at: number): number {
  return records[at + LAT_HEIGHT] * records[at + LON_WIDTH];
}

/** Whether all zones of a record lie within another record. */
function isWithin(records: Int32Array, at: number, outer: number): boolean {
  const west = records[at + LON_MIN] - records[outer + LON_MIN];
  const south = records[at + LAT_MIN] - records[outer + LAT_MIN];
  const isGrid = (records[at + FLAGS] & KIND_MASK) === KIND_GRID;
  // Rows that count from the north include their northern edge: zones reach a fraction out of the record.
  const minNorth = isGrid ? 0 : 1;
  return (
    west >= 0 &&
    records[outer + LON_WIDTH] - records[at + LON_WIDTH] - west >= 0 &&
    south >= 0 &&
    records[outer + LAT_HEIGHT] - records[at + LAT_HEIGHT] - south >= minNorth
  );
}
