/** The boundary records by column, as the compact form has them: each column consists of differences. */
import { type Boundary, xDivider } from "../derive/boundaries.ts";
import { DIGITS } from "../format.ts";

// How a row is coded: 0 to 3 are recordTypes, 4 nameless, 5 nameless special; +8 restricted.
const NAMELESS = 4;
const NAMELESS_SPECIAL = 5;
const LETTERED = 1;
const RESTRICTED_WAY = 8;

/** The kind of a row: its codex above these bits, which say how it is coded. */
const CODEX_SHIFT = 4;

/** The columns in the order of the file: each is found with those before it. */
export const COLUMN_NAMES = [
  "kinds",
  // The header letters as digits; 0 where there is none.
  "headers",
  "smartDivs",
  "latMins",
  "heights",
  "widths",
  "lonMins",
] as const;

/** All rows in published order, column by column. */
export type Columns = Readonly<Record<(typeof COLUMN_NAMES)[number], Int32Array>>;

/** A row of columns. */
export function rowOf(columns: Columns, row: number, territory: number): Boundary {
  const kind = columns.kinds[row];
  const way = kind & (RESTRICTED_WAY - 1);
  const lonMin = columns.lonMins[row];
  const latMin = columns.latMins[row];
  return {
    territory,
    lonMin,
    latMin,
    lonMax: lonMin + columns.widths[row],
    latMax: latMin + columns.heights[row],
    codex: kind >> CODEX_SHIFT,
    nameless: way >= NAMELESS,
    recordType: way < NAMELESS ? way : 0,
    restricted: (kind & RESTRICTED_WAY) !== 0,
    specialShape: way === NAMELESS_SPECIAL,
    headerLetter: way === LETTERED ? DIGITS[columns.headers[row]] : "",
    smartDiv: columns.smartDivs[row],
  };
}

/** The columns of rows. */
export function columnsOf(rows: readonly Boundary[]): Columns {
  const columnOf = (value: (row: Boundary) => number) => Int32Array.from(rows, value);
  return {
    kinds: columnOf(kindOf),
    headers: columnOf(({ headerLetter }) => Math.max(DIGITS.indexOf(headerLetter), 0)),
    smartDivs: columnOf(({ smartDiv }) => smartDiv),
    latMins: columnOf(({ latMin }) => latMin),
    heights: columnOf(({ latMin, latMax }) => latMax - latMin),
    widths: columnOf(({ lonMin, lonMax }) => lonMax - lonMin),
    lonMins: columnOf(({ lonMin }) => lonMin),
  };
}

function kindOf({ codex, nameless, recordType, restricted, specialShape }: Boundary): number {
  const way = nameless ? NAMELESS + Number(specialShape) : recordType;
  return (codex << CODEX_SHIFT) | (restricted ? RESTRICTED_WAY : 0) | way;
}

/** Replaces differences by values: each from the row before, or from another one before it. */
export function addUp(column: Int32Array, bases?: Int32Array): void {
  for (let row = 1; row < column.length; row++) column[row] += column[bases?.[row] ?? row - 1];
}

/** Replaces values by such differences. */
export function subtract(column: Int32Array, bases?: Int32Array): void {
  for (let row = column.length - 1; row > 0; row--) column[row] -= column[bases?.[row] ?? row - 1];
}

/**
 * Replaces the differences of all columns by values. Heights and widths are near to those of the last row that is alike, and a
 * row often begins where the row before ends.
 */
export function addUpRows(columns: Columns): void {
  const { kinds, headers, smartDivs, latMins, heights, widths, lonMins } = columns;
  for (const column of [kinds, headers, smartDivs, latMins]) addUp(column);
  addUp(heights, rowsAlike(kinds, smartDivs));
  addUp(widths, rowsAlike(kinds, smartDivs, dividersOf(columns)));
  for (let row = 1; row < lonMins.length; row++) lonMins[row] += widths[row - 1];
  addUp(lonMins);
}

/** Replaces the values of all columns by differences. */
export function subtractRows(columns: Columns): void {
  const { kinds, headers, smartDivs, latMins, heights, widths, lonMins } = columns;
  subtract(lonMins);
  for (let row = 1; row < lonMins.length; row++) lonMins[row] -= widths[row - 1];
  subtract(widths, rowsAlike(kinds, smartDivs, dividersOf(columns)));
  subtract(heights, rowsAlike(kinds, smartDivs));
  for (const column of [kinds, headers, smartDivs, latMins]) subtract(column);
}

function dividersOf({ latMins, heights }: Columns): Int32Array {
  return latMins.map((latMin, row) => xDivider(latMin, latMin + heights[row]));
}

/** For each row, the last one before it with the same keys; others share a slot by chance. Without any, the row before. */
function rowsAlike(...keys: readonly Int32Array[]): Int32Array {
  const lasts = new Int32Array(1 << 16);
  return keys[0].map((_, row) => {
    let hash = 0;
    for (const key of keys) hash = Math.imul(hash ^ key[row], 0x9e3779b1);
    const slot = hash >>> 16;
    const last = lasts[slot] || row - 1;
    lasts[slot] = row;
    return last;
  });
}
