/**
 * The interface of a batch format. A format owns everything that differs between formats: the bytes before the
 * first row, the ends of rows, parsing and writing. To add one, write a file that exports a Format and add it
 * to the list in formats/index.ts. File extensions, media types, option checks, help and the OpenAPI document
 * follow from that list.
 *
 * The path of an input: PreambleCollector collects bytes until `hasFirstRow`; planBatch calls `parsePreamble`
 * and `findColumns`; `createSplitter` cuts the bytes into chunks of complete rows. In each chunk, which may go
 * to another thread, `createRowFinder` finds the rows and `createParser` parses them. `createWriter` of the output
 * format writes them with their results, and `createTextWriter` the text of rows that could not be read.
 */

import type { Message } from "../../internal.ts";
import type { Splitter } from "../chunks.ts";
import type { ConversionOptions, Role } from "../options/conversion.ts";
import type { OutputBuffer } from "../output.ts";
import type { LayoutColumn } from "../plan/layout.ts";
import type { RowError } from "../rows/row-errors.ts";
import type { ParsedRow, RowResult, RowSpan } from "../rows/rows.ts";

/** The beginning of an input. */
export interface Preamble {
  /** Bytes before the first row: a byte order mark, the names of columns, the bracket of an array. */
  readonly bytes: number;
  /** Line feeds among these bytes. */
  readonly lines: number;
  /** The row that names the columns, or else the first row; undefined when there is none. */
  readonly firstRow: string | undefined;
  /** How rows of a table end; "\n" for other formats. */
  readonly lineEnd: "\n" | "\r\n";
  /** The delimiter of a table. */
  readonly delimiter?: string;
  /** Whether values of JSON follow each other without an array around them. */
  readonly isSequence?: boolean;
  /** What stands in front of the rows, up to their bracket, if an output of the same format keeps it. */
  readonly inputOpening?: string | undefined;
  /** What was guessed, in a sentence that names the option to change it. */
  readonly notice?: Message | undefined;
}

/** Facts about the batch for findColumns. */
export interface FormatContext {
  readonly options: ConversionOptions;
  /** Whether the output has the format of the input. */
  readonly keepsFormat: boolean;
  /** Whether the output is a table, whose columns have to be known before its first row. */
  readonly hasTableOutput: boolean;
  /** Whether the output's rows are features, which have properties instead of members. */
  readonly hasFeatureOutput: boolean;
  /** The delimiter of the input if it is a table. */
  readonly delimiter: string;
  /** Names of the members that any row has, in JSON; undefined if only the first row is known. */
  readonly memberNames: readonly string[] | undefined;
  /** The delimiter of an output that several inputs become, if they differ. */
  readonly outputDelimiter: string | undefined;
  /** Whether values of JSON follow each other without an array around them. */
  readonly isSequence: boolean;
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
  /** A sentence that names the option to change. */
  readonly notice?: Message | undefined;
}

/** Frozen with its members, as plans contain them. */
export const NO_COLUMNS: Columns = Object.freeze({
  columns: Object.freeze([]),
  indexes: Object.freeze({}),
  members: Object.freeze({}),
  names: Object.freeze([]),
});

/** The plan of a batch, as formats need it to parse and write rows. Plain data. */
export interface FormatPlan extends FormatContext, Columns {
  /** Names of the values that each row gets, the error last. */
  readonly added: readonly string[];
  /** The columns or members of the output; undefined if rows are written whole, with their results behind them. */
  readonly layout: readonly LayoutColumn[] | undefined;
  /** How rows of a table end if the input does not say. */
  readonly lineEnd: "\n" | "\r\n";
}

/** The text around the rows of an output. */
export interface FrameText {
  readonly opening: string;
  /** Between the rows of two chunks, neither of which is empty. */
  readonly between: string;
  readonly closing: string;
}

export const NO_FRAME: FrameText = { opening: "", between: "", closing: "" };

/** The text around each row of an output. */
export interface RecordFrame {
  readonly before: string;
  /** Goes between two rows of a chunk. */
  readonly between: string;
  readonly after: string;
}

