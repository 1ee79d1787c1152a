/**
 * A batch from its first byte to its last, whatever sizes its input arrives in. The streams and the service
 * drive a session; the command line, which has threads and resumes, uses the same parts one by one:
 * PreambleCollector, planBatch, createSplitter, createConverter, RowCounter and OutputFrame.
 */
import {
  type Chunk,
  type ConvertedChunk,
  DEFAULT_MAX_ROW_BYTES,
  joined,
  NO_BYTES,
  RowCounter,
  type RowCounts,
  type Splitter,
} from "./chunks.ts";
import { type Converter, createConverter } from "./converter.ts";
import { BatchLimitError } from "./errors.ts";
import { formatNamed } from "./formats/index.ts";
import { type BatchOptions, type BatchSettings, completeOptions } from "./options.ts";
import { OutputFrame } from "./output.ts";
import { type BatchPlan, PreambleCollector, planBatch } from "./plan.ts";

/** How much one batch may convert. A limit that is not given does not exist, but for rows. */
export interface BatchLimits {
  /** Longer rows fail, each by itself; a longer first row ends the batch. 1 MiB unless given. */
  readonly maxRowBytes?: number | undefined;
  /** More rows end the batch. */
  readonly maxRows?: number | undefined;
  /** More bytes end the batch. */
  readonly maxInputBytes?: number | undefined;
}

/** A splitter for the input of a plan. */
export function createSplitter(
  { options, preambleBytes }: BatchPlan,
  { maxRowBytes = DEFAULT_MAX_ROW_BYTES }: Pick<BatchLimits, "maxRowBytes"> = {},
): Splitter {
  return formatNamed(options.from).createSplitter(preambleBytes, maxRowBytes);
}

/** How much is converted at a time, so that the output of a large input need not be in memory at once. */
const STEP_BYTES = 1 << 16;

/** What there is once the first row has arrived. */
interface Conversion {
  readonly plan: BatchPlan;
  readonly splitter: Splitter;
  readonly converter: Converter;
  readonly frame: OutputFrame;
}

export class BatchSession {
  readonly #options: BatchOptions;
  readonly #limits: BatchLimits;
  readonly #preamble: PreambleCollector;
  #conversion: Conversion | undefined;
  #counts: RowCounter;
  #inputBytes = 0;

