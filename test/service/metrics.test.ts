/** Counters in shared memory, and their reports. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { ROOT } from "../../scripts/paths.js";
import { OPERATION_NAMES } from "../../src/http/requests.ts";
import {
  BUCKETS,
  COUNTED_STATUSES,
  type Counters,
  createCounters,
} from "../../src/service/metrics/counters.ts";
import { metricsReport, writeMetrics } from "../../src/service/metrics/reports.ts";
import { runs } from "../support/arbitraries.ts";

/** Counters of the threads of one service, in the order of the threads. */
function threadsOf(count: number): Counters[] {
  const first = createCounters(count);
  const others = Array.from({ length: count - 1 }, (_, at) =>
    createCounters(count, at + 1, first.memory),
  );
  return [first, ...others];
}

const microseconds = fc.oneof(fc.double({ min: 0, max: 10, noNaN: true }), fc.nat(2_000_000_000));
const request = fc.tuple(
  fc.nat(3),
  fc.constantFrom(...OPERATION_NAMES),
  fc.constantFrom(...COUNTED_STATUSES),
  microseconds,
);

/** Where the bucket of a latency ends: buckets double. */
function endOf(microseconds: number): number {
  let end = 1;
  while (microseconds >= end && end < 2 ** (BUCKETS - 1)) end *= 2;
  return end;
}

it("the requests of all threads are summed exactly by each of them, and percentiles are within a bucket", () => {
  fc.assert(
    fc.property(fc.array(request, { minLength: 1, maxLength: 200 }), (all) => {
      const threads = threadsOf(4);
      for (const [thread, operation, status, microseconds] of all) {
        threads[thread].count(operation, status as 200, microseconds);
      }
      const { sinceStart } = metricsReport(threads[all[0][0]]).requests;
      expect(sinceStart.total).toBe(all.length);
      for (const name of new Set(all.map(([, operation]) => operation))) {
        const ofName = all.filter(([, operation]) => operation === name);
        const ends = ofName.map((request) => endOf(request[3])).sort((one, other) => one - other);
        const { total, latencyMicroseconds } = sinceStart.operations[name];
        const { p50, max } = latencyMicroseconds;
        const median = ends[Math.ceil(ends.length / 2) - 1];
        expect([total, p50, max]).toEqual([ends.length, 0.75 * median, ends.at(-1)]);
      }
    }),
    runs(200),
  );
});

it("requests fall out of a period when it is over, first out of the shortest one", () => {
  const counters = createCounters(1);
  const totals = (ticks: number) => {
    for (let tick = 0; tick < ticks; tick++) counters.tick();
    const { lastMinute, lastHour, lastDay, sinceStart } = metricsReport(counters).requests;
    return [lastMinute, lastHour, lastDay, sinceStart].map((period) => period?.total);
  };
  counters.count("codes", 200, 1);
  // A copy each 5 seconds, the first one after them.
  expect(totals(11)).toEqual([1, 1, 1, 1]);
  expect(totals(1)).toEqual([0, 1, 1, 1]);
  counters.count("coords", 404, 1);
  expect(totals(708)).toEqual([0, 1, 2, 2]);
});

const [first, second] = threadsOf(2);
for (const name of OPERATION_NAMES) second.count(name, 200, 10);
first.count("codes", 400, 3);
first.count("coords", 503, 300_000_000);
for (const [index, counters] of [first, second].entries()) {
  counters.add("acceptedConnections");
  counters.set("loopDelaySeconds", 0.5 / (index + 1));
}
const text = writeMetrics(first, 2 ** 26, "prometheus");
const openMetrics = writeMetrics(first, 2 ** 26, "openmetrics");
const DURATION = "mapcoded_http_request_duration_seconds";
const SERIES = 'operation="codes",status="400"';

it.each([
  `${DURATION}_bucket{${SERIES},le="0.000002"} 0`,
  `${DURATION}_bucket{${SERIES},le="0.000004"} 1`,
  `${DURATION}_bucket{${SERIES},le="+Inf"} 1`,
  `${DURATION}_count{${SERIES}} 1`,
  `${DURATION}_sum{${SERIES}} 0.000003`,
  // A batch may take minutes.
  `${DURATION}_bucket{operation="coords",status="503",le="268.435456"} 0`,
  `${DURATION}_bucket{operation="coords",status="503",le="536.870912"} 1`,
  "mapcoded_connections_accepted_total 2",
  "nodejs_eventloop_lag_seconds 0.5",
  "mapcoded_workers 2",
])("the metrics of all threads have the line %s", (line) => {
  for (const metrics of [text, openMetrics]) expect(metrics.split("\n")).toContain(line);
});

it("OpenMetrics has names without endings, units and an end", () => {
  const name = "mapcoded_connections_accepted";
  expect(openMetrics).toMatch(
    new RegExp(`# TYPE ${name} counter\n# HELP ${name} .*\n${name}_total 2\n`),
  );
  expect(openMetrics).toContain("# UNIT process_start_time_seconds seconds\n");
  expect(openMetrics.endsWith("\n# EOF\n")).toBe(true);
});

it.skipIf(process.env.CI !== "true" && spawnSync("promtool", ["--version"]).error)(
  "the metrics pass promtool",
  () => {
    const options = { input: text, encoding: "utf8" } as const;
    const { status, stdout, stderr } = spawnSync("promtool", ["check", "metrics"], options);
    expect([status, stdout, stderr]).toEqual([0, "", ""]);
  },
);

it("the metrics include all that alerts ask for", () => {
  const rules = readFileSync(join(ROOT, "deploy/alerts.yml"), "utf8");
  const names = rules.match(/\b(?:mapcoded|nodejs)_\w+/g) ?? [];
  expect(names.length).toBeGreaterThan(4);
  for (const name of names) expect(text).toMatch(new RegExp(`^${name}[ {]`, "m"));
});
