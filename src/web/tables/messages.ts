/** What the page and the worker of tables send each other: plain data, and files, which are never copied. */
import type { BatchOptions, FormatName, RowCounts } from "../../batch/index.ts";
import type { AlphabetName } from "../../index.ts";

/** The options that choose columns, which the page offers. */
export type ColumnChoice =
  | "latColumn"
  | "lonColumn"
  | "coordinatesColumn"
  | "codeColumn"
  | "territoryColumn";

/** How the rows of an input are to be read. Columns are found by their names unless they are chosen. */
export interface TableReading
  extends Required<Pick<BatchOptions, "operation">>,
    Pick<BatchOptions, ColumnChoice> {
  readonly from: FormatName;
}

/** An input. */
export interface TableSource {
  readonly file: Blob;
  /** The name of the file, whose extension may tell the format; empty for pasted rows. */
  readonly name: string;
}

export interface PreviewRequest extends TableSource {
  /** Undefined to find out. */
  readonly reading: TableReading | undefined;
}

/** The first rows of an input, and how they are read. */
export interface TablePreview {
  readonly reading: TableReading;
  /** The names of the columns to choose from; empty for lists and features. */
  readonly columns: readonly string[];
  /** The column of each choice that the reading uses. */
  readonly chosen: Readonly<Partial<Record<ColumnChoice, string | undefined>>>;
  /** The columns of the rows with the results, then the rows. */
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What is wrong with the reading; empty if it converts rows. */
  readonly problem: string;
  /** Whether latitude and longitude look swapped. */
  readonly isSwapped: boolean;
}

export interface TableRequest extends TableSource {
  /** The format of the output. */
  readonly to: FormatName;
  readonly reading: TableReading;
  /** Extra characters of the codes, 0 to 8. */
  readonly precision: number;
  readonly alphabet: AlphabetName;
}

/** A converted row. */
export interface ConvertedRow {
  /** From 1, without the header. */
  readonly row: number;
  readonly mapcode: string;
  readonly latDeg: number;
  readonly lonDeg: number;
}

/** A row that could not be converted. */
export interface FailedRow {
  /** From 1, without the header. */
  readonly row: number;
  readonly message: string;
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
  readonly firstRows: readonly ConvertedRow[];
  /** The first rows that could not be converted. */
  readonly firstErrors: readonly FailedRow[];
}

/** The methods of the worker. */
export interface TableMethods {
  preview(request: PreviewRequest): Promise<TablePreview>;
  /** Tells its progress. */
  convert(request: TableRequest): Promise<TableResult>;
  /** The rows that cannot be converted, as they are in the input. */
  failedRows(request: TableRequest): Promise<Blob>;
}
