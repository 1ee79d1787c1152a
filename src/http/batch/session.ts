/** One batch request: bytes of its body go in, bytes of its answer come out. */
import { type Chunk, type Converted, NOTHING, type Splitter } from "../../batch/chunks.ts";
import { type Converter, createConverter } from "../../batch/converter.ts";
import type { BatchOptions } from "../../batch/options.ts";
import { type BatchPlan, planBatch } from "../../batch/plan.ts";
import { hasFirstRow } from "../../batch/preamble.ts";
import { extentFinder, type FindExtent } from "../../batch/rows/extent.ts";
import { createSplitter } from "../../batch/splitter.ts";
import { HttpError } from "../http-error.ts";
import type { Headers, OperationName, Query, Reply } from "../messages.ts";
import type { BatchLimits } from "./limits.ts";
import { type BatchCoding, refuseLarge } from "./media.ts";
import { asHttpErrors } from "./options.ts";

/** What goes out next. */
export interface Part {
  /** Possibly none; they stay as they are. */
  readonly bytes: Uint8Array;
  /** The answer ends with them, whether or not the request has ended. */
  readonly isLast: boolean;
}

/** A reply comes before any part or never, and nothing comes after it. */
export type Outcome = Part | Reply;

export interface BatchExchange {
  readonly operation: OperationName;
  /** How the body is to be decoded before it is pushed. */
  readonly coding: BatchCoding;
  readonly maxSeconds: number;
  /** Head of the answer; to be sent with the first part that has bytes or is the last. */
  readonly status: number;
  readonly headers: Headers;
  /** Takes what came next. Some 16 kB at a time keep it from holding up others. */
  push(bytes: Uint8Array): Outcome;
  /** The body has ended. */
  end(): Outcome;
  /** Ends the answer because of time. */
  expire(): Outcome;
  /** Ends the answer because the body cannot be decoded. */
  refuseCoding(): Outcome;
}

export interface SessionSettings {
  readonly operation: OperationName;
  readonly coding: BatchCoding;
  readonly options: BatchOptions;
  readonly query: Query;
  readonly limits: BatchLimits;
  readonly headers: Headers;
  /** The reply to an error in place of an answer; of a fault of ours it tells the log. */
  readonly refuse: (error: unknown) => Reply;
  /** The same in one sentence, amid an answer. */
  readonly explain: (error: unknown) => string;
}

/** What there is once the first row has come. */
interface Conversion {
  readonly plan: BatchPlan;
  readonly splitter: Splitter;
  readonly converter: Converter;
  readonly findExtent: FindExtent;
}

export class BatchSession implements BatchExchange {
  readonly operation: OperationName;
  readonly coding: BatchCoding;
  readonly maxSeconds: number;
  readonly status = 200;
  readonly headers: Headers;
  readonly #settings: SessionSettings;
  #conversion: Conversion | undefined;
  /** What came before the first row was whole. */
  #held: Uint8Array = NOTHING;
  #bodyBytes = 0;
  #rows = 0;
  #out: Uint8Array[] = [];
  /** Whether there was an answer of a row, so that something has to stand between it and the next. */
  #hasAnswers = false;
  #hasBegun = false;

  constructor(settings: SessionSettings) {
    this.#settings = settings;
    this.operation = settings.operation;
    this.coding = settings.coding;
    this.maxSeconds = settings.limits.maxSeconds;
    this.headers = settings.headers;
  }

