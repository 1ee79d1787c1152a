/** Auto header groups (format 4.3): areas that share one running count of triples, of 168 x 176 cells. */
import { CELL_LAT_MICRO_DEG, DIGIT_POWERS, TRIPLE_COLUMNS, TRIPLE_ROWS } from "../format.ts";
import * as L from "../layout/records.ts";
import { type Boundary, lengthOfCodex, xDivider } from "./boundaries.ts";
import { flagsOf, setBounds, setSteps } from "./records.ts";

/** Cells of a triple: the values of the three characters after the dot. */
const PER_TRIPLE = DIGIT_POWERS[3];

/** Characters before the dot: with those after it, one more than in the codex. */
export function autoHeaderPrefixLength(codex: number): number {
  return lengthOfCodex(codex) + 1 - AUTO_HEADER_SUFFIX_LENGTH;
}

/** Characters after the dot. */
export const AUTO_HEADER_SUFFIX_LENGTH = 3;

function roundUp(value: number, unit: number): number {
  return Math.ceil(value / unit) * unit;
}

/** The triples of an area of a group, which are numbered over the whole group. */
export interface Triples {
  readonly start: number;
  /** Excluded. */
  readonly end: number;
  /** Triples from north to south. */
  readonly rows: number;
  /** The size of a cell, in quarter micro-degrees of longitude and micro-degrees of latitude. */
  readonly stepLonQuarters: number;
  readonly stepLat: number;
}

/** The triples of a group: consecutive rows of a territory with recordType 2 or 3 and the same codex. */
export function triplesOf(rows: readonly Boundary[]): Triples[] {
  // A record of type 2 rounds its triples up to all values of the last two (or one) header digits.
  const wholeTriples = (rows[0].codex >= 23 ? DIGIT_POWERS[5] : DIGIT_POWERS[4]) / PER_TRIPLE;
  let start = 0;
  return rows.map((row) => {
    const lonMicroDeg = row.lonMax - row.lonMin;
    const latMicroDeg = row.latMax - row.latMin;
    const divider = xDivider(row.latMin, row.latMax);
    const columns = roundUp(Math.ceil((4 * lonMicroDeg) / divider), TRIPLE_COLUMNS);
    const cellRows = roundUp(Math.ceil(latMicroDeg / CELL_LAT_MICRO_DEG), TRIPLE_ROWS);
    const count = (columns / TRIPLE_COLUMNS) * (cellRows / TRIPLE_ROWS);
    const triples = {
      start,
      end: row.recordType === 2 ? roundUp(start + count, wholeTriples) : start + count,
      rows: cellRows / TRIPLE_ROWS,
      stepLonQuarters: 4 * Math.ceil(lonMicroDeg / columns),
      stepLat: Math.ceil(latMicroDeg / cellRows),
    };
    start = triples.end;
    return triples;
  });
}

/**
 * Sets the words of a group of rows, see triplesOf.
 * @param first record number of the first row
 */
export function setAutoHeaderGroup(
  records: Int32Array,
  rows: readonly Boundary[],
  first: number,
): void {
  const prefixLength = autoHeaderPrefixLength(rows[0].codex);
  const flags = flagsOf(L.KIND_AUTO_HEADER, prefixLength, AUTO_HEADER_SUFFIX_LENGTH);
  let at = first * L.RECORD_WORDS;
  for (const [index, triples] of triplesOf(rows).entries()) {
    setBounds(records, at, rows[index]);
    setSteps(records, at, triples.stepLonQuarters, triples.stepLat);
    records[at + L.TRIPLE_START] = triples.start;
    records[at + L.TRIPLE_END] = triples.end;
    records[at + L.TRIPLES_LAT] = triples.rows;
    const ends = index === rows.length - 1 ? L.ENDS_GROUP : 0;
    records[at + L.FLAGS] = flags | ends;
    at += L.RECORD_WORDS;
  }
}
