/**
 * Converts a whole batch in one thread. The streams and the service use a session. The command line, which has
 * threads and resumes batches, combines the parts itself: PreambleCollector, createSplitter, converterFor, RowCounter and
 * OutputFrame.
 */
import { MapcodeError } from "../index.ts";
import { checkOptions, type NameOption, nameSetting } from "../internal.ts";
import { valueProblem } from "../library/errors.ts";
import {
  type BatchOptions,
  checkOptionTypes,
  completeOptions,
  type ResolvedBatchOptions,
} from "./batch-options.ts";
import {
  type Chunk,
  type ChunkError,
  type ConvertedChunk,
  concatAll,
  errorChunk,
  hopelessError,
  NO_BYTES,
  type OwnBytes,
  RowCounter,
  type RowCounts,
  type Splitter,
} from "./chunks.ts";
import { type Converter, converterFor, partsUpTo } from "./converter.ts";
import { BatchLimitError, openQuoteError } from "./errors.ts";
import { formatNamed } from "./formats/index.ts";
import { InputDecoder } from "./input-decoder.ts";
import { OutputFrame } from "./output/frame.ts";
import { type BatchPlan, PreambleCollector, planBatch, planBatchFor } from "./plan.ts";
import type { RowObserver } from "./rows/results.ts";

/** Limits of one batch; unlimited unless given. The limit of a row is the option `maxRowBytes`. */
export interface BatchLimits {
  /** More rows end the batch. */
  readonly maxRows?: number | undefined;
  /** More bytes end the batch. */
  readonly maxInputBytes?: number | undefined;
}

const LIMITS = ["maxRows", "maxInputBytes"];

/** @throws TypeError, MapcodeError unless the limits are numbers */
function checkLimits(limits: BatchLimits): void {
  checkOptions(limits, LIMITS);
  for (const [name, value] of Object.entries(limits)) {
    if (value === undefined || value >= 0) continue;
    throw new MapcodeError(
      valueProblem("invalid-option", `limit ${name}`, value, "a number from 0 on"),
    );
  }
}

/**
 * Creates the splitter for the input of a plan.
 */
export function createSplitter(plan: BatchPlan): Splitter {
  return formatNamed(plan.options.from).createSplitter(plan);
}

/** How many bytes are converted at a time, so that the output of a large input is never all in memory. */
const STEP_BYTES = 1 << 16;

/** The state of a session after its first row has arrived. */
interface Conversion {
  readonly plan: BatchPlan;
  readonly splitter: Splitter;
  readonly converter: Converter;
  readonly frame: OutputFrame;
}

export class BatchSession {
  readonly #options: ResolvedBatchOptions;
  readonly #limits: BatchLimits;
  readonly #nameOption: NameOption;
  readonly #preamble: PreambleCollector;
  readonly #decoder: InputDecoder;
  readonly #observer: RowObserver;
  #conversion: Conversion | undefined;
  #counts: RowCounter;
  /** The error of the row whose text has not ended. */
  #openError: ChunkError | undefined;
  #inputBytes = 0;