  push(bytes: Uint8Array): Outcome {
    return this.#answering(false, () => {
      const { maxBodyBytes } = this.#settings.limits;
      const room = maxBodyBytes - this.#bodyBytes;
      this.#bodyBytes += bytes.length;
      // Those within the limit are answered wherever the body was cut on its way.
      this.#take(bytes.subarray(0, room));
      if (bytes.length <= room) return;
      throw refuseLarge("body", maxBodyBytes, "bytes");
    });
  }

  end(): Outcome {
    return this.#answering(true, () => {
      const { splitter, plan } = this.#conversion ?? this.#begin(this.#held);
      this.#convert(splitter.end());
      this.#close(plan);
    });
  }

  expire(): Outcome {
    return this.#answering(true, () => {
      const expected = `at most ${this.maxSeconds} seconds`;
      const message = `The request takes more than ${this.maxSeconds} seconds; expected ${expected}.`;
      throw new HttpError("request-timeout", message, { parameter: "time", expected });
    });
  }

  refuseCoding(): Outcome {
    return this.#answering(true, () => {
      const expected = "a whole body in gzip, as Content-Encoding says";
      const message = `The body is broken or cut off; expected ${expected}.`;
      throw new HttpError("malformed-request", message, { parameter: "body", expected });
    });
  }

  /** Turns what stands in the way into a reply, or into the last entry of the answer. */
  #answering(isLast: boolean, work: () => void): Outcome {
    try {
      work();
      return this.#part(isLast);
    } catch (error) {
      const conversion = this.#conversion;
      if (!this.#hasBegun || !conversion) return this.#settings.refuse(error);
      const row = this.#rows + 1;
      const message = `${this.#settings.explain(error)} Rows from ${row} on are not answered.`;
      this.#add(conversion.plan, conversion.converter.convert(faulty(message)));
      this.#close(conversion.plan);
      return this.#part(true);
    }
  }

  #part(isLast: boolean): Part {
    const [first = NOTHING] = this.#out;
    const bytes = this.#out.length > 1 ? Buffer.concat(this.#out) : first;
    this.#out = [];
    this.#hasBegun ||= bytes.length > 0;
    return { bytes, isLast };
  }

  #take(bytes: Uint8Array): void {
    if (this.#conversion) {
      this.#convert(this.#conversion.splitter.push(bytes));
      return;
    }
    const { maxRowBytes } = this.#settings.limits;
    this.#held = Buffer.concat([this.#held, bytes]);
    const head = this.#held.subarray(0, maxRowBytes);
    if (hasFirstRow(head, this.#settings.options.from)) {
      this.#begin(head);
    } else if (this.#held.length > maxRowBytes) {
      throw refuseLarge("first row", maxRowBytes, "bytes");
    }
  }

  /** @param head the first row, or all of a body that has none */
  #begin(head: Uint8Array): Conversion {
    const { query, options, limits } = this.#settings;
    const plan = asHttpErrors(query, () => planBatch(head, options));
    const conversion = {
      plan,
      splitter: createSplitter(plan, { maxRowBytes: limits.maxRowBytes }),
      converter: createConverter(plan),
      findExtent: extentFinder(options.from),
    };
    this.#conversion = conversion;
    this.#convert(conversion.splitter.push(this.#held));
    this.#held = NOTHING;
    return conversion;
  }

  #convert(chunks: readonly Chunk[]): void {
    const { plan, converter } = this.#conversion as Conversion;
    for (const chunk of chunks) {
      // A row has a byte at least, its line end or comma included.
      const maxRows = this.#rows + (chunk.fault ? 1 : chunk.bytes.length);
      if (maxRows > this.#settings.limits.maxRows) this.#convertRowByRow(chunk);
      else this.#add(plan, converter.convert(chunk));
    }
  }

  /** Converts up to the limit, so that the last row is the same wherever the body was cut. */
  #convertRowByRow(chunk: Chunk): void {
    const { maxRows } = this.#settings.limits;
    const { plan, converter, findExtent } = this.#conversion as Conversion;
    const { bytes, fault } = chunk;
    for (let at = 0; at < bytes.length || (fault && at === 0); ) {
      const next = fault ? 1 : findExtent(bytes, at).next;
      const converted = converter.convert(fault ? chunk : { bytes: bytes.subarray(at, next) });
      if (this.#rows + converted.rows > maxRows) {
        throw refuseLarge("body", maxRows, "rows");
      }
      this.#add(plan, converted);
      at = next;
    }
  }

  #add({ opening, between }: BatchPlan, { bytes, rows }: Converted): void {
    this.#rows += rows;
    if (bytes.length === 0) return;
    const before = this.#hasAnswers ? between : opening;
    if (before.length > 0) this.#out.push(before);
    this.#hasAnswers = true;
    // The converter writes its next answer into the same memory.
    this.#out.push(bytes.slice());
  }

  #close({ opening, closing }: BatchPlan): void {
    if (!this.#hasAnswers) this.#out.push(opening);
    this.#hasAnswers = true;
    this.#out.push(closing);
  }
}

/** A chunk in place of rows, whose answer is the message. */
function faulty(message: string): Chunk {
  return { bytes: NOTHING, fault: { message, lines: 0 } };
}
