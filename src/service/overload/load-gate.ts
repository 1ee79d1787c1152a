/**
 * Rejects requests while more arrive than the process can answer, so that those that it takes are answered
 * in time.
 *
 * In each turn of the event loop, a transport answers the requests that have arrived in the turn before. The
 * time since the first of them is how long a request has waited at least. Turns that are too long now and then
 * are normal; turns that are too long for a while mean overload. Then each turn is cut: what comes late in it is
 * rejected. (CoDel does the same with queues of packets.) The steps of batches run in another phase of
 * the turn, so a batch alone is no overload.
 */

/** Without overload, one turn is measured in this time, which costs nothing that can be measured. */
const SAMPLE_MS = 25;

/** Overload begins when all turns that were measured in this time were too long. */
const CONFIRM_MS = 100;

/**
 * So many requests are answered in each turn, however long they take: a process that gets little of the processors
 * has long turns with few requests, and would otherwise reject nearly all of them.
 */
const MIN_ANSWERED = 64;

/**
 * Rejected requests are answered after this time, or up to half as much earlier or later, so that they do not come
 * back together. Without it, their clients would repeat them at once.
 */
const HOLD_MS = 1_000;

/** Overload ends when nothing was rejected for this time, in which held clients have come back. */
const RECOVER_MS = 3 * HOLD_MS;

/** More rejected requests than this are not held, but answered at once. */
const MAX_HELD = 10_000;

export class LoadGate {
  readonly #maxWaitMs: number;
  readonly #onOverload: () => void;
  readonly #sampleTimer: NodeJS.Timeout;
  /** Whether requests need no attention, because this turn is not measured. */
  #isOpen = false;
  /** When the first request of this turn began; undefined before it. */
  #turnBeganMs: number | undefined;
  /** Requests of this turn. */
  #turnRequests = 0;
  /** When the first of the turns in a row that were too long was measured. */
  #longSinceMs: number | undefined;
  /** When a turn was too long for the last time. */
  #lastLongMs = 0;
  #isOverloaded = false;
  #held = 0;

  /**
   * @param maxWaitMs how long requests may wait; infinity to reject none
   * @param onOverload called when overload begins
   */
  constructor(maxWaitMs: number, onOverload: () => void) {
    this.#maxWaitMs = maxWaitMs;
    this.#onOverload = onOverload;
    this.#isOpen = maxWaitMs === Number.POSITIVE_INFINITY;
    this.#sampleTimer = setTimeout(() => {
      this.#isOpen = this.#maxWaitMs === Number.POSITIVE_INFINITY;
    }, SAMPLE_MS).unref();
  }

  /** Called for each request. @returns whether to answer it */
  admit(): boolean {
    return this.#isOpen || this.#admitMeasured();
  }

  /** Called for a rejected request. @returns how long to wait before it is answered */
  hold(): number {
    if (this.#held >= MAX_HELD) return 0;
    this.#held++;
    return Math.round(HOLD_MS * (0.5 + Math.random()));
  }

  /** A request that was held is answered, or its client has disconnected. */
  release(): void {
    this.#held--;
  }

  #admitMeasured(): boolean {
    if (this.#turnBeganMs === undefined) {
      this.#turnBeganMs = performance.now();
      this.#turnRequests = 0;
      setImmediate(this.#onTurnEnd);
    }
    this.#turnRequests++;
    return !this.#isOverloaded || !this.#isTurnLong(performance.now());
  }

  #isTurnLong(nowMs: number): boolean {
    const waitedMs = nowMs - (this.#turnBeganMs ?? nowMs);
    return this.#turnRequests > MIN_ANSWERED && waitedMs >= this.#maxWaitMs;
  }

  readonly #onTurnEnd = (): void => {
    const nowMs = performance.now();
    const isLong = this.#isTurnLong(nowMs);
    this.#turnBeganMs = undefined;
    if (isLong) this.#lastLongMs = nowMs;
    if (this.#isOverloaded) this.#isOverloaded = nowMs - this.#lastLongMs < RECOVER_MS;
    else this.#watch(isLong, nowMs);
    this.#isOpen = !this.#isOverloaded;
    if (this.#isOpen) this.#sampleTimer.refresh();
  };

  /** Notices overload. */
  #watch(isLong: boolean, nowMs: number): void {
    if (!isLong) {
      this.#longSinceMs = undefined;
      return;
    }
    this.#longSinceMs ??= nowMs;
    if (nowMs - this.#longSinceMs < CONFIRM_MS) return;
    this.#isOverloaded = true;
    this.#longSinceMs = undefined;
    this.#onOverload();
  }
}
