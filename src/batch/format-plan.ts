/** The plan of a batch, as tokenizers read rows by it and templates write them. Plain data. */
import type { LayoutColumn } from "./columns/layout.ts";
import type { ResolvedBatchOptions } from "./options/options.ts";
import type { Role } from "./options/roles.ts";

/** The beginning of an input. */
export interface InputStart {
  /** Bytes before the first row: a byte order mark, the names of columns, the bracket of an array. */
  readonly bytes: number;
  /** The row that names the columns, or else the first row; undefined when there is none. */
  readonly firstRow: string | undefined;
  /** How rows of a table end. */
  readonly lineEnd?: LineEnd;
  /** The delimiter of a table. */
  readonly delimiter?: string;
  /** Whether rows are lines of JSON, without an array around them. */
  readonly isSequence?: boolean;
  /** Whether rows are GeoJSON features. */
  readonly areFeatures?: boolean;
  /** What stands in front of the rows, up to their bracket, if an output of the same format keeps it. */
  readonly inputOpening?: string;
  /** What was guessed, in sentences that name the options to change it. */
  readonly notices?: readonly string[];
}

/** What ends a line. */
type LineEnd = "\n" | "\r\n";

/** Facts about the batch for findColumns. */
export interface FormatContext {
  readonly options: ResolvedBatchOptions;
  /** Whether the output has the format of the input. */
  readonly keepsFormat: boolean;
  /** Whether the output is a table, whose columns have to be known before its first row. */
  readonly hasTableOutput: boolean;
  /** Whether the output's rows are features, which have properties instead of members. */
  readonly hasFeatureOutput: boolean;
  /** The delimiter of the input if it is a table. */
  readonly delimiter: string;
  /** Whether rows are lines of JSON, without an array around them. */
  readonly isSequence: boolean;
  /** Whether rows are GeoJSON features. */
  readonly areFeatures: boolean;
  /** What stands in front of the rows of the input, if an output of the same format keeps it. */
  readonly inputOpening: string | undefined;
}

/** Where the values to convert are in a row. */
export interface Columns {
  /** Names of the input's columns in the output. For JSON only when the output is a table. */
  readonly columns: readonly string[];
  /** Index of the column of each role, in tables. */
  readonly indexes: Readonly<Partial<Record<Role, number>>>;
  /** Name of the member of each role, in JSON, as in the first row. */
  readonly members: Readonly<Partial<Record<Role, string>>>;
  /** Names that rows of the input have, as far as they are known. */
  readonly names: readonly string[];
}

/** The columns, and what was noticed about them. */
export interface FoundColumns extends Columns {
  /** Sentences that name the options to change. */
  readonly notices?: readonly string[];
  /** Options that the first row chose in place of the user. */
  readonly chosen?: Partial<ResolvedBatchOptions>;
}

/** Frozen with its members, as plans contain them. */
export const NO_COLUMNS: Columns = Object.freeze({
  columns: Object.freeze([]),
  indexes: Object.freeze({}),
  members: Object.freeze({}),
  names: Object.freeze([]),
});

/** The plan of a batch, as formats need it to read and write rows. Plain data. */
export interface FormatPlan extends FormatContext, Columns {
  /** Names of the values that each row gets, the error last. */
  readonly added: readonly string[];
  /** The columns or members of the output; undefined if rows are written whole, with their results behind them. */
  readonly layout: readonly LayoutColumn[] | undefined;
  /** How rows of a table end if the input does not say. */
  readonly lineEnd: LineEnd;
  /** Bytes of the input before its first row, which the splitter skips. */
  readonly preambleBytes: number;
}

/** The text around the rows of an output. */
export interface FrameText {
  readonly opening: string;
  readonly closing: string;
}

export const NO_FRAME: FrameText = { opening: "", closing: "" };
