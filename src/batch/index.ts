/** `mapcoded/batch`: streams that convert tables and lists of points or mapcodes, from bytes to bytes. */
import { checkOptionNames } from "../library/errors.ts";
import type { OwnBytes, RowCounts } from "./chunks.ts";
import { DECLARED_OPTIONS, DEFAULT_BATCH_OPTIONS, type StreamOptions } from "./options/options.ts";
import type { Operation } from "./options/roles.ts";
import type { Warning } from "./sentences.ts";
import { type BatchLimits, BatchSession, PAUSE_MS } from "./session.ts";

export type { FailureGroup, RowCounts } from "./chunks.ts";
export { BatchError, BatchLimitError } from "./errors.ts";
export { FORMAT_NAMES, type FormatName } from "./options/format-facts.ts";
export type { BatchOptionName, Include, StreamOptions } from "./options/options.ts";
export type { OutputColumn } from "./options/output-columns.ts";
export type { LocatedRowError, RowError, RowErrorCode } from "./rows/row-errors.ts";
export type { Warning } from "./sentences.ts";
export type { BatchLimits } from "./session.ts";

const STREAM_OPTION_NAMES = DECLARED_OPTIONS.flatMap(([name, { hidden }]) =>
  hidden === "everywhere" ? [] : [name],
);

/** The base of both streams. It does not extend TransformStream: some test environments lack it when they import this. */
abstract class BatchStream {
  /** Takes the bytes of rows. */
  readonly writable: WritableStream<Uint8Array>;
  /** Gives the bytes of rows with results. */
  readonly readable: ReadableStream<OwnBytes>;
  readonly #session: BatchSession;

  constructor(operation: Operation, options: StreamOptions, limits: BatchLimits) {
    checkOptionNames(options, STREAM_OPTION_NAMES);
    const { surface } = DEFAULT_BATCH_OPTIONS;
    const session = new BatchSession({ ...options, operation, surface }, limits);
    let pauseTimer: ReturnType<typeof setTimeout> | undefined;
    const { readable, writable } = new TransformStream<Uint8Array, OwnBytes>({
      transform(bytes, controller) {
        if (!(bytes instanceof Uint8Array)) {
          const advice = "Pipe text through a TextEncoderStream first.";
          throw new TypeError(`Expected a Uint8Array. ${advice}`);
        }
        clearTimeout(pauseTimer);
        for (const part of session.push(bytes)) controller.enqueue(part);
        if (session.plan) return;
        // The sender may wait for results before it sends more.
        pauseTimer = setTimeout(() => {
          try {
            for (const part of session.pause()) controller.enqueue(part);
          } catch (error) {
            controller.error(error);
          }
        }, PAUSE_MS);
      },
      flush(controller) {
        clearTimeout(pauseTimer);
        for (const part of session.end()) controller.enqueue(part);
      },
    });
    this.readable = readable;
    this.writable = writable;
    this.#session = session;
  }

  /** Counts of the rows so far; of all rows once the stream has ended. */
  get counts(): RowCounts {
    return this.#session.counts;
  }

  /** What may be wrong with the rows so far, though they are converted; of all rows once the stream has ended. */
  get warnings(): readonly Warning[] {
    return this.#session.warnings;
  }
}

/**
 * Converts the bytes of rows with points to the bytes of rows with mapcodes, as `CompressionStream` compresses bytes:
 * `body.pipeThrough(new EncodeStream({ from: "csv" }))`. Fails with a BatchError when the input does not begin as its
 * format requires, lacks a column, exceeds a limit, or ends early, when it is in doubt what its values mean, or when a
 * quote does not close within `maxRowBytes`. Rows that fail get their error in the output. Each write holds its whole
 * output in memory.
 * @example
 * ```ts
 * const body = new Blob(["lat,lon\n52.376514,4.908543\n"]).stream();
 * const encoder = new EncodeStream({ from: "csv" });
 * const text = await new Response(body.pipeThrough(encoder)).text();
 * text.split("\n")[1]; // "52.376514,4.908543,NLD,49.4V,VHXGB.1J9J,"
 * encoder.counts.converted; // 1
 * ```
 */
export class EncodeStream extends BatchStream {
  /**
   * @param options see StreamOptions; all are optional
   * @param limits see BatchLimits
   * @throws BatchError when options are wrong or contradict each other; TypeError when one has a wrong type
   */
  constructor(options: StreamOptions = {}, limits: BatchLimits = {}) {
    super("encode", options, limits);
  }
}

/**
 * Converts rows with mapcodes to rows with points, as EncodeStream.
 * @example
 * ```ts
 * const body = new Blob(["NLD 49.4V\n"]).stream();
 * const decoder = new DecodeStream({ to: "ndjson" });
 * (await new Response(body.pipeThrough(decoder)).json()).latitude; // 52.37651400000124
 * ```
 */
export class DecodeStream extends BatchStream {
  /**
   * @param options see StreamOptions; all are optional
   * @param limits see BatchLimits
   * @throws BatchError when options are wrong or contradict each other; TypeError when one has a wrong type
   */
  constructor(options: StreamOptions = {}, limits: BatchLimits = {}) {
    super("decode", options, limits);
  }
}