  /** @throws BatchError when options are wrong or contradict each other */
  constructor(settings: BatchSettings, limits: BatchLimits = {}) {
    this.#options = completeOptions(settings);
    this.#limits = limits;
    // Checks the options before there is any input.
    const { preambleLines } = planBatch(NO_BYTES, this.#options);
    this.#counts = new RowCounter(preambleLines);
    this.#preamble = new PreambleCollector(this.#options.from, limits.maxRowBytes);
  }

  /** What became of the rows so far. */
  get counts(): RowCounts {
    return this.#counts;
  }

  /** Whether any row has gone out. */
  get hasRows(): boolean {
    return this.#conversion?.frame.hasRows ?? false;
  }

  /**
   * @param bytes the next bytes of the input; they may change afterwards
   * @returns the next bytes of the output, in memory of their own; to be taken before more is pushed
   * @throws BatchError when the input does not begin as its format does or lacks a column; BatchLimitError
   *   when it exceeds a limit, after the output of all that is within the limit
   */
  *push(bytes: Uint8Array): Generator<Uint8Array> {
    const { maxInputBytes = Number.POSITIVE_INFINITY } = this.#limits;
    const room = maxInputBytes - this.#inputBytes;
    this.#inputBytes += bytes.length;
    // What is within the limit is converted wherever the input was cut on its way.
    const accepted = bytes.length <= room ? bytes : bytes.subarray(0, room);
    for (let at = 0; at < accepted.length; at += STEP_BYTES) {
      yield* this.#step(accepted.subarray(at, at + STEP_BYTES));
    }
    if (bytes.length > room) throw new BatchLimitError("maxInputBytes", maxInputBytes);
  }

  /** The input has ended. @returns the last bytes of the output @throws as push */
  *end(): Generator<Uint8Array> {
    if (!this.#conversion) yield* this.#begin();
    if (!this.#conversion) return;
    const { plan, splitter } = this.#conversion;
    yield* this.#convert(this.#conversion, splitter.end());
    yield* copyOf(plan.closing);
  }

  /**
   * Ends the output early, when a row has gone out: with one more row, which has an error.
   * @param reason a sentence
   */
  *endWithError(reason: string): Generator<Uint8Array> {
    if (!this.#conversion) return;
    const { plan, converter } = this.#conversion;
    const message = `${reason} Rows from ${this.#counts.rows + 1} on are not converted.`;
    const chunk = { bytes: NO_BYTES, error: { message, lines: 0 } };
    yield* this.#add(this.#conversion, converter.convert(chunk));
    yield* copyOf(plan.closing);
  }

  *#step(bytes: Uint8Array): Generator<Uint8Array> {
    if (this.#conversion) {
      yield* this.#convert(this.#conversion, this.#conversion.splitter.push(bytes));
    } else if (this.#preamble.add(bytes)) {
      yield* this.#begin();
    }
  }

  *#begin(): Generator<Uint8Array> {
    const { bytes } = this.#preamble;
    const plan = planBatch(bytes, this.#options);
    const conversion = {
      plan,
      splitter: createSplitter(plan, this.#limits),
      converter: createConverter(plan),
      frame: new OutputFrame(plan),
    };
    this.#counts = new RowCounter(plan.preambleLines);
    this.#conversion = conversion;
    yield* copyOf(plan.opening);
    yield* this.#convert(conversion, conversion.splitter.push(bytes));
  }

  *#convert(conversion: Conversion, chunks: readonly Chunk[]): Generator<Uint8Array> {
    const { maxRows = Number.POSITIVE_INFINITY } = this.#limits;
    for (const chunk of chunks) {
      // A row has at least one byte, its line end or comma included.
      const atMost = this.#counts.rows + (chunk.error ? 1 : chunk.bytes.length);
      if (atMost > maxRows) yield* this.#convertUpTo(maxRows, conversion, chunk);
      else yield* this.#add(conversion, conversion.converter.convert(chunk));
    }
  }

  /** Converts row by row up to a limit, so that the last row is the same wherever the input was cut. */
  *#convertUpTo(maxRows: number, conversion: Conversion, chunk: Chunk): Generator<Uint8Array> {
    const { converter } = conversion;
    for (const row of rowsOf(chunk, conversion.plan)) {
      const converted = converter.convert(row);
      if (this.#counts.rows + converted.rows > maxRows) {
        throw new BatchLimitError("maxRows", maxRows);
      }
      yield* this.#add(conversion, converted);
    }
  }

  #add({ frame }: Conversion, converted: ConvertedChunk): readonly Uint8Array[] {
    this.#counts.add(converted);
    const { bytes } = converted;
    if (bytes.length === 0) return [];
    const between = frame.before(bytes);
    // A copy, as the converter reuses its memory.
    return [between.length === 0 ? bytes.slice() : joined(between, bytes)];
  }
}

/** The rows of a chunk as chunks of one row each. */
function* rowsOf(chunk: Chunk, { options }: BatchPlan): Generator<Chunk> {
  if (chunk.error) yield chunk;
  const format = formatNamed(options.from);
  const { bytes } = chunk;
  for (let at = 0; at < bytes.length; ) {
    const { next } = format.findRow(bytes, at);
    yield { bytes: bytes.subarray(at, next) };
    at = next;
  }
}

/** A copy of bytes of the plan, as readers may change or give away what they get. */
function copyOf(bytes: Uint8Array): readonly Uint8Array[] {
  return bytes.length === 0 ? [] : [bytes.slice()];
}
