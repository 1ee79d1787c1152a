/**
 * One batch request and its reply: takes the bytes of the body, returns the bytes of the reply, and turns
 * exceeded limits into HTTP errors. The transport that moves the bytes is not known here.
 */
import { NO_BYTES } from "../../batch/chunks.ts";
import { BatchLimitError } from "../../batch/errors.ts";
import type { HttpError } from "../errors.ts";
import type { BatchRequestLimits } from "../options.ts";
import type { Headers, OperationName, Reply } from "../requests.ts";
import { bodyError, tooLarge } from "./body-errors.ts";
import { type BatchRequest, type BodyCoding, withHttpErrors } from "./request.ts";

/** The next bytes of the reply's body. */
export interface BatchOutput {
  /** May be empty. The receiver may keep them: they are never overwritten. */
  readonly bytes: Uint8Array;
  /** Whether the reply ends here, even if the request has not ended. */
  readonly isLast: boolean;
  /** Whether rows are missing. The end of the reply must be missing as well, so that it looks incomplete. */
  readonly isCut: boolean;
}

/** A Reply is a whole reply: an error, or a short one. Nothing follows it. */
export type BatchStep = BatchOutput | Reply;

/** Why a request cannot be taken. */
export type Shortage =
  /** Other batch requests use the memory, or there are too many of them; later there may be room. */
  | "busy"
  /** The body is larger than the memory for all of them. */
  | "too-large";

/**
 * Output that is kept until it is known whether the reply ends with it. Until then, an error still becomes
 * the status of the reply. This is the reply to about 1,500 points.
 */
const MAX_KEPT_BYTES = 65_536;

/** What converts the body. */
export interface BodySession {
  /** Whether the output so far has rows. */
  readonly hasRows: boolean;
  /** @throws BatchError or HttpError, which end the reply */
  push(bytes: Uint8Array): Iterable<Uint8Array>;
  end(): Iterable<Uint8Array>;
  /** Ends output that has begun because of an error. */
  endWithError(reason: string): Iterable<Uint8Array>;
}

export interface ExchangeParts {
  readonly operation: OperationName;
  readonly request: Pick<BatchRequest, "bodyBytes" | "coding" | "isStreamed" | "query">;
  readonly session: BodySession;
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

function shortageError(shortage: Shortage, maxBytes: number): HttpError {
  if (shortage === "busy") {
    const problem = "The service is busy with other batches.";
    return bodyError("service-busy", problem, "the same request again later");
  }
  const expected = `at most ${maxBytes} bytes, or use the parameter stream`;
  const problem = "The body is larger than the memory for batches.";
  return bodyError("content-too-large", problem, expected);
}

function limitError({ limit, max }: BatchLimitError): HttpError {
  const [parameter, unit] = LIMITED_PARTS[limit];
  return tooLarge(parameter, max, unit);
}

/** Runs the batch session of one request. */
export class BatchExchange {
  readonly operation: OperationName;
  /** How to decode the body before it is pushed. */
  readonly coding: BodyCoding;
  /** Whether to push bytes of the body as they arrive, instead of when it has ended. */
  readonly isStreamed: boolean;
  /** Memory that the body will take as far as it is known; 0 if it is streamed or sent in chunks. */
  readonly bodyBytes: number;
  readonly maxSeconds: number;
  /** Bytes a second with which the body must arrive; 0 for any. */
  readonly minBodyRate: number;
  /** Limit of the body, decompressed or not. */
  readonly maxBytes: number;
  /** Status and headers to send before the first output that is not empty, or is the last. */
  readonly status = 200;
  readonly headers: Headers;
  readonly #parts: ExchangeParts;
  readonly #session: BodySession;
  /** Output that no step has returned yet. */
  #output: Uint8Array[] = [];
  #outputBytes = 0;
  /** Whether a part of the reply has been returned; after that, an error cannot change the status. */
  #hasBegun = false;

  constructor(parts: ExchangeParts) {
    this.#parts = parts;
    this.#session = parts.session;
    this.operation = parts.operation;
    this.coding = parts.request.coding;
    this.isStreamed = parts.request.isStreamed;
    this.bodyBytes = this.isStreamed ? 0 : parts.request.bodyBytes;
    this.maxSeconds = parts.limits.maxSeconds;
    this.minBodyRate = parts.limits.minBodyRate;
    this.maxBytes = parts.limits.maxInputBytes;
    this.headers = parts.headers;
  }

  /** Converts the next bytes of the body. Pass about 16 kB at a time, so that other requests get a turn. */
  push(bytes: Uint8Array): BatchStep {
    return this.#step(false, () => this.#collect(this.#session.push(bytes)));
  }

  /** Converts the rest when the body is complete. */
  end(): BatchStep {
    return this.#step(true, () => this.#collect(this.#session.end()));
  }

  /** Ends the reply because of an error, such as the errors of body-errors.ts. */
  reject(error: HttpError): BatchStep {
    return this.#step(true, () => {
      throw error;
    });
  }

  /**
   * Replies to a request that cannot start because there is no memory for its body.
   * @param maxBytes the memory for all bodies together
   */
  rejectStart(shortage: Shortage, maxBytes: number): Reply {
    return this.#parts.errorReply(shortageError(shortage, maxBytes));
  }

  /** Ends the reply because there is no memory for the rest of the body. */
  rejectShortage(shortage: Shortage, maxBytes: number): BatchStep {
    return this.reject(shortageError(shortage, maxBytes));
  }

  /** Turns an error into a reply, or into the last row of a reply that has begun. */
  #step(isLast: boolean, work: () => void): BatchStep {
    try {
      work();
      return this.#takeOutput(isLast);
    } catch (error) {
      const { errorReply, errorMessage } = this.#parts;
      if (!this.#hasBegun) return errorReply(error);
      this.#collect(this.#session.endWithError(errorMessage(error)));
      return { bytes: this.#takeBytes(), isLast: true, isCut: true };
    }
  }

  #collect(output: Iterable<Uint8Array>): void {
    withHttpErrors(this.#parts.request.query, () => {
      try {
        for (const bytes of output) {
          this.#output.push(bytes);
          this.#outputBytes += bytes.length;
        }
      } catch (error) {
        throw error instanceof BatchLimitError ? limitError(error) : error;
      }
    });
  }

  /** Returns the collected output, unless it is kept. */
  #takeOutput(isLast: boolean): BatchStep {
    if (isLast && !this.#hasBegun && !this.isStreamed) {
      const { status, operation } = this;
      const body = this.#takeBytes();
      return { status, headers: this.headers, body, operation };
    }
    const isKept = !isLast && !this.#hasBegun && !this.#canBegin();
    return { bytes: isKept ? NO_BYTES : this.#takeBytes(), isLast, isCut: false };
  }

  /** Whether the collected output may begin the reply. A header waits for the first row, which may fail the request. */
  #canBegin(): boolean {
    if (!this.#session.hasRows) return false;
    if (this.isStreamed) return true;
    return this.#outputBytes > MAX_KEPT_BYTES;
  }

  #takeBytes(): Uint8Array {
    const [first = NO_BYTES] = this.#output;
    const bytes = this.#output.length > 1 ? Buffer.concat(this.#output) : first;
    this.#output = [];
    this.#outputBytes = 0;
    this.#hasBegun ||= bytes.length > 0;
    return bytes;
  }
}
