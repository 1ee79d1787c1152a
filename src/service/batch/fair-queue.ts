/** Takes turns between all batch requests of this process. */

/**
 * Runs the steps of batch requests, first come, first served, one in each turn of the event loop. Other
 * requests therefore wait for one step at most, however many batch requests there are.
 */
class FairQueue {
  readonly #steps: (() => void)[] = [];

  add(step: () => void): void {
    this.#steps.push(step);
    if (this.#steps.length === 1) setImmediate(this.#runNext);
  }

  readonly #runNext = (): void => {
    const step = this.#steps.shift();
    if (this.#steps.length > 0) setImmediate(this.#runNext);
    step?.();
  };
}

/** The steps of all batch requests of this process. */
export const fairQueue = new FairQueue();
