/**
 * All metrics but the requests, one entry for each: how it is named for Prometheus, and how it is read. Reports between
 * processes, their sums and `/metrics` follow from the table.
 */
import type { ProcessState } from "./process-state.ts";

interface Metric {
  /** The name for Prometheus; of a counter, without the ending `_total`. */
  readonly name: string;
  readonly type: "counter" | "gauge";
  readonly help: string;
  /** The ending of the name. */
  readonly unit?: "bytes" | "seconds";
  /** The label that tells metrics of the same name apart. */
  readonly reason?: string;
  /** Returns the value of this process, of a counter since its start. Without it, `Metrics.add` counts. */
  readonly read?: (state: ProcessState) => number;
  /** Whether the value of several processes is the greatest one; otherwise it is their sum. */
  readonly isMaximum?: boolean;
}

const REJECTED = {
  name: "mapcoded_requests_rejected",
  type: "counter",
  help: "Requests that were answered with 429 or 503: the client sent too many, the process was overloaded, or batches had used up their memory.",
} as const;

const TIMED_OUT = {
  name: "mapcoded_requests_timed_out",
  type: "counter",
  help: "Batch requests that the service ended: the body stopped arriving, or arrived more slowly than --batch-min-rate, the client did not read the reply, or --batch-seconds were over.",
} as const;

/** In the order of the text formats. */
const METRICS = {
  workers: {
    name: "mapcoded_workers",
    type: "gauge",
    help: "Processes that answer requests, as configured.",
    read: ({ service }) => service.workers,
    isMaximum: true,
  },
  startSeconds: {
    name: "process_start_time_seconds",
    type: "gauge",
    help: "Start of the service, in seconds since 1970-01-01 UTC.",
    unit: "seconds",
    read: ({ service }) => service.startedAtMs / 1000,
    isMaximum: true,
  },
  acceptedConnections: {
    name: "mapcoded_connections_accepted",
    type: "counter",
    help: "Connections that clients have opened.",
  },
  rejectedConnections: {
    name: "mapcoded_connections_rejected",
    type: "counter",
    help: "Connections that were closed at once, because as many were open as --max-connections or the limit of open files allows.",
  },
  limitedRequests: { ...REJECTED, reason: "rate-limit" },
  shedRequests: { ...REJECTED, reason: "overload" },
  rejectedBatches: { ...REJECTED, reason: "batch-memory" },
  stalledBodies: { ...TIMED_OUT, reason: "body-stalled" },
  slowBodies: { ...TIMED_OUT, reason: "body-slow" },
  unreadReplies: { ...TIMED_OUT, reason: "reply-unread" },
  expiredBatches: { ...TIMED_OUT, reason: "time-limit" },
  abortedRequests: {
    name: "mapcoded_requests_aborted",
    type: "counter",
    help: "Batch requests whose client disconnected before the end of the reply.",
  },
  unparsableRequests: {
    name: "mapcoded_requests_unparsable",
    type: "counter",
    help: "Requests that could not be parsed. uWebSockets.js hides nearly all of its own.",
  },
  droppedLogLines: {
    name: "mapcoded_log_lines_dropped",
    type: "counter",
    help: "Lines that were not logged, because nobody read the log fast enough.",
    read: ({ lostLogLines }) => lostLogLines,
  },
  replacedWorkers: {
    name: "mapcoded_workers_replaced",
    type: "counter",
    help: "Worker processes that ended unexpectedly and were replaced.",
  },
  cpuUserSeconds: {
    name: "process_cpu_user_seconds",
    type: "counter",
    help: "Time that processors spent in the code of all processes.",
    unit: "seconds",
    read: ({ cpu }) => cpu.user / 1e6,
  },
  cpuSystemSeconds: {
    name: "process_cpu_system_seconds",
    type: "counter",
    help: "Time that processors spent in the system for all processes.",
    unit: "seconds",
    read: ({ cpu }) => cpu.system / 1e6,
  },
  cpuSeconds: {
    name: "process_cpu_seconds",
    type: "counter",
    help: "Time that processors spent on all processes.",
    unit: "seconds",
    read: ({ cpu }) => (cpu.user + cpu.system) / 1e6,
  },
  connections: {
    name: "mapcoded_connections",
    type: "gauge",
    help: "Open connections.",
    read: ({ listener }) => listener?.connections() ?? 0,
  },
  batchRequests: {
    name: "mapcoded_batch_requests",
    type: "gauge",
    help: "Batch requests in progress.",
    read: ({ listener }) => listener?.batches.requests ?? 0,
  },
  batchRequestsLimit: {
    name: "mapcoded_batch_requests_limit",
    type: "gauge",
    help: "Batch requests that all processes together take at the same time.",
    read: ({ listener }) => listener?.batches.maxRequests ?? 0,
  },
  batchMemoryBytes: {
    name: "mapcoded_batch_memory_bytes",
    type: "gauge",
    help: "Memory that batch requests have taken.",
    unit: "bytes",
    read: ({ listener }) => listener?.batches.usedBytes ?? 0,
  },
  batchMemoryLimitBytes: {
    name: "mapcoded_batch_memory_limit_bytes",
    type: "gauge",
    help: "Memory for the batch requests of all processes.",
    unit: "bytes",
    read: ({ listener }) => listener?.batches.maxBytes ?? 0,
  },
  rssBytes: {
    name: "process_resident_memory_bytes",
    type: "gauge",
    help: "Resident memory of all processes.",
    unit: "bytes",
    read: ({ memory }) => memory.rss,
  },
  openFiles: {
    name: "process_open_fds",
    type: "gauge",
    help: "Open file descriptors of all processes.",
    read: ({ openFiles }) => openFiles,
  },
  maxOpenFiles: {
    name: "process_max_fds",
    type: "gauge",
    help: "File descriptors that all processes may open.",
    read: ({ maxOpenFiles }) => maxOpenFiles,
  },
  heapUsedBytes: {
    name: "nodejs_heap_size_used_bytes",
    type: "gauge",
    help: "Memory of JavaScript objects.",
    unit: "bytes",
    read: ({ memory }) => memory.heapUsed,
  },
  heapTotalBytes: {
    name: "nodejs_heap_size_total_bytes",
    type: "gauge",
    help: "Memory reserved for JavaScript objects.",
    unit: "bytes",
    read: ({ memory }) => memory.heapTotal,
  },
  externalBytes: {
    name: "nodejs_external_memory_bytes",
    type: "gauge",
    help: "Memory outside the heap that JavaScript objects hold.",
    unit: "bytes",
    read: ({ memory }) => memory.external,
  },
  eventLoopDelaySeconds: {
    name: "nodejs_eventloop_lag_seconds",
    type: "gauge",
    help: "Delay of the last timer; the longest of all processes.",
    unit: "seconds",
    read: ({ eventLoop }) => eventLoop.delaySeconds,
    isMaximum: true,
  },
  eventLoopUtilization: {
    name: "nodejs_eventloop_utilization",
    type: "gauge",
    help: "Share of the last second in which the event loop was busy, 0 to 1; the highest of all processes.",
    read: ({ eventLoop }) => eventLoop.utilization,
    isMaximum: true,
  },
} as const satisfies Readonly<Record<string, Metric>>;

