/** The metrics in the text formats of Prometheus (0.0.4) and OpenMetrics (1.0.0). */
import { packageVersion } from "../../http/version.ts";
import { dataVersion } from "../../index.ts";
import { maxOpenFiles, openFiles } from "../process-limits.ts";
import { BUCKETS, type Counters, type Series } from "./counters.ts";

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
function labels(pairs: Readonly<Record<string, string | number>>): string {
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
      return `_bucket${labels({ operation, status, le })} ${count}`;
    });
    const series = labels({ operation, status });
    return [...samples, `_count${series} ${total}`, `_sum${series} ${microseconds / 1e6}`];
  });
}

/** @param batchMaxBytes the memory for batches */
function familiesOf(counters: Counters, batchMaxBytes: number): Family[] {
  const { user, system } = process.cpuUsage();
  const sum = counters.sumOf.bind(counters);
  const max = (name: "loopDelaySeconds" | "loopUtilization") =>
    Math.max(...counters.valuesOf(name));
  const versions = { version: packageVersion(), data_version: dataVersion() };
  const [major, minor, patch] = process.versions.node.split(".");
  const node = { version: process.version, major, minor, patch };
  // biome-ignore format: a table
  return [
    ["info", "mapcoded_build", "Versions of the software and of its tables.", 1, labels(versions)],
    ["info", "nodejs_version", "Version of Node.", 1, labels(node)],
    ["histogram", "mapcoded_http_request_duration_seconds", "Time from the arrival of a request in the process to its reply.", requestSamples(counters.requests())],
    ["gauge", "mapcoded_workers", "Threads that answer requests.", counters.threads],
    ["gauge", "process_start_time_seconds", "Start of the service, in seconds since 1970-01-01 UTC.", sum("startedAtMs") / 1000],
    ["counter", "mapcoded_connections_accepted", "Connections that clients have opened.", sum("acceptedConnections")],
    ["counter", "mapcoded_connections_rejected", "Connections that were closed at once, as many as the limit of open files allows were open.", sum("rejectedConnections")],
    ["counter", "mapcoded_connections_unused", "Connections that ended without a request: what came was refused before it was one (400, 431, 505), or nothing came.", sum("unusedConnections")],
    ["counter", "mapcoded_requests_rejected", "Requests that were answered with 503, as batches had used up their memory.", sum("rejectedBatches"), labels({ reason: "batch-memory" })],
    ["counter", "mapcoded_requests_aborted", "Batch requests whose client disconnected before the reply.", sum("abortedRequests")],
    ["counter", "mapcoded_log_lines_dropped", "Lines that were not logged, because nobody read the log fast enough.", sum("droppedLogLines")],
    ["counter", "process_cpu_user_seconds", "Time that processors spent in the code of the process.", user / 1e6],
    ["counter", "process_cpu_system_seconds", "Time that processors spent in the system for the process.", system / 1e6],
    ["counter", "process_cpu_seconds", "Time that processors spent on the process.", (user + system) / 1e6],
    ["gauge", "mapcoded_connections", "Open connections.", sum("connections")],
    ["gauge", "mapcoded_batch_requests", "Batch requests in progress.", sum("batchRequests")],
    ["gauge", "mapcoded_batch_memory_bytes", "Memory that batch requests have taken.", counters.batchKib[0] * 1024],
    ["gauge", "mapcoded_batch_memory_limit_bytes", "Memory for batch requests.", batchMaxBytes],
    ["gauge", "process_resident_memory_bytes", "Resident memory of the process.", process.memoryUsage.rss()],
    ["gauge", "process_open_fds", "Open file descriptors of the process.", openFiles()],
    ["gauge", "process_max_fds", "File descriptors that the process may open.", maxOpenFiles()],
    ["gauge", "nodejs_heap_size_used_bytes", "Memory of JavaScript objects.", sum("heapUsedBytes")],
    ["gauge", "nodejs_heap_size_total_bytes", "Memory reserved for JavaScript objects.", sum("heapTotalBytes")],
    ["gauge", "nodejs_external_memory_bytes", "Memory outside the heap that JavaScript objects hold.", sum("externalBytes")],
    ["gauge", "nodejs_eventloop_lag_seconds", "Delay of the last timer; the longest of all threads.", max("loopDelaySeconds")],
    ["gauge", "nodejs_eventloop_utilization", "Share of the last second in which the event loop was busy, 0 to 1; the highest of all threads.", max("loopUtilization")],
  ];
}

/** In Prometheus' format, the name of a counter in HELP and TYPE ends in `_total`, and an info is a gauge. */
function write([type, name, help, value, of = ""]: Family, format: TextFormat): string {
  const samples = typeof value === "number" ? [`${SUFFIX[type]}${of} ${value}`] : value;
  const lines = samples.map((sample) => `${name}${sample}\n`).join("");
  if (format === "prometheus") {
    const full = name + SUFFIX[type];
    return `# HELP ${full} ${help}\n# TYPE ${full} ${type === "info" ? "gauge" : type}\n${lines}`;
  }
  const [unit] = /(?:bytes|seconds)$/.exec(name) ?? [];
  const unitLine = unit === undefined ? "" : `# UNIT ${name} ${unit}\n`;
  return `# TYPE ${name} ${type}\n${unitLine}# HELP ${name} ${help}\n${lines}`;
}

export function writeMetrics(
  counters: Counters,
  batchMaxBytes: number,
  format: TextFormat,
): string {
  const families = familiesOf(counters, batchMaxBytes);
  const text = families.map((family) => write(family, format)).join("");
  return format === "openmetrics" ? `${text}# EOF\n` : text;
}
