/** What stands in the way of a whole batch; what is wrong with one row stands in that row's answer. */
import type { BatchOptions } from "./options.ts";

export class BatchError extends Error {
  override name = "BatchError";
  /** The option to change; undefined when the input has to. */
  readonly option: keyof BatchOptions | undefined;

  constructor(message: string, option?: keyof BatchOptions) {
    super(message);
    this.option = option;
  }
}

const LONGEST_QUOTE = 100;

/** A text from the input as messages show it, shortened when it is long. */
export function quoted(text: string): string {
  return `'${text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}...` : text}'`;
}
