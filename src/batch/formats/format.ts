/**
 * The interface of a batch format. It has all differences between formats: the text before the first row, the ends of
 * rows, reading and writing. planBatch finds the first row with `readStart` and its columns with `findColumns`. A
 * splitter cuts the bytes into chunks of complete rows, for any thread. In each chunk, a reader finds the values of
 * each row, and a conversion converts them in place. A template from `createOutput` of the output format writes the row
 * with its results.
 */

import type { BatchPlan, InputStart } from "../batch-plan.ts";
import type { FormatFacts, FormatName } from "../options/formats.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import type { CreateOutput } from "../output/template.ts";
import type { Tokenizer } from "../rows/row.ts";
import type { Splitter } from "../syntax/splitter.ts";

export interface Format extends FormatFacts {
  readonly name: FormatName;
  /** The text between two rows of an output. */
  readonly between: string;
  /** The delimiter of an output that is a table. */
  outputDelimiter?(plan: BatchPlan): string;

  /**
   * Reads the first row and the text before it.
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
  /** Creates the splitter of an input. It keeps no rows longer than `maxRowBytes` in memory. */
  createSplitter(plan: BatchPlan): Splitter;
  createReader(plan: BatchPlan): Tokenizer;

  /** Names of the values that each row gets, without the error. */
  addedNames(options: ResolvedBatchOptions, hasFeatureOutput: boolean): readonly string[];
  /** The texts before and after the rows of an output; absent if there are none. */
  frame?(
    plan: BatchPlan,
    firstRow: string | undefined,
  ): { readonly opening?: string; readonly closing?: string };
  createOutput(plan: BatchPlan): CreateOutput;
}
