/** Auto header groups (format 4.3): areas that share one running count of blocks of 168 x 176 cells. */
import { BLOCK_COLUMNS, BLOCK_ROWS, CELL_LAT_MICRO_DEG, DIGIT_POWERS } from "../format.ts";
import {
  BLOCK_END,
  BLOCK_START,
  BLOCKS_LAT,
  ENDS_GROUP,
  KIND_AUTO_HEADER,
  RECORD_WORDS,
  TRAITS,
} from "../layout/records.ts";
import { type Boundary, lengthOfCodex } from "./boundaries.ts";
import { setBounds, setSteps, traitsOf } from "./records.ts";
import { xDivider } from "./x-divider.ts";

/** Cells of a block: the values of the three characters after the dot. */
const PER_BLOCK = DIGIT_POWERS[3];

/** Characters before the dot: with those after it, one more than in the codex. */
export function autoHeaderPrefixLength(codex: number): number {
  return lengthOfCodex(codex) + 1 - AUTO_HEADER_SUFFIX_LENGTH;
}

/** Characters after the dot. */
export const AUTO_HEADER_SUFFIX_LENGTH = 3;

function roundUp(value: number, unit: number): number {
  return Math.ceil(value / unit) * unit;
}

/** The blocks of an area of a group, which are numbered over the whole group. */
export interface Blocks {
  readonly start: number;
  /** Excluded. */
  readonly end: number;
  /** Blocks from north to south. */
  readonly rows: number;
  /** The size of a cell, in quarter micro-degrees of longitude and micro-degrees of latitude. */
  readonly stepLonQuarters: number;
  readonly stepLat: number;
}

/** The blocks of a group: consecutive rows of a territory with recordType 2 or 3 and the same codex. */
export function blocksOf(rows: readonly Boundary[]): Blocks[] {
  // A record of type 2 rounds its blocks up to all values of the last two (or one) header digits.
  const wholeBlocks = (rows[0].codex >= 23 ? DIGIT_POWERS[5] : DIGIT_POWERS[4]) / PER_BLOCK;
  let start = 0;
  return rows.map((row) => {
    const lonMicroDeg = row.lonMax - row.lonMin;
    const latMicroDeg = row.latMax - row.latMin;
    const divider = xDivider(row.latMin, row.latMax);
    const columns = roundUp(Math.ceil((4 * lonMicroDeg) / divider), BLOCK_COLUMNS);
    const cellRows = roundUp(Math.ceil(latMicroDeg / CELL_LAT_MICRO_DEG), BLOCK_ROWS);
    const count = (columns / BLOCK_COLUMNS) * (cellRows / BLOCK_ROWS);
    const blocks = {
      start,
      end: row.recordType === 2 ? roundUp(start + count, wholeBlocks) : start + count,
      rows: cellRows / BLOCK_ROWS,
      stepLonQuarters: 4 * Math.ceil(lonMicroDeg / columns),
      stepLat: Math.ceil(latMicroDeg / cellRows),
    };
    start = blocks.end;
    return blocks;
  });
}

/**
 * Sets the words of a group of rows, see blocksOf.
 * @param first record number of the first row
 */
export function setAutoHeaderGroup(
  records: Int32Array,
  rows: readonly Boundary[],
  first: number,
): void {
  const prefixLength = autoHeaderPrefixLength(rows[0].codex);
  const traits = traitsOf(KIND_AUTO_HEADER, prefixLength, AUTO_HEADER_SUFFIX_LENGTH);
  let at = first * RECORD_WORDS;
  for (const [index, blocks] of blocksOf(rows).entries()) {
    setBounds(records, at, rows[index]);
    setSteps(records, at, blocks.stepLonQuarters, blocks.stepLat);
    records[at + BLOCK_START] = blocks.start;
    records[at + BLOCK_END] = blocks.end;
    records[at + BLOCKS_LAT] = blocks.rows;
    const ends = index === rows.length - 1 ? ENDS_GROUP : 0;
    records[at + TRAITS] = traits | ends;
    at += RECORD_WORDS;
  }
}
