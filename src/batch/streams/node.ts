/** A batch as a Node stream, for `pipe` and `pipeline`. */
import { Transform, type TransformCallback } from "node:stream";
import type { RowCounts } from "../chunks.ts";
import type { BatchSettings } from "../options.ts";
import { type BatchLimits, BatchSession } from "../session.ts";

/** Takes the bytes of rows and returns the bytes of rows with results. */
export class BatchTransform extends Transform {
  readonly #session: BatchSession;
  /** The rest of the output of what was written last. */
  #parts: Iterator<Uint8Array> | undefined;
  /** Called when all of that output has been read. */
  #onEnd: TransformCallback = () => {};
  #isPushing = false;

  /** @throws BatchError when options are wrong or contradict each other */
  constructor(settings: BatchSettings, limits: BatchLimits) {
    super();
    this.#session = new BatchSession(settings, limits);
  }

  /** What became of the rows so far; of all rows once the stream has ended. */
  get counts(): RowCounts {
    return this.#session.counts;
  }

  /** @internal */
  override _transform(bytes: Uint8Array, _: BufferEncoding, callback: TransformCallback): void {
    this.#start(this.#session.push(bytes), callback);
  }

  /** @internal */
  override _flush(callback: TransformCallback): void {
    this.#start(this.#session.end(), callback);
  }

  /** The reader wants more: of the output of what was written last, if there is any left. */
  override _read(size: number): void {
    if (this.#parts) this.#pushParts();
    else super._read(size);
  }

  #start(parts: Iterator<Uint8Array>, callback: TransformCallback): void {
    this.#parts = parts;
    this.#onEnd = callback;
    this.#pushParts();
  }

  /** Goes on until the reader has enough, so that a large piece is not converted at once. */
  #pushParts(): void {
    // Readers may ask for more inside of `push`.
    if (this.#isPushing) return;
    this.#isPushing = true;
    let wantsMore = true;
    while (wantsMore && this.#parts && !this.destroyed) {
      const part = this.#nextPart(this.#parts);
      if (part) wantsMore = this.push(part);
    }
    this.#isPushing = false;
  }

  #nextPart(parts: Iterator<Uint8Array>): Uint8Array | undefined {
    try {
      const { done, value } = parts.next();
      if (!done) return value;
    } catch (error) {
      this.#finish(error instanceof Error ? error : new Error(String(error)));
      return undefined;
    }
    this.#finish(null);
    return undefined;
  }

  #finish(error: Error | null): void {
    this.#parts = undefined;
    this.#onEnd(error);
  }
}

/**
 * A stream that converts a batch: `pipeline(input, createBatchTransform({ from: "csv" }), output)`.
 * It is destroyed with a BatchError when the input does not begin as its format does, lacks a column, or
 * exceeds a limit. Rows that fail go out with their error.
 * @param settings see BatchOptions; all are optional
 * @param limits see BatchLimits
 * @throws BatchError when options are wrong or contradict each other
 */
export function createBatchTransform(
  settings: BatchSettings = {},
  limits: BatchLimits = {},
): BatchTransform {
  return new BatchTransform(settings, limits);
}
