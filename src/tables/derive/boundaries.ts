/** The rows of data/boundaries.csv, the source of everything about records (format 3). */

/** A published boundary record. Bounds are in micro-degrees. */
export interface Boundary {
  /** Number of its territory. */
  readonly territory: number;
  readonly lonMin: number;
  readonly latMin: number;
  readonly lonMax: number;
  readonly latMax: number;
  /** Characters before the dot in tens, after it in units: of the code without its header. */
  readonly codex: number;
  /** Whether it is one of several small areas that share the codes of their codex (format 4.2). */
  readonly nameless: boolean;
  /** 0 for a grid or nameless record, 1 for a grid with a header letter, 2 and 3 for auto headers. */
  readonly recordType: number;
  /** Whether it makes a code only where an earlier record of its territory does (format 4). */
  readonly restricted: boolean;
  /** Whether a nameless area is not a square of cells. */
  readonly specialShape: boolean;
  /** The header letter of recordType 1, otherwise empty. */
  readonly headerLetter: string;
  /** Rows of the first-level grid, 1 for the standard grid; of a nameless area, its side in cells. */
  readonly smartDiv: number;
}

/** Whether rows of a codex make no codes: codes of nine characters come from the lettered records of AAA. */
export function isNonEncodingCodex(codex: number): boolean {
  return codex >= 54;
}

export function lengthOfCodex(codex: number): number {
  return Math.trunc(codex / 10) + (codex % 10);
}

// The two lengths have separate functions: V8 takes ten times as long to interpret an array of two.

/** Characters before the dot of the codes of a row, with its header letter. Codex 14 moves the dot one to the left. */
export function prefixLengthOf({ codex, nameless, recordType }: Boundary): number {
  if (nameless) return codex === 22 ? 3 : 2;
  // Three more characters are after the dot: in all, one more than in the codex.
  if (recordType > 1) return lengthOfCodex(codex) - 2;
  return codex === 14 ? 2 : Math.trunc(codex / 10) + recordType;
}

/** Characters after the dot. */
export function suffixLengthOf({ codex, nameless, recordType }: Boundary): number {
  if (nameless) return codex === 21 || codex === 22 ? 2 : 3;
  if (recordType > 1) return 3;
  if (codex === 14) return 3 + recordType;
  return codex === 21 ? 2 : codex % 10;
}

/** Whether a row belongs to the same group as the row before it. */
export function continuesGroup(row: Boundary, previous: Boundary | undefined): boolean {
  if (previous?.territory !== row.territory || previous.codex !== row.codex) return false;
  return row.nameless ? previous.nameless : row.recordType > 1 && previous.recordType > 1;
}

/** Calls `visit` with each group of rows. Most groups have one row. */
export function forEachGroup(
  boundaries: readonly Boundary[],
  visit: (first: number, end: number) => void,
): void {
  for (let first = 0; first < boundaries.length; ) {
    let end = first + 1;
    while (end < boundaries.length && continuesGroup(boundaries[end], boundaries[end - 1])) end++;
    visit(first, end);
    first = end;
  }
}

/** All boundary records, before any derivation. */
export interface BoundaryTable {
  /** The number of each territory's country, negative for none. */
  readonly parents: ArrayLike<number>;
  /** First row of each territory, closed by the number of all rows. */
  readonly firsts: ArrayLike<number>;
  /** The last row of each territory. */
  readonly encompassing: readonly Boundary[];
  /** All rows of a territory, its encompassing record last. */
  rowsOf(territory: number): readonly Boundary[];
}

/** Whether a row, by its number among all, has no codes: an encompassing record of a subdivision, codex 54 or 55. */
export function isNonEncoding(
  { parents, firsts }: BoundaryTable,
  { territory, codex }: Boundary,
  number: number,
): boolean {
  const isEncompassing = number === firsts[territory + 1] - 1;
  return isNonEncodingCodex(codex) || (isEncompassing && parents[territory] >= 0);
}

/** @param rowAt returns a row of a territory by its number among all rows */
export function boundaryTableOf(
  parents: ArrayLike<number>,
  firsts: ArrayLike<number>,
  rowAt: (row: number, territory: number) => Boundary,
): BoundaryTable {
  const lastOf = (_: number, territory: number) => rowAt(firsts[territory + 1] - 1, territory);
  return {
    parents,
    firsts,
    encompassing: Array.from(parents, lastOf),
    rowsOf(territory) {
      const first = firsts[territory];
      const length = firsts[territory + 1] - first;
      return Array.from({ length }, (_, index) => rowAt(first + index, territory));
    },
  };
}

/**
 * xDividers (format 2): micro-degrees of longitude as wide as 360 of latitude, in steps of 2^19 from the equator. None is
 * closer to a half than 0.005: every Math.cos gives the same.
 */
const DIVIDERS = Array.from({ length: 172 }, (_, step) =>
  Math.round(360 / Math.cos(((step << 19) / 1e6) * (Math.PI / 180))),
);

/** The divider of a record, at its latitude nearest to the equator. */
export function xDivider(latMin: number, latMax: number): number {
  const nearest = latMin >= 0 ? latMin : latMax > 0 ? 0 : -latMax;
  return DIVIDERS[nearest >> 19];
}
