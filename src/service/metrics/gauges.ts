/** What a process is like right now: its memory, and how late it is. */

export interface ProcessGauges {
  readonly rssBytes: number;
  readonly heapUsedBytes: number;
  readonly eventLoopDelayMs: number;
}

/**
 * A timer that notices how late it is. Node's own monitor wakes a hundred times a second, which a
 * small machine that idles would feel.
 */
const TICK_MS = 1_000;

/** @returns a function that reads the gauges */
export function startGauges(): () => ProcessGauges {
  let dueAtMs = performance.now() + TICK_MS;
  let lastDelayMs = 0;
  setInterval(() => {
    const nowMs = performance.now();
    lastDelayMs = Math.max(nowMs - dueAtMs, 0);
    dueAtMs = nowMs + TICK_MS;
  }, TICK_MS).unref();
  return () => {
    const { rss, heapUsed } = process.memoryUsage();
    const overdueMs = performance.now() - dueAtMs;
    const eventLoopDelayMs = Math.round(Math.max(lastDelayMs, overdueMs) * 1000) / 1000;
    return { rssBytes: rss, heapUsedBytes: heapUsed, eventLoopDelayMs };
  };
}

/** Memory is summed over processes; of the delays the longest counts. */
export function sumGauges(gauges: readonly ProcessGauges[]): ProcessGauges {
  return gauges.reduce((sum, one) => ({
    rssBytes: sum.rssBytes + one.rssBytes,
    heapUsedBytes: sum.heapUsedBytes + one.heapUsedBytes,
    eventLoopDelayMs: Math.max(sum.eventLoopDelayMs, one.eventLoopDelayMs),
  }));
}
