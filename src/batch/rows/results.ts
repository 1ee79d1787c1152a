/** What rows become: their results and errors, what finds them, and who receives them. */
import type { Coordinate } from "../../index.ts";
import type { ResultWriter, Row } from "./row.ts";
import type { RowError, RowProblem } from "./row-errors.ts";

/** An error and the position of its row. */
export interface LocatedRowError extends RowError {
  /** Number of the row, from 1, not counting the header. */
  readonly row: number;
  /** Number of the line that the row begins on, from 1, counting the header. */
  readonly line: number;
}

/** A row that failed, as it was in the input. */
export interface FailedRow extends LocatedRowError {
  /** The row without its line end: a view of the chunk, or none of a row that is too long. */
  readonly bytes: Uint8Array;
}

/** Receives rows while they are converted. */
export interface RowObserver {
  /** If set, rows that fail are passed to it and left out of the output. */
  readonly onFailed?: (row: FailedRow) => void;
  /** If set, receives all rows but blank lines as objects, which take longer than the conversion. */
  readonly onRow?: (row: ObservedRow) => void;
}

/** What became of a row. */
interface ObservedRow {
  /** Number of the row, from 1, counted by the converter. */
  readonly row: number;
  /** The point to encode, also if it is out of range, or the decoded one. */
  readonly point?: Coordinate;
  /** The local code or, where there is none, the international one; of a row to decode, its text. */
  readonly code?: string;
  /** The territory of an encoded local code. */
  readonly territory?: string;
  readonly error?: RowError;
}

/** A value of a result; undefined for one that the row does not have. */
export type ResultValue = string | number | undefined;

/** Converts one row after the other. It holds the results of the last one. */
export interface Conversion extends ResultWriter {
  /** Why the last row has an error; undefined if it has none. */
  readonly problem: RowProblem | undefined;
  /** With `all`, one list for each mapcode; otherwise 1, or 0 if there are no results. */
  readonly lists: number;
  /** The names of territories in rows so far that are also names of countries. */
  readonly ambiguousNames: readonly string[];
  /** Converts the values of a row. @returns false if it has an error, beside which it may have results */
  convert(bytes: Uint8Array, row: Row): boolean;
  /** Makes a row one without results. */
  clear(problem: RowProblem): void;
  /** The point and the code of the last row. */
  observed(bytes: Uint8Array, row: Row): Pick<ObservedRow, "point" | "code" | "territory">;
}
