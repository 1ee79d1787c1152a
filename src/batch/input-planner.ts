/** Plans the batch of an input that arrives in parts, as soon as its first rows tell enough. */
import type { NameOption } from "../internal.ts";
import type { ResolvedBatchOptions } from "./batch-options.ts";
import { needsMorePoints } from "./first-points.ts";
import { type BatchPlan, type InputFacts, PreambleCollector, planBatchFor } from "./plan.ts";

export class InputPlanner {
  readonly #options: ResolvedBatchOptions;
  readonly #nameOption: NameOption;
  readonly #preamble: PreambleCollector;

  /**
   * @param nameOption names options in notices
   * @throws BatchError when options are wrong or contradict each other
   */
  constructor(options: ResolvedBatchOptions, nameOption: NameOption) {
    this.#options = options;
    this.#nameOption = nameOption;
    this.#preamble = new PreambleCollector(options);
  }

  /** All bytes that were added. */
  get bytes(): Uint8Array {
    return this.#preamble.bytes;
  }

  /** The plan by these bytes. @param facts what is known besides them */
  plan(facts: InputFacts): BatchPlan {
    return planBatchFor(this.bytes, this.#options, facts, this.#nameOption);
  }

  /**
   * Adds the next bytes of the input.
   * @returns undefined if it takes more of them
   * @throws BatchError as planBatch, or if the first points are all out of range
   */
  add(bytes: Uint8Array, facts: InputFacts): BatchPlan | undefined {
    if (!this.#preamble.add(bytes)) return undefined;
    const plan = this.plan(facts);
    return needsMorePoints(plan, this.bytes, false) ? undefined : plan;
  }

  /** Ends the input. @throws as add */
  end(facts: InputFacts): BatchPlan {
    const plan = this.plan(facts);
    needsMorePoints(plan, this.bytes, true);
    return plan;
  }
}
