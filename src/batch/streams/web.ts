/** A batch as a stream of the Web, for `pipeThrough`. */

import { type BatchCounts, BatchRun, type StreamOptions } from "../session.ts";
import type { SplitterSettings } from "../splitter.ts";

// The names are the global ones, not those of node:stream/web: compilers that know the Web's own
// streams have types for these that do not go together with Node's.
type Controller = TransformStreamDefaultController<Uint8Array>;

/** Bytes of rows go in, those of rows with answers come out. */
export class BatchTransformStream extends TransformStream<Uint8Array, Uint8Array> {
  private readonly run: BatchRun;

  /** @throws BatchError when options are wrong or contradict each other */
  constructor(options: StreamOptions, settings: SplitterSettings) {
    const run = new BatchRun(options, settings);
    const answer = (parts: Iterable<Uint8Array>, controller: Controller) => {
      for (const part of parts) controller.enqueue(part);
    };
    super({
      transform(bytes, controller) {
        if (!(bytes instanceof Uint8Array)) {
          throw new TypeError("What was written to the batch is not a Uint8Array.");
        }
        answer(run.push(bytes), controller);
      },
      flush: (controller) => answer(run.end(), controller),
    });
    this.run = run;
  }

  /** What was made of the rows so far; of all of them once the stream has ended. */
  get counts(): BatchCounts {
    return this.run.counts;
  }
}

/**
 * As createBatchTransform: `body.pipeThrough(createBatchTransformStream({ from: "csv" }))`. The
 * answer to one piece of the input is in memory at once.
 * @throws BatchError when options are wrong or contradict each other
 */
export function createBatchTransformStream(
  options: StreamOptions = {},
  settings: SplitterSettings = {},
): BatchTransformStream {
  return new BatchTransformStream(options, settings);
}