/** @param isUtf8 false when bytes that are not UTF-8 were replaced in the text */
export type ParseRow = (text: string, isUtf8: boolean) => ParsedRow;

/** A row that is ready to be written. */
export interface FinishedRow {
  readonly row: ParsedRow;
  readonly result: RowResult;
  readonly error: RowError | undefined;
  /** The chunk, and the position of the row in it. */
  readonly bytes: Uint8Array;
  readonly span: RowSpan;
}

export type WriteRow = (output: OutputBuffer, finished: FinishedRow) => void;

/** The plan as a splitter needs it. */
export interface SplitterPlan extends FormatPlan {
  /** Bytes of the input before its first row. */
  readonly preambleBytes: number;
}

/** Finds the row that begins at an offset of a chunk. */
export type FindRow = (bytes: Uint8Array, from: number) => RowSpan;

/** How the text of a row that could not be read is written, part by part, with its error. */
export interface TextWriter {
  /** What goes before the text. */
  before(error: RowError): string;
  /** A part of the text, such that it can be read back. */
  escape(text: string): string;
  /** What goes behind the text, with the line end. */
  after(error: RowError): string;
}

/**
 * How the fast path reads rows: as fields between delimiters, as one line of values, or as JSON, of which rows are
 * values that follow each other, elements of an array, or records of GeoJSON.
 */
export type FastPathLayout = "fields" | "line" | "values" | "elements" | "records";

/** The properties that formats with the same syntax do not share. */
export type FormatNames<Name extends string> = Pick<
  Format<Name>,
  "name" | "summary" | "extensions" | "mediaTypes"
>;

export interface Format<Name extends string = string> {
  readonly name: Name;
  /** What the format is, in a few words for help texts. */
  readonly summary: string;
  /** File name extensions, in lower case and with their dot, the most common one first. */
  readonly extensions: readonly string[];
  /** The first one is that of output. */
  readonly mediaTypes: readonly [string, ...string[]];
  /** The roles whose columns can be chosen by options. */
  readonly columnRoles: readonly Role[];
  /** Whether all rows have the same columns. */
  readonly isTable: boolean;
  /** Whether rows are GeoJSON features, whose properties get the results. */
  readonly hasGeometry?: boolean;
  /** Whether values have names. */
  readonly hasNames: boolean;
  /** Whether blank rows count as rows, and are copied if the format stays the same. */
  readonly countsBlankRows: boolean;
  /** How the fast path reads rows. An array whose brackets are missing counts as values that follow each other. */
  readonly fastPath?: FastPathLayout;
  /** The text around the rows of outputs in JSON. */
  readonly records?: RecordFrame;
  /** The delimiter of an output that is a table. */
  outputDelimiter?(plan: FormatPlan): string;

  /** Whether the first bytes of an input contain its whole first row, or enough to reject the input. */
  hasFirstRow(bytes: Uint8Array, options: ConversionOptions): boolean;
  /**
   * @param bytes at least the whole first row, or the whole input if it has none
   * @throws BatchError when the input does not begin as the format requires
   */
  parsePreamble(bytes: Uint8Array, options: ConversionOptions): Preamble;
  /** @throws BatchError when a required column is missing */
  findColumns(firstRow: string | undefined, context: FormatContext): FoundColumns;
  /** The splitter of an input. Rows that are longer than `maxRowBytes` are not kept in memory. */
  createSplitter(plan: SplitterPlan): Splitter;
  createRowFinder(plan: FormatPlan): FindRow;
  isBlank(text: string): boolean;
  createParser(plan: FormatPlan): ParseRow;

  /** Names of the values that each row gets, without the error. */
  addedNames(options: ConversionOptions): readonly string[];
  frame(plan: FormatPlan, firstRow: string | undefined): FrameText;
  createWriter(plan: FormatPlan): WriteRow;
  createTextWriter(plan: FormatPlan): TextWriter;
  /** Whether a row has a name already under which the output would add a value; undefined if the plan knows. */
  readonly hasMember?: (row: ParsedRow, name: string) => boolean;
  /** Names of the members that a row has, in formats whose rows may differ in that. */
  readonly memberNames?: (text: string, context: FormatContext) => readonly string[];
}
