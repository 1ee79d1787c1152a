/**
 * A batch from first to last byte: a reader and a writer. The command line has threads between them. The streams, the
 * service and the map page use a session: both, with a converter in one thread.
 */
import { ByteWriter } from "../bytes.ts";
import { LINE_FEED } from "../characters.ts";
import { checkOptions as checkNames, valueError } from "../library/errors.ts";
import type { BatchPlan } from "./batch-plan.ts";
import * as Chunks from "./chunks.ts";
import { Converter } from "./converter.ts";
import { type BatchError, BatchLimitError, openQuoteError } from "./errors.ts";
import { formatNamed } from "./formats/index.ts";
import { InputDecoder } from "./input-decoder.ts";
import * as Options from "./options/options.ts";
import { planBatch } from "./plan.ts";
import type { RowObserver } from "./rows/row-errors.ts";
import type { Warning } from "./sentences.ts";
import type { Splitter } from "./syntax/splitter.ts";
import { warningsOf } from "./warnings.ts";

/** Limits of one batch; unlimited unless given. The limit of a row is the option `maxRowBytes`. */
export interface BatchLimits {
  /** More rows end the batch. */
  readonly maxRows?: number | undefined;
  /** More bytes end the batch. */
  readonly maxInputBytes?: number | undefined;
}

/** Reads the rows of one input in chunks, for any thread to convert. */
export class BatchReader {
  readonly #options: Options.ResolvedBatchOptions;
  readonly #decoder: InputDecoder;
  #splitter: Splitter | undefined;
  /** All bytes until there is a plan. */
  readonly #start = new ByteWriter(0);
  /** The number of bytes for the next attempt to make a plan. */
  #nextPlan = 0;
  /** Undefined until the first row has arrived. */
  plan: BatchPlan | undefined;

  /** @throws BatchError when options are wrong or contradict each other */
  constructor(options: Options.ResolvedBatchOptions) {
    Options.checkOptions(options);
    this.#options = options;
    this.#decoder = new InputDecoder(options.encoding);
  }

  /** After the end: the closing of an output of the same format, if the input has text after its rows. */
  get closing(): Uint8Array | undefined {
    return this.#splitter?.closing;
  }

  /**
   * @param bytes the next bytes of the input; the caller may reuse their memory once the chunks are converted
   * @throws BatchError when the input does not begin as its format requires, or lacks a column
   */
  push(bytes: Uint8Array): readonly Chunks.Chunk[] {
    const decoded = this.#decoder.push(bytes);
    return this.#splitter?.push(decoded) ?? this.#begin(decoded, false);
  }

