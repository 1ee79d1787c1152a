/**
 * The interface of a batch format. It has all differences between formats: the text in front of the first row, the
 * ends of rows, reading and writing. planBatch finds the first row by `readStart` and its columns by `findColumns`;
 * `createSplitter` cuts the bytes into chunks of complete rows. In each chunk, which may go to another thread, a reader
 * finds the values of each row, a conversion converts them where they stand, and `createOutput` of the output format
 * says how a row is written with its results.
 */

import type { BatchPlan, InputStart } from "../batch-plan.ts";
import type { FormatFacts, FormatName } from "../options/formats.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import type { CreateOutput } from "../output/template.ts";
import type { Tokenizer } from "../rows/row.ts";
import type { Splitter } from "../syntax/splitter.ts";

export interface Format extends FormatFacts {
  readonly name: FormatName;
  /** What stands between two rows of an output. */
  readonly between: string;
  /** The delimiter of an output that is a table. */
  outputDelimiter?(plan: BatchPlan): string;

  /**
   * Reads the first row and the text in front of it.
   * @param bytes the first bytes of the input
   * @param isLast whether they are the whole input
   * @returns undefined if more bytes are needed
   * @throws BatchError when the input does not begin as the format requires
   */
  readStart(
    bytes: Uint8Array,
    options: ResolvedBatchOptions,
    isLast: boolean,
  ): InputStart | undefined;
  /** @throws BatchError when a required column is missing */
  findColumns(firstRow: string | undefined, plan: BatchPlan): Partial<BatchPlan>;
  /** The splitter of an input. Rows that are longer than `maxRowBytes` are not kept in memory. */
  createSplitter(plan: BatchPlan): Splitter;
  createReader(plan: BatchPlan): Tokenizer;

  /** Names of the values that each row gets, without the error. */
  addedNames(options: ResolvedBatchOptions, hasFeatureOutput: boolean): readonly string[];
  /** What an output begins and ends with; absent if it has rows alone. */
  frame?(
    plan: BatchPlan,
    firstRow: string | undefined,
  ): { readonly opening?: string; readonly closing?: string };
  createOutput(plan: BatchPlan): CreateOutput;
}
