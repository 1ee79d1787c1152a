/** Auto header groups (format 4.3): areas that share one running count of triples, of 168 x 176 cells. */
import { CELL_LAT_MICRO_DEG, DIGIT_POWERS, TRIPLE_COLUMNS, TRIPLE_ROWS } from "../format.ts";
import * as L from "../layout/records.ts";
import { type Boundary, prefixLengthOf, suffixLengthOf, xDivider } from "./boundaries.ts";
import { flagsOf, setBounds, setSteps } from "./records.ts";

function roundUp(value: number, unit: number): number {
  return Math.ceil(value / unit) * unit;
}

/**
 * The triples of a group, consecutive rows of a territory with recordType 2 or 3 and the same codex: from `start` up to `end`
 * (excluded), `rows` from north to south, with the size of a cell.
 */
export function triplesOf(rows: readonly Boundary[]) {
  // A record of type 2 rounds its triples up to all values of the last two (or one) header digits.
  const wholeTriples = DIGIT_POWERS[rows[0].codex >= 23 ? 2 : 1];
  let start = 0;
  return rows.map((row) => {
    const lonMicroDeg = row.lonMax - row.lonMin;
    const latMicroDeg = row.latMax - row.latMin;
    const divider = xDivider(row.latMin, row.latMax);
    const columns = roundUp(Math.ceil((4 * lonMicroDeg) / divider), TRIPLE_COLUMNS);
    const cellRows = roundUp(Math.ceil(latMicroDeg / CELL_LAT_MICRO_DEG), TRIPLE_ROWS);
    const end = start + (columns / TRIPLE_COLUMNS) * (cellRows / TRIPLE_ROWS);
    const triples = {
      start,
      end: row.recordType === 2 ? roundUp(end, wholeTriples) : end,
      rows: cellRows / TRIPLE_ROWS,
      stepLonQuarters: 4 * Math.ceil(lonMicroDeg / columns),
      stepLat: Math.ceil(latMicroDeg / cellRows),
    };
    start = triples.end;
    return triples;
  });
}

/** Sets the words of a group of rows, see triplesOf. @param first record number of the first row */
export function setAutoHeaderGroup(
  records: Int32Array,
  rows: readonly Boundary[],
  first: number,
): void {
  const flags = flagsOf(L.KIND_AUTO_HEADER, prefixLengthOf(rows[0]), suffixLengthOf(rows[0]));
  for (const [index, triples] of triplesOf(rows).entries()) {
    const at = (first + index) * L.RECORD_WORDS;
    setBounds(records, at, rows[index]);
    setSteps(records, at, triples.stepLonQuarters, triples.stepLat);
    records[at + L.TRIPLE_START] = triples.start;
    records[at + L.TRIPLE_END] = triples.end;
    records[at + L.TRIPLES_LAT] = triples.rows;
    records[at + L.FLAGS] = flags | (index === rows.length - 1 ? L.ENDS_GROUP : 0);
  }
}
