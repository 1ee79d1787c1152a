/** The errors of codegen: each names a file and, for a row, its line. */

/** The tables cannot be packed: a file is unreadable, or breaks a rule that the engine relies on. */
export class TableError extends Error {
  override name = "TableError";
}

/**
 * Checks a rule of one row.
 * @throws TableError such as `boundaries.csv:17: recordType is 4, expected 0 to 3`
 */
export function expectRow(
  isTrue: boolean,
  file: string,
  row: { readonly line: number },
  actual: string,
  expected: string,
): void {
  if (!isTrue) throw new TableError(`${file}:${row.line}: ${actual}, expected ${expected}`);
}

/**
 * Checks a rule of a whole table, or of the arrays that are packed from it.
 * @throws TableError such as `boundaries.csv: 532 territories have records, expected 533`
 */
export function expectTable(isTrue: boolean, file: string, actual: string, expected: string): void {
  if (!isTrue) throw new TableError(`${file}: ${actual}, expected ${expected}`);
}
