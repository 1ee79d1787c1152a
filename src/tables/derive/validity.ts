/** Where the codes of a record are valid: within its territory's encompassing record and, if restricted, earlier records. */
import { FULL_CIRCLE_MICRO_DEG } from "../format.ts";
import * as L from "../layout/records.ts";
import type { RecordLengths, RecordSections } from "./records.ts";

/** Sets where the encompassing record of some records is, once their other words are set. @param end excluded */
export function setEncompassing(
  records: Int32Array,
  first: number,
  end: number,
  encompassing: number,
): void {
  for (let at = first * L.RECORD_WORDS; at < end * L.RECORD_WORDS; at += L.RECORD_WORDS) {
    records[at + L.ENCOMPASSING] = encompassing;
    const isInside = isWithin(records, at, encompassing * L.RECORD_WORDS);
    if (isInside) records[at + L.FLAGS] |= L.WITHIN_ENCOMPASSING;
  }
}

/** Appends what the restricted records of a territory depend on: of those from `first` up to `end` (excluded). */
export function addRestrictions(
  { records, earlierBounds, earlierHints }: RecordSections,
  lengths: RecordLengths,
  first: number,
  end: number,
): void {
  for (let number = first; number < end; number++) {
    const at = number * L.RECORD_WORDS;
    if ((records[at + L.FLAGS] & L.VALID_WITHIN_EARLIER) === 0) continue;
    const earlier = unrestrictedRecords(records, first, number);
    records[at + L.EARLIER_START] = lengths.earlierBounds;
    records[at + L.HINTS_START] = lengths.earlierHints;
    const hintsEnd = lengths.earlierHints + HINTS;
    setHints(earlierHints.subarray(lengths.earlierHints, hintsEnd), records, at, earlier);
    lengths.earlierHints = hintsEnd;
    for (const one of earlier) {
      earlierBounds.set(records.subarray(one, one + L.BOUNDS_WORDS), lengths.earlierBounds);
      lengths.earlierBounds += L.BOUNDS_WORDS;
    }
    records[at + L.EARLIER_END] = lengths.earlierBounds;
  }
}

/** Where the words of unrestricted records start, larger records first, because they contain more points. */
function unrestrictedRecords(records: Int32Array, first: number, end: number): number[] {
  const found: number[] = [];
  for (let at = first * L.RECORD_WORDS; at < end * L.RECORD_WORDS; at += L.RECORD_WORDS) {
    if ((records[at + L.FLAGS] & L.RESTRICTED) === 0) found.push(at);
  }
  return found.sort((one, other) => areaOf(records, other) - areaOf(records, one));
}

/** Hints of a record. */
const HINTS = L.HINT_SIDE * L.HINT_SIDE;

/**
 * For each cell of a record's hints, row by row, the earlier record that covers the largest part. Only cells that an
 * earlier record reaches are visited: with all of them it took eight times as long.
 */
function setHints(
  hints: Uint8Array,
  records: Int32Array,
  at: number,
  earlier: readonly number[],
): void {
  const latShift = L.hintShift(records[at + L.LAT_HEIGHT]);
  const lonShift = L.hintShift(records[at + L.LON_WIDTH]);
  const largest = new Float64Array(HINTS);
  for (const [index, one] of earlier.entries()) {
    const south = records[one + L.LAT_MIN] - records[at + L.LAT_MIN];
    const north = south + records[one + L.LAT_HEIGHT];
    const firstRow = Math.max(south >> latShift, 0);
    const endRow = Math.min(((north - 1) >> latShift) + 1, L.HINT_SIDE);
    if (firstRow >= endRow) continue;
    // Their longitudes may be one turn apart.
    for (let turn = -1; turn <= 1; turn++) {
      const lonMin = records[one + L.LON_MIN] + turn * FULL_CIRCLE_MICRO_DEG;
      const west = lonMin - records[at + L.LON_MIN];
      const east = west + records[one + L.LON_WIDTH];
      const firstColumn = Math.max(west >> lonShift, 0);
      const endColumn = Math.min(((east - 1) >> lonShift) + 1, L.HINT_SIDE);
      for (let column = firstColumn; column < endColumn; column++) {
        const width = overlap(column << lonShift, 1 << lonShift, west, east);
        for (let row = firstRow; row < endRow; row++) {
          const cell = row * L.HINT_SIDE + column;
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
  return records[at + L.LAT_HEIGHT] * records[at + L.LON_WIDTH];
}

/** Whether all zones of a record lie within another record. */
function isWithin(records: Int32Array, at: number, outer: number): boolean {
  const west = records[at + L.LON_MIN] - records[outer + L.LON_MIN];
  const south = records[at + L.LAT_MIN] - records[outer + L.LAT_MIN];
  const isGrid = (records[at + L.FLAGS] & L.KIND_MASK) === L.KIND_GRID;
  // Rows that count from the north include their northern edge: zones reach a fraction out of the record.
  const minNorth = isGrid ? 0 : 1;
  return (
    west >= 0 &&
    records[outer + L.LON_WIDTH] - records[at + L.LON_WIDTH] - west >= 0 &&
    south >= 0 &&
    records[outer + L.LAT_HEIGHT] - records[at + L.LAT_HEIGHT] - south >= minNorth
  );
}
