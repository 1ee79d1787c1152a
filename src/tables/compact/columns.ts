/** The boundary records by column, as they are coded: each loop over a column is short, and soon compiled by V8. */
import type { Boundary } from "../derive/boundaries.ts";
import { DIGITS } from "../format.ts";

// The way in which a row is coded: a recordType from 0 to 3, or one of these.
export const NAMELESS = 4;
const NAMELESS_SPECIAL = 5;
export const LETTERED = 1;
/** A bit beside the way. */
const RESTRICTED_WAY = 8;

// The kind of a row: its codex, and below CODEX_SHIFT its way and RESTRICTED_WAY.
export const CODEX_SHIFT = 4;
export const WAY_MASK = (1 << CODEX_SHIFT) - 1;

/** The way of a kind. */
export function wayOf(kind: number): number {
  return kind & WAY_MASK & ~RESTRICTED_WAY;
}

/** Rows of one territory, or the outlines of all. */
export interface Columns {
  /** The kinds of rows. */
  readonly kinds: Uint16Array;
  /** The header letters as digits; 0 where there is none. */
  readonly headers: Uint8Array;
  readonly smartDivs: Uint16Array;
  readonly latMins: Int32Array;
  readonly latMaxs: Int32Array;
  readonly lonMins: Int32Array;
  readonly lonMaxs: Int32Array;
}

/** Columns of zeros. */
export function emptyColumns(rows: number): Columns {
  return {
    kinds: new Uint16Array(rows),
    headers: new Uint8Array(rows),
    smartDivs: new Uint16Array(rows),
    latMins: new Int32Array(rows),
    latMaxs: new Int32Array(rows),
    lonMins: new Int32Array(rows),
    lonMaxs: new Int32Array(rows),
  };
}

/** A row of columns. */
export function rowOf(columns: Columns, row: number, territory: number): Boundary {
  const kind = columns.kinds[row];
  const way = wayOf(kind);
  return {
    territory,
    lonMin: columns.lonMins[row],
    latMin: columns.latMins[row],
    lonMax: columns.lonMaxs[row],
    latMax: columns.latMaxs[row],
    codex: kind >> CODEX_SHIFT,
    nameless: way >= NAMELESS,
    recordType: way < NAMELESS ? way : 0,
    restricted: (kind & RESTRICTED_WAY) !== 0,
    specialShape: way === NAMELESS_SPECIAL,
    headerLetter: way === LETTERED ? DIGITS[columns.headers[row]] : "",
    smartDiv: columns.smartDivs[row],
  };
}

/** The columns of rows, of which `rowOf` makes the same rows. */
export function columnsOf(rows: readonly Boundary[]): Columns {
  const columns = emptyColumns(rows.length);
  for (const [index, row] of rows.entries()) {
    const namelessWay = row.specialShape ? NAMELESS_SPECIAL : NAMELESS;
    const way = row.nameless ? namelessWay : row.recordType;
    const restricted = row.restricted ? RESTRICTED_WAY : 0;
    columns.kinds[index] = (row.codex << CODEX_SHIFT) | restricted | way;
    columns.headers[index] = Math.max(DIGITS.indexOf(row.headerLetter), 0);
    columns.smartDivs[index] = row.smartDiv;
    columns.latMins[index] = row.latMin;
    columns.latMaxs[index] = row.latMax;
    columns.lonMins[index] = row.lonMin;
    columns.lonMaxs[index] = row.lonMax;
  }
  return columns;
}
