/** One batch request: bytes of its body go in, bytes of its answer come out, limits become HTTP errors. */
import { NO_BYTES } from "../../batch/chunks.ts";
import { BatchLimitError } from "../../batch/errors.ts";
import type { BatchOptions } from "../../batch/options.ts";
import { BatchSession } from "../../batch/session.ts";
import { HttpError } from "../http-error.ts";
import type { Headers, OperationName, Query, Reply } from "../messages.ts";
import type { BatchRequestLimits } from "../settings.ts";
import { type BatchCoding, tooLarge } from "./media.ts";
import { asHttpErrors } from "./options.ts";

/** The next bytes of an answer. */
export interface BatchOutput {
  /** Possibly none; nobody changes them afterwards. */
  readonly bytes: Uint8Array;
  /** Whether the answer ends with them, even if the request has not ended. */
  readonly isLast: boolean;
}

/** A Reply is an error before any output; nothing follows it. */
export type BatchStep = BatchOutput | Reply;

export interface BatchExchange {
  readonly operation: OperationName;
  /** How to decode the body before it is pushed. */
  readonly coding: BatchCoding;
  readonly maxSeconds: number;
  /** Status and headers of the answer, to be sent with the first output that has bytes or is the last. */
  readonly status: number;
  readonly headers: Headers;
  /** Takes the next bytes of the body. About 16 kB at a time keep it from holding up others. */
  push(bytes: Uint8Array): BatchStep;
  /** The body has ended. */
  end(): BatchStep;
  /** Ends the answer because of the time limit. */
  expire(): BatchStep;
  /** Ends the answer because the body cannot be decoded. */
  rejectCoding(): BatchStep;
}

export interface ExchangeSettings {
  readonly operation: OperationName;
  readonly coding: BatchCoding;
  readonly options: BatchOptions;
  readonly query: Query;
  readonly limits: BatchRequestLimits;
  readonly headers: Headers;
  /** Makes the reply to an error before any output; logs it when it is a fault of the service. */
  readonly refuse: (error: unknown) => Reply;
  /** The same error in one sentence, amid an answer. */
  readonly explain: (error: unknown) => string;
}

/** How HTTP errors name the limits of a session. */
const LIMITS = {
  maxRowBytes: ["first row", "bytes"],
  maxRows: ["body", "rows"],
  maxInputBytes: ["body", "bytes"],
} as const;

/** Replaces the error of an exceeded limit by its HTTP error. */
function limitError(error: unknown): unknown {
  if (!(error instanceof BatchLimitError)) return error;
  const [parameter, unit] = LIMITS[error.limit];
  return tooLarge(parameter, error.max, unit);
}

/** Runs a batch session for one request. */
export class HttpBatchExchange implements BatchExchange {
  readonly operation: OperationName;
  readonly coding: BatchCoding;
  readonly maxSeconds: number;
  readonly status = 200;
  readonly headers: Headers;
  readonly #settings: ExchangeSettings;
  readonly #session: BatchSession;
  /** What has not been sent. */
  #output: Uint8Array[] = [];
  /** Whether part of the answer has been sent, after which an error cannot have its own status. */
  #isSent = false;

  constructor(settings: ExchangeSettings) {
    const { maxRowBytes, maxRows, maxBodyBytes } = settings.limits;
    const limits = { maxRowBytes, maxRows, maxInputBytes: maxBodyBytes };
    this.#settings = settings;
    this.#session = new BatchSession(settings.options, limits);
    this.operation = settings.operation;
    this.coding = settings.coding;
    this.maxSeconds = settings.limits.maxSeconds;
    this.headers = settings.headers;
  }

  push(bytes: Uint8Array): BatchStep {
    return this.#step(false, () => this.#collect(this.#session.push(bytes)));
  }

  end(): BatchStep {
    return this.#step(true, () => this.#collect(this.#session.end()));
  }

  expire(): BatchStep {
    return this.#step(true, () => {
      const expected = `at most ${this.maxSeconds} seconds`;
      const message = `The request takes more than ${this.maxSeconds} seconds; expected ${expected}.`;
      throw new HttpError("request-timeout", message, { parameter: "time", expected });
    });
  }

  rejectCoding(): BatchStep {
    return this.#step(true, () => {
      const expected = "a whole body in gzip, as Content-Encoding says";
      const message = `The body is broken or cut off; expected ${expected}.`;
      throw new HttpError("malformed-request", message, { parameter: "body", expected });
    });
  }

  /** Turns an error into a reply, or into the last row of an answer that has begun. */
  #step(isLast: boolean, work: () => void): BatchStep {
    try {
      work();
      return this.#take(isLast);
    } catch (error) {
      const { refuse, explain } = this.#settings;
      if (!this.#isSent) return refuse(error);
      this.#collect(this.#session.endWithError(explain(error)));
      return this.#take(true);
    }
  }

  #collect(output: Iterable<Uint8Array>): void {
    asHttpErrors(this.#settings.query, () => {
      try {
        for (const bytes of output) this.#output.push(bytes);
      } catch (error) {
        throw limitError(error);
      }
    });
  }

  /** Takes what is to be sent. A header waits for the first row, which may still be an error. */
  #take(isLast: boolean): BatchOutput {
    if (!isLast && !this.#session.hasRows) return { bytes: NO_BYTES, isLast };
    const [first = NO_BYTES] = this.#output;
    const bytes = this.#output.length > 1 ? Buffer.concat(this.#output) : first;
    this.#output = [];
    this.#isSent ||= bytes.length > 0;
    return { bytes, isLast };
  }
}
