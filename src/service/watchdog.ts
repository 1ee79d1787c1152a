/** Notices processes that are alive but no longer respond: stopped, swapped out, or in an endless loop. */

/** Workers report at least this often, so a sign of life is never older while they respond. */
export const HEARTBEAT_MS = 2_000;

/** A worker without a sign of life for this time hangs. */
export const HANG_MS = 10_000;

/** A worker must be ready to answer requests after this time; on a small board it takes several seconds. */
export const START_MS = 60_000;

const CHECK_MS = 1_000;

interface Watched {
  seenAtMs: number;
  limitMs: number;
}

export class Watchdog<Process> {
  readonly #onHang: (process: Process, silentMs: number) => void;
  readonly #watched = new Map<Process, Watched>();
  readonly #timer: NodeJS.Timeout;
  #checkedAtMs = performance.now();

  /** @param onHang called once for a process that does not respond; it is not watched any more */
  constructor(onHang: (process: Process, silentMs: number) => void) {
    this.#onHang = onHang;
    this.#timer = setInterval(() => this.#check(), CHECK_MS).unref();
  }

  /** Watches a process from now on. @param limitMs time after which it must have given a sign of life */
  watch(process: Process, limitMs: number): void {
    this.#watched.set(process, { seenAtMs: performance.now(), limitMs });
  }

  /** The process has given a sign of life. */
  seen(process: Process): void {
    const watched = this.#watched.get(process);
    if (watched) watched.seenAtMs = performance.now();
  }

  /** The process has ended. */
  forget(process: Process): void {
    this.#watched.delete(process);
  }

  /** Returns whether the process responds: it has not missed two signs of life. */
  isResponding(process: Process): boolean {
    const watched = this.#watched.get(process);
    return watched !== undefined && performance.now() - watched.seenAtMs <= 2 * HEARTBEAT_MS;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    const nowMs = performance.now();
    const sinceCheckMs = nowMs - this.#checkedAtMs;
    this.#checkedAtMs = nowMs;
    for (const [process, watched] of this.#watched) {
      // If this process has stood still as well, as a paused container does, the time does not count.
      if (sinceCheckMs > 2 * CHECK_MS) {
        watched.seenAtMs = Math.min(watched.seenAtMs + sinceCheckMs, nowMs);
      }
      const silentMs = nowMs - watched.seenAtMs;
      if (silentMs < watched.limitMs) continue;
      this.#watched.delete(process);
      this.#onHang(process, silentMs);
    }
  }
}
