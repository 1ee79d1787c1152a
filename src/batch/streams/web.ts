/** A batch as a Web stream, for `pipeThrough`. */
import type { RowCounts } from "../chunks.ts";
import type { BatchSettings } from "../options.ts";
import { type BatchLimits, BatchSession } from "../session.ts";

// The names are the global ones, not those of node:stream/web: compilers that know the Web's own streams
// have types for these that are incompatible with Node's.
type Controller = TransformStreamDefaultController<Uint8Array>;

/** Takes the bytes of rows and returns the bytes of rows with results. */
export class BatchTransformStream extends TransformStream<Uint8Array, Uint8Array> {
  readonly #session: BatchSession;

  /** @throws BatchError when options are wrong or contradict each other */
  constructor(settings: BatchSettings, limits: BatchLimits) {
    const session = new BatchSession(settings, limits);
    const enqueue = (parts: Iterable<Uint8Array>, controller: Controller) => {
      for (const part of parts) controller.enqueue(part);
    };
    super({
      transform(bytes, controller) {
        if (!(bytes instanceof Uint8Array)) {
          throw new TypeError("What was written to the batch is not a Uint8Array.");
        }
        enqueue(session.push(bytes), controller);
      },
      flush: (controller) => enqueue(session.end(), controller),
    });
    this.#session = session;
  }

  /** What became of the rows so far; of all rows once the stream has ended. */
  get counts(): RowCounts {
    return this.#session.counts;
  }
}

/**
 * As createBatchTransform: `body.pipeThrough(createBatchTransformStream({ from: "csv" }))`. The output of
 * each piece of the input is in memory at once.
 * @param settings see BatchOptions; all are optional
 * @param limits see BatchLimits
 * @throws BatchError when options are wrong or contradict each other
 */
export function createBatchTransformStream(
  settings: BatchSettings = {},
  limits: BatchLimits = {},
): BatchTransformStream {
  return new BatchTransformStream(settings, limits);
}
