/** What the page and the worker of tables send each other: plain data, and files that are never copied. */
import type { FormatName, Operation, RowCounts, RowErrorCode } from "../../batch/index.ts";
import type { AlphabetName } from "../../index.ts";

/** How the rows of an input are to be read. */
export interface TableReading {
  readonly from: FormatName;
  readonly operation: Operation;
}

export interface TableRequest {
  readonly file: Blob;
  /** The name of the file, whose extension may tell the format; empty for pasted rows. */
  readonly name: string;
  /** The format of the output. */
  readonly to: FormatName;
  /** Undefined to find out. */
  readonly reading: TableReading | undefined;
  /** Extra characters of the codes, 0 to 8. */
  readonly precision: number;
  readonly alphabet: AlphabetName;
}

/** A converted row. */
export interface TableRow {
  /** From 1, without the header. */
  readonly row: number;
  readonly mapcode: string;
  readonly latDeg: number;
  readonly lonDeg: number;
}

/** A row that could not be converted. */
export interface TableError {
  /** From 1, without the header. */
  readonly row: number;
  readonly message: string;
}

/** How many rows an error has. */
export interface ErrorCount {
  readonly code: RowErrorCode;
  readonly rows: number;
}

export interface TableResult {
  readonly reading: TableReading;
  readonly counts: RowCounts;
  /** What was guessed about the input, as sentences. */
  readonly notices: readonly string[];
  readonly output: Blob;
  /** The converted points in world coordinates: x, y, x, y and so on. */
  readonly points: Float64Array;
  /** The first converted rows. */
  readonly firstRows: readonly TableRow[];
  /** The first rows that could not be converted. */
  readonly firstErrors: readonly TableError[];
  /** All kinds of errors, the most frequent first. */
  readonly errorCounts: readonly ErrorCount[];
}

export type TableReply =
  | { readonly kind: "progress"; readonly share: number; readonly rows: number }
  | { readonly kind: "done"; readonly result: TableResult }
  | { readonly kind: "failed"; readonly message: string };
