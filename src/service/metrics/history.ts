/** The requests since the start and of the last minute, hour and day, and their report in /metrics. */
import {
  addCounters,
  addDelta,
  addSeries,
  BUCKETS,
  bucketMiddleMicroseconds,
  type Counters,
  copyCounters,
  createCounters,
  createSeries,
  drainCounters,
  MAX_LATENCY,
  operationOf,
  type RequestDelta,
  requestsOf,
  type Series,
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
type PeriodName = "sinceStart" | (typeof PERIODS)[number]["name"];

interface Slice {
  /** The time when the slice was filled, divided by `sliceMs`; -1 if it never was. */
  number: number;
  readonly counts: Counters;
}

interface Ring {
  readonly name: PeriodName;
  readonly sliceMs: number;
  readonly slices: readonly Slice[];
}

export interface History {
  readonly sinceStart: Counters;
  readonly rings: readonly Ring[];
}

export function createHistory(): History {
  return {
    sinceStart: createCounters(),
    rings: PERIODS.map(({ name, slices, sliceMs }) => ({
      name,
      sliceMs,
      slices: Array.from({ length: slices }, () => ({ number: -1, counts: createCounters() })),
    })),
  };
}

function addToRing(slices: readonly Slice[], number: number, delta: RequestDelta): void {
  const slice = slices[number % slices.length];
  if (slice.number !== number) {
    slice.counts.clear();
    slice.number = number;
  }
  addDelta(slice.counts, delta);
}

/** Adds requests of the current moment. */
export function addToHistory(history: History, delta: RequestDelta, nowMs: number): void {
  addDelta(history.sinceStart, delta);
  for (const { slices, sliceMs } of history.rings) {
    addToRing(slices, Math.floor(nowMs / sliceMs), delta);
  }
}

/** A history as plain data, which can be sent to a process that starts later. */
export interface RequestSnapshot {
  readonly sinceStart: RequestDelta;
  readonly rings: readonly { readonly number: number; readonly delta: RequestDelta }[][];
}

export function snapshotOf({ sinceStart, rings }: History): RequestSnapshot {
  return {
    sinceStart: drainCounters(copyCounters(sinceStart)),
    rings: rings.map(({ slices }) =>
      slices
        .filter(({ number }) => number >= 0)
        .map(({ number, counts }) => ({ number, delta: drainCounters(copyCounters(counts)) })),
    ),
  };
}

/** Adds a snapshot to an empty history. */
export function restoreSnapshot(history: History, snapshot: RequestSnapshot): void {
  addDelta(history.sinceStart, snapshot.sinceStart);
  for (const [index, { slices }] of history.rings.entries()) {
    for (const { number, delta } of snapshot.rings[index] ?? []) addToRing(slices, number, delta);
  }
}

/** Returns the sum of the slices that belong to the period that ends now. */
function sumOfRing({ slices, sliceMs }: Ring, nowMs: number): Counters {
  const sums = createCounters();
  const current = Math.floor(nowMs / sliceMs);
  for (const { number, counts } of slices) {
    const age = current - number;
    // The age is negative if the clock was set back.
    if (age >= 0 && age < slices.length) addCounters(sums, counts);
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
 * @param total the number of requests in the series
 * @param share 0 to 1
 */
function percentile(series: Series, total: number, share: number): number {
  const longest = series[MAX_LATENCY];
  let remaining = share * total;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    remaining -= series[bucket];
    if (remaining <= 0) return rounded(Math.min(bucketMiddleMicroseconds(bucket), longest));
  }
  return rounded(longest);
}

/** Reports one operation. @param ofOperation its series by status */
function operationReport(ofOperation: ReadonlyMap<number, Series>): OperationReport {
  const byStatusClass: Record<string, number> = Object.fromEntries(
    STATUS_CLASSES.map((name) => [name, 0]),
  );
  const all = createSeries();
  for (const [status, series] of ofOperation) {
    byStatusClass[`${Math.floor(status / 100)}xx`] += requestsOf(series);
    addSeries(all, series);
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

/** Returns the series of one operation by status. */
function seriesByStatus(counters: Counters, operation: number): Map<number, Series> {
  const keys = [...counters].filter(([key]) => operationOf(key) === operation);
  return new Map(keys.map(([key, series]) => [statusOf(key), series]));
}

function periodReport(counters: Counters, operationNames: readonly string[]): PeriodReport {
  const reports = operationNames.map(
    (name, index) => [name, operationReport(seriesByStatus(counters, index))] as const,
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
  const periods = rings.map(
    (ring) => [ring.name, periodReport(sumOfRing(ring, nowMs), operationNames)] as const,
  );
  return {
    sinceStart: periodReport(sinceStart, operationNames),
    ...Object.fromEntries(periods),
  };
}
