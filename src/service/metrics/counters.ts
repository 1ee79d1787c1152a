/** Counting requests: what every request pays for, hence no allocation. */

/** Of statuses 200 to 599; others are not sent. */
export const STATUS_CLASSES = ["2xx", "3xx", "4xx", "5xx"] as const;

/** Latencies below this many microseconds are not told apart. */
const FINEST_MICROSECONDS = 1 / 8;
/** Buckets for each doubling of the latency: a bucket is a fifth wider than where it begins. */
const BUCKETS_PER_DOUBLING = 4;
/** From 1/8 microsecond to 16 seconds. */
const DOUBLINGS = 27;
export const BUCKETS = DOUBLINGS * BUCKETS_PER_DOUBLING;

/** The words of one operation: its status classes, its buckets, its longest latency. */
export const FIRST_BUCKET = STATUS_CLASSES.length;
export const LONGEST = FIRST_BUCKET + BUCKETS;
export const OPERATION_WORDS = LONGEST + 1;

/** Counts of operations, one after the other; doubles, as they go on for years. */
export type Counters = Float64Array;

export function createCounters(operationCount: number): Counters {
  return new Float64Array(operationCount * OPERATION_WORDS);
}

/** Where a latency is counted; the longest ones share the last bucket. */
export function bucketOf(latencyMicroseconds: number): number {
  const doublings = Math.log2(latencyMicroseconds / FINEST_MICROSECONDS);
  // Limited before it becomes an integer: infinity would become 0.
  return Math.max(Math.min(doublings * BUCKETS_PER_DOUBLING, BUCKETS - 1), 0) | 0;
}

/** The least latency that no longer belongs to a bucket. */
export function bucketEndMicroseconds(bucket: number): number {
  return FINEST_MICROSECONDS * 2 ** ((bucket + 1) / BUCKETS_PER_DOUBLING);
}

/** As many times more than a bucket's begin as less than its end: within 9.1% of all in it. */
export function bucketMiddleMicroseconds(bucket: number): number {
  return FINEST_MICROSECONDS * 2 ** ((bucket + 0.5) / BUCKETS_PER_DOUBLING);
}

/**
 * @param operation its place in the list of operations
 * @param status 200 to 599
 */
export function countRequest(
  counters: Counters,
  operation: number,
  status: number,
  latencyMicroseconds: number,
): void {
  const first = operation * OPERATION_WORDS;
  const statusClass = ((status / 100) | 0) - 2;
  const bucket = first + FIRST_BUCKET + bucketOf(latencyMicroseconds);
  counters[first + statusClass]++;
  counters[bucket]++;
  if (latencyMicroseconds > counters[first + LONGEST]) {
    counters[first + LONGEST] = latencyMicroseconds;
  }
}

/** Words that are not zero, as pairs of place and value: a form that other processes can be sent. */
export type Delta = readonly (readonly [word: number, value: number])[];

/** What has been counted, after which counting begins anew. */
export function takeDelta(counters: Counters): Delta {
  const delta: [number, number][] = [];
  // By index: the iterator would make a pair for every word, most of which are zero.
  for (let word = 0; word < counters.length; word++) {
    const value = counters[word];
    if (value === 0) continue;
    delta.push([word, value]);
    counters[word] = 0;
  }
  return delta;
}

/** Adds counts to others; of longest latencies the longer stays. */
export function addDelta(sums: Counters, delta: Delta): void {
  for (const [word, value] of delta) {
    const before = sums[word];
    const isLongest = word % OPERATION_WORDS === LONGEST;
    sums[word] = isLongest ? Math.max(before, value) : before + value;
  }
}

/** As addDelta, of counts that stay as they are. */
export function addCounters(sums: Counters, counters: Counters): void {
  for (let first = 0; first < counters.length; first += OPERATION_WORDS) {
    const longest = first + LONGEST;
    for (let word = first; word < longest; word++) {
      sums[word] = sums[word] + counters[word];
    }
    sums[longest] = Math.max(sums[longest], counters[longest]);
  }
}
