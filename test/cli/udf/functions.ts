/** Runs functions of engines without a process. */

import {
  createConversion,
  type FunctionSettings,
} from "../../../src/batch/functions/conversion.ts";
import { RULES } from "../../../src/batch/functions/signature.ts";
import type { Operation } from "../../../src/batch/options/conversion.ts";
import { OutputBuffer } from "../../../src/batch/output/frame.ts";
import { styleOf } from "../../../src/cli/udf/punctuation.ts";
import { type RowFormat, RowStream } from "../../../src/cli/udf/row-stream.ts";
import { createRowFormat, type UdfDefinition } from "../../../src/cli/udf/run.ts";
import {
  defaultLists,
  type ListStyle,
  parseArguments,
  parseReturns,
  type RowFormatName,
} from "../../../src/cli/udf/signature.ts";
import { ESCAPES, TabSeparated } from "../../../src/cli/udf/tab-separated.ts";

export interface FunctionOptions extends Partial<FunctionSettings> {
  readonly format?: RowFormatName;
  readonly lists?: ListStyle;
  readonly tuple?: boolean;
  readonly withErrors?: boolean;
  readonly sendChunkHeader?: boolean;
}

/** A function as the command line declares it. */
export function defineFunction(
  operation: Operation,
  args: string,
  returns: string,
  options: FunctionOptions = {},
): UdfDefinition {
  const { format, lists, tuple, withErrors, sendChunkHeader, ...settings } = options;
  const names = parseArguments(operation, args);
  const returned = parseReturns(operation, returns, names);
  return {
    signature: {
      operation,
      args: names,
      returns: returned,
      columns: RULES[operation].returns[returned] ?? [],
      withErrors: withErrors ?? false,
      isTuple: tuple ?? false,
    },
    settings: { precision: 0, strictRange: false, ...settings },
    format: format ?? "TabSeparated",
    lists: lists ?? defaultLists(format ?? "TabSeparated"),
    sendChunkHeader: sendChunkHeader ?? false,
  };
}

/** The rows of TabSeparated without the fast path. */
export function generalFormat({ signature, settings, format, lists }: UdfDefinition): RowFormat {
  const tabFormat = format === "COPY" ? format : "TabSeparated";
  const convert = createConversion(signature, settings);
  return new TabSeparated(
    signature,
    styleOf(signature, lists),
    ESCAPES[tabFormat],
    convert,
    undefined,
  );
}

/**
 * Sends an input in blocks of these lengths, again from the first one after the last.
 * @returns the answers after each block, and after the end
 */
export function answerBlocks(
  definition: UdfDefinition,
  input: string | Uint8Array,
  lengths: readonly number[] = [1 << 16],
  format: RowFormat = createRowFormat(definition),
): string[] {
  const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
  const output = new OutputBuffer();
  const rows = new RowStream(format, definition.sendChunkHeader, output);
  const answers: string[] = [];
  const flush = () => {
    answers.push(new TextDecoder().decode(output.written()));
    output.end = 0;
  };
  let from = 0;
  for (let block = 0; from < bytes.length; block++) {
    const part = bytes.subarray(from, from + lengths[block % lengths.length]);
    rows.space().set(part);
    rows.take(part.length);
    flush();
    from += part.length;
  }
  rows.end();
  flush();
  return answers;
}

/** The answers to all rows of an input. */
export function answer(
  definition: UdfDefinition,
  input: string | Uint8Array,
  lengths?: readonly number[],
  format?: RowFormat,
): string {
  return answerBlocks(definition, input, lengths, format).join("");
}
