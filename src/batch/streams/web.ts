/** A batch as a Web stream, for `pipeThrough`. */

import type { BatchOptions } from "../batch-options.ts";
import type { OwnBytes, RowCounts } from "../chunks.ts";
import { type BatchLimits, BatchSession } from "../session.ts";

// Uses the global types: the types of node:stream/web are incompatible with the DOM library.
type Controller = TransformStreamDefaultController<OwnBytes>;

/**
 * Converts the bytes of rows to the bytes of rows with results.
 * @example
 * ```ts
 * const body = new Blob(["lat,lon\n52.376514,4.908543\n"]).stream();
 * const batch = new BatchTransformStream({ from: "csv" });
 * await new Response(body.pipeThrough(batch)).text();
 * batch.counts.converted; // 1
 * ```
 */
export class BatchTransformStream extends TransformStream<Uint8Array, OwnBytes> {
  readonly #session: BatchSession;

  /** @throws BatchError when options are wrong or contradict each other */
  constructor(options: BatchOptions, limits: BatchLimits) {
    const session = new BatchSession(options, limits);
    const enqueue = (parts: Iterable<OwnBytes>, controller: Controller) => {
      for (const part of parts) controller.enqueue(part);
    };
    super({
      transform(bytes, controller) {
        if (!(bytes instanceof Uint8Array)) {
          throw new TypeError(
            "Expected a Uint8Array. Pipe text through a TextEncoderStream first.",
          );
        }
        enqueue(session.push(bytes), controller);
      },
      flush: (controller) => enqueue(session.end(), controller),
    });
    this.#session = session;
  }

  /** Counts of the rows so far; of all rows once the stream has ended. */
  get counts(): RowCounts {
    return this.#session.counts;
  }
}

/**
 * The Web version of createBatchTransform: `body.pipeThrough(createBatchTransformStream({ from: "csv" }))`. The output of
 * each chunk written to the stream is in memory at once.
 * @param options see BatchOptions; all are optional
 * @param limits see BatchLimits
 * @throws BatchError when options are wrong or contradict each other
 * @example
 * ```ts
 * const body = new Blob(["lat,lon\n52.376514,4.908543\n"]).stream();
 * const results = body.pipeThrough(createBatchTransformStream({ from: "csv" }));
 * (await new Response(results).text()).split("\n")[1]; // "52.376514,4.908543,NLD,49.4V,VHXGB.1J9J,"
 * ```
 */
export function createBatchTransformStream(
  options: BatchOptions = {},
  limits: BatchLimits = {},
): BatchTransformStream {
  return new BatchTransformStream(options, limits);
}
