/** The metrics of a service: the requests, totals and gauges of all its processes. */
import { OPERATION_NAMES, type OperationName } from "../../http/messages.ts";
import { packageVersion } from "../../http/version.ts";
import { dataVersion } from "../../index.ts";
import {
  addDelta as addRequests,
  countRequest,
  createCounters,
  drainCounters,
  type RequestDelta,
} from "./counters.ts";
import type { MetricFamily } from "./exposition.ts";
import { metricFamilies } from "./families.ts";
import {
  NO_SERVICE,
  type ProcessGauges,
  type ServiceGauges,
  startGauges,
  sumGauges,
} from "./gauges.ts";
import {
  addToHistory,
  createHistory,
  type Snapshot as RequestSnapshot,
  requestsReport,
  restoreSnapshot,
  snapshotOf,
} from "./history.ts";
import {
  addTotals,
  createTotals,
  drainTotals,
  startCpuMeter,
  startLossMeter,
  type TotalName,
  type TotalsDelta,
} from "./totals.ts";

/** What a process has counted since its last report, as plain data. */
export interface Delta {
  readonly requests: RequestDelta;
  readonly totals: TotalsDelta;
}

/** All that was counted so far, as plain data. */
export interface Snapshot {
  readonly requests: RequestSnapshot;
  readonly totals: TotalsDelta;
}

export interface Metrics {
  /** Counts one request of this process. */
  count(operation: OperationName, status: number, latencyMicroseconds: number): void;
  /** Adds 1 to a total. */
  add(total: TotalName): void;
  /** Sets the function that reads the gauges of the listener of this process. */
  observe(readService: () => ServiceGauges): void;
  /** Returns what this process has counted since the last call, to be sent to the other processes. */
  drainDelta(): Delta;
  /** Adds what another process has counted. */
  addDelta(delta: Delta): void;
  /** Returns all that was counted so far, to be sent to a process that starts later. */
  snapshot(): Snapshot;
  readGauges(): ProcessGauges;
  /** Sets the gauges of another process; undefined if it has ended. */
  setGauges(pid: number, gauges: ProcessGauges | undefined): void;
  /** Returns the report in JSON. */
  report(): object;
  /** Returns the metrics for Prometheus. */
  families(): readonly MetricFamily[];
}

const OPERATION_INDEXES = Object.fromEntries(
  OPERATION_NAMES.map((name, index) => [name, index]),
) as Readonly<Record<OperationName, number>>;

/** Interval of adding the counters to the periods: a fifth of the shortest slice. */
const FLUSH_MS = 1_000;

/**
 * Creates the metrics of this process, and starts their timers.
 * @param workers number of processes that answer requests
 * @param snapshot what the service had counted before this process started
 */
export function createMetrics(workers: number, startedAtMs: number, snapshot?: Snapshot): Metrics {
  const counters = createCounters();
  const unsent = createCounters();
  const history = createHistory();
  const totals = createTotals();
  const unsentTotals = createTotals();
  if (snapshot) {
    restoreSnapshot(history, snapshot.requests);
    addTotals(totals, snapshot.totals);
  }
  let readService = () => NO_SERVICE;
  const readGauges = startGauges(() => readService());
  const readCpu = startCpuMeter();
  const readLosses = startLossMeter();
  const otherGauges = new Map<number, ProcessGauges>();

  function addToTotals(delta: TotalsDelta): void {
    addTotals(totals, delta);
    addTotals(unsentTotals, delta);
  }

  /** Adds the counters to the periods, so that each request only has to increment counters. */
  function flush(): void {
    const delta = drainCounters(counters);
    addToHistory(history, delta, Date.now());
    addRequests(unsent, delta);
    addToTotals({ ...readCpu(), ...readLosses() });
  }

  function allGauges(): ProcessGauges {
    return sumGauges([readGauges(), ...otherGauges.values()]);
  }

  // Without this timer, all requests since the last read of /metrics would count as current.
  setInterval(flush, FLUSH_MS).unref();

  return {
    count(operation, status, latencyMicroseconds) {
      countRequest(counters, OPERATION_INDEXES[operation], status, latencyMicroseconds);
    },
    add(total) {
      totals[total]++;
      unsentTotals[total]++;
    },
    observe(read) {
      readService = read;
    },
    drainDelta() {
      flush();
      return { requests: drainCounters(unsent), totals: drainTotals(unsentTotals) };
    },
    addDelta(delta) {
      addToHistory(history, delta.requests, Date.now());
      addTotals(totals, delta.totals);
    },
    snapshot() {
      flush();
      return { requests: snapshotOf(history), totals: { ...totals } };
    },
    readGauges,
    setGauges(pid, gauges) {
      if (gauges) otherGauges.set(pid, gauges);
      else otherGauges.delete(pid);
    },
    report() {
      flush();
      const nowMs = Date.now();
      const { rssBytes, heapUsedBytes, eventLoopDelayMs } = allGauges();
      return {
        service: {
          name: "mapcoded",
          version: packageVersion(),
          startedAt: new Date(startedAtMs).toISOString(),
          uptimeSeconds: Math.round(nowMs - startedAtMs) / 1000,
          workers,
        },
        process: { rssBytes, heapUsedBytes, eventLoopDelayMs },
        requests: requestsReport(history, OPERATION_NAMES, nowMs),
      };
    },
    families() {
      flush();
      const [version, gauges] = [packageVersion(), allGauges()];
      const requests = history.sinceStart;
      const service = { version, dataVersion: dataVersion(), startedAtMs, workers };
      return metricFamilies({ ...service, requests, totals, gauges }, OPERATION_NAMES);
    },
  };
}
