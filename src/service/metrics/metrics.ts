/** The metrics of a service: the requests of all its processes, their memory and their delays. */
import { OPERATION_NAMES, type OperationName } from "../../http/messages.ts";
import { packageVersion } from "../../internal.ts";
import { addDelta, countRequest, createCounters, type Delta, drainCounters } from "./counters.ts";
import {
  addToHistory,
  createHistory,
  requestsReport,
  restoreSnapshot,
  type Snapshot,
  snapshotOf,
} from "./history.ts";

/** The current state of a process. */
export interface ProcessGauges {
  readonly rssBytes: number;
  readonly heapUsedBytes: number;
  readonly eventLoopDelayMs: number;
}

/**
 * Interval of the timer that measures its own delay. Node's monitor (monitorEventLoopDelay) wakes up a
 * hundred times a second, which is noticeable on a small machine that idles.
 */
const DELAY_TIMER_MS = 1_000;

/** @returns a function that reads the gauges of this process */
function startGauges(): () => ProcessGauges {
  let dueAtMs = performance.now() + DELAY_TIMER_MS;
  let lastDelayMs = 0;
  setInterval(() => {
    const nowMs = performance.now();
    lastDelayMs = Math.max(nowMs - dueAtMs, 0);
    dueAtMs = nowMs + DELAY_TIMER_MS;
  }, DELAY_TIMER_MS).unref();
  return () => {
    const { rss, heapUsed } = process.memoryUsage();
    const overdueMs = performance.now() - dueAtMs;
    const eventLoopDelayMs = Math.round(Math.max(lastDelayMs, overdueMs) * 1000) / 1000;
    return { rssBytes: rss, heapUsedBytes: heapUsed, eventLoopDelayMs };
  };
}

/** Combines processes: the sum of their memory, the maximum of their delays. */
export function sumGauges(gauges: readonly ProcessGauges[]): ProcessGauges {
  return gauges.reduce((sum, one) => ({
    rssBytes: sum.rssBytes + one.rssBytes,
    heapUsedBytes: sum.heapUsedBytes + one.heapUsedBytes,
    eventLoopDelayMs: Math.max(sum.eventLoopDelayMs, one.eventLoopDelayMs),
  }));
}

export interface Metrics {
  /** Counts one request of this process. */
  count(operation: OperationName, status: number, latencyMicroseconds: number): void;
  /** The requests of this process since the last call, to be sent to the other processes. */
  drainDelta(): Delta;
  /** Adds the requests of another process. */
  addDelta(delta: Delta): void;
  /** All requests so far, to be sent to a process that starts later. */
  snapshot(): Snapshot;
  readGauges(): ProcessGauges;
  /** Sets the gauges of another process; undefined removes a process that has ended. */
  setGauges(pid: number, gauges: ProcessGauges | undefined): void;
  /** The body of /metrics. */
  report(): object;
}

const OPERATION_INDEXES = Object.fromEntries(
  OPERATION_NAMES.map((name, index) => [name, index]),
) as Readonly<Record<OperationName, number>>;

/** Interval of adding the counts to the periods: a fifth of the shortest slice. */
const FLUSH_MS = 1_000;

/**
 * @param workers number of processes that answer requests
 * @param snapshot requests of the service before this process started
 */
export function createMetrics(workers: number, startedAtMs: number, snapshot?: Snapshot): Metrics {
  const counters = createCounters(OPERATION_NAMES.length);
  const unsent = createCounters(OPERATION_NAMES.length);
  const history = createHistory(OPERATION_NAMES.length);
  if (snapshot) restoreSnapshot(history, snapshot);
  const readGauges = startGauges();
  const otherGauges = new Map<number, ProcessGauges>();

  /** Adds the counts to their periods. A request only counts, which is cheaper. */
  function flush(): void {
    const delta = drainCounters(counters);
    addToHistory(history, delta, Date.now());
    addDelta(unsent, delta);
  }

  // Without this timer, all requests between two reads of /metrics would be as recent as the second.
  setInterval(flush, FLUSH_MS).unref();

  return {
    count(operation, status, latencyMicroseconds) {
      countRequest(counters, OPERATION_INDEXES[operation], status, latencyMicroseconds);
    },
    drainDelta() {
      flush();
      return drainCounters(unsent);
    },
    addDelta(delta) {
      addToHistory(history, delta, Date.now());
    },
    snapshot() {
      flush();
      return snapshotOf(history);
    },
    readGauges,
    setGauges(pid, gauges) {
      if (gauges) otherGauges.set(pid, gauges);
      else otherGauges.delete(pid);
    },
    report() {
      flush();
      const nowMs = Date.now();
      return {
        service: {
          name: "mapcoded",
          version: packageVersion(),
          startedAt: new Date(startedAtMs).toISOString(),
          uptimeSeconds: Math.round(nowMs - startedAtMs) / 1000,
          workers,
        },
        process: sumGauges([readGauges(), ...otherGauges.values()]),
        requests: requestsReport(history, OPERATION_NAMES, nowMs),
      };
    },
  };
}
