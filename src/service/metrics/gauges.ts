/** Measured values of a process: its memory, event loop, files and connections. */
import { readdirSync, statSync } from "node:fs";
import { maxOpenFiles, OPEN_FILES } from "../process-limits.ts";

interface GaugeDescription {
  /** Name of the metric for Prometheus. */
  readonly family: string;
  readonly help: string;
  readonly unit?: "bytes" | "seconds";
  /** What one unit of the value is in the unit of the metric; 1 if omitted. */
  readonly scale?: number;
  /** Whether the value of several processes is the greatest one; otherwise it is their sum. */
  readonly isMaximum?: boolean;
}

/** All gauges, in the order of the text formats. */
const GAUGES = {
  connections: {
    family: "mapcoded_connections",
    help: "Open connections.",
  },
  batchRequests: {
    family: "mapcoded_batch_requests",
    help: "Batch requests in progress.",
  },
  batchRequestsLimit: {
    family: "mapcoded_batch_requests_limit",
    help: "Batch requests that all processes together take at the same time.",
  },
  batchMemoryBytes: {
    family: "mapcoded_batch_memory_bytes",
    help: "Memory that batch requests have taken.",
    unit: "bytes",
  },
  batchMemoryLimitBytes: {
    family: "mapcoded_batch_memory_limit_bytes",
    help: "Memory for the batch requests of all processes.",
    unit: "bytes",
  },
  rssBytes: {
    family: "process_resident_memory_bytes",
    help: "Resident memory of all processes.",
    unit: "bytes",
  },
  openFiles: {
    family: "process_open_fds",
    help: "Open file descriptors of all processes.",
  },
  maxOpenFiles: {
    family: "process_max_fds",
    help: "File descriptors that all processes may open.",
  },
  heapUsedBytes: {
    family: "nodejs_heap_size_used_bytes",
    help: "Memory of JavaScript objects.",
    unit: "bytes",
  },
  heapTotalBytes: {
    family: "nodejs_heap_size_total_bytes",
    help: "Memory reserved for JavaScript objects.",
    unit: "bytes",
  },
  externalBytes: {
    family: "nodejs_external_memory_bytes",
    help: "Memory outside the heap that JavaScript objects hold.",
    unit: "bytes",
  },
  eventLoopDelayMs: {
    family: "nodejs_eventloop_lag_seconds",
    help: "Delay of the last timer; the longest of all processes.",
    unit: "seconds",
    scale: 1e-3,
    isMaximum: true,
  },
  eventLoopUtilization: {
    family: "nodejs_eventloop_utilization",
    help: "Share of the last second in which the event loop was busy, 0 to 1; the highest of all processes.",
    isMaximum: true,
  },
} as const satisfies Readonly<Record<string, GaugeDescription>>;

type GaugeName = keyof typeof GAUGES;
export const GAUGE_ENTRIES = Object.entries(GAUGES) as readonly [GaugeName, GaugeDescription][];

/** The current state of a process, or of several. */
export type ProcessGauges = Readonly<Record<GaugeName, number>>;

/** The gauges that the service reports, because the process does not know them. */
export type ServiceGauges = Pick<
  ProcessGauges,
  | "connections"
  | "batchRequests"
  | "batchRequestsLimit"
  | "batchMemoryBytes"
  | "batchMemoryLimitBytes"
>;

/** The gauges of a process that answers no requests. */
export const NO_SERVICE: ServiceGauges = {
  connections: 0,
  batchRequests: 0,
  batchRequestsLimit: 0,
  batchMemoryBytes: 0,
  batchMemoryLimitBytes: 0,
};

/** Combines the gauges of processes. */
export function sumGauges(gauges: readonly ProcessGauges[]): ProcessGauges {
  const combined = GAUGE_ENTRIES.map(([name, { isMaximum }]) => {
    const values = gauges.map((one) => one[name]);
    const value = isMaximum ? Math.max(...values) : values.reduce((sum, one) => sum + one, 0);
    return [name, value] as const;
  });
  return Object.fromEntries(combined) as ProcessGauges;
}

// File descriptors, which only Linux reports

/** Listing 12,000 descriptors takes 10 ms. */
const LIST_FILES_MS = 10_000;

/** Creates a function that returns the number of open file descriptors; 0 if the system does not tell. */
function startFileCounter(): () => number {
  let listed = 0;
  let listedAtMs = Number.NEGATIVE_INFINITY;
  return () => {
    try {
      // Since Linux 6.2, the size of the folder is the number of its entries.
      const { size } = statSync(OPEN_FILES);
      if (size > 0) return size;
      if (performance.now() - listedAtMs < LIST_FILES_MS) return listed;
      listed = readdirSync(OPEN_FILES).length;
      listedAtMs = performance.now();
      return listed;
    } catch {
      return 0;
    }
  };
}

/** Returns the number of file descriptors that this process may open; 0 if the system does not tell. */
function knownMaxOpenFiles(): number {
  const max = maxOpenFiles();
  return Number.isFinite(max) ? max : 0;
}

// The event loop

/**
 * Interval of the timer that measures its own delay. Node's monitorEventLoopDelay would wake the process
 * up a hundred times a second, which is noticeable on a small idle machine.
 */
const DELAY_TIMER_MS = 1_000;

/**
 * Starts the timer.
 * @param readService returns the gauges that the process does not know
 * @returns a function that reads the gauges of this process
 */
export function startGauges(readService: () => ServiceGauges): () => ProcessGauges {
  let dueAtMs = performance.now() + DELAY_TIMER_MS;
  let lastDelayMs = 0;
  let lastLoop = performance.eventLoopUtilization();
  let eventLoopUtilization = 0;
  const knownMax = knownMaxOpenFiles();
  const countOpenFiles = startFileCounter();
  setInterval(() => {
    const nowMs = performance.now();
    lastDelayMs = Math.max(nowMs - dueAtMs, 0);
    dueAtMs = nowMs + DELAY_TIMER_MS;
    const loop = performance.eventLoopUtilization();
    eventLoopUtilization = performance.eventLoopUtilization(loop, lastLoop).utilization;
    lastLoop = loop;
  }, DELAY_TIMER_MS).unref();
  return () => {
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
    const overdueMs = performance.now() - dueAtMs;
    return {
      ...readService(),
      rssBytes: rss,
      openFiles: countOpenFiles(),
      maxOpenFiles: knownMax,
      heapUsedBytes: heapUsed,
      heapTotalBytes: heapTotal,
      externalBytes: external,
      eventLoopDelayMs: Math.round(Math.max(lastDelayMs, overdueMs) * 1000) / 1000,
      eventLoopUtilization: Math.round(eventLoopUtilization * 1000) / 1000,
    };
  };
}