  /** Ends the input. @throws as push */
  end(): readonly Chunks.Chunk[] {
    const decoded = this.#decoder.push(Chunks.NO_BYTES, true);
    const chunks = this.#splitter?.push(decoded) ?? this.#begin(decoded, true);
    return [...chunks, ...(this.#splitter?.end() ?? [])];
  }

  /** Collects the first bytes, and splits them once they have the first row. */
  #begin(bytes: Uint8Array, isLast: boolean): readonly Chunks.Chunk[] {
    if (bytes.length === 0 && !isLast) return [];
    this.#start.append(bytes, 0, bytes.length);
    const { length } = this.#start;
    // A client that waits for results before it sends more has sent a whole line.
    const isLine = bytes[bytes.length - 1] === LINE_FEED;
    const isDue = length >= this.#nextPlan || length > this.#options.maxRowBytes;
    if (!isLast && !isLine && !isDue) return [];
    this.#nextPlan = length + length / 8;
    const start = this.#start.written();
    const plan = planBatch(start, this.#options, isLast);
    if (!plan) return [];
    const { encoding } = this.#decoder;
    const { from } = plan.options;
    const notice = encoding === "utf-8" ? plan.notice : `${plan.notice ?? from}, in ${encoding}`;
    this.plan = { ...plan, notice };
    this.#splitter = formatNamed(from).createSplitter(plan);
    // A copy, as the memory of chunks may go to a thread.
    return this.#splitter.push(Chunks.copyFrom(start, plan.preambleBytes));
  }
}

/** Puts the converted rows of inputs together in their order, and counts them. */
export class BatchWriter {
  #plan: BatchPlan | undefined;
  #hasOpening = false;
  #hasRows = false;
  /** The rows of the current input so far. */
  counts: Chunks.CountedRows = Chunks.NO_ROWS;

  /** Begins an input. @returns the bytes before its rows: only the first input has a header or bracket */
  startInput(plan: BatchPlan): Uint8Array {
    this.#plan = plan;
    this.counts = { ...Chunks.NO_ROWS, lines: plan.preambleLines };
    if (this.#hasOpening) return Chunks.NO_BYTES;
    this.#hasOpening = plan.opening.length > 0;
    return plan.opening;
  }

  /** Adds the rows of a chunk. @returns the bytes to write, in two parts that nobody has copied */
  add(
    result: Chunks.CountedRows & Pick<Chunks.ConvertedChunk, "bytes">,
  ): readonly [between: Uint8Array, rows: Uint8Array] {
    const { bytes } = result;
    const between = this.#hasRows && bytes.length > 0 ? this.#plan?.between : undefined;
    this.#hasRows ||= bytes.length > 0;
    this.counts = Chunks.addCounts(this.counts, result);
    return [between ?? Chunks.NO_BYTES, bytes];
  }

  /** The error that ends the batch: a quote does not close. First write the rows so far. */
  get problem(): BatchError | undefined {
    const open = this.counts.failures.find(({ first }) => first.code === "open-quote");
    if (!open || !this.#plan) return undefined;
    return openQuoteError(open.first.line, this.#plan.options.maxRowBytes);
  }

  /** Ends the output. @param closing of the reader, if it has one @returns the last bytes of the output */
  end(closing = this.#plan?.closing): Uint8Array {
    return closing ?? Chunks.NO_BYTES;
  }
}

/** The number of bytes to convert at a time, to limit the output in memory. */
const STEP_BYTES = 1 << 16;

/** Converts a whole batch in one thread: a reader, a converter and a writer. */
export class BatchSession {
  readonly #maxRows: number;
  readonly #maxInputBytes: number;
  readonly #observer: RowObserver;
  readonly #reader: BatchReader;
  readonly #writer = new BatchWriter();
  #converter: Converter | undefined;
  #inputBytes = 0;

  /**
   * @param observer receives rows while they are converted
   * @throws BatchError when options are wrong or contradict each other
   */
  constructor(options: Options.BatchOptions, limits: BatchLimits = {}, observer: RowObserver = {}) {
    checkNames(options, Object.keys(Options.DEFAULT_BATCH_OPTIONS));
    checkNames(limits, ["maxRows", "maxInputBytes"]);
    for (const [name, limit = 0] of Object.entries<number | undefined>({ ...limits })) {
      if (limit >= 0) continue;
      throw valueError("invalid-option", `limit ${name}`, limit, "a number from 0 on");
    }
    const { maxRows = Number.POSITIVE_INFINITY, maxInputBytes = Number.POSITIVE_INFINITY } = limits;
    this.#maxRows = maxRows;
    this.#maxInputBytes = maxInputBytes;
    this.#observer = observer;
    this.#reader = new BatchReader(Options.completeOptions(options));
  }

  /** The interpretation of the input; undefined until there is output, and for plain lines. */
  get notice(): string | undefined {
    return this.#reader.plan?.notice;
  }

  /** What may be wrong with the rows so far, though they are converted. */
  get warnings(): readonly Warning[] {
    const { plan } = this.#reader;
    return plan ? warningsOf(plan, this.#writer.counts) : [];
  }

  /** Counts of the rows so far. Later rows do not change this object. */
  get counts(): Chunks.RowCounts {
    const { lines, joinedFields, hasCommas, ...counts } = this.#writer.counts;
    return counts;
  }

  /**
   * @param bytes the next bytes of the input; the caller may reuse their memory afterwards
   * @returns the next bytes of the output, in memory of their own. Consume them before the next call.
   * @throws BatchError when the input does not begin as its format requires, or lacks a column; after the output so
   *   far, when a quote does not close
   * @throws BatchLimitError when the input exceeds a limit, after all output within the limit
   */
  *push(bytes: Uint8Array): Generator<Chunks.OwnBytes> {
    const remaining = this.#maxInputBytes - this.#inputBytes;
    this.#inputBytes += bytes.length;
    // Converts everything within the limit: the output must not depend on how the input was cut into parts.
    const accepted = bytes.length <= remaining ? bytes : bytes.subarray(0, remaining);
    for (let at = 0; at < accepted.length; at += STEP_BYTES) {
      yield* this.#convert(this.#reader.push(accepted.subarray(at, at + STEP_BYTES)));
    }
    if (bytes.length > remaining) throw new BatchLimitError("maxInputBytes", this.#maxInputBytes);
  }

  /** Ends the input. @returns the last bytes of the output @throws as push */
  *end(): Generator<Chunks.OwnBytes> {
    yield* this.#convert(this.#reader.end());
    const closing = this.#writer.end(this.#reader.closing);
    if (closing.length > 0) yield closing.slice();
    const problem = this.#writer.problem;
    if (problem) throw problem;
  }

  *#convert(chunks: readonly Chunks.Chunk[]): Generator<Chunks.OwnBytes> {
    const { plan } = this.#reader;
    if (!plan) return;
    if (!this.#converter) {
      this.#converter = new Converter(plan, this.#observer);
      const opening = this.#writer.startInput(plan);
      // A copy, as readers may change or transfer what they receive.
      if (opening.length > 0) yield opening.slice();
    }
    for (const chunk of chunks) {
      const converted = this.#converter.convert(chunk, this.#maxRows - this.#writer.counts.rows);
      // A copy, as the converter reuses its memory.
      const bytes = Chunks.concatAll(this.#writer.add(converted));
      if (bytes.length > 0) yield bytes;
      const problem = this.#writer.problem;
      if (problem) throw problem;
      if (converted.isCut) throw new BatchLimitError("maxRows", this.#maxRows);
    }
  }
}
