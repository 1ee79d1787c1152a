/**
 * Counters of requests: totals by status class and a latency histogram with logarithmic buckets for
 * each operation, all in one array. Counting is part of every request, so it does not allocate.
 * docs/decisions.md compares it with the libraries that exist.
 */

/** Classes of the statuses 200 to 599; no others are sent. */
export const STATUS_CLASSES = ["2xx", "3xx", "4xx", "5xx"] as const;

/** Shorter latencies share the first bucket. */
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

/** The slots of all operations, one after the other; doubles, since they count for years. */
export type Counters = Float64Array;

export function createCounters(operationCount: number): Counters {
  return new Float64Array(operationCount * OPERATION_SLOTS);
}

/** The bucket of a latency; the last bucket has no upper end. */
export function bucketOf(latencyMicroseconds: number): number {
  const doublings = Math.log2(latencyMicroseconds / MIN_MICROSECONDS);
  // Limited before the conversion to an integer, which turns infinity into 0.
  return Math.max(Math.min(doublings * BUCKETS_PER_DOUBLING, BUCKETS - 1), 0) | 0;
}

/** The upper end of a bucket, which belongs to the next one. */
export function bucketEndMicroseconds(bucket: number): number {
  return MIN_MICROSECONDS * 2 ** ((bucket + 1) / BUCKETS_PER_DOUBLING);
}

/** The geometric middle of a bucket: within 9.1% of every latency in it. */
export function bucketMiddleMicroseconds(bucket: number): number {
  return MIN_MICROSECONDS * 2 ** ((bucket + 0.5) / BUCKETS_PER_DOUBLING);
}

/**
 * Counts one request; 20 ns.
 * @param operation index in the list of operations
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

/** The slots that are not zero, in a form that can be sent to other processes. */
export type Delta = readonly (readonly [slot: number, value: number])[];

/** Takes all counts out of the counters, which start again from zero. */
export function drainCounters(counters: Counters): Delta {
  const delta: [number, number][] = [];
  // By index: an iterator would allocate a pair for every slot, and most slots are zero.
  for (let slot = 0; slot < counters.length; slot++) {
    const value = counters[slot];
    if (value === 0) continue;
    delta.push([slot, value]);
    counters[slot] = 0;
  }
  return delta;
}

/** Adds a delta to sums; of two maximum latencies, the longer one is kept. */
export function addDelta(sums: Counters, delta: Delta): void {
  for (const [slot, value] of delta) {
    const sum = sums[slot];
    const isMaximum = slot % OPERATION_SLOTS === MAX_LATENCY;
    sums[slot] = isMaximum ? Math.max(sum, value) : sum + value;
  }
}

/** Adds counters to sums without draining them. */
export function addCounters(sums: Counters, counters: Counters): void {
  for (let first = 0; first < counters.length; first += OPERATION_SLOTS) {
    const maximum = first + MAX_LATENCY;
    for (let slot = first; slot < maximum; slot++) {
      sums[slot] = sums[slot] + counters[slot];
    }
    sums[maximum] = Math.max(sums[maximum], counters[maximum]);
  }
}
