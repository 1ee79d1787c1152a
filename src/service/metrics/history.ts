/** The requests since the start and of the last minute, hour and day, and their report in /metrics. */
import {
  addHistogram,
  addHistograms,
  BUCKETS,
  bucketMiddleMicroseconds,
  createHistogram,
  type Histogram,
  type Histograms,
  MAX_LATENCY,
  operationOf,
  requestsOf,
  statusOf,
} from "./latency-histograms.ts";

/** Classes of the statuses that are sent, as the report names them. */
const STATUS_CLASSES = ["2xx", "3xx", "4xx", "5xx"] as const;

/**
 * The periods that end now. Each is a ring of slices. New requests are added to the current slice, and
 * the oldest slice is dropped as a whole. A period is therefore up to one slice shorter than its name.
 */
const PERIODS = [
  { name: "lastMinute", slices: 12, sliceMs: 5_000 },
  { name: "lastHour", slices: 12, sliceMs: 300_000 },
  { name: "lastDay", slices: 24, sliceMs: 3_600_000 },
] as const;

interface Slice {
  /** The time when the slice was filled, divided by `sliceMs`; -1 if it never was. */
  number: number;
  requests: Histograms;
}

/** Plain data, which can be sent to a process that starts later. */
export interface History {
  readonly sinceStart: Histograms;
  /** The slices of each period. */
  readonly rings: readonly (readonly Slice[])[];
}

export function createHistory(): History {
  return {
    sinceStart: new Map(),
    rings: PERIODS.map(({ slices }) =>
      Array.from({ length: slices }, () => ({ number: -1, requests: new Map() })),
    ),
  };
}

/** Adds requests of the current moment. */
export function addToHistory(history: History, requests: Histograms, nowMs: number): void {
  addHistograms(history.sinceStart, requests);
  for (const [index, { slices, sliceMs }] of PERIODS.entries()) {
    const number = Math.floor(nowMs / sliceMs);
    const slice = history.rings[index][number % slices];
    if (slice.number !== number) {
      slice.number = number;
      slice.requests = new Map();
    }
    addHistograms(slice.requests, requests);
  }
}

/** Returns the sum of the slices that belong to the period that ends now. */
function sumOfRing(ring: readonly Slice[], sliceMs: number, nowMs: number): Histograms {
  const sums: Histograms = new Map();
  const current = Math.floor(nowMs / sliceMs);
  for (const { number, requests } of ring) {
    const age = current - number;
    // The age is negative if the clock was set back.
    if (age >= 0 && age < ring.length) addHistograms(sums, requests);
  }
  return sums;
}

export interface OperationReport {
  readonly total: number;
  readonly byStatusClass: Readonly<Record<string, number>>;
  readonly latencyMicroseconds: {
    readonly p50: number;
    readonly p90: number;
    readonly p99: number;
    readonly max: number;
  };
}

export interface PeriodReport {
  readonly total: number;
  /** By name; operations without requests are omitted. */
  readonly operations: Readonly<Record<string, OperationReport>>;
}

/** Rounds to nanoseconds: the fastest replies take less than a microsecond. */
function rounded(microseconds: number): number {
  return Math.round(microseconds * 1000) / 1000;
}

/**
 * Returns the smallest latency in microseconds that a share of the requests does not exceed, within half
 * the width of a bucket.
 * @param total the number of requests in the histogram
 * @param share 0 to 1
 */
function percentile(histogram: Histogram, total: number, share: number): number {
  const longest = histogram[MAX_LATENCY];
  let remaining = share * total;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    remaining -= histogram[bucket];
    if (remaining <= 0) return rounded(Math.min(bucketMiddleMicroseconds(bucket), longest));
  }
  return rounded(longest);
}

/** Reports one operation. @param operation index in OPERATION_NAMES */
function operationReport(requests: Histograms, operation: number): OperationReport {
  const byStatusClass: Record<string, number> = Object.fromEntries(
    STATUS_CLASSES.map((name) => [name, 0]),
  );
  const all = createHistogram();
  for (const [key, histogram] of requests) {
    if (operationOf(key) !== operation) continue;
    byStatusClass[`${Math.floor(statusOf(key) / 100)}xx`] += requestsOf(histogram);
    addHistogram(all, histogram);
  }
  const total = requestsOf(all);
  return {
    total,
    byStatusClass,
    latencyMicroseconds: {
      p50: percentile(all, total, 0.5),
      p90: percentile(all, total, 0.9),
      p99: percentile(all, total, 0.99),
      max: rounded(all[MAX_LATENCY]),
    },
  };
}

function periodReport(requests: Histograms, operationNames: readonly string[]): PeriodReport {
  const reports = operationNames.map(
    (name, index) => [name, operationReport(requests, index)] as const,
  );
  const requested = reports.filter(([, { total }]) => total > 0);
  return {
    total: requested.reduce((sum, [, { total }]) => sum + total, 0),
    operations: Object.fromEntries(requested),
  };
}

/** Reports the requests since the start and in every period that ends now. */
export function requestsReport(
  { sinceStart, rings }: History,
  operationNames: readonly string[],
  nowMs: number,
): Readonly<Record<string, PeriodReport>> {
  const periods = PERIODS.map(({ name, sliceMs }, index) => {
    const requests = sumOfRing(rings[index], sliceMs, nowMs);
    return [name, periodReport(requests, operationNames)] as const;
  });
  return { sinceStart: periodReport(sinceStart, operationNames), ...Object.fromEntries(periods) };
}
