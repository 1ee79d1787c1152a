/** Counts as /metrics tells them. */
import {
  BUCKETS,
  bucketMiddleMicroseconds,
  type Counters,
  FIRST_BUCKET,
  LONGEST,
  OPERATION_WORDS,
  STATUS_CLASSES,
} from "./counters.ts";
import { countsOf, type History, PERIOD_NAMES } from "./history.ts";

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
  /** By name; those without requests are left out. */
  readonly operations: Readonly<Record<string, OperationReport>>;
}

/** To nanoseconds: the quickest replies take less than a microsecond. */
function rounded(microseconds: number): number {
  return Math.round(microseconds * 1000) / 1000;
}

/** The least latency that is no shorter than this share of all, within half a bucket's width. */
function percentile(words: Counters, total: number, share: number): number {
  const longest = words[LONGEST];
  let left = share * total;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    left -= words[FIRST_BUCKET + bucket];
    if (left <= 0) return rounded(Math.min(bucketMiddleMicroseconds(bucket), longest));
  }
  return rounded(longest);
}

function operationReport(words: Counters): OperationReport {
  const classes = STATUS_CLASSES.map((name, index) => [name, words[index]] as const);
  const total = classes.reduce((sum, [, count]) => sum + count, 0);
  return {
    total,
    byStatusClass: Object.fromEntries(classes),
    latencyMicroseconds: {
      p50: percentile(words, total, 0.5),
      p90: percentile(words, total, 0.9),
      p99: percentile(words, total, 0.99),
      max: rounded(words[LONGEST]),
    },
  };
}

function periodReport(counts: Counters, operationNames: readonly string[]): PeriodReport {
  const reports = operationNames.map((name, index) => {
    const first = index * OPERATION_WORDS;
    return [name, operationReport(counts.subarray(first, first + OPERATION_WORDS))] as const;
  });
  const asked = reports.filter(([, { total }]) => total > 0);
  return {
    total: asked.reduce((sum, [, { total }]) => sum + total, 0),
    operations: Object.fromEntries(asked),
  };
}

/** The requests of every period that ends now. */
export function requestsReport(
  history: History,
  operationNames: readonly string[],
  nowMs: number,
): Readonly<Record<string, PeriodReport>> {
  return Object.fromEntries(
    PERIOD_NAMES.map((period) => [
      period,
      periodReport(countsOf(history, period, nowMs), operationNames),
    ]),
  );
}
