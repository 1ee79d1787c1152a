/** The report of `/metrics` in JSON: requests and latencies of each operation, since the start and in each period. */
import { packageVersion } from "../../http/version.ts";
import { BUCKETS, type Counters, PERIODS, type Series, sum } from "./counters.ts";

/** Returns the latency that a share of requests does not exceed: the middle of its bucket. @param share 0 to 1 */
function percentile(buckets: Float64Array, total: number, share: number): number {
  let remaining = share * total;
  const bucket = buckets.findIndex((count) => {
    remaining -= count;
    return remaining <= 0 && count > 0;
  });
  return bucket < 0 ? 0 : 0.75 * 2 ** bucket;
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

/** Operations without requests are omitted. */
function periodReport(all: readonly Series[]) {
  const names = [...new Set(all.map(({ operation }) => operation))];
  const reports = names.map((name) => {
    return [name, operationReport(all.filter(({ operation }) => operation === name))] as const;
  });
  return { total: totalOf(all), operations: Object.fromEntries(reports) };
}

/** Makes a text at most once in a turn of the event loop: a report takes milliseconds, and clients may pipeline requests. */
export function oncePerTurn(make: () => string): () => string {
  let text: string | undefined;
  return () => {
    if (text === undefined) setImmediate(() => (text = undefined));
    text ??= make();
    return text;
  };
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
      eventLoopDelayMs: Math.round(Math.max(...counters.valuesOf("loopDelaySeconds")) * 1e6) / 1000,
    },
    requests: { sinceStart: periodReport(counters.requests()), ...Object.fromEntries(periods) },
  };
}
