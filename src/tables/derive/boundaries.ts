/** The rows of data/boundaries.csv, of which everything about records is derived (format 3). */

/** A boundary record as it is published. Bounds are in micro-degrees. */
export interface Boundary {
  /** Number of the territory that the record belongs to. */
  readonly territory: number;
  readonly lonMin: number;
  readonly latMin: number;
  readonly lonMax: number;
  readonly latMax: number;
  readonly codex: number;
  readonly nameless: boolean;
  /** 0 for a grid or nameless record, 1 for a grid with a header letter, 2 and 3 for auto headers. */
  readonly recordType: number;
  readonly restricted: boolean;
  readonly specialShape: boolean;
  /** The header letter of recordType 1, otherwise empty. */
  readonly headerLetter: string;
  readonly smartDiv: number;
}

/** Whether rows of a codex make no codes: codes of nine characters come from the lettered records of AAA. */
export function isNonEncodingCodex(codex: number): boolean {
  return codex >= 54;
}

export function lengthOfCodex(codex: number): number {
  return Math.trunc(codex / 10) + (codex % 10);
}

/** Whether a row belongs to the same group as the row before it. */
export function continuesGroup(row: Boundary, previous: Boundary | undefined): boolean {
  if (previous?.territory !== row.territory || previous.codex !== row.codex) return false;
  return row.nameless ? previous.nameless : row.recordType > 1 && previous.recordType > 1;
}

/** Calls `visit` with each group of rows, most of which consist of one row. */
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

/** All boundary records, and what is known of them before anything is derived. */
export interface Published {
  /** The number of each territory's country, negative for none. */
  readonly parents: ArrayLike<number>;
  /** First row of each territory, closed by the number of all rows. */
  readonly firsts: ArrayLike<number>;
  /** The last row of each territory. */
  readonly encompassing: readonly Boundary[];
  /** All rows of a territory, its encompassing record last. */
  rowsOf(territory: number): readonly Boundary[];
}

/**
 * Whether a row has no codes of its own, see KIND_NON_ENCODING: it is the encompassing record of a subdivision, or of codex 54 or 55.
 * @param number of the row among all rows
 */
export function isNonEncoding(
  { parents, firsts }: Published,
  { territory, codex }: Boundary,
  number: number,
): boolean {
  const isOutline = number === firsts[territory + 1] - 1;
  return isNonEncodingCodex(codex) || (isOutline && parents[territory] >= 0);
}

/** @param boundaries all rows, by territory */
export function publishedOf(
  boundaries: readonly Boundary[],
  parents: ArrayLike<number>,
  firsts: ArrayLike<number>,
): Published {
  return {
    parents,
    firsts,
    encompassing: Array.from(parents, (_, territory) => boundaries[firsts[territory + 1] - 1]),
    rowsOf: (territory) => boundaries.slice(firsts[territory], firsts[territory + 1]),
  };
}
