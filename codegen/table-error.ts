/** The errors of codegen: each names a file and, for a row, its line. */

/** The tables cannot be packed: a file is unreadable, or breaks a rule that the engine relies on. */
export class TableError extends Error {
  override name = "TableError";
}

/** @throws TableError such as `boundaries.csv:17: smartDiv is 0, expected 1 or more` */
export function check(isTrue: boolean, place: string, problem: string): void {
  if (!isTrue) throw new TableError(`${place}: ${problem}`);
}