  /**
   * @param observer receives rows while they are converted
   * @param nameOption names options in notices and in the errors of rows
   * @throws BatchError when options are wrong or contradict each other
   */
  constructor(
    options: BatchOptions,
    limits: BatchLimits = {},
    observer: RowObserver = {},
    nameOption: NameOption = nameSetting,
  ) {
    this.#nameOption = nameOption;
    checkOptionTypes(options);
    checkLimits(limits);
    this.#options = completeOptions(options);
    this.#limits = limits;
    this.#observer = observer;
    // Throws for wrong options before there is any input.
    const { preambleLines } = planBatch(NO_BYTES, this.#options);
    this.#counts = new RowCounter(preambleLines);
    this.#decoder = new InputDecoder(this.#options.encoding);
    this.#preamble = new PreambleCollector(this.#options);
  }

  /** What was guessed about the input, as sentences; complete once there is output. */
  get notices(): readonly string[] {
    return this.#conversion?.plan.notices ?? [];
  }

  /** Counts of the rows so far: an object of its own each time, which later rows do not change. */
  get counts(): RowCounts {
    const { lines, absentColumns, firstError, failures, ...counts } = this.#counts;
    return {
      ...counts,
      firstError: firstError && { ...firstError },
      failures: failures.map(({ rows, first }) => ({ rows, first: { ...first } })),
    };
  }

  /** Whether the output has rows. */
  get hasRows(): boolean {
    return this.#conversion?.frame.hasRows ?? false;
  }

  /**
   * @param bytes the next bytes of the input; the caller may reuse their memory afterwards
   * @returns the next bytes of the output, in memory of their own. Consume them before the next call.
   * @throws BatchError when the input does not begin as its format requires, or has no column for a value
   * @throws BatchLimitError when the input exceeds a limit, after all output within the limit
   */
  *push(bytes: Uint8Array): Generator<OwnBytes> {
    const { maxInputBytes = Number.POSITIVE_INFINITY } = this.#limits;
    const remaining = maxInputBytes - this.#inputBytes;
    this.#inputBytes += bytes.length;
    // Converts everything within the limit, so that the output does not depend on how the input was cut.
    const accepted = bytes.length <= remaining ? bytes : bytes.subarray(0, remaining);
    for (let at = 0; at < accepted.length; at += STEP_BYTES) {
      yield* this.#step(this.#decoder.push(accepted.subarray(at, at + STEP_BYTES)));
    }
    if (bytes.length > remaining) throw new BatchLimitError("maxInputBytes", maxInputBytes);
  }

  /** Ends the input. @returns the last bytes of the output @throws as push */
  *end(): Generator<OwnBytes> {
    yield* this.#step(this.#decoder.end());
    const conversion = this.#conversion ?? (yield* this.#begin());
    const { plan, splitter } = conversion;
    yield* this.#convert(conversion, splitter.end());
    yield* copyOf(splitter.closing ?? plan.closing);
    this.#checkHope(true);
  }

  /** @throws BatchError if the first rows all fail. @param isEnd whether there are no more rows */
  #checkHope(isEnd: boolean): void {
    const error = hopelessError(this.#counts, isEnd);
    if (error) throw error;
  }

  /**
   * Ends the output early, with one more row that has an error; does nothing before the first row.
   * @param reason a sentence for that error
   */
  *endWithError(reason: string): Generator<OwnBytes> {
    if (!this.#conversion) return;
    const { plan, converter } = this.#conversion;
    const message = `${reason} Rows from ${this.#counts.rows + 1} on are not converted.`;
    const chunks = [errorChunk("not-converted", message)];
    if (this.#openError) {
      const error = { ...this.#openError, lines: 0, isFirst: false, isLast: true };
      chunks.unshift({ bytes: NO_BYTES, error });
    }
    for (const chunk of chunks) {
      yield* this.#add(this.#conversion, converter.convert(chunk), chunk.error);
    }
    yield* copyOf(plan.closing);
  }

  *#step(bytes: Uint8Array): Generator<OwnBytes> {
    if (bytes.length === 0) return;
    if (this.#conversion) {
      yield* this.#convert(this.#conversion, this.#conversion.splitter.push(bytes));
    } else {
      if (this.#preamble.add(bytes)) yield* this.#begin();
    }
  }

  *#begin(): Generator<OwnBytes, Conversion> {
    const { bytes } = this.#preamble;
    const plan = planBatchFor(bytes, this.#options, this.#decoder, this.#nameOption);
    const conversion = {
      plan,
      splitter: createSplitter(plan),
      converter: converterFor(plan, this.#nameOption, this.#observer),
      frame: new OutputFrame(plan),
    };
    this.#counts = new RowCounter(plan.preambleLines);
    this.#conversion = conversion;
    yield* copyOf(plan.opening);
    yield* this.#convert(conversion, conversion.splitter.push(bytes));
    return conversion;
  }

  *#convert(conversion: Conversion, chunks: readonly Chunk[]): Generator<OwnBytes> {
    const { maxRows = Number.POSITIVE_INFINITY } = this.#limits;
    for (const part of partsUpTo(maxRows, chunks, conversion.plan, this.#counts)) {
      const converted = conversion.converter.convert(part);
      if (this.#counts.rows + converted.rows > maxRows) {
        throw new BatchLimitError("maxRows", maxRows);
      }
      yield* this.#add(conversion, converted, part.error);
      this.#checkHope(false);
    }
  }

  #add(
    { frame }: Conversion,
    converted: ConvertedChunk,
    error: ChunkError | undefined,
  ): readonly OwnBytes[] {
    const { lines } = this.#counts;
    this.#counts.add(converted);
    if (error?.code === "open-quote") throw openQuoteError(lines + 1, this.#options.maxRowBytes);
    this.#openError = error?.isLast === false ? error : undefined;
    const { bytes, isContinued } = converted;
    if (bytes.length === 0) return [];
    const between = frame.before(bytes, isContinued);
    // A copy, as the converter reuses its memory.
    return [concatAll([between, bytes])];
  }
}

/** Copies bytes of the plan, as readers may change or transfer what they receive. */
function copyOf(bytes: Uint8Array): readonly OwnBytes[] {
  return bytes.length === 0 ? [] : [bytes.slice()];
}
