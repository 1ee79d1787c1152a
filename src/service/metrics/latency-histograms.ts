/**
 * Latency histograms of requests, one for each operation and status, with logarithmic buckets. Every request is
 * counted, so counting must not allocate. docs/decisions.md compares this file with libraries.
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
const HISTOGRAM_SLOTS = MAX_LATENCY + 1;

/** The slots of one operation and status. Doubles do not overflow after years of counting. */
export type Histogram = Float64Array;

/** The histograms that have counted anything, by operation and status as one number. They can be sent to other processes. */
export type Histograms = Map<number, Histogram>;

export function createHistogram(): Histogram {
  return new Float64Array(HISTOGRAM_SLOTS);
}

function histogramOf(histograms: Histograms, key: number): Histogram {
  let histogram = histograms.get(key);
  if (histogram === undefined) {
    histogram = createHistogram();
    histograms.set(key, histogram);
  }
  return histogram;
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
  histograms: Histograms,
  operation: number,
  status: number,
  latencyMicroseconds: number,
): void {
  const histogram = histogramOf(histograms, operation * STATUSES + status - FIRST_STATUS);
  histogram[bucketOf(latencyMicroseconds)]++;
  histogram[LATENCY_SUM] += latencyMicroseconds;
  if (latencyMicroseconds > histogram[MAX_LATENCY]) histogram[MAX_LATENCY] = latencyMicroseconds;
}

/** Returns the number of requests that a histogram has counted. */
export function requestsOf(histogram: Histogram): number {
  let requests = 0;
  for (let bucket = 0; bucket < BUCKETS; bucket++) requests += histogram[bucket];
  return requests;
}

export function addHistogram(sums: Histogram, histogram: Histogram): void {
  const longest = Math.max(sums[MAX_LATENCY], histogram[MAX_LATENCY]);
  for (let slot = 0; slot < MAX_LATENCY; slot++) sums[slot] += histogram[slot];
  sums[MAX_LATENCY] = longest;
}

export function addHistograms(sums: Histograms, histograms: Histograms): void {
  for (const [key, histogram] of histograms) addHistogram(histogramOf(sums, key), histogram);
}
