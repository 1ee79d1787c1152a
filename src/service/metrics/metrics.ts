/** The metrics of a service: the requests, memory and delays of all its processes. */
import { OPERATION_NAMES, type OperationName } from "../../http/messages.ts";
import { packageVersion } from "../../http/version.ts";
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
 * Interval of the timer that measures its own delay. Node's monitorEventLoopDelay would wake the process
 * up a hundred times a second, which is noticeable on a small idle machine.
 */
const DELAY_TIMER_MS = 1_000;

/** Starts the timer. @returns a function that reads the gauges of this process */
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

/** Combines the gauges of processes: the sum of their memory, the maximum of their delays. */
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
  /** Returns the requests of this process since the last call, to be sent to the other processes. */
  drainDelta(): Delta;
  /** Adds the requests of another process. */
  addDelta(delta: Delta): void;
  /** Returns all requests so far, to be sent to a process that starts later. */
  snapshot(): Snapshot;
  readGauges(): ProcessGauges;
  /** Sets the gauges of another process; undefined if it has ended. */
  setGauges(pid: number, gauges: ProcessGauges | undefined): void;
  /** Returns the body of /metrics. */
  report(): object;
}

const OPERATION_INDEXES = Object.fromEntries(
  OPERATION_NAMES.map((name, index) => [name, index]),
) as Readonly<Record<OperationName, number>>;

/** Interval of adding the counters to the periods: a fifth of the shortest slice. */
const FLUSH_MS = 1_000;

/**
 * Creates the metrics of this process, and starts their timers.
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

  /** Adds the counters to the periods, so that each request only has to increment counters. */
  function flush(): void {
    const delta = drainCounters(counters);
    addToHistory(history, delta, Date.now());
    addDelta(unsent, delta);
  }

  // Without this timer, all requests since the last read of /metrics would count as current.
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
