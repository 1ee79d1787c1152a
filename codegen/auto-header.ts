/** Packs auto header groups (format 4.3): areas that share one running count of blocks of 168 x 176 cells. */
import {
  BLOCK_COLUMNS,
  BLOCK_ROWS,
  CELL_LAT_MICRO_DEG,
  DIGIT_POWERS,
} from "../src/tables/format.ts";
import {
  BLOCK_END,
  BLOCK_START,
  BLOCKS_LAT,
  ENDS_GROUP,
  KIND_AUTO_HEADER,
  TRAITS,
} from "../src/tables/layout/records.ts";
import { lengthOfCodex } from "./check-boundaries.ts";
import { expectRow } from "./errors.ts";
import { longitudeDivider } from "./longitude-divider.ts";
import type { BoundaryRow } from "./read.ts";
import { type RecordWords, recordWords, setSteps, traitsOf } from "./records.ts";

/** Cells of a block: the values of the three characters after the dot. */
const PER_BLOCK = DIGIT_POWERS[3];

/** Lengths before and after the dot: one character more than in the codex. */
export function autoHeaderLengths(codex: number): [prefixLength: number, suffixLength: number] {
  return [lengthOfCodex(codex) - 2, 3];
}

function roundUp(value: number, unit: number): number {
  return Math.ceil(value / unit) * unit;
}

/** Packs a group: consecutive rows of a territory with recordType 2 or 3 and the same codex. */
export function autoHeaderGroup(rows: readonly BoundaryRow[]): RecordWords[] {
  const { codex } = rows[0];
  const [prefixLength, suffixLength] = autoHeaderLengths(codex);
  // A record of type 2 rounds its blocks up to all values of the last two (or one) header digits.
  const wholeBlocks = (codex >= 23 ? DIGIT_POWERS[5] : DIGIT_POWERS[4]) / PER_BLOCK;
  const blockLimit = DIGIT_POWERS[prefixLength];
  let start = 0;
  return rows.map((row, index) => {
    const words = recordWords(row);
    const lonMicroDeg = row.lonMax - row.lonMin;
    const latMicroDeg = row.latMax - row.latMin;
    const divider = longitudeDivider(row.latMin, row.latMax);
    const columns = roundUp(Math.ceil((4 * lonMicroDeg) / divider), BLOCK_COLUMNS);
    const cellRows = roundUp(Math.ceil(latMicroDeg / CELL_LAT_MICRO_DEG), BLOCK_ROWS);
    const stepLon = Math.ceil(lonMicroDeg / columns);
    setSteps(words, row, 4 * stepLon, Math.ceil(latMicroDeg / cellRows));

    const blocks = (columns / BLOCK_COLUMNS) * (cellRows / BLOCK_ROWS);
    const end = row.recordType === 2 ? roundUp(start + blocks, wholeBlocks) : start + blocks;
    const actual = `its group counts ${end} blocks`;
    expectRow(end <= blockLimit, "boundaries.csv", row, actual, `at most ${blockLimit}`);
    words[BLOCK_START] = start;
    words[BLOCK_END] = end;
    words[BLOCKS_LAT] = cellRows / BLOCK_ROWS;
    start = end;

    let traits = traitsOf(KIND_AUTO_HEADER, prefixLength, suffixLength);
    if (index === rows.length - 1) traits |= ENDS_GROUP;
    words[TRAITS] = traits;
    return words;
  });
}
