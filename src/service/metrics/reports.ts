/** The reports of `/metrics`: in the text formats of Prometheus (0.0.4) and OpenMetrics (1.0.0), and in JSON. */
import { packageVersion } from "../../http/version.ts";
import { dataVersion } from "../../index.ts";
import { maxOpenFiles, openFiles } from "../process-limits.ts";
import { BUCKETS, type Counters, PERIODS, type Series, sum } from "./counters.ts";

/** Makes a text at most once in a turn of the event loop: a report takes milliseconds, and clients may pipeline requests. */
export function oncePerTurn(make: () => string): () => string {
  let text: string | undefined;
  return () => {
    if (text === undefined) setImmediate(() => (text = undefined));
    text ??= make();
    return text;
  };
}

// Texts

export type TextFormat = "prometheus" | "openmetrics";
type Type = "counter" | "gauge" | "histogram" | "info";
/** A value with its labels, or samples: the ends of lines after the name, such as `_bucket{le="1"} 5`. */
type Family = readonly [
  type: Type,
  name: string,
  help: string,
  value: number | readonly string[],
  labels?: string,
];

/** The common suffixes of all samples of a type. */
const SUFFIX = { counter: "_total", gauge: "", histogram: "", info: "_info" } as const;

/** No label contains a character that has to be escaped. */
function writeLabels(pairs: Readonly<Record<string, string | number>>): string {
  const written = Object.entries(pairs).map(([name, value]) => `${name}="${value}"`);
  return `{${written.join(",")}}`;
}

/** Returns cumulative buckets, count and sum of all operations and statuses that have occurred. */
function requestSamples(all: readonly Series[]): string[] {
  return all.flatMap(({ operation, status, total, buckets, microseconds }) => {
    let count = 0;
    const samples = Array.from(buckets, (requests, bucket) => {
      count += requests;
      const le = bucket === BUCKETS - 1 ? "+Inf" : 2 ** bucket / 1e6;
      return `_bucket${writeLabels({ operation, status, le })} ${count}`;
    });
    const series = writeLabels({ operation, status });
    return [...samples, `_count${series} ${total}`, `_sum${series} ${microseconds / 1e6}`];
  });
}

function familiesOf(counters: Counters, batchMaxBytes: number): Family[] {
  const { user, system } = process.cpuUsage();
  const { maxOf, sumOf } = counters;
  const versions = { version: packageVersion(), data_version: dataVersion() };
  const [major, minor, patch] = process.versions.node.split(".");
  const node = { version: process.version, major, minor, patch };
  // biome-ignore format: a table
  return [
    ["info", "mapcoded_build", "Versions of the software and of its tables.", 1, writeLabels(versions)],
    ["info", "nodejs_version", "Version of Node.", 1, writeLabels(node)],
    ["histogram", "mapcoded_http_request_duration_seconds", "Time from the arrival of a request in the process to its reply.", requestSamples(counters.requests())],
    ["gauge", "mapcoded_workers", "Threads that answer requests.", counters.threads],
    ["gauge", "process_start_time_seconds", "Start of the service, in seconds since 1970-01-01 UTC.", sumOf("startedAtMs") / 1000],
    ["counter", "mapcoded_connections_accepted", "Connections that clients have opened.", sumOf("acceptedConnections")],
    ["counter", "mapcoded_connections_rejected", "Connections that were closed at once, because as many were open as the limit of open files allows.", sumOf("rejectedConnections")],
    ["counter", "mapcoded_connections_unused", "Connections that ended without a request: what came was refused before it was one (400, 431, 505), or nothing came.", sumOf("unusedConnections")],
    ["counter", "mapcoded_requests_rejected", "Requests that were answered with 503, as batches had used up their memory.", sumOf("rejectedBatches"), writeLabels({ reason: "batch-memory" })],
    ["counter", "mapcoded_requests_aborted", "Batch requests whose client disconnected before the reply.", sumOf("abortedRequests")],
    ["counter", "mapcoded_log_lines_dropped", "Lines that were not logged, because nobody read the log fast enough.", sumOf("droppedLogLines")],
    ["counter", "process_cpu_user_seconds", "Time that processors spent in the code of the process.", user / 1e6],
    ["counter", "process_cpu_system_seconds", "Time that processors spent in the system for the process.", system / 1e6],
    ["counter", "process_cpu_seconds", "Time that processors spent on the process.", (user + system) / 1e6],
    ["gauge", "mapcoded_connections", "Open connections.", sumOf("connections")],
    ["gauge", "mapcoded_batch_requests", "Batch requests in progress.", sumOf("batchRequests")],
    ["gauge", "mapcoded_batch_memory_bytes", "Memory that batch requests have taken.", counters.batchKib[0] * 1024],
    ["gauge", "mapcoded_batch_memory_limit_bytes", "Memory for batch requests.", batchMaxBytes],
    ["gauge", "process_resident_memory_bytes", "Resident memory of the process.", process.memoryUsage.rss()],
    ["gauge", "process_open_fds", "Open file descriptors of the process.", openFiles()],
    ["gauge", "process_max_fds", "File descriptors that the process may open.", maxOpenFiles()],
    ["gauge", "nodejs_heap_size_used_bytes", "Memory of JavaScript objects.", sumOf("heapUsedBytes")],
    ["gauge", "nodejs_heap_size_total_bytes", "Memory reserved for JavaScript objects.", sumOf("heapTotalBytes")],
    ["gauge", "nodejs_external_memory_bytes", "Memory outside the heap that JavaScript objects hold.", sumOf("externalBytes")],
    ["gauge", "nodejs_eventloop_lag_seconds", "Delay of the last timer; the longest of all threads.", maxOf("loopDelaySeconds")],
    ["gauge", "nodejs_eventloop_utilization", "Share of the last second in which the event loop was busy, 0 to 1; the highest of all threads.", maxOf("loopUtilization")],
  ];
}

