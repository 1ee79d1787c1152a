/** Runs functions of engines without a process. */

import type { Operation } from "../../src/batch/options/conversion.ts";
import { ByteWriter } from "../../src/bytes.ts";
import { createRowFormat, type UdfDefinition } from "../../src/cli/udf/run.ts";
import { parseSignature } from "../../src/cli/udf/udf-commands.ts";
import { type RowFormat, RowStream } from "../../src/functions/row-stream.ts";
import {
  DEFAULT_FUNCTION_OPTIONS,
  type ListStyle,
  type ResolvedFunctionOptions,
  type RowFormatName,
} from "../../src/functions/signature.ts";
import { partsOf } from "../support/parts.ts";

export interface FunctionOptions extends Partial<ResolvedFunctionOptions> {
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
  const { format, lists, tuple, withErrors, sendChunkHeader, ...others } = options;
  return {
    signature: parseSignature(operation, args, returns),
    options: { ...DEFAULT_FUNCTION_OPTIONS, ...others },
    style: {
      format: format ?? "TabSeparated",
      lists,
      isTuple: tuple ?? false,
      withErrors: withErrors ?? false,
    },
    sendChunkHeader: sendChunkHeader ?? false,
  };
}

/** A row whose fields have every character but the tabs between them as an escape. */
export function escapedFields(row: string): string {
  const bytes = Array.from(new TextEncoder().encode(row), (byte) => {
    return byte === 9 ? "\t" : `\\x${byte.toString(16).padStart(2, "0")}`;
  });
  return bytes.join("");
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
  const output = new ByteWriter();
  const rows = new RowStream(format, definition.sendChunkHeader, output);
  const answers: string[] = [];
  const flush = () => {
    answers.push(new TextDecoder().decode(output.written()));
    output.length = 0;
  };
  for (const part of partsOf(input, lengths)) {
    rows.space().set(part);
    rows.take(part.length);
    flush();
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
