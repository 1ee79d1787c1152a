/** A batch as a stream of Node, for `pipe` and `pipeline`. */
import { Transform, type TransformCallback } from "node:stream";
import { type BatchCounts, BatchRun, type StreamOptions } from "../session.ts";
import type { SplitterSettings } from "../splitter.ts";

/** Bytes of rows go in, those of rows with answers come out. */
export class BatchTransform extends Transform {
  private readonly run: BatchRun;
  /** What comes next of the answer to what was written last, and what to call when it ends. */
  private parts: Iterator<Uint8Array> | undefined;
  private whenAnswered: TransformCallback = () => {};
  private isPushing = false;

  /** @throws BatchError when options are wrong or contradict each other */
  constructor(options: StreamOptions, settings: SplitterSettings) {
    super();
    this.run = new BatchRun(options, settings);
  }

  /** What was made of the rows so far; of all of them once the stream has ended. */
  get counts(): BatchCounts {
    return this.run.counts;
  }

  override _transform(bytes: Uint8Array, _: BufferEncoding, callback: TransformCallback): void {
    this.answer(this.run.push(bytes), callback);
  }

  override _flush(callback: TransformCallback): void {
    this.answer(this.run.end(), callback);
  }

  /** The reader wants more: of what was written last, if its answer has not ended. */
  override _read(size: number): void {
    if (this.parts) this.pushParts();
    else super._read(size);
  }

  private answer(parts: Iterator<Uint8Array>, callback: TransformCallback): void {
    this.parts = parts;
    this.whenAnswered = callback;
    this.pushParts();
  }

  /** Goes on until the reader has enough: a large piece is not converted at once. */
  private pushParts(): void {
    // Readers may ask for more while they are given something.
    if (this.isPushing) return;
    this.isPushing = true;
    let wantsMore = true;
    while (wantsMore && this.parts && !this.destroyed) {
      const part = this.nextPart(this.parts);
      if (part) wantsMore = this.push(part);
    }
    this.isPushing = false;
  }

  private nextPart(parts: Iterator<Uint8Array>): Uint8Array | undefined {
    try {
      const { done, value } = parts.next();
      if (!done) return value;
    } catch (error) {
      this.settle(error as Error);
      return undefined;
    }
    this.settle(null);
    return undefined;
  }

  private settle(error: Error | null): void {
    this.parts = undefined;
    this.whenAnswered(error);
  }
}

/**
 * A stream that converts a batch: `pipeline(input, createBatchTransform({ from: "csv" }), output)`.
 * It is destroyed with a BatchError when the input does not begin as its format does or has not the
 * columns that are needed; rows that are refused have their error in the answer.
 * @param settings maxRowBytes: longer rows are refused
 * @throws BatchError when options are wrong or contradict each other
 */
export function createBatchTransform(
  options: StreamOptions = {},
  settings: SplitterSettings = {},
): BatchTransform {
  return new BatchTransform(options, settings);
}
