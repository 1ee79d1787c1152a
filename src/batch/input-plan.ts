/** The plan of an input: what input/ decides and all threads share. */
import type { Area } from "./input/area.ts";
import type { PlannedOptions } from "./options/options.ts";
import type { ByRole } from "./options/roles.ts";
import type { Message, Warning } from "./sentences.ts";

/** One column or member of an output, by its name there. */
export interface LayoutColumn {
  readonly name: string;
  /** Whether its value is a result or the error, not a value of the input. */
  readonly isResult: boolean;
  /** Index of the result, the error last; in tables, index of the input's column. */
  readonly index: number;
  /** Name of the input's column or member. */
  readonly source: string;
}

/** The plan of an input. Plain data, the same in each thread with the same options and bytes. */
export interface InputPlan {
  readonly options: PlannedOptions;
  readonly keepsFormat: boolean;
  /** Whether the output is a table. Its first row needs all columns. */
  readonly hasTableOutput: boolean;
  /** Whether the output's rows are features, with properties instead of members. */
  readonly hasFeatureOutput: boolean;
  /** The delimiter of the input, if it is a table. */
  readonly delimiter: string;
  readonly quotesSpanLines: boolean;
  /** The delimiter that the output has from the first input, if this one would give it another one. */
  readonly outputDelimiter?: string | undefined;
  /** The line end of the input, if it is a table; of the output, if its inputs have several. */
  readonly lineEnd: "\n" | "\r\n";
  /** Whether rows keep the line ends that they have. */
  readonly keepsLineEnds: boolean;
  /** Whether rows are lines of JSON, without an array. */
  readonly isSequence: boolean;
  readonly areFeatures: boolean;
  /** The text before the first row up to the bracket. An output of the same format keeps it. */
  readonly inputOpening?: string | undefined;
  /** The length of the preamble: of the input before its first row. It is in no chunk. */
  readonly preambleBytes: number;
  /** The number of line feeds of the preamble. */
  readonly preambleLines: number;
  /** Names of the input's columns in the output. For JSON only if the output is a table. */
  readonly columns: readonly string[];
  /** The column of each role in tables. */
  readonly indexes: ByRole<number>;
  /**
   * The columns before and after the degrees, if they hold no decimals; else -1. A short row with decimals before, or a
   * long one with decimals after them, is shifted.
   */
  readonly besidePlace: Readonly<Record<"before" | "after", number>>;
  /** The fewest decimals of the last number of rows, if they end with degrees; else 0. A number that is cut has fewer. */
  readonly decimalsAtEnd: number;
  /** The path of each role in JSON. */
  readonly members: ByRole<string>;
  /** Known names of the input's columns or members. */
  readonly names: readonly string[];
  /** Names of the results, the error last. */
  readonly resultNames: readonly string[];
  /** The columns or members of the output; undefined if rows are written whole, with their results after them. */
  readonly layout?: readonly LayoutColumn[] | undefined;
  /** The interpretation of the input: "csv with semicolons, latitude from 'y', longitude from 'x'". */
  readonly notice?: string | undefined;
  /** What may be wrong with the input or the options, by its first rows. */
  readonly warnings: readonly Warning<Message>[];
  /** Where most points of the first rows are; undefined if that tells nothing about the others. */
  readonly area?: Area | undefined;
  /** The bytes before the first row of the output. */
  readonly opening: Uint8Array;
  /** The bytes between the rows of two chunks. */
  readonly between: Uint8Array;
  /** The bytes after the last row. */
  readonly closing: Uint8Array;
}
