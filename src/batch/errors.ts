/** Errors that end a whole batch. The error of a single row is part of the output: see RowError. */
import { MapcodeError, type MapcodeErrorCode } from "../index.ts";
import type { FormatName } from "./options/format-facts.ts";
import type { ByRole } from "./options/roles.ts";
import { type Message, sentence, textOf } from "./sentences.ts";

/** @internal The columns of an input by its first rows. */
export interface SampledColumns {
  readonly from: FormatName;
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The columns of the roles that are known. */
  readonly indexes: ByRole<number>;
}

/**
 * Wrong options, or an input that does not fit them.
 * @example
 * ```ts
 * try {
 *   new EncodeStream({ from: "xls" });
 * } catch (error) {
 *   error instanceof BatchError; // true
 *   error.option; // "from"
 * }
 * ```
 */
export class BatchError extends MapcodeError {
  /** The name of the class. */
  override readonly name: string = "BatchError";
  /** The name of the option to change; undefined if the input has to change. */
  readonly option: string | undefined;
  /** @internal The names of columns and the first rows of an input whose columns are in doubt, for the map page. */
  sample?: SampledColumns;
  readonly #message: Message;

  /**
   * @param message whole sentences
   * @param option the option to change, if one is wrong
   * @param code the kind of error
   */
  constructor(message: Message, option?: string, code: MapcodeErrorCode = "invalid-batch") {
    super({ code, message: textOf(message, "library"), value: undefined });
    this.option = option;
    this.#message = message;
  }

  /** @internal The message, for a surface to write with its names of options. */
  get messageParts(): Message {
    return this.#message;
  }
}

/**
 * An input that exceeds a limit of its batch.
 * @example
 * ```ts
 * const body = new Blob(["NLD 49.4V\nNLD 49.4V\n"]).stream();
 * const batch = new DecodeStream({}, { maxRows: 1 });
 * const error = await new Response(body.pipeThrough(batch)).text().catch((cause) => cause);
 * error instanceof BatchLimitError; // true
 * error.limit; // "maxRows"
 * ```
 */
export class BatchLimitError extends BatchError {
  /** The name of the class. */
  override readonly name: string = "BatchLimitError";
  /** The limit that the input exceeds. */
  readonly limit: "maxRowBytes" | "maxRows" | "maxInputBytes";
  /** The greatest number of bytes or rows that the limit allows. */
  readonly max: number;

  /**
   * @param limit the limit that the input exceeds
   * @param max the greatest number of bytes or rows that it allows
   */
  constructor(limit: BatchLimitError["limit"], max: number) {
    const option = limit === "maxRowBytes" ? limit : undefined;
    const message = option
      ? sentence`The first row does not end within ${max} bytes. Check the format of the input, or raise the limit with the option ${{ option }}.`
      : `The input has more than ${max} ${limit === "maxRows" ? "rows" : "bytes"}.`;
    super(message, option, "batch-limit-exceeded");
    this.limit = limit;
    this.max = max;
  }
}
