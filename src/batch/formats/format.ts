/**
 * The interface of a batch format. A format owns everything that differs between formats: what stands
 * before the first row, where rows end, how a row is read and written. To add one, write a file that
 * exports a Format and add it to the list in formats/index.ts. File extensions, media types, option
 * checks, help and the OpenAPI document follow from that list.
 *
 * The path of an input: the session collects bytes until `hasFirstRow`, then plans with `parsePreamble`
 * and `findColumns`. `createSplitter` cuts the bytes into chunks of complete rows. For each chunk, which
 * may go to another thread, `findRow` finds a row and `createParser` reads it; the output format's
 * `createWriter` writes it with its result.
 */
import type { Splitter } from "../chunks.ts";
import type { ConversionOptions, Role } from "../conversion.ts";
import type { OutputBuffer } from "../output.ts";
import type { ParsedRow, RowError, RowResult, RowSpan } from "../rows.ts";

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
}

/** What a format may know before it has seen the first row. */
export interface FormatContext {
  readonly options: ConversionOptions;
  /** Whether rows go out in the format in which they came. */
  readonly keepsFormat: boolean;
  /** Whether the output is a table, whose columns have to be known before its first row. */
  readonly hasTableOutput: boolean;
}

/** Where the values of a row are. */
export interface Columns {
  /** Names of the input's columns in the output. For JSON only when the output is a table. */
  readonly columns: readonly string[];
  /** Index of the column of each role, in tables. */
  readonly indexes: Readonly<Partial<Record<Role, number>>>;
  /** Name of the member of each role, in JSON, as the first row has it. */
  readonly members: Readonly<Partial<Record<Role, string>>>;
}

export const NO_COLUMNS: Columns = { columns: [], indexes: {}, members: {} };

/** What a format knows of a batch when it reads and writes rows. Plain data. */
export interface FormatPlan extends FormatContext, Columns {
  /** Names that each row gets, the error last; free of names that the columns have. */
  readonly added: readonly string[];
  /** How rows of a table end where the input does not say. */
  readonly lineEnd: "\n" | "\r\n";
}

/** What stands around the rows of an output. */
export interface FrameText {
  readonly opening: string;
  /** Between the rows of two chunks, neither of which is empty. */
  readonly between: string;
  readonly closing: string;
}

/** @param isUtf8 false when bytes that are not UTF-8 were replaced in the text */
export type ParseRow = (text: string, isUtf8: boolean) => ParsedRow;

/** A row that is ready to be written. */
export interface FinishedRow {
  readonly row: ParsedRow;
  readonly result: RowResult;
  readonly error: RowError | undefined;
  /** The chunk, and where the row stands in it. */
  readonly bytes: Uint8Array;
  readonly span: RowSpan;
}

export type WriteRow = (output: OutputBuffer, finished: FinishedRow) => void;

/** Formats whose rows the fast path can read: fields between delimiters, or one line of values. */
export type FastPathLayout =
  | { readonly kind: "fields"; readonly delimiter: number }
  | { readonly kind: "line" };

export interface Format<Name extends string = string> {
  readonly name: Name;
  /** What the format is, in a few words for help texts. */
  readonly summary: string;
  /** File name extensions, in lower case with their dot. The first one is the customary one. */
  readonly extensions: readonly string[];
  /** The first is the one for output. */
  readonly mediaTypes: readonly [string, ...string[]];
  /** The roles whose column the options may choose. */
  readonly columnRoles: readonly Role[];
  /** Whether each row has the same columns. */
  readonly isTable: boolean;
  /** Whether blank rows count as rows, and go out again when the format stays the same. */
  readonly countsBlankRows: boolean;
  readonly fastPath?: FastPathLayout;

  /** Whether the first bytes of an input hold its whole first row, or enough to see that it is wrong. */
  hasFirstRow(bytes: Uint8Array): boolean;
  /**
   * @param bytes the whole first row at least, or all of an input that has none
   * @param hasHeader whether the first row of a table names the columns
   * @throws BatchError when the input does not begin as the format does
   */
  parsePreamble(bytes: Uint8Array, hasHeader: boolean): Preamble;
  /** @throws BatchError when a required column is missing */
  findColumns(firstRow: string | undefined, context: FormatContext): Columns;
  /** @param maxRowBytes longer rows become errors and are never kept in memory */
  createSplitter(preambleBytes: number, maxRowBytes: number): Splitter;
  /** Finds the row that begins at a place of a chunk. */
  findRow(bytes: Uint8Array, from: number): RowSpan;
  isBlank(text: string): boolean;
  createParser(plan: FormatPlan): ParseRow;

  /** Names of what is added to each row, without the error. */
  addedNames(options: ConversionOptions): readonly string[];
  frame(plan: FormatPlan, firstRow: string | undefined): FrameText;
  createWriter(plan: FormatPlan): WriteRow;
}
