/** The error that stops a whole batch; an error of one row is part of that row's result. */
import { MapcodeError } from "../index.ts";
import type { BatchOptions } from "./options.ts";

export { quoted } from "../internal.ts";

/** Options or an input that no batch can be run with. */
export class BatchError extends MapcodeError {
  readonly code = "invalid-batch";
  /** The option to change; undefined when the input has to change. */
  readonly option: keyof BatchOptions | undefined;

  /**
   * @param message whole sentences
   * @param option the option to change, if one is wrong
   */
  constructor(message: string, option?: keyof BatchOptions) {
    super(message);
    this.option = option;
  }
}
