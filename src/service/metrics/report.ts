/** The report of `/metrics` in JSON: requests and latencies of each operation, since the start and in each period. */
import { OPERATION_NAMES } from "../../http/requests.ts";
import { packageVersion } from "../../http/version.ts";
import { BUCKETS, type Counters, PERIODS, STATUSES, seriesAt } from "./counters.ts";

/** Returns the latency that a share of requests does not exceed: the middle of its bucket. @param share 0 to 1 */
function percentile(buckets: readonly number[], total: number, share: number): number {
  let remaining = share * total;
  const bucket = buckets.findIndex((count) => {
    remaining -= count;
    return remaining <= 0 && count > 0;
  });
  return bucket < 0 ? 0 : 0.75 * 2 ** bucket;
}

function operationReport(requests: Float64Array, operation: number) {
  const byStatusClass: Record<string, number> = { "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0 };
  const buckets = Array<number>(BUCKETS).fill(0);
  for (const [index, status] of STATUSES.entries()) {
    const at = seriesAt(operation, index);
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const count = requests[at + bucket];
      buckets[bucket] += count;
      byStatusClass[`${Math.floor(status / 100)}xx`] += count;
    }
  }
  const total = buckets.reduce((sum, count) => sum + count, 0);
  const [p50, p90, p99] = [0.5, 0.9, 0.99].map((share) => percentile(buckets, total, share));
  const max = 2 ** buckets.findLastIndex((count) => count > 0);
  return { total, byStatusClass, latencyMicroseconds: { p50, p90, p99, max } };
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
export function metricsReport(counters: Counters, startedAtMs: number) {
  const periods = PERIODS.map((period) => [period.name, periodReport(counters.requestsOf(period))]);
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
