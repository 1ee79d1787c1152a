/** What converts the values of rows, as the converter calls it. */

import type { RowResult } from "./results.ts";
import type { ResultWriter, Row } from "./row.ts";
import type { RowProblem } from "./row-errors.ts";

/** Converts one row after the other. It holds the results of the last one. */
export interface Conversion extends ResultWriter {
  /** Why the last row has an error; undefined if it has none. */
  readonly problem: RowProblem | undefined;
  /** Whether another point was encoded, as the row's is out of range. */
  readonly isClamped: boolean;
  /** With `all`, one list for each mapcode; otherwise 1, or 0 if there are no results. */
  readonly lists: number;
  /** Whether only some lists have an error, and the others none. */
  readonly hasListProblems: boolean;
  /** Converts the values of a row. @returns false if it has an error, beside which it may have results */
  convert(bytes: Uint8Array, row: Row): boolean;
  /** Leaves out the lists that have an error. @returns whether others are left */
  removeFailedLists(): boolean;
  /** Makes a row one without results. */
  clear(problem: RowProblem): void;
  /** Why a list has an error. */
  problemOf(list: number): RowProblem | undefined;
  /** The results as objects. */
  result(): RowResult;
}
