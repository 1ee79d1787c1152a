import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  addToHistory,
  createHistory,
  type History,
  requestsReport,
} from "../../src/service/metrics/history.ts";
import {
  bucketEndMicroseconds,
  bucketOf,
  countRequest,
  type Histograms,
} from "../../src/service/metrics/latency-histograms.ts";
import { combineValues, zeroValues } from "../../src/service/metrics/metric-table.ts";
import { Metrics } from "../../src/service/metrics/metrics.ts";
import { runs } from "../support/arbitraries.ts";

const NAMES = ["codes", "coords"];
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The error of a percentile: a factor, and what rounding adds in microseconds. */
const HALF_BUCKET = 2 ** (1 / 8) * 1.000001;
const ROUNDING = 0.000_501;
const START_MS = Date.UTC(2026, 0, 1, 12);

interface Counted {
  readonly operation: number;
  readonly status: number;
  readonly microseconds: number;
}

const counted: fc.Arbitrary<Counted> = fc.record({
  operation: fc.nat(NAMES.length - 1),
  status: fc.constantFrom(200, 204, 304, 400, 404, 500),
  microseconds: fc.double({ min: 0.001, max: 1e7, noNaN: true }),
});

function historyOf(requests: readonly Counted[], nowMs = START_MS): History {
  const histograms: Histograms = new Map();
  for (const { operation, status, microseconds } of requests) {
    countRequest(histograms, operation, status, microseconds);
  }
  const history = createHistory();
  addToHistory(history, histograms, nowMs);
  return history;
}

function totals(history: History, nowMs: number): Record<string, number> {
  const report = requestsReport(history, NAMES, nowMs);
  return Object.fromEntries(Object.entries(report).map(([name, { total }]) => [name, total]));
}

describe("counting requests", () => {
  it("adds requests up by operation and status class", () => {
    fc.assert(
      fc.property(fc.array(counted), (requests) => {
        const { sinceStart } = requestsReport(historyOf(requests), NAMES, START_MS);
        expect(sinceStart?.total).toBe(requests.length);
        for (const [index, name] of NAMES.entries()) {
          const ofOperation = requests.filter(({ operation }) => operation === index);
          const report = sinceStart?.operations[name];
          expect(report?.total ?? 0).toBe(ofOperation.length);
          for (const first of [2, 3, 4, 5]) {
            const inClass = ofOperation.filter(({ status }) => Math.floor(status / 100) === first);
            expect(report?.byStatusClass[`${first}xx`] ?? 0).toBe(inClass.length);
          }
        }
      }),
      runs(200),
    );
  });

  it("reports percentiles within half the width of a bucket, at most the maximum", () => {
    const request = counted.filter(({ microseconds }) => microseconds >= 0.2);
    fc.assert(
      fc.property(fc.array(request, { minLength: 1 }), (requests) => {
        const { sinceStart } = requestsReport(historyOf(requests), NAMES, START_MS);
        for (const [index, name] of NAMES.entries()) {
          const sorted = requests
            .filter(({ operation }) => operation === index)
            .map(({ microseconds }) => microseconds)
            .toSorted((a, b) => a - b);
          const latency = sinceStart?.operations[name]?.latencyMicroseconds;
          if (!latency) {
            expect(sorted).toEqual([]);
            continue;
          }
          const longest = sorted.at(-1) as number;
          expect(Math.abs(latency.max - longest)).toBeLessThanOrEqual(ROUNDING);
          for (const [share, reported] of [
            [0.5, latency.p50],
            [0.9, latency.p90],
            [0.99, latency.p99],
          ] as const) {
            const exact = sorted[Math.max(Math.ceil(share * sorted.length - 1e-9) - 1, 0)];
            expect(reported).toBeLessThanOrEqual(latency.max);
            expect(reported).toBeGreaterThanOrEqual(exact / HALF_BUCKET - ROUNDING);
            expect(reported).toBeLessThanOrEqual(exact * HALF_BUCKET + ROUNDING);
          }
        }
      }),
      runs(300),
    );
  });

  it("puts a latency into the bucket whose end is above it", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.125, max: 1.6e7, noNaN: true }), (microseconds) => {
        const bucket = bucketOf(microseconds);
        expect(bucketEndMicroseconds(bucket) * 1.000001).toBeGreaterThan(microseconds);
        expect(bucketEndMicroseconds(bucket - 1)).toBeLessThanOrEqual(microseconds * 1.000001);
      }),
      runs(500),
    );
    expect(bucketOf(0)).toBe(0);
    expect(bucketOf(1e12)).toBe(bucketOf(1e9));
    expect(bucketOf(Number.POSITIVE_INFINITY)).toBe(bucketOf(1e9));
  });

  it("allocates nothing", () => {
    const histograms: Histograms = new Map();
    // Few enough for each round that no garbage collection hides what they allocate.
    const calls = 20_000;
    const grown = Array.from({ length: 101 }, () => {
      const before = process.memoryUsage().heapUsed;
      for (let call = 0; call < calls; call++) countRequest(histograms, call & 1, 200, call & 1023);
      return process.memoryUsage().heapUsed - before;
    });
    // The median, since the first rounds are not compiled yet and some include a garbage collection.
    const median = grown.toSorted((a, b) => a - b)[50];
    expect(median / calls).toBeLessThan(1);
    expect(histograms.size).toBe(2);
  });
});

