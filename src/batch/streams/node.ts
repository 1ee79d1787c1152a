/** A batch as a Node stream, for `pipe` and `pipeline`. */
import { Transform, type TransformCallback } from "node:stream";
import { type StreamOptions, streamOptions } from "../batch-options.ts";
import type { RowCounts } from "../chunks.ts";
import type { Operation } from "../options/operations.ts";
import { type BatchLimits, BatchSession } from "../session.ts";

/** A stream of Node from the bytes of rows to the bytes of rows with results: see createEncodeTransform. */
export class BatchTransform extends Transform {
  readonly #session: BatchSession;
  /** The remaining output of the latest write. */
  #parts: Iterator<Uint8Array> | undefined;
  /** Called once that output has been read. */
  #onEnd: TransformCallback = () => {};
  #isPushing = false;

  /** @internal */
  constructor(operation: Operation, options: StreamOptions, limits: BatchLimits) {
    super();
    this.#session = new BatchSession(streamOptions(operation, options), limits);
  }

  /** Counts of the rows so far; of all rows once the stream has ended. */
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

  /** The reader wants more: the remaining output of the latest write, if there is any. */
  override _read(size: number): void {
    if (this.#parts) this.#pushParts();
    else super._read(size);
  }

  #start(parts: Iterator<Uint8Array>, callback: TransformCallback): void {
    this.#parts = parts;
    this.#onEnd = callback;
    this.#pushParts();
  }

  /** Pushes until the reader has enough, so that a large write is converted in steps. */
  #pushParts(): void {
    // `push` may call `_read` synchronously.
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
 * A stream that encodes the points of rows: `pipeline(input, createEncodeTransform({ from: "csv" }), output)`.
 * It is destroyed with a BatchError when the input does not begin as its format requires, lacks a column, or
 * exceeds a limit. Rows that fail are written with their error.
 * @param options see BatchOptions; all are optional
 * @param limits see BatchLimits
 * @throws BatchError when options are wrong or contradict each other
 * @example
 * ```ts
 * import { Readable } from "node:stream";
 * import { text } from "node:stream/consumers";
 * const input = Readable.from(["lat,lon\n52.376514,4.908543\n"]);
 * const encoder = createEncodeTransform({ from: "csv" });
 * (await text(input.pipe(encoder))).split("\n")[1]; // "52.376514,4.908543,NLD,49.4V,VHXGB.1J9J,"
 * encoder.counts.converted; // 1
 * ```
 */
export function createEncodeTransform(
  options: StreamOptions = {},
  limits: BatchLimits = {},
): BatchTransform {
  return new BatchTransform("encode", options, limits);
}

/**
 * As createEncodeTransform, for the mapcodes of rows.
 * @param options see BatchOptions; all are optional
 * @param limits see BatchLimits
 * @throws BatchError when options are wrong or contradict each other
 * @example
 * ```ts
 * import { Readable } from "node:stream";
 * import { text } from "node:stream/consumers";
 * const decoder = createDecodeTransform({ from: "plain", to: "csv" });
 * (await text(Readable.from(["NLD 49.4V\n"]).pipe(decoder))).split("\n")[1]; // "NLD 49.4V,52.37651400000124,4.908543375,"
 * ```
 */
export function createDecodeTransform(
  options: StreamOptions = {},
  limits: BatchLimits = {},
): BatchTransform {
  return new BatchTransform("decode", options, limits);
}
