/** The two halves of a batch, between which threads convert: a reader of inputs and a writer of outputs. */
import type { ResolvedBatchOptions } from "../../batch/batch-options.ts";
import { type Chunk, NO_BYTES } from "../../batch/chunks.ts";
import { InputDecoder } from "../../batch/input-decoder.ts";
import { OutputFrame } from "../../batch/output/frame.ts";
import { type BatchPlan, PreambleCollector, planBatch } from "../../batch/plan.ts";
import { createSplitter } from "../../batch/session.ts";

export class BatchReader {
  readonly #decoder: InputDecoder;
  readonly #options: ResolvedBatchOptions;
  readonly #start: PreambleCollector;
  #splitter: ReturnType<typeof createSplitter> | undefined;
  plan: BatchPlan | undefined;
  preamble: Uint8Array = NO_BYTES;

  constructor(options: ResolvedBatchOptions) {
    this.#decoder = new InputDecoder(options.encoding);
    this.#options = options;
    this.#start = new PreambleCollector(options);
  }

  get closing(): Uint8Array | undefined {
    return this.#splitter?.closing;
  }

  push(bytes: Uint8Array): readonly Chunk[] {
    const decoded = this.#decoder.push(bytes);
    if (this.#splitter) return this.#splitter.push(decoded);
    return decoded.length > 0 && this.#start.add(decoded) ? this.#begin() : [];
  }

  end(): readonly Chunk[] {
    const chunks = this.push(this.#decoder.end());
    const first = this.#splitter ? [] : this.#begin();
    return [...chunks, ...first, ...(this.#splitter?.end() ?? [])];
  }

  #begin(): readonly Chunk[] {
    const { bytes } = this.#start;
    this.plan = planBatch(bytes, this.#options, this.#decoder);
    this.preamble = new Uint8Array(bytes);
    this.#splitter = createSplitter(this.plan);
    return this.#splitter.push(bytes);
  }
}

export class BatchWriter {
  #frame: OutputFrame | undefined;
  #closing: Uint8Array = NO_BYTES;
  #hasOpening = false;

  startInput({ opening, closing, between }: BatchPlan): Uint8Array {
    this.#frame ??= new OutputFrame({ between });
    this.#closing = closing;
    if (this.#hasOpening) return NO_BYTES;
    this.#hasOpening = opening.length > 0;
    return opening;
  }

  add(bytes: Uint8Array, isContinued: boolean): readonly Uint8Array[] {
    return [this.#frame?.before(bytes, isContinued) ?? NO_BYTES, bytes];
  }

  end(): Uint8Array {
    return this.#closing;
  }
}
