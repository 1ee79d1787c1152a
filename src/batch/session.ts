/**
 * A batch from first to last byte: an InputPlanner, a ChunkReader and an OutputAssembler. The streams, the service and
 * the map page use a BatchSession, which has all three and a Converter in one thread. The command line has threads
 * between them.
 */
import { ByteWriter } from "../bytes/byte-writer.ts";
import { checkOptionNames, valueError } from "../library/errors.ts";
import { wrongType } from "../messages.ts";
import { ChunkReader } from "./chunk-reader.ts";
import * as Chunks from "./chunks.ts";
import { Converter } from "./converter.ts";
import { BatchError, BatchLimitError } from "./errors.ts";
import { ambiguityWarning } from "./input/code-doubts.ts";
import { checkIsText } from "./input/foreign.ts";
import { makePlan, type PlanSettings } from "./input/plan.ts";
import { SAMPLE_BYTES } from "./input/sample.ts";
import type { InputPlan } from "./input-plan.ts";
import type { FormatName } from "./options/format-facts.ts";
import * as Options from "./options/options.ts";
import type { RowObserver } from "./rows/row-errors.ts";
import { sentence, type Warning } from "./sentences.ts";
import { Transcoder } from "./transcoder.ts";
import { warningsOf } from "./warnings.ts";

/** Limits of one batch; unlimited unless given. The limit of a row is the option `maxRowBytes`. */
export interface BatchLimits {
  /** More rows end the batch. */
  readonly maxRows?: number | undefined;
  /** More bytes end the batch. */
  readonly maxInputBytes?: number | undefined;
}

/** After a pause this long, an input is planned from its rows so far. In milliseconds. */
export const PAUSE_MS = 250;

/** Plans one input as its bytes arrive. */
export class InputPlanner {
  readonly #options: Options.ResolvedBatchOptions;
  readonly #proposed: FormatName | undefined;
  #arrived = new ByteWriter(0);
  #bytesForNextAttempt = 0;
  /** Undefined until the sample is complete. */
  plan: InputPlan | undefined;

  /**
   * @param proposed the format that the name or the media type of the input proposes
   * @throws BatchError when options are wrong or contradict each other; TypeError when they have a wrong type
   */
  constructor(options: Options.ResolvedBatchOptions, proposed?: FormatName) {
    Options.checkOptions(options);
    this.#options = options;
    this.#proposed = proposed;
  }

  /** The number of bytes that are kept until there is a plan. */
  get heldBytes(): number {
    return this.#arrived.length;
  }

  /** Gives away all bytes so far, not decoded, once there is a plan. */
  takeBytes(): Uint8Array {
    const bytes = this.#arrived.written();
    this.#arrived = new ByteWriter(0);
    return bytes;
  }

