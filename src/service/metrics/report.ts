/** The report of `/metrics` in JSON: requests and latencies of each operation, since the start and in each period. */
import { OPERATION_NAMES } from "../../http/requests.ts";
import { packageVersion } from "../../http/version.ts";
import { BUCKETS, type Counters, PERIODS, STATUSES, seriesAt } from "./counters.ts";

/** Classes of the statuses that are sent. */
const STATUS_CLASSES = ["2xx", "3xx", "4xx", "5xx"] as const;

/** The middle of a bucket in microseconds, which ends at 2 ** bucket. */
function middleOf(bucket: number): number {
  return 0.75 * 2 ** bucket;
}

/** Returns the latency that a share of requests does not exceed: the middle of its bucket. @param share 0 to 1 */
function percentile(buckets: readonly number[], total: number, share: number): number {
  let remaining = share * total;
  for (const [bucket, count] of buckets.entries()) {
    remaining -= count;
    if (remaining <= 0 && count > 0) return middleOf(bucket);
  }
  return 0;
}

function operationReport(requests: Float64Array, operation: number) {
  const byStatusClass = Object.fromEntries(STATUS_CLASSES.map((name) => [name, 0]));
  const buckets = Array.from({ length: BUCKETS }, () => 0);
  for (const [index, status] of STATUSES.entries()) {
    const at = seriesAt(operation, index);
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const count = requests[at + bucket];
      buckets[bucket] += count;
      byStatusClass[`${Math.floor(status / 100)}xx`] += count;
    }
  }
  const total = buckets.reduce((sum, count) => sum + count, 0);
  const p = (share: number) => percentile(buckets, total, share);
  const max = 2 ** buckets.findLastIndex((count) => count > 0);
  const latencyMicroseconds = { p50: p(0.5), p90: p(0.9), p99: p(0.99), max };
  return { total, byStatusClass, latencyMicroseconds };
}

/** Operations without requests are omitted. */
function periodReport(requests: Float64Array) {
  const reports = OPERATION_NAMES.map(
    (name, index) => [name, operationReport(requests, index)] as const,
  ).filter(([, { total }]) => total > 0);
  const total = reports.reduce((sum, [, report]) => sum + report.total, 0);
  return { total, operations: Object.fromEntries(reports) };
}

/** Returns the report. @param startedAtMs the start of the service */
export function metricsReport(counters: Counters, startedAtMs: number): object {
  const periods = PERIODS.map(
    ({ name }, index) => [name, periodReport(counters.requestsOf(index))] as const,
  );
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
      eventLoopDelayMs: Math.round(Math.max(...counters.valuesOf("loopDelaySeconds")) * 1e6) / 1000,
    },
    requests: { sinceStart: periodReport(counters.requests()), ...Object.fromEntries(periods) },
  };
}
