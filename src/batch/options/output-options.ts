/** The options that say what the rows of an output contain, and their defaults. */

/** A column or member to write. */
export interface OutputColumn {
  /** A column or member of the input, or a result. */
  readonly name: string;
  /** Its name in the output; by default the same. */
  readonly as?: string;
}

/** What the rows of an output contain. Plain data, so that worker threads can receive it. */
export interface OutputOptions {
  /** The columns or members to write, in this order; by default those of the input, then the results. */
  readonly columns?: readonly OutputColumn[];
  /** Whether to write the results only, without the columns or members of the input. */
  readonly onlyResults: boolean;
  /** Put in front of the names of all results. */
  readonly resultPrefix?: string;
  /**
   * Whether results take the place of columns or members that have their names. Otherwise the names of all
   * results get a number that no name of the input has.
   */
  readonly replace: boolean;
  /** Whether JSON gets the numbers of tables as numbers, where that changes no character of them. */
  readonly typedNumbers: boolean;
  /** The text of absent values in tables and plain lines, of inputs and outputs; by default they are empty. */
  readonly nullText?: string;
}

export const DEFAULT_OUTPUT_OPTIONS = Object.freeze({
  onlyResults: false,
  replace: false,
  typedNumbers: false,
} as const satisfies OutputOptions);

/** Whether the options choose the columns, so that others are left out on purpose. */
export function choosesColumns({ columns, onlyResults }: OutputOptions): boolean {
  return columns !== undefined || onlyResults;
}
