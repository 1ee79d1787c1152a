/** The metrics of a service: the requests, totals and gauges of all its processes. */
import { OPERATION_NAMES, type OperationName } from "../../http/requests.ts";
import { packageVersion } from "../../http/version.ts";
import { dataVersion } from "../../index.ts";
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
  type RequestSnapshot,
  requestsReport,
  restoreSnapshot,
  snapshotOf,
} from "./history.ts";
import {
  addDelta as addRequests,
  countRequest,
  createCounters,
  drainCounters,
  hasCounted,
  type RequestDelta,
} from "./latency-histograms.ts";
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
  /** Whether requests were counted since the last delta. */
  hasUnsentRequests(): boolean;
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

/** The requests and totals of the service, as far as this process knows them. */
class Counts {
  readonly history = createHistory();
  readonly totals = createTotals();
  /** Requests that the history does not have yet, so that each request only has to increment counters. */
  readonly #recent = createCounters();
  readonly #unsentRequests = createCounters();
  readonly #unsentTotals = createTotals();
  readonly #readCpu = startCpuMeter();
  readonly #readLosses = startLossMeter();

  /** @param snapshot what the service had counted before this process started */
  constructor(snapshot: Snapshot | undefined) {
    if (snapshot === undefined) return;
    restoreSnapshot(this.history, snapshot.requests);
    addTotals(this.totals, snapshot.totals);
  }

  count(operation: OperationName, status: number, latencyMicroseconds: number): void {
    countRequest(this.#recent, OPERATION_INDEXES[operation], status, latencyMicroseconds);
  }

  add(total: TotalName): void {
    this.totals[total]++;
    this.#unsentTotals[total]++;
  }

  /** Brings history and totals up to date. */
  flush(): void {
    const requests = drainCounters(this.#recent);
    addToHistory(this.history, requests, Date.now());
    addRequests(this.#unsentRequests, requests);
    const measured = { ...this.#readCpu(), ...this.#readLosses() };
    addTotals(this.totals, measured);
    addTotals(this.#unsentTotals, measured);
  }

  hasUnsentRequests(): boolean {
    this.flush();
    return hasCounted(this.#unsentRequests);
  }

  drainDelta(): Delta {
    this.flush();
    return {
      requests: drainCounters(this.#unsentRequests),
      totals: drainTotals(this.#unsentTotals),
    };
  }

  addDelta({ requests, totals }: Delta): void {
    addToHistory(this.history, requests, Date.now());
    addTotals(this.totals, totals);
  }

  snapshot(): Snapshot {
    this.flush();
    return { requests: snapshotOf(this.history), totals: { ...this.totals } };
  }
}

/** Interval of adding the counters to the periods: a fifth of the shortest slice. */
const FLUSH_MS = 1_000;

/**
 * Creates the metrics of this process, and starts their timers.
 * @param workers number of processes that answer requests
 * @param snapshot what the service had counted before this process started
 */
export function createMetrics(workers: number, startedAtMs: number, snapshot?: Snapshot): Metrics {
  const counts = new Counts(snapshot);
  let readService = () => NO_SERVICE;
  const readGauges = startGauges(() => readService());
  const otherGauges = new Map<number, ProcessGauges>();
  const allGauges = () => sumGauges([readGauges(), ...otherGauges.values()]);

  // Without this timer, all requests since the last read of /metrics would count as current.
  setInterval(() => counts.flush(), FLUSH_MS).unref();

  return {
    count: (operation, status, latencyMicroseconds) => {
      counts.count(operation, status, latencyMicroseconds);
    },
    add: (total) => counts.add(total),
    observe(read) {
      readService = read;
    },
    drainDelta: () => counts.drainDelta(),
    hasUnsentRequests: () => counts.hasUnsentRequests(),
    addDelta: (delta) => counts.addDelta(delta),
    snapshot: () => counts.snapshot(),
    readGauges,
    setGauges(pid, gauges) {
      if (gauges) otherGauges.set(pid, gauges);
      else otherGauges.delete(pid);
    },
    report() {
      counts.flush();
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
        requests: requestsReport(counts.history, OPERATION_NAMES, nowMs),
      };
    },
    families() {
      counts.flush();
      const service = {
        version: packageVersion(),
        dataVersion: dataVersion(),
        startedAtMs,
        workers,
      };
      const { history, totals } = counts;
      const state = { ...service, requests: history.sinceStart, totals, gauges: allGauges() };
      return metricFamilies(state, OPERATION_NAMES);
    },
  };
}
