import { TableError } from "./read.ts";

/** Complains about one row: `boundaries.csv:17: recordType is 4, expected 0 to 3`. */
export function expectRow(
  holds: boolean,
  file: string,
  row: { readonly line: number },
  found: string,
  expected: string,
): void {
  if (!holds) throw new TableError(`${file}:${row.line}: ${found}, expected ${expected}`);
}

/** Complains about a table as a whole, or about what came out of it. */
export function expectTable(holds: boolean, file: string, found: string, expected: string): void {
  if (!holds) throw new TableError(`${file}: ${found}, expected ${expected}`);
}
