/**
 * The interface of a batch format. A format owns everything that differs between formats: the bytes before the
 * first row, the ends of rows, reading and writing. To add one, write a file that exports a Format, add it to the
 * list in formats/index.ts, and its names to options/formats.ts, from which option checks, help and the OpenAPI
 * document follow.
 *
 * The path of an input: PreambleCollector collects bytes until `hasFirstRow`; planBatch calls `parsePreamble`
 * and `findColumns`; `createSplitter` cuts the bytes into chunks of complete rows. In each chunk, which may go
 * to another thread, a tokenizer finds the values of each row, a conversion converts them where they stand, and
 * `createOutput` of the output format says how a row is written with its results.
 */
import type { Splitter } from "../chunks.ts";
import type {
  FormatContext,
  FormatPlan,
  FoundColumns,
  FrameText,
  Preamble,
  SplitterPlan,
} from "../format-plan.ts";
import type { ConversionOptions } from "../options/conversion.ts";
import type { FormatFacts, FormatName } from "../options/formats.ts";
import type { CreateOutput } from "../rows/row.ts";
import type { RowError } from "../rows/row-errors.ts";
import type { Tokenizer } from "../syntax/tokenizer.ts";

/** How the text of a row that could not be read is written, part by part, with its error. */
export interface TextWriter {
  /** What goes before the text. */
  before(error: RowError): string;
  /** A part of the text, such that it can be read back. */
  escape(text: string): string;
  /** What goes behind the text, with the line end. */
  after(error: RowError): string;
}

export interface Format extends FormatFacts {
  readonly name: FormatName;
  /** Whether all rows have the same columns. */
  readonly isTable: boolean;
  /** Whether rows are GeoJSON features, whose properties get the results. */
  readonly hasGeometry?: boolean;
  /** Whether blank rows count as rows, and are copied if the format stays the same. */
  readonly countsBlankRows: boolean;
  /** What stands between two rows of an output. */
  readonly between: string;
  /** Whether rows of an input may have other names than the first one. */
  readonly hasMembers: boolean;
  /** Whether rows of an output have names of their own, under which results may stand already. */
  readonly keepsMembers: boolean;
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
  createTokenizer(plan: FormatPlan): Tokenizer;

  /** Names of the values that each row gets, without the error. */
  addedNames(options: ConversionOptions): readonly string[];
  frame(plan: FormatPlan, firstRow: string | undefined): FrameText;
  createOutput(plan: FormatPlan): CreateOutput;
  /** Whether outputs have the text of a row that is JSON, whose range takes time to find. */
  readonly needsText?: boolean;
  createTextWriter(plan: FormatPlan): TextWriter;
}
