/** One batch from its first byte to its last, whatever pieces it arrives in. */
import type { Chunk, Refusal, Splitter } from "./chunks.ts";
import { type Converter, createConverter } from "./converter.ts";
import { type BatchOptions, DEFAULT_BATCH_OPTIONS } from "./options.ts";
import { type BatchPlan, planBatch } from "./plan.ts";
import { hasFirstRow, MAX_ROW_BYTES } from "./preamble.ts";
import { createRowCounts, type Tally } from "./row-counts.ts";
import { createSplitter, type SplitterSettings } from "./splitter.ts";

/** What was made of the rows so far. */
export interface BatchCounts {
  readonly rows: number;
  readonly answered: number;
  readonly refused: number;
  readonly firstRefusal: Refusal | undefined;
}

/** Those that are not given are as in DEFAULT_BATCH_OPTIONS, but answers in the format of the input. */
export type StreamOptions = {
  readonly [Name in keyof BatchOptions]?: BatchOptions[Name] | undefined;
};

/** Of a large piece, so much is converted at a time, so that answers need not be in memory at once. */
const PART_BYTES = 1 << 16;

/** A first row up to so long is looked for each time that bytes arrive, a longer one less often. */
const SHORT_HEAD_BYTES = 1 << 14;

const NOTHING = new Uint8Array(0);

export class BatchRun {
  private readonly options: BatchOptions;
  private readonly settings: SplitterSettings;
  /** What has arrived before the first row was whole. */
  private head: Buffer = Buffer.alloc(0);
  private nextLook = 0;
  private plan: BatchPlan;
  private splitter: Splitter | undefined;
  private converter: Converter | undefined;
  private tally: Tally;
  private isFirst = true;

  /** @throws BatchError when options are wrong or contradict each other */
  constructor(options: StreamOptions, settings: SplitterSettings) {
    this.options = completed(options);
    this.settings = settings;
    // Of an input that has nothing: it tells what is wrong with the options themselves.
    this.plan = planBatch(NOTHING, this.options);
    this.tally = createRowCounts(this.plan);
  }

  get counts(): BatchCounts {
    return this.tally;
  }

  /**
   * @param bytes what comes next of the input; they may change afterwards
   * @returns what comes next of the answer, to be taken before more is pushed
   * @throws BatchError as planBatch
   */
  *push(bytes: Uint8Array): Generator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += PART_BYTES) {
      const part = bytes.subarray(at, at + PART_BYTES);
      if (this.splitter) yield* this.convert(this.splitter.push(part));
      else yield* this.gather(part);
    }
  }

  /** As push, when the input has ended. */
  *end(): Generator<Uint8Array> {
    if (!this.splitter) yield* this.begin();
    if (this.splitter) yield* this.convert(this.splitter.end());
    yield* notEmpty(this.plan.closing);
  }

  private *gather(part: Uint8Array): Generator<Uint8Array> {
    this.head = Buffer.concat([this.head, part]);
    const { length } = this.head;
    if (length < this.nextLook) return;
    if (hasFirstRow(this.head, this.options.from) || length >= MAX_ROW_BYTES) {
      yield* this.begin();
    } else if (length > SHORT_HEAD_BYTES) {
      this.nextLook = length + length / 8;
    }
  }

  private *begin(): Generator<Uint8Array> {
    const head = this.head;
    this.head = Buffer.alloc(0);
    this.plan = planBatch(head, this.options);
    this.tally = createRowCounts(this.plan);
    this.splitter = createSplitter(this.plan, this.settings);
    this.converter = createConverter(this.plan);
    yield* notEmpty(this.plan.opening);
    yield* this.convert(this.splitter.push(head));
  }

  private *convert(chunks: readonly Chunk[]): Generator<Uint8Array> {
    for (const chunk of chunks) {
      const converted = (this.converter as Converter).convert(chunk);
      this.tally.add(converted);
      if (converted.bytes.length === 0) continue;
      const between = this.isFirst ? NOTHING : this.plan.between;
      this.isFirst = false;
      // A copy, as the converter uses its memory again.
      yield Buffer.concat([between, converted.bytes]);
    }
  }
}

/** Options that are undefined count as not given. */
function completed(options: StreamOptions): BatchOptions {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const to = options.from ?? DEFAULT_BATCH_OPTIONS.to;
  return { ...DEFAULT_BATCH_OPTIONS, to, ...Object.fromEntries(given) };
}

/** A copy of bytes, which readers may change or give away. */
function notEmpty(bytes: Uint8Array): readonly Uint8Array[] {
  return bytes.length === 0 ? [] : [bytes.slice()];
}
