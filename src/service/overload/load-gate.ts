/**
 * Rejects requests while more arrive than the process can answer, so that those that it takes are answered
 * in time.
 *
 * In each turn of the event loop, a transport answers the requests that have arrived in the turn before. The
 * time since the first of them is how long a request has waited at least. Turns that are too long now and then
 * are normal; turns that are too long for a while, in which the loop never waits for requests, mean overload. Then each
 * turn is cut: requests that come late in it are rejected. (CoDel does the same with queues of packets.) The steps of batches run
 * in another phase of the turn, so a batch alone is no overload.
 */

/** Without overload, one turn is measured after this many requests, at a cost too small to measure. */
const SAMPLE_REQUESTS = 256;

/**
 * A turn is also judged after this many requests. libuv asks the system about 1,024 connections, and, if all of them
 * have sent something, about the next ones, up to 48 times: with 1,500 busy connections, a turn was measured to take
 * seconds, in which no timer and no setImmediate is called.
 */
const JUDGED_REQUESTS = 512;

/** Overload begins when all turns that were measured in this time were too long. */
const CONFIRM_MS = 500;

/** The share of that time in which the loop was busy at least. */
const MIN_UTILIZATION = 0.9;

/**
 * At least this many requests are answered in each turn, however long they take: a process that gets little of the processors
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

type Utilization = ReturnType<typeof performance.eventLoopUtilization>;

/** The event loop of the process; tests have one of their own. */
export interface EventLoop {
  nowMs(): number;
  /** @param since an earlier utilization, for what has passed after it */
  utilization(since?: Utilization): Utilization;
  /** Calls back when this turn ends. */
  atEndOfTurn(callback: () => void): void;
}

const NODE_LOOP: EventLoop = {
  nowMs: () => performance.now(),
  utilization: (since) => performance.eventLoopUtilization(since),
  atEndOfTurn: (callback) => void setImmediate(callback),
};

/** A time at which turns began to be too long. */
interface Suspicion {
  readonly sinceMs: number;
  readonly utilization: Utilization;
  /** Requests since then. */
  requests: number;
}

export class LoadGate {
  readonly #maxWaitMs: number;
  readonly #onOverload: () => void;
  readonly #loop: EventLoop;
  /** Requests that are answered without a look at the clock, before a turn is measured. */
  #unmeasured: number;
  /** When the first request of this turn began; undefined before it. */
  #turnBeganMs: number | undefined;
  /** Requests of this turn. */
  #turnRequests = 0;
  #suspicion: Suspicion | undefined;
  /** Open connections when the last one began. */
  #connections = 0;
  /** When a turn was too long for the last time. */
  #lastLongMs = 0;
  #isOverloaded = false;
  #held = 0;

  /**
   * @param maxWaitMs how long requests may wait; infinity to reject none
   * @param onOverload called when overload begins
   */
  constructor(maxWaitMs: number, onOverload: () => void, loop: EventLoop = NODE_LOOP) {
    this.#maxWaitMs = maxWaitMs;
    this.#onOverload = onOverload;
    this.#loop = loop;
    this.#unmeasured = maxWaitMs === Number.POSITIVE_INFINITY ? maxWaitMs : SAMPLE_REQUESTS;
  }

  /** Called for each new connection. @param open number of open connections */
  connect(open: number): void {
    this.#connections = open;
  }

  /** Called for each request. @returns whether to answer it */
  admit(): boolean {
    if (this.#unmeasured > 0) {
      this.#unmeasured--;
      return true;
    }
    return this.#admitMeasured();
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
      this.#turnBeganMs = this.#loop.nowMs();
      this.#turnRequests = 0;
      this.#loop.atEndOfTurn(this.#onTurnEnd);
    }
    this.#turnRequests++;
    if (this.#suspicion) this.#suspicion.requests++;
    if (this.#turnRequests % JUDGED_REQUESTS === 0) this.#judge();
    return !this.#isOverloaded || !this.#isTurnLong(this.#loop.nowMs());
  }

  #isTurnLong(nowMs: number): boolean {
    const waitedMs = nowMs - (this.#turnBeganMs ?? nowMs);
    return this.#turnRequests > MIN_ANSWERED && waitedMs >= this.#maxWaitMs;
  }

  readonly #onTurnEnd = (): void => {
    this.#judge();
    this.#turnBeganMs = undefined;
    // While overload is suspected or known, each turn is measured.
    const isCalm = !this.#isOverloaded && this.#suspicion === undefined;
    this.#unmeasured = isCalm ? SAMPLE_REQUESTS : 0;
  };

  /** Notices the beginning and the end of overload. */
  #judge(): void {
    const nowMs = this.#loop.nowMs();
    const isLong = this.#isTurnLong(nowMs);
    if (isLong) this.#lastLongMs = nowMs;
    if (this.#isOverloaded) this.#isOverloaded = nowMs - this.#lastLongMs < RECOVER_MS;
    else this.#watch(isLong, nowMs);
  }

  /** Notices overload. */
  #watch(isLong: boolean, nowMs: number): void {
    if (!isLong) {
      this.#suspicion = undefined;
      return;
    }
    this.#suspicion ??= {
      sinceMs: nowMs,
      utilization: this.#loop.utilization(),
      requests: 0,
    };
    const { sinceMs, utilization, requests } = this.#suspicion;
    // One request on each connection is a burst, however long it takes.
    if (nowMs - sinceMs < CONFIRM_MS || requests <= this.#connections) return;
    this.#suspicion = undefined;
    // Bursts with pauses between them are no overload either.
    if (this.#loop.utilization(utilization).utilization < MIN_UTILIZATION) return;
    this.#isOverloaded = true;
    this.#onOverload();
  }
}
