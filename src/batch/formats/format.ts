/**
 * The interface of a batch format: the ends of rows, reading and writing. A splitter cuts the bytes into chunks of
 * complete rows, for any thread. In each chunk, a reader finds the values of each row, and a conversion converts them in
 * place. A template from `createOutput` of the output format writes the row with its results. ../input/start.ts reads
 * the text before the first row.
 */

import type { BatchPlan } from "../batch-plan.ts";
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
