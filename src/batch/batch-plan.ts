/** What the plan of a batch has; plan.ts makes it. */
import type { ResolvedBatchOptions } from "./options/options.ts";
import type { ByRole } from "./options/roles.ts";

/** One column or member of an output. */
export interface LayoutColumn {
  /** Its name in the output. */
  readonly name: string;
  /** Whether its value is a result or the error, or else a value of the input. */
  readonly isResult: boolean;
  /** Index of the result, the error being the last one; or of the input's column, in tables. */
  readonly index: number;
  /** Name of the input's column or member. */
  readonly source: string;
}

/** The beginning of an input, as a format reads it. */
export interface InputStart extends Partial<BatchPlan> {
  /** Bytes before the first row: the names of columns, the bracket of an array. */
  readonly bytes: number;
  /** The row that names the columns, or else the first row; undefined when there is none. */
  readonly firstRow: string | undefined;
}

/** The plan of a batch. Plain data, the same in each thread that makes it of the same options and bytes. */
export interface BatchPlan {
  /** With the formats that the bytes have. */
  readonly options: ResolvedBatchOptions;
  /** Whether the output has the format of the input. */
  readonly keepsFormat: boolean;
  /** Whether the output is a table, whose columns have to be known before its first row. */
  readonly hasTableOutput: boolean;
  /** Whether the output's rows are features, which have properties instead of members. */
  readonly hasFeatureOutput: boolean;
  /** Of the input, if it is a table, and how its rows end. */
  readonly delimiter: string;
  readonly lineEnd: "\n" | "\r\n";
  /** Whether rows are lines of JSON, without an array around them; whether they are GeoJSON features. */
  readonly isSequence: boolean;
  readonly areFeatures: boolean;
  /** What stands in front of the rows up to their bracket, if an output of the same format keeps it. */
  readonly inputOpening: string | undefined;
  /** Bytes of the input before its first row, which no splitter gets, and their line feeds. */
  readonly preambleBytes: number;
  readonly preambleLines: number;
  /** Names of the input's columns in the output. For JSON only when the output is a table. */
  readonly columns: readonly string[];
  /** The column of each role by its index, in tables; by its name in the first row, in JSON. */
  readonly indexes: ByRole<number>;
  readonly members: ByRole<string>;
  /** Names that rows of the input have, as far as they are known. */
  readonly names: readonly string[];
  /** Names of the values that each row gets, the error last. */
  readonly added: readonly string[];
  /** The columns or members of the output; undefined if rows are written whole, with their results behind them. */
  readonly layout: readonly LayoutColumn[] | undefined;
  /** How the input is read: "csv with semicolons, latitude from 'y', longitude from 'x'". */
  readonly notice: string | undefined;
  /** Bytes before the first row of the output, between the rows of two chunks, and after the last row. */
  readonly opening: Uint8Array;
  readonly between: Uint8Array;
  readonly closing: Uint8Array;
}
