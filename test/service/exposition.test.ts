import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { OPERATION_NAMES } from "../../src/http/requests.ts";
import {
  type MetricFamily,
  OPENMETRICS,
  PROMETHEUS,
} from "../../src/service/metrics/exposition.ts";
import { zeroValues } from "../../src/service/metrics/metric-table.ts";
import { Metrics } from "../../src/service/metrics/metrics.ts";

const AWKWARD: MetricFamily = {
  name: "odd",
  type: "counter",
  help: 'a \\ and a "quote"\nand a line',
  samples: [{ labels: [["name", 'b \\ and a "quote"\nand a line']], value: 0.1 }],
};

describe("the text format of Prometheus", () => {
  it("escapes help and labels, and names a counter with its ending", () => {
    expect(PROMETHEUS.write([AWKWARD])).toBe(
      '# HELP odd_total a \\\\ and a "quote"\\nand a line\n# TYPE odd_total counter\n' +
        'odd_total{name="b \\\\ and a \\"quote\\"\\nand a line"} 0.1\n',
    );
  });

  it("writes an info as a gauge, and infinity as the format asks", () => {
    const info: MetricFamily = { ...AWKWARD, type: "info", help: "h", samples: [{ value: 1 }] };
    expect(PROMETHEUS.write([info])).toBe("# HELP odd_info h\n# TYPE odd_info gauge\nodd_info 1\n");
    const samples = [{ value: Number.POSITIVE_INFINITY }, { value: Number.NEGATIVE_INFINITY }];
    const gauge: MetricFamily = { ...AWKWARD, type: "gauge", help: "h", samples };
    expect(PROMETHEUS.write([gauge])).toBe("# HELP odd h\n# TYPE odd gauge\nodd +Inf\nodd -Inf\n");
  });
});

describe("OpenMetrics", () => {
  it("escapes quotes of help as well, names the family without its ending, and ends with # EOF", () => {
    expect(OPENMETRICS.write([{ ...AWKWARD, unit: "seconds" }])).toBe(
      '# TYPE odd counter\n# UNIT odd seconds\n# HELP odd a \\\\ and a \\"quote\\"\\nand a line\n' +
        'odd_total{name="b \\\\ and a \\"quote\\"\\nand a line"} 0.1\n# EOF\n',
    );
  });

  it("only gives a unit to metrics whose names end in it", () => {
    for (const { name, unit } of new Metrics({ workers: 1, startedAtMs: Date.now() }).families()) {
      if (unit !== undefined) expect(name.endsWith(`_${unit}`)).toBe(true);
    }
  });
});

