/** Recognizes the format of standard input, which has no name that would tell it. */
import { concat, NO_BYTES } from "../../batch/chunks.ts";
import type { FormatName } from "../../batch/formats/index.ts";
import { InputDecoder } from "../../batch/input-decoder.ts";
import { recognizeFormat, type UnformattedOptions } from "../../batch/recognize.ts";
import { type Source, withStart } from "./sources.ts";

export interface RecognizedInput {
  readonly format: FormatName;
  /** With the bytes that were read. */
  readonly source: Source;
}

/**
 * Reads the start of an input, up to the end of its first row.
 * @throws BatchError if it looks like UTF-16 without a mark
 */
export async function recognizeInput(
  source: Source,
  options: UnformattedOptions & { readonly encoding?: string | undefined },
): Promise<RecognizedInput> {
  const iterator = source.bytes[Symbol.asyncIterator]();
  const decoder = new InputDecoder(options.encoding);
  let start: Uint8Array = NO_BYTES;
  let decoded: Uint8Array = NO_BYTES;
  for (;;) {
    const { done = false, value = NO_BYTES } = await iterator.next();
    start = concat(start, value);
    decoded = concat(decoded, done ? decoder.end() : decoder.push(value));
    const format = recognizeFormat(decoded, options, done);
    if (format === undefined) continue;
    return { format, source: { ...source, bytes: withStart(start, iterator) } };
  }
}