describe("the periods of /metrics", () => {
  it("contain a request for as long as their names say, less one slice at most", () => {
    const history = historyOf([{ operation: 0, status: 200, microseconds: 5 }]);
    const all = { sinceStart: 1, lastMinute: 1, lastHour: 1, lastDay: 1 };
    expect(totals(history, START_MS)).toEqual(all);
    expect(totals(history, START_MS + 54_999)).toEqual(all);
    const noMinute = { ...all, lastMinute: 0 };
    expect(totals(history, START_MS + MINUTE_MS)).toEqual(noMinute);
    expect(totals(history, START_MS + 55 * MINUTE_MS - 1)).toEqual(noMinute);
    const noHour = { ...noMinute, lastHour: 0 };
    expect(totals(history, START_MS + HOUR_MS)).toEqual(noHour);
    expect(totals(history, START_MS + 23 * HOUR_MS)).toEqual(noHour);
    expect(totals(history, START_MS + 24 * HOUR_MS)).toEqual({ ...noHour, lastDay: 0 });
  });

  it("drop old requests even if nothing was counted for a long time", () => {
    const history = historyOf([{ operation: 0, status: 200, microseconds: 5 }]);
    const later = START_MS + 24 * HOUR_MS;
    const histograms: Histograms = new Map();
    countRequest(histograms, 1, 404, 7);
    addToHistory(history, histograms, later);
    const report = requestsReport(history, NAMES, later);
    expect(Object.keys(report.lastMinute?.operations ?? {})).toEqual(["coords"]);
    expect(report.lastDay?.total).toBe(1);
    expect(report.sinceStart?.total).toBe(2);
  });

  it("omit requests of the future if the clock was set back", () => {
    const history = historyOf([{ operation: 0, status: 200, microseconds: 5 }]);
    expect(totals(history, START_MS - HOUR_MS).lastMinute).toBe(0);
    expect(totals(history, START_MS - HOUR_MS).sinceStart).toBe(1);
  });
});

describe("a process whose metrics are not read for a long time", () => {
  beforeEach(() => void vi.useFakeTimers({ now: START_MS, toFake: ["Date", "setInterval"] }));
  afterEach(() => void vi.useRealTimers());

  it("counts a request in the period in which it arrived", () => {
    const metrics = new Metrics({ workers: 1, startedAtMs: START_MS });
    metrics.count("codes", 200, 5);
    vi.advanceTimersByTime(10 * HOUR_MS);
    const { requests } = metrics.report() as { requests: ReturnType<typeof requestsReport> };
    expect(requests.lastMinute?.total).toBe(0);
    expect(requests.lastHour?.total).toBe(0);
    expect(requests.lastDay?.total).toBe(1);
  });
});

describe("metrics of several processes", () => {
  it("add up to what one process would have counted", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2), counted)), (requests) => {
        const together = createHistory();
        for (const process of [0, 1, 2]) {
          const histograms: Histograms = new Map();
          for (const [by, { operation, status, microseconds }] of requests) {
            if (by === process) countRequest(histograms, operation, status, microseconds);
          }
          addToHistory(together, histograms, START_MS);
        }
        const alone = historyOf(requests.map(([, request]) => request));
        expect(requestsReport(together, NAMES, START_MS)).toEqual(
          requestsReport(alone, NAMES, START_MS),
        );
      }),
      runs(100),
    );
  });

  it("count reported requests once", () => {
    const metrics = new Metrics({ workers: 2, startedAtMs: START_MS });
    metrics.count("codes", 200, 5);
    expect(metrics.hasUnsentRequests()).toBe(true);
    expect(metrics.takeReport().requests.size).toBe(1);
    expect(metrics.hasUnsentRequests()).toBe(false);
    expect(metrics.takeReport().requests.size).toBe(0);
  });

  it("sum up memory and take the maximum delay", () => {
    const one = { ...zeroValues(), rssBytes: 10, connections: 3, eventLoopDelaySeconds: 0.3 };
    const other = { ...zeroValues(), rssBytes: 20, connections: 4, eventLoopDelaySeconds: 0.2 };
    expect(combineValues([one, other], zeroValues())).toMatchObject({
      rssBytes: 30,
      connections: 7,
      eventLoopDelaySeconds: 0.3,
    });
  });
});
