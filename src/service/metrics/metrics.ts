/** The metrics of a service: the requests of all its processes, and the values of the table of metrics. */
import { OPERATION_NAMES, type OperationName } from "../../http/requests.ts";
import { packageVersion } from "../../http/version.ts";
import { dataVersion } from "../../index.ts";
import { infoFamily, type MetricFamily, requestFamily, tableFamilies } from "./exposition.ts";
import { addToHistory, createHistory, type History, requestsReport } from "./history.ts";
import { addHistograms, countRequest, type Histograms } from "./latency-histograms.ts";
import {
  addCounters,
  type CountedName,
  combineValues,
  type MetricValues,
  readValues,
  zeroValues,
} from "./metric-table.ts";
import { type ListenerState, type ServiceFacts, startProcessState } from "./process-state.ts";

/** What a process tells the others, as data that `serialization: "advanced"` can send. */
export interface ProcessReport {
  /** The requests since the report before it. */
  readonly requests: Histograms;
  /** The current values, which take the place of the former ones. */
  readonly values: MetricValues;
}

/** All that is known of a service, for a process that starts later. */
export interface Snapshot {
  readonly history: History;
  /** The counters of processes that have ended. */
  readonly ended: MetricValues;
  /** The values of the processes that run, by their ids. */
  readonly running: ReadonlyMap<number, MetricValues>;
}

const OPERATION_INDEXES = Object.fromEntries(
  OPERATION_NAMES.map((name, index) => [name, index]),
) as Readonly<Record<OperationName, number>>;

/** Interval of adding requests to the periods: a fifth of the shortest slice. */
const FLUSH_MS = 1_000;

export class Metrics {
  readonly #service: ServiceFacts;
  readonly #readState: ReturnType<typeof startProcessState>;
  readonly #history: History;
  readonly #ended: MetricValues;
  /** The values of the other processes. */
  readonly #others: Map<number, MetricValues>;
  readonly #counted = zeroValues();
  #listener: ListenerState | undefined;
  /** Requests that the history does not have yet, so that each request only has to increment slots. */
  #recent: Histograms = new Map();
  #unsent: Histograms = new Map();

  /**
   * Starts to measure this process.
   * @param snapshot what the service knew before this process started
   */
  constructor(service: ServiceFacts, snapshot?: Snapshot) {
    this.#service = service;
    this.#readState = startProcessState(service);
    this.#history = snapshot?.history ?? createHistory();
    this.#ended = snapshot?.ended ?? zeroValues();
    this.#others = new Map(snapshot?.running);
    // Without this timer, all requests since the last read of /metrics would count as current.
    setInterval(() => this.#flush(), FLUSH_MS).unref();
  }

  /** Counts one request of this process. */
  count(operation: OperationName, status: number, latencyMicroseconds: number): void {
    countRequest(this.#recent, OPERATION_INDEXES[operation], status, latencyMicroseconds);
  }

  /** Adds 1 to a metric. */
  add(name: CountedName): void {
    this.#counted[name]++;
  }

  /** Sets the listener of this process. */
  observe(listener: ListenerState): void {
    this.#listener = listener;
  }

  /** Whether requests were counted since the last report. */
  hasUnsentRequests(): boolean {
    return this.#recent.size + this.#unsent.size > 0;
  }

  /** Returns what to send to the other processes. */
  takeReport(): ProcessReport {
    this.#flush();
    const requests = this.#unsent;
    this.#unsent = new Map();
    return { requests, values: this.#readValues() };
  }

  /** Adds the report of another process. @param report undefined if the process has ended */
  addReport(pid: number, report: ProcessReport | undefined): void {
    const former = this.#others.get(pid);
    if (report) {
      this.#others.set(pid, report.values);
      addToHistory(this.#history, report.requests, Date.now());
    } else if (former) {
      this.#others.delete(pid);
      addCounters(this.#ended, former);
    }
  }

  snapshot(): Snapshot {
    this.#flush();
    const running = new Map(this.#others).set(process.pid, this.#readValues());
    return { history: this.#history, ended: this.#ended, running };
  }

  /** Returns the report in JSON. */
  report(): object {
    this.#flush();
    const nowMs = Date.now();
    const { startedAtMs, workers } = this.#service;
    const { rssBytes, heapUsedBytes, eventLoopDelaySeconds } = this.#valuesOfService();
    return {
      service: {
        name: "mapcoded",
        version: packageVersion(),
        startedAt: new Date(startedAtMs).toISOString(),
        uptimeSeconds: Math.round(nowMs - startedAtMs) / 1000,
        workers,
      },
      process: {
        rssBytes,
        heapUsedBytes,
        eventLoopDelayMs: Math.round(eventLoopDelaySeconds * 1e6) / 1000,
      },
      requests: requestsReport(this.#history, OPERATION_NAMES, nowMs),
    };
  }

  /** Returns the metrics for Prometheus. */
  families(): readonly MetricFamily[] {
    this.#flush();
    const [major, minor, patch] = process.version.slice(1).split(".");
    return [
      infoFamily("mapcoded_build", "Versions of the software and of its tables.", [
        ["version", packageVersion()],
        ["data_version", dataVersion()],
      ]),
      infoFamily("nodejs_version", "Version of Node.", [
        ["version", process.version],
        ["major", major],
        ["minor", minor],
        ["patch", patch],
      ]),
      requestFamily(this.#history.sinceStart, OPERATION_NAMES),
      ...tableFamilies(this.#valuesOfService()),
    ];
  }

  #readValues(): MetricValues {
    return readValues(this.#counted, this.#readState(this.#listener));
  }

  #valuesOfService(): MetricValues {
    return combineValues([this.#readValues(), ...this.#others.values()], this.#ended);
  }

  /** Brings the history up to date. */
  #flush(): void {
    const requests = this.#recent;
    if (requests.size === 0) return;
    this.#recent = new Map();
    addToHistory(this.#history, requests, Date.now());
    addHistograms(this.#unsent, requests);
  }
}
