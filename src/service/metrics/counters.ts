/**
 * Counters of requests, all in one array. Each operation has totals by status class and a latency
 * histogram with logarithmic buckets. Every request is counted, so counting must not allocate.
 * docs/decisions.md compares this file with libraries.
 */

/** Classes of the statuses 200 to 599; no others are sent. */
export const STATUS_CLASSES = ["2xx", "3xx", "4xx", "5xx"] as const;

/** Lower end of the first bucket, which also counts shorter latencies. */
const MIN_MICROSECONDS = 1 / 8;
/** Buckets for each doubling of the latency: the end of a bucket is 19% above its start. */
const BUCKETS_PER_DOUBLING = 4;
/** From 1/8 microsecond to 16 seconds. */
const DOUBLINGS = 27;
export const BUCKETS = DOUBLINGS * BUCKETS_PER_DOUBLING;

/** Slots of one operation: a total for each status class, the buckets, the maximum latency. */
export const FIRST_BUCKET = STATUS_CLASSES.length;
export const MAX_LATENCY = FIRST_BUCKET + BUCKETS;
export const OPERATION_SLOTS = MAX_LATENCY + 1;

/** The slots of all operations, one after the other. Doubles do not overflow after years of counting. */
export type Counters = Float64Array;

export function createCounters(operationCount: number): Counters {
  return new Float64Array(operationCount * OPERATION_SLOTS);
}

/** Returns the bucket of a latency; the last bucket has no upper end. */
export function bucketOf(latencyMicroseconds: number): number {
  const doublings = Math.log2(latencyMicroseconds / MIN_MICROSECONDS);
  // Limit before converting to an integer, which would turn infinity into 0.
  return Math.max(Math.min(doublings * BUCKETS_PER_DOUBLING, BUCKETS - 1), 0) | 0;
}

/** Returns the upper end of a bucket; it belongs to the next bucket. */
export function bucketEndMicroseconds(bucket: number): number {
  return MIN_MICROSECONDS * 2 ** ((bucket + 1) / BUCKETS_PER_DOUBLING);
}

/** Returns the geometric middle of a bucket, which is within 9.1% of every latency in it. */
export function bucketMiddleMicroseconds(bucket: number): number {
  return MIN_MICROSECONDS * 2 ** ((bucket + 0.5) / BUCKETS_PER_DOUBLING);
}

/**
 * Counts one request, in 20 ns.
 * @param operation index in OPERATION_NAMES
 * @param status 200 to 599
 */
export function countRequest(
  counters: Counters,
  operation: number,
  status: number,
  latencyMicroseconds: number,
): void {
  const first = operation * OPERATION_SLOTS;
  const statusClass = ((status / 100) | 0) - 2;
  const bucket = first + FIRST_BUCKET + bucketOf(latencyMicroseconds);
  counters[first + statusClass]++;
  counters[bucket]++;
  if (latencyMicroseconds > counters[first + MAX_LATENCY]) {
    counters[first + MAX_LATENCY] = latencyMicroseconds;
  }
}

/** The slots that are not zero, as plain data that can be sent to other processes. */
export type Delta = readonly (readonly [slot: number, value: number])[];

/** Returns the counters as a delta, and resets them to zero. */
export function drainCounters(counters: Counters): Delta {
  const delta: [number, number][] = [];
  // An iterator would allocate a pair for every slot, and most slots are zero.
  for (let slot = 0; slot < counters.length; slot++) {
    const value = counters[slot];
    if (value === 0) continue;
    delta.push([slot, value]);
    counters[slot] = 0;
  }
  return delta;
}

/** Adds a delta to sums. For the maximum latency, it keeps the longer one. */
export function addDelta(sums: Counters, delta: Delta): void {
  for (const [slot, value] of delta) {
    const sum = sums[slot];
    const isMaximum = slot % OPERATION_SLOTS === MAX_LATENCY;
    sums[slot] = isMaximum ? Math.max(sum, value) : sum + value;
  }
}

/** Adds counters to sums, without resetting them. */
export function addCounters(sums: Counters, counters: Counters): void {
  for (let first = 0; first < counters.length; first += OPERATION_SLOTS) {
    const maximum = first + MAX_LATENCY;
    for (let slot = first; slot < maximum; slot++) {
      sums[slot] = sums[slot] + counters[slot];
    }
    sums[maximum] = Math.max(sums[maximum], counters[maximum]);
  }
}