/** In Prometheus' format, the name of a counter in HELP and TYPE ends in `_total`, and an info is a gauge. */
function write([type, name, help, value, labels = ""]: Family, format: TextFormat): string {
  const samples = typeof value === "number" ? [`${SUFFIX[type]}${labels} ${value}`] : value;
  const lines = samples.map((sample) => `${name}${sample}\n`).join("");
  if (format === "prometheus") {
    const full = name + SUFFIX[type];
    return `# HELP ${full} ${help}\n# TYPE ${full} ${type === "info" ? "gauge" : type}\n${lines}`;
  }
  const [unit] = /(?:bytes|seconds)$/.exec(name) ?? [];
  const unitLine = unit === undefined ? "" : `# UNIT ${name} ${unit}\n`;
  return `# TYPE ${name} ${type}\n${unitLine}# HELP ${name} ${help}\n${lines}`;
}

export function writeMetrics(counters: Counters, batchMaxBytes: number, format: TextFormat) {
  const families = familiesOf(counters, batchMaxBytes);
  const text = families.map((family) => write(family, format)).join("");
  return format === "openmetrics" ? `${text}# EOF\n` : text;
}

// JSON: requests and latencies of each operation, since the start and in each period

/** Returns the latency that a share of requests does not exceed: the middle of its bucket. @param share 0 to 1 */
function percentile(buckets: Float64Array, total: number, share: number): number {
  let remaining = share * total;
  const bucket = buckets.findIndex((count) => {
    remaining -= count;
    return remaining <= 0 && count > 0;
  });
  return 0.75 * 2 ** bucket;
}

const totalOf = (all: readonly Series[]) => sum(all.map(({ total }) => total));

function operationReport(all: readonly Series[]) {
  const byStatusClass: Record<string, number> = { "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0 };
  for (const { status, total } of all) byStatusClass[`${Math.floor(status / 100)}xx`] += total;
  const total = totalOf(all);
  const buckets = new Float64Array(BUCKETS).map((_, at) =>
    sum(all.map((series) => series.buckets[at])),
  );
  const [p50, p90, p99] = [0.5, 0.9, 0.99].map((share) => percentile(buckets, total, share));
  const max = 2 ** buckets.findLastIndex((count) => count > 0);
  return { total, byStatusClass, latencyMicroseconds: { p50, p90, p99, max } };
}

function periodReport(all: readonly Series[]) {
  const names = [...new Set(all.map(({ operation }) => operation))];
  const reports = names.map((name) => {
    return [name, operationReport(all.filter(({ operation }) => operation === name))] as const;
  });
  return { total: totalOf(all), operations: Object.fromEntries(reports) };
}

export function metricsReport(counters: Counters) {
  const startedAtMs = counters.sumOf("startedAtMs");
  const periods = PERIODS.map((period) => [period.name, periodReport(counters.requests(period))]);
  return {
    service: {
      name: "mapcoded",
      version: packageVersion(),
      startedAt: new Date(startedAtMs).toISOString(),
      uptimeSeconds: (Date.now() - startedAtMs) / 1000,
      workers: counters.threads,
    },
    process: {
      rssBytes: process.memoryUsage.rss(),
      heapUsedBytes: counters.sumOf("heapUsedBytes"),
      eventLoopDelayMs: Math.round(counters.maxOf("loopDelaySeconds") * 1e6) / 1000,
    },
    requests: { sinceStart: periodReport(counters.requests()), ...Object.fromEntries(periods) },
  };
}