  /** @param bytes the next bytes of the input @throws as makePlan */
  push(bytes: Uint8Array): InputPlan | undefined {
    this.#arrived.append(bytes, 0, bytes.length);
    const { length } = this.#arrived;
    if (length < this.#bytesForNextAttempt) return undefined;
    const more = length + length / 8;
    this.#bytesForNextAttempt = length < SAMPLE_BYTES ? Math.min(more, SAMPLE_BYTES) : more;
    return this.attempt({ isWhole: false });
  }

  /** Plans an input that ends, or that pauses after a complete row. @throws as makePlan */
  attempt(settings: PlanSettings): InputPlan | undefined {
    const options = this.#options;
    const bytes = this.#arrived.written();
    checkIsText(bytes, options.encoding, options.operation);
    const transcoder = new Transcoder(options.encoding);
    const text = transcoder.push(bytes, settings.isWhole);
    const plan = makePlan(text, options, { ...settings, proposed: this.#proposed });
    if (!plan) return undefined;
    const { encoding } = transcoder;
    const { notice = plan.options.from } = plan;
    // A notice of an input without rows is a sentence.
    const isComplete = encoding === "utf-8" || notice.endsWith(".");
    this.plan = isComplete ? plan : { ...plan, notice: `${notice}, in ${encoding}` };
    return this.plan;
  }
}

/** Puts the converted rows of inputs together in their order, and counts them. */
export class OutputAssembler {
  #plan: InputPlan | undefined;
  /** The plan of the input that the bytes before the rows are of. */
  #first: InputPlan | undefined;
  #hasRows = false;
  /** The rows of the current input so far. */
  counts: Chunks.CountedRows = Chunks.NO_ROWS;

  /** Begins an input. @returns the bytes before its rows: only the first input has a header or bracket */
  startInput(plan: InputPlan): Uint8Array {
    this.#plan = plan;
    this.counts = { ...Chunks.NO_ROWS, lines: plan.preambleLines };
    if (this.#first && this.#first.opening.length > 0) return Chunks.NO_BYTES;
    this.#first = plan;
    return plan.opening;
  }

  /** Adds the rows of a chunk. @returns the bytes to write, in two parts, without a copy */
  add(
    result: Chunks.CountedRows & Pick<Chunks.ConvertedPart, "bytes">,
  ): readonly [between: Uint8Array, rows: Uint8Array] {
    const { bytes } = result;
    const between = this.#hasRows && bytes.length > 0 ? this.#plan?.between : undefined;
    this.#hasRows ||= bytes.length > 0;
    this.counts = Chunks.addCounts(this.counts, result);
    return [between ?? Chunks.NO_BYTES, bytes];
  }

  /** The error that ends the batch: a quote does not close, so the next lines may be rows or a long field. */
  get problem(): BatchError | undefined {
    const open = this.counts.failures.find(({ first }) => first.code === "open-quote");
    if (!open || !this.#plan) return undefined;
    const option = "maxRowBytes";
    const limit = this.#plan.options[option].toLocaleString("en");
    const message = sentence`A quote that opens in line ${open.first.line} does not close within ${limit} bytes. Close the quote, or raise the limit with the option ${{ option }}.`;
    return new BatchError(message, option);
  }

  /** Ends the output. @param closing of the first input's reader, if it has one @returns the last bytes of the output */
  end(closing = this.#first?.closing): Uint8Array {
    return closing ?? Chunks.NO_BYTES;
  }
}

/** The number of bytes to convert at a time, to limit the output in memory. */
const MAX_BYTES_AT_ONCE = 1 << 16;

/** Converts a whole batch in one thread: a planner, a reader, a converter and an assembler of the output. */
export class BatchSession {
  readonly #limits: BatchLimits;
  readonly #observer: RowObserver;
  readonly #planner: InputPlanner;
  readonly #assembler = new OutputAssembler();
  /** Undefined until there is a plan. */
  #work: { readonly reader: ChunkReader; readonly converter: Converter } | undefined;
  #inputBytes = 0;

  /**
   * @param observer receives rows while they are converted
   * @param proposed the format that the name or the media type of the input proposes
   * @throws as InputPlanner; MapcodeError or TypeError when limits are wrong
   */
  constructor(
    options: Options.BatchOptions,
    limits: BatchLimits = {},
    observer: RowObserver = {},
    proposed?: FormatName,
  ) {
    checkOptionNames(options, Object.keys(Options.DEFAULT_BATCH_OPTIONS));
    checkOptionNames(limits, ["maxRows", "maxInputBytes"]);
    for (const [name, limit = 0] of Object.entries<number | undefined>({ ...limits })) {
      if (typeof limit !== "number") throw wrongType(`limit ${name}`, limit, "a number");
      if (limit >= 0) continue;
      throw valueError("invalid-option", `limit ${name}`, limit, "a number from 0 on");
    }
    this.#limits = { ...limits };
    this.#observer = observer;
    this.#planner = new InputPlanner(Options.completeOptions(options), proposed);
  }

  /** The plan; undefined until there are enough rows. */
  get plan(): InputPlan | undefined {
    return this.#planner.plan;
  }

  /** The number of bytes that are kept until there is a plan. */
  get heldBytes(): number {
    return this.#planner.heldBytes;
  }

  /** What may be wrong with the option territory and the rows so far, though they are converted. */
  get warnings(): readonly Warning[] {
    const { plan } = this;
    if (!plan) return [];
    const { territory = "" } = plan.options;
    const message = ambiguityWarning(territory);
    const all = warningsOf(plan, this.#assembler.counts);
    const ofRows = all.filter((warning) => warning.message !== message);
    return message === undefined ? ofRows : [{ message, option: "territory" }, ...ofRows];
  }

  /** Names in columns of territories, in capital letters; with the option meanings, also those before mapcodes. */
  get territoryNames(): ReadonlySet<string> {
    return this.#work?.converter.territoryNames ?? new Set();
  }

  /** Counts of the rows so far. Later rows do not change this object. */
  get counts(): Chunks.RowCounts {
    const {
      lines,
      valuesWithBlanks,
      zeroPoints,
      strays,
      isCut,
      hasMixedDecimals,
      certainTerritories,
      ...counts
    } = this.#assembler.counts;
    return counts;
  }

  /**
   * @param bytes the next bytes of the input; the caller may reuse their memory afterwards
   * @returns the next bytes of the output, in memory of their own. Consume them before the next call.
   * @throws BatchError as makePlan. If a quote does not close within `maxRowBytes`, the rows before it are output first
   * @throws BatchLimitError when the input exceeds a limit, after all output within the limit
   */
  *push(bytes: Uint8Array): Generator<Chunks.OwnBytes> {
    const { maxInputBytes = Number.POSITIVE_INFINITY } = this.#limits;
    const remaining = maxInputBytes - this.#inputBytes;
    this.#inputBytes += bytes.length;
    // Converts everything within the limit: the output must not depend on how the input was cut into parts.
    const accepted = bytes.length <= remaining ? bytes : bytes.subarray(0, remaining);
    for (let at = 0; at < accepted.length; at += MAX_BYTES_AT_ONCE) {
      const part = accepted.subarray(at, at + MAX_BYTES_AT_ONCE);
      if (this.#work) yield* this.#convert(this.#work.reader.push(part));
      else yield* this.#begin(this.#planner.push(part));
    }
    if (bytes.length > remaining) throw new BatchLimitError("maxInputBytes", maxInputBytes);
  }

  /** Converts the rows so far of an input that pauses: its sender may wait for results. @throws as push */
  *pause(): Generator<Chunks.OwnBytes> {
    if (!this.#work && this.#inputBytes > 0)
      yield* this.#begin(this.#planner.attempt({ isWhole: false, isPausing: true }));
  }

  /** Ends the input. @returns the last bytes of the output @throws as push; BatchError if the input ends early */
  *end(): Generator<Chunks.OwnBytes> {
    if (!this.#work) yield* this.#begin(this.#planner.attempt({ isWhole: true }));
    const { reader } = this.#work ?? {};
    yield* this.#convert(reader?.end() ?? []);
    if (reader?.problem) throw reader.problem;
    const closing = this.#assembler.end(reader?.closing);
    if (closing.length > 0) yield closing.slice();
  }

  /** Begins to convert once there is a plan. */
  *#begin(plan: InputPlan | undefined): Generator<Chunks.OwnBytes> {
    if (!plan) return;
    const reader = new ChunkReader(plan);
    this.#work = { reader, converter: new Converter(plan, this.#observer) };
    const opening = this.#assembler.startInput(plan);
    // A copy, as readers may change or transfer what they receive.
    if (opening.length > 0) yield opening.slice();
    yield* this.#convert(reader.push(this.#planner.takeBytes()));
  }

  *#convert(chunks: readonly Chunks.Chunk[]): Generator<Chunks.OwnBytes> {
    const { maxRows = Number.POSITIVE_INFINITY } = this.#limits;
    const left = maxRows - this.#assembler.counts.rows;
    for (const part of this.#work?.converter.convert(chunks, left) ?? []) {
      // A copy, as the converter reuses its memory.
      const bytes = Chunks.concatAll(this.#assembler.add(part));
      if (bytes.length > 0) yield bytes;
      const { problem } = this.#assembler;
      if (problem) throw problem;
      if (part.hasMoreRows) throw new BatchLimitError("maxRows", maxRows);
    }
  }
}