/** Returns the values of the samples of a metric by their labels. */
function samplesOf(text: string, name: string): Map<string, number> {
  const lines = text.split("\n").filter((line) => line.replace(/[{ ].*/, "") === name);
  return new Map(
    lines.map((line) => {
      const [labels, value] = line.slice(name.length).split(" ");
      return [labels, Number(value)];
    }),
  );
}

describe("the metrics of requests", () => {
  const DURATION = "mapcoded_http_request_duration_seconds";
  const metrics = new Metrics({ workers: 1, startedAtMs: Date.now() });
  for (const microseconds of [3, 50, 50.01, 99, 100, 1_000_000, 1e9]) {
    metrics.count("codes", 200, microseconds);
  }
  metrics.count("codes", 404, 7);
  metrics.count("other", 404, 7);
  metrics.add("shedRequests");
  const text = PROMETHEUS.write(metrics.families());

  it("are histograms by operation and status, whose buckets begin at 50 microseconds and contain their upper ends", () => {
    const buckets = samplesOf(text, `${DURATION}_bucket`);
    const bucket = (le: string) => buckets.get(`{operation="codes",status="200",le="${le}"}`);
    expect(bucket("0.00005")).toBe(2);
    expect(bucket("0.0001")).toBe(5);
    expect(bucket("0.8192")).toBe(5);
    expect(bucket("1.6384")).toBe(6);
    expect(bucket("104.8576")).toBe(6);
    expect(bucket("+Inf")).toBe(7);
    expect([...buckets.keys()].filter((labels) => labels.includes('status="200"'))).toHaveLength(
      23,
    );
    expect(samplesOf(text, `${DURATION}_count`)).toEqual(
      new Map([
        ['{operation="codes",status="200"}', 7],
        ['{operation="codes",status="404"}', 1],
        ['{operation="other",status="404"}', 1],
      ]),
    );
    const sum = samplesOf(text, `${DURATION}_sum`).get('{operation="codes",status="200"}');
    expect(sum).toBeCloseTo(1001.000302, 6);
  });

  it("agree with the report in JSON", () => {
    const { requests } = metrics.report() as {
      requests: {
        sinceStart: {
          total: number;
          operations: Record<string, { total: number; byStatusClass: object }>;
        };
      };
    };
    const counts = [...samplesOf(text, `${DURATION}_count`).values()];
    expect(counts.reduce((sum, count) => sum + count)).toBe(requests.sinceStart.total);
    expect(requests.sinceStart.operations.codes).toMatchObject({
      total: 8,
      byStatusClass: { "2xx": 7, "3xx": 0, "4xx": 1, "5xx": 0 },
    });
  });

  it("count rejected requests by reason", () => {
    expect(samplesOf(text, "mapcoded_requests_rejected_total")).toEqual(
      new Map([
        ['{reason="rate-limit"}', 0],
        ['{reason="overload"}', 1],
        ['{reason="batch-memory"}', 0],
      ]),
    );
  });
});

describe("metrics that processes send each other", () => {
  it("report the same in all of them, whenever a process started", () => {
    const service = { workers: 2, startedAtMs: Date.now() };
    const [first, second] = [new Metrics(service), new Metrics(service)];
    for (const operation of OPERATION_NAMES) first.count(operation, 200, 10);
    first.add("abortedRequests");
    second.count("codes", 503, 20);
    const [fromFirst, fromSecond] = structuredClone([first.takeReport(), second.takeReport()]);
    first.addReport(2, fromSecond);
    const late = new Metrics(service, structuredClone(first.snapshot()));
    second.addReport(1, fromFirst);
    const countsOf = (text: string) =>
      text.split("\n").filter((line) => /^mapcoded_(http|requests)/.test(line));
    const [expected, ...others] = [first, second, late].map((metrics) =>
      countsOf(PROMETHEUS.write(metrics.families())),
    );
    expect(expected.length).toBeGreaterThan(300);
    for (const other of others) expect(other).toEqual(expected);
  });

  it("never decrease, not even the time on processors, when a process ends", () => {
    const metrics = new Metrics({ workers: 2, startedAtMs: Date.now() });
    const metricOf = (name: string) =>
      samplesOf(PROMETHEUS.write(metrics.families()), name).get("") ?? 0;
    const values = { ...zeroValues(), cpuSeconds: 1000, connections: 7 };
    metrics.addReport(1, { requests: new Map(), values });
    expect(metricOf("process_cpu_seconds_total")).toBeGreaterThan(1000);
    expect(metricOf("mapcoded_connections")).toBe(7);
    metrics.addReport(1, undefined);
    expect(metricOf("process_cpu_seconds_total")).toBeGreaterThan(1000);
    expect(metricOf("mapcoded_connections")).toBe(0);
  });
});

describe("the alerts and the dashboard", () => {
  it("use metrics that exist", () => {
    const metrics = new Metrics({ workers: 1, startedAtMs: Date.now() });
    metrics.count("codes", 200, 10);
    const text = PROMETHEUS.write(metrics.families());
    const names = new Set(Array.from(text.matchAll(/^(\w+)[{ ]/gm), ([, name]) => name));
    for (const file of ["alerts.yml", "grafana-dashboard.json"]) {
      const used = readFileSync(`deploy/prometheus/${file}`, "utf8").match(
        /\b(?:mapcoded|process|nodejs)_\w+/g,
      );
      expect(used?.length).toBeGreaterThan(5);
      expect(used?.filter((name) => !names.has(name))).toEqual([]);
    }
  });
});
