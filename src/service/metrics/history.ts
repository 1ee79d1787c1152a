/** The requests since the start and of the last minute, hour and day, and their report in /metrics. */
import {
  addCounters,
  addDelta,
  BUCKETS,
  bucketMiddleMicroseconds,
  type Counters,
  createCounters,
  type Delta,
  drainCounters,
  FIRST_BUCKET,
  MAX_LATENCY,
  OPERATION_SLOTS,
  STATUS_CLASSES,
} from "./counters.ts";

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
  readonly operationCount: number;
  readonly sinceStart: Counters;
  readonly rings: readonly Ring[];
}

export function createHistory(operationCount: number): History {
  return {
    operationCount,
    sinceStart: createCounters(operationCount),
    rings: PERIODS.map(({ name, slices, sliceMs }) => ({
      name,
      sliceMs,
      slices: Array.from({ length: slices }, () => ({
        number: -1,
        counts: createCounters(operationCount),
      })),
    })),
  };
}

function addToRing(slices: readonly Slice[], number: number, delta: Delta): void {
  const slice = slices[number % slices.length];
  if (slice.number !== number) {
    slice.counts.fill(0);
    slice.number = number;
  }
  addDelta(slice.counts, delta);
}

/** Adds requests of the current moment. */
export function addToHistory(history: History, delta: Delta, nowMs: number): void {
  addDelta(history.sinceStart, delta);
  for (const { slices, sliceMs } of history.rings) {
    addToRing(slices, Math.floor(nowMs / sliceMs), delta);
  }
}

/** A history as plain data, which can be sent to a process that starts later. */
export interface Snapshot {
  readonly sinceStart: Delta;
  readonly rings: readonly { readonly number: number; readonly delta: Delta }[][];
}

export function snapshotOf({ sinceStart, rings }: History): Snapshot {
  return {
    sinceStart: drainCounters(sinceStart.slice()),
    rings: rings.map(({ slices }) =>
      slices
        .filter(({ number }) => number >= 0)
        .map(({ number, counts }) => ({ number, delta: drainCounters(counts.slice()) })),
    ),
  };
}

/** Adds a snapshot to an empty history. */
export function restoreSnapshot(history: History, snapshot: Snapshot): void {
  addDelta(history.sinceStart, snapshot.sinceStart);
  for (const [index, { slices }] of history.rings.entries()) {
    for (const { number, delta } of snapshot.rings[index] ?? []) addToRing(slices, number, delta);
  }
}

/** Returns the sum of the slices that belong to the period that ends now. */
function sumOfRing({ slices, sliceMs }: Ring, operationCount: number, nowMs: number): Counters {
  const sums = createCounters(operationCount);
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
 * @param slots the slots of one operation
 * @param total the number of its requests
 * @param share 0 to 1
 */
function percentile(slots: Counters, total: number, share: number): number {
  const maximum = slots[MAX_LATENCY];
  let remaining = share * total;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    remaining -= slots[FIRST_BUCKET + bucket];
    if (remaining <= 0) return rounded(Math.min(bucketMiddleMicroseconds(bucket), maximum));
  }
  return rounded(maximum);
}

function operationReport(slots: Counters): OperationReport {
  const classes = STATUS_CLASSES.map((name, index) => [name, slots[index]] as const);
  const total = classes.reduce((sum, [, count]) => sum + count, 0);
  return {
    total,
    byStatusClass: Object.fromEntries(classes),
    latencyMicroseconds: {
      p50: percentile(slots, total, 0.5),
      p90: percentile(slots, total, 0.9),
      p99: percentile(slots, total, 0.99),
      max: rounded(slots[MAX_LATENCY]),
    },
  };
}

function periodReport(counts: Counters, operationNames: readonly string[]): PeriodReport {
  const reports = operationNames.map((name, index) => {
    const first = index * OPERATION_SLOTS;
    return [name, operationReport(counts.subarray(first, first + OPERATION_SLOTS))] as const;
  });
  const requested = reports.filter(([, { total }]) => total > 0);
  return {
    total: requested.reduce((sum, [, { total }]) => sum + total, 0),
    operations: Object.fromEntries(requested),
  };
}

/** Reports the requests since the start and in every period that ends now. */
export function requestsReport(
  { sinceStart, rings, operationCount }: History,
  operationNames: readonly string[],
  nowMs: number,
): Readonly<Record<string, PeriodReport>> {
  const periods = rings.map(
    (ring) =>
      [ring.name, periodReport(sumOfRing(ring, operationCount, nowMs), operationNames)] as const,
  );
  return {
    sinceStart: periodReport(sinceStart, operationNames),
    ...Object.fromEntries(periods),
  };
}
