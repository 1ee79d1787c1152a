/** The two halves of a batch, between which threads convert: a reader of inputs and a writer of outputs. */
import type { ResolvedBatchOptions } from "../../batch/batch-options.ts";
import { type Chunk, NO_BYTES } from "../../batch/chunks.ts";
import { InputDecoder } from "../../batch/input-decoder.ts";
import { InputPlanner } from "../../batch/input-planner.ts";
import { OutputFrame } from "../../batch/output/frame.ts";
import type { BatchPlan } from "../../batch/plan.ts";
import { createSplitter } from "../../batch/session.ts";
import { nameSetting } from "../../internal.ts";

const PLANNED_BYTES = 1 << 14;

export class BatchReader {
  readonly #decoder: InputDecoder;
  readonly #planner: InputPlanner;
  #splitter: ReturnType<typeof createSplitter> | undefined;
  plan: BatchPlan | undefined;
  preamble: Uint8Array = NO_BYTES;

  constructor(options: ResolvedBatchOptions) {
    this.#decoder = new InputDecoder(options.encoding);
    this.#planner = new InputPlanner(options, nameSetting);
  }

  get closing(): Uint8Array | undefined {
    return this.#splitter?.closing;
  }

  push(bytes: Uint8Array): readonly Chunk[] {
    const decoded = this.#decoder.push(bytes);
    if (this.#splitter) return this.#splitter.push(decoded);
    for (let at = 0; at < decoded.length; at += PLANNED_BYTES) {
      const plan = this.#planner.add(decoded.subarray(at, at + PLANNED_BYTES), this.#decoder);
      if (plan) return [...this.#begin(plan), ...this.push(decoded.subarray(at + PLANNED_BYTES))];
    }
    return [];
  }

  end(): readonly Chunk[] {
    const chunks = this.push(this.#decoder.end());
    const first = this.#splitter ? [] : this.#begin(this.#planner.end(this.#decoder));
    return [...chunks, ...first, ...(this.#splitter?.end() ?? [])];
  }

  #begin(plan: BatchPlan): readonly Chunk[] {
    this.plan = plan;
    this.preamble = new Uint8Array(this.#planner.bytes);
    this.#splitter = createSplitter(plan);
    return this.#splitter.push(new Uint8Array(this.#planner.bytes));
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
