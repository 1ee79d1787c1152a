/**
 * Counters of requests: for each operation and status, a latency histogram with logarithmic buckets. Every
 * request is counted, so counting must not allocate. docs/decisions.md compares this file with libraries.
 */

const FIRST_STATUS = 200;
/** Statuses 200 to 599; no others are sent. */
const STATUSES = 400;

/** A bound that buckets of /metrics have as well. */
export const FIRST_BOUND_MICROSECONDS = 50;
/** How often the first bound is halved for shorter latencies: down to 0.1 microseconds. */
const DOUBLINGS_BELOW = 9;
/** How often it is doubled: up to 105 seconds, more than a batch request may take by default. */
const DOUBLINGS_ABOVE = 21;
/** The end of a bucket is 19% above its start. */
export const BUCKETS_PER_DOUBLING = 4;

/** Lower end of the first bucket, which also counts shorter latencies. */
const MIN_MICROSECONDS = FIRST_BOUND_MICROSECONDS / 2 ** DOUBLINGS_BELOW;
/** The buckets with an upper end. */
export const BOUNDED_BUCKETS = (DOUBLINGS_BELOW + DOUBLINGS_ABOVE) * BUCKETS_PER_DOUBLING;
/** The last bucket, which has no upper end. */
const LAST_BUCKET = BOUNDED_BUCKETS;

/** Slots of one operation and status: the buckets, the sum of the latencies, the longest one. */
export const BUCKETS = BOUNDED_BUCKETS + 1;
export const LATENCY_SUM = BUCKETS;
export const MAX_LATENCY = LATENCY_SUM + 1;
const SERIES_SLOTS = MAX_LATENCY + 1;

/** The slots of one operation and status. Doubles do not overflow after years of counting. */
export type Series = Float64Array;

/** The series that have counted anything, by operation and status as one number. */
export type Counters = Map<number, Series>;

export function createCounters(): Counters {
  return new Map();
}

export function createSeries(): Series {
  return new Float64Array(SERIES_SLOTS);
}

function seriesOf(counters: Counters, key: number): Series {
  let series = counters.get(key);
  if (series === undefined) {
    series = createSeries();
    counters.set(key, series);
  }
  return series;
}

/** Returns the index in OPERATION_NAMES. */
export function operationOf(key: number): number {
  return Math.floor(key / STATUSES);
}

export function statusOf(key: number): number {
  return FIRST_STATUS + (key % STATUSES);
}

/** Returns the bucket of a latency. */
export function bucketOf(latencyMicroseconds: number): number {
  const doublings = Math.log2(latencyMicroseconds / MIN_MICROSECONDS);
  const bucket = Math.ceil(doublings * BUCKETS_PER_DOUBLING) - 1;
  // Limit before converting to an integer, which would turn infinity into 0.
  return Math.max(Math.min(bucket, LAST_BUCKET), 0) | 0;
}

/** Returns the upper end of a bucket, which belongs to it. */
export function bucketEndMicroseconds(bucket: number): number {
  if (bucket === LAST_BUCKET) return Number.POSITIVE_INFINITY;
  return MIN_MICROSECONDS * 2 ** ((bucket + 1) / BUCKETS_PER_DOUBLING);
}

/** Returns the geometric middle of a bucket, which is within 9.1% of every latency in it. */
export function bucketMiddleMicroseconds(bucket: number): number {
  if (bucket === LAST_BUCKET) return Number.POSITIVE_INFINITY;
  return MIN_MICROSECONDS * 2 ** ((bucket + 0.5) / BUCKETS_PER_DOUBLING);
}

/**
 * Counts one request.
 * @param operation index in OPERATION_NAMES
 * @param status 200 to 599
 */
export function countRequest(
  counters: Counters,
  operation: number,
  status: number,
  latencyMicroseconds: number,
): void {
  const series = seriesOf(counters, operation * STATUSES + status - FIRST_STATUS);
  series[bucketOf(latencyMicroseconds)]++;
  series[LATENCY_SUM] += latencyMicroseconds;
  if (latencyMicroseconds > series[MAX_LATENCY]) series[MAX_LATENCY] = latencyMicroseconds;
}

/** Returns the number of requests that a series has counted. */
export function requestsOf(series: Series): number {
  let requests = 0;
  for (let bucket = 0; bucket < BUCKETS; bucket++) requests += series[bucket];
  return requests;
}

/** Whether any request was counted since the counters were last reset. */
export function hasCounted(counters: Counters): boolean {
  for (const series of counters.values()) if (requestsOf(series) > 0) return true;
  return false;
}

/** The slots of all series that are not zero, as plain data that can be sent to other processes. */
export type RequestDelta = readonly (readonly [slot: number, value: number])[];

/** Returns the counters as a delta, and resets them to zero. */
export function drainCounters(counters: Counters): RequestDelta {
  const delta: [number, number][] = [];
  for (const [key, series] of counters) {
    // An iterator would allocate a pair for every slot, and most slots are zero.
    for (let slot = 0; slot < SERIES_SLOTS; slot++) {
      const value = series[slot];
      if (value === 0) continue;
      delta.push([key * SERIES_SLOTS + slot, value]);
      series[slot] = 0;
    }
  }
  return delta;
}

/** Adds to a slot of sums. The slot of the longest latency keeps the longer one. */
function addToSlot(sums: Series, slot: number, value: number): void {
  sums[slot] = slot === MAX_LATENCY ? Math.max(sums[slot], value) : sums[slot] + value;
}

export function addDelta(sums: Counters, delta: RequestDelta): void {
  for (const [slot, value] of delta) {
    addToSlot(seriesOf(sums, Math.floor(slot / SERIES_SLOTS)), slot % SERIES_SLOTS, value);
  }
}

export function addSeries(sums: Series, series: Series): void {
  for (let slot = 0; slot < SERIES_SLOTS; slot++) addToSlot(sums, slot, series[slot]);
}

/** Adds counters to sums, without resetting them. */
export function addCounters(sums: Counters, counters: Counters): void {
  for (const [key, series] of counters) addSeries(seriesOf(sums, key), series);
}

/** Returns a copy that changes on its own. */
export function copyCounters(counters: Counters): Counters {
  const copy = createCounters();
  addCounters(copy, counters);
  return copy;
}
