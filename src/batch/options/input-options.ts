/** The options that say how the bytes of an input are read as rows, and their defaults. */

/** How the bytes of an input are read as rows. Plain data, so that worker threads can receive it. */
export interface InputOptions {
  /**
   * The character between the fields of csv, in inputs and outputs. Without it, the first row of an input
   * decides between comma, semicolon, tab and bar, and outputs from other formats have commas.
   */
  readonly delimiter?: string;
  /**
   * The encoding of the input, such as `latin1` or `utf-16le`: a name that TextDecoder knows. UTF-8 without it; a
   * byte order mark says more. Outputs are UTF-8.
   */
  readonly encoding?: string;
  /** Whether numbers have a decimal comma instead of a point; in tables and plain lines, results as well. */
  readonly decimalComma: boolean;
  /** How many lines to leave out at the start of each input. */
  readonly skip: number;
  /** Lines of tables and plain lines that begin with this text are not rows. They are left out as blank rows are. */
  readonly comment?: string;
  /** The greatest length of a row in bytes. Longer rows are written as text, with an error. */
  readonly maxRowBytes: number;
}

/**
 * The default limit of the length of a row: 1 MiB.
 * @example
 * ```ts
 * DEFAULT_MAX_ROW_BYTES; // 1_048_576
 * ```
 */
export const DEFAULT_MAX_ROW_BYTES = 1 << 20;

export const DEFAULT_INPUT_OPTIONS = {
  decimalComma: false,
  skip: 0,
  maxRowBytes: DEFAULT_MAX_ROW_BYTES,
} as const satisfies InputOptions;