type MetricName = keyof typeof METRICS;

/** The metrics that `Metrics.add` counts. */
export type CountedName = {
  [Name in MetricName]: (typeof METRICS)[Name] extends { readonly read: unknown } ? never : Name;
}[MetricName];

export const METRIC_ENTRIES = Object.entries(METRICS) as readonly [MetricName, Metric][];

/** The value of each metric, as plain data that can be sent to other processes. */
export type MetricValues = Record<MetricName, number>;

function valuesBy(read: (name: MetricName, metric: Metric) => number): MetricValues {
  const entries = METRIC_ENTRIES.map(([name, metric]) => [name, read(name, metric)]);
  return Object.fromEntries(entries) as MetricValues;
}

export function zeroValues(): MetricValues {
  return valuesBy(() => 0);
}

/** Returns the values of this process. @param counted those that `Metrics.add` counts */
export function readValues(counted: MetricValues, state: ProcessState): MetricValues {
  return valuesBy((name, { read }) => (read === undefined ? counted[name] : read(state)));
}

/** Returns the values of a service. @param ended the sums of counters of processes that have ended */
export function combineValues(running: readonly MetricValues[], ended: MetricValues): MetricValues {
  return valuesBy((name, { isMaximum }) => {
    const values = running.map((process) => process[name]);
    if (isMaximum) return Math.max(...values);
    return values.reduce((sum, value) => sum + value, ended[name]);
  });
}

/** Adds the counters of a process that ends, as they never decrease. */
export function addCounters(sums: MetricValues, ending: MetricValues): void {
  for (const [name, { type }] of METRIC_ENTRIES) {
    if (type === "counter") sums[name] += ending[name];
  }
}
