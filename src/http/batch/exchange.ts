/**
 * One batch request and its reply: takes the bytes of the body, returns those of the reply, and turns
 * exceeded limits into HTTP errors. The transport that moves the bytes is not known here.
 */
import { NO_BYTES } from "../../batch/chunks.ts";
import { BatchLimitError } from "../../batch/errors.ts";
import { BatchSession } from "../../batch/session.ts";
import { HttpError } from "../http-error.ts";
import type { Headers, OperationName, Reply } from "../messages.ts";
import type { BatchRequestLimits } from "../settings.ts";
import { type BatchRequest, type BodyCoding, tooLarge, withHttpErrors } from "./request.ts";

/** The next bytes of the reply's body. */
export interface BatchOutput {
  /** May be empty. The receiver may keep them: they are never overwritten. */
  readonly bytes: Uint8Array;
  /** Whether the reply ends here, even if the request has not ended. */
  readonly isLast: boolean;
}

/** A Reply is an error before any output; nothing follows it. */
export type BatchStep = BatchOutput | Reply;

export interface ExchangeSettings {
  readonly operation: OperationName;
  readonly request: BatchRequest;
  readonly limits: BatchRequestLimits;
  /** Headers of the reply unless it is an error. */
  readonly headers: Headers;
  /** Creates the reply to an error before any output, and logs internal errors. */
  readonly errorReply: (error: unknown) => Reply;
  /** Returns the message of an error after the first output, and logs internal errors. */
  readonly errorMessage: (error: unknown) => string;
}

/** What an error reply calls the input that exceeds a limit. */
const LIMITED_PARTS = {
  maxRowBytes: ["first row", "bytes"],
  maxRows: ["body", "rows"],
  maxInputBytes: ["body", "bytes"],
} as const;

function limitError({ limit, max }: BatchLimitError): HttpError {
  const [parameter, unit] = LIMITED_PARTS[limit];
  return tooLarge(parameter, max, unit);
}

/** Runs the batch session of one request. */
export class BatchExchange {
  readonly operation: OperationName;
  /** How to decode the body before it is pushed. */
  readonly coding: BodyCoding;
  readonly maxSeconds: number;
  /** Status and headers to send before the first output that is not empty, or is the last. */
  readonly status = 200;
  readonly headers: Headers;
  readonly #settings: ExchangeSettings;
  readonly #session: BatchSession;
  /** Output that no step has returned yet. */
  #output: Uint8Array[] = [];
  /** Whether a part of the reply has been returned; after that, an error cannot change the status. */
  #hasBegun = false;

  constructor(settings: ExchangeSettings) {
    this.#settings = settings;
    this.#session = new BatchSession(settings.request.options, settings.limits);
    this.operation = settings.operation;
    this.coding = settings.request.coding;
    this.maxSeconds = settings.limits.maxSeconds;
    this.headers = settings.headers;
  }

  /** Converts the next bytes of the body. Pass about 16 kB at a time, so that other requests get a turn. */
  push(bytes: Uint8Array): BatchStep {
    return this.#step(false, () => this.#collect(this.#session.push(bytes)));
  }

  /** Converts the rest when the body is complete. */
  end(): BatchStep {
    return this.#step(true, () => this.#collect(this.#session.end()));
  }

  /** Ends the reply because of the time limit. */
  expire(): BatchStep {
    return this.#step(true, () => {
      const expected = `at most ${this.maxSeconds} seconds`;
      const message = `The request takes more than ${this.maxSeconds} seconds. Send fewer rows in each request.`;
      throw new HttpError("request-timeout", message, { parameter: "time", expected });
    });
  }

  /** Ends the reply because the body cannot be decompressed. */
  rejectCoding(): BatchStep {
    return this.#step(true, () => {
      const expected = "a complete body in gzip";
      const message = `The body is broken or cut off. Send ${expected}, or leave out Content-Encoding.`;
      throw new HttpError("malformed-request", message, { parameter: "body", expected });
    });
  }

  /** Turns an error into a reply, or into the last row of a reply that has begun. */
  #step(isLast: boolean, work: () => void): BatchStep {
    try {
      work();
      return this.#takeOutput(isLast);
    } catch (error) {
      const { errorReply, errorMessage } = this.#settings;
      if (!this.#hasBegun) return errorReply(error);
      this.#collect(this.#session.endWithError(errorMessage(error)));
      return this.#takeOutput(true);
    }
  }

  #collect(output: Iterable<Uint8Array>): void {
    withHttpErrors(this.#settings.request.query, () => {
      try {
        for (const bytes of output) this.#output.push(bytes);
      } catch (error) {
        throw error instanceof BatchLimitError ? limitError(error) : error;
      }
    });
  }

  /** Returns the collected output. The header waits for the first row, which may still fail the request. */
  #takeOutput(isLast: boolean): BatchOutput {
    if (!isLast && !this.#session.hasRows) return { bytes: NO_BYTES, isLast };
    const [first = NO_BYTES] = this.#output;
    const bytes = this.#output.length > 1 ? Buffer.concat(this.#output) : first;
    this.#output = [];
    this.#hasBegun ||= bytes.length > 0;
    return { bytes, isLast };
  }
}
