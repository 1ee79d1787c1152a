/** The counters of a service, in memory that all threads share: each writes a part of its own without locks, any sums all. */
import { STATUSES, type Status } from "../../http/errors.ts";
import { OPERATION_NAMES, type OperationName } from "../../http/requests.ts";
import { droppedLines } from "../log.ts";

export const COUNTED_STATUSES = Object.keys(STATUSES).map(Number);

/** Bucket n counts latencies below 2 ** n microseconds that bucket n - 1 does not count. The last one has no upper end. */
export const BUCKETS = 31;
/** The slots of one operation and status: the buckets, and the sum of the latencies in microseconds. */
const SERIES_SLOTS = BUCKETS + 1;
const SERIES = OPERATION_NAMES.flatMap((operation) =>
  COUNTED_STATUSES.map((status) => ({ operation, status })),
);
const REQUEST_SLOTS = SERIES.length * SERIES_SLOTS;

// biome-ignore format: a table
const NAMES = [
  // Of the first thread.
  "startedAtMs", "isAccepting", "ticks",
  // Counters.
  "acceptedConnections", "rejectedConnections", "unusedConnections", "rejectedBatches", "abortedRequests", "droppedLogLines",
  // Gauges.
  "connections", "batchRequests", "heapUsedBytes", "heapTotalBytes", "externalBytes", "loopDelaySeconds", "loopUtilization",
] as const;
type NumberName = (typeof NAMES)[number];

/** Sums are copied every `ticks` ticks of 5 s, to `copies` places from `first` on. A period begins at its oldest copy. */
export const PERIODS = [
  { name: "lastMinute", first: 0, copies: 12, ticks: 1 },
  { name: "lastHour", first: 12, copies: 12, ticks: 60 },
  { name: "lastDay", first: 24, copies: 24, ticks: 720 },
] as const;
type Period = (typeof PERIODS)[number];
const COPIES = sum(PERIODS.map(({ copies }) => copies));

export function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** Creates the counters of a thread, from 0. @param given the memory of the first thread, for others */
export function createCounters(threads: number, thread = 0, given?: SharedArrayBuffer) {
  const slots = REQUEST_SLOTS + NAMES.length;
  const memory = given ?? new SharedArrayBuffer(8 * (1 + (threads + COPIES) * slots));
  const parts = Array.from({ length: threads + COPIES }, (_, part) => {
    return new Float64Array(memory, 8 * (1 + part * slots), slots);
  });
  const ownPart = parts[thread];
  const ofThreads = parts.slice(0, threads);
  const copies = parts.slice(threads);
  const slotOf = (name: NumberName) => REQUEST_SLOTS + NAMES.indexOf(name);

  const valuesOf = (name: NumberName) => ofThreads.map((part) => part[slotOf(name)]);
  /** Of all threads. */
  const sumOf = (name: NumberName) => sum(valuesOf(name));

  function requestSums(): Float64Array {
    const sums = new Float64Array(REQUEST_SLOTS);
    for (const part of ofThreads) {
      for (let slot = 0; slot < REQUEST_SLOTS; slot++) sums[slot] += part[slot];
    }
    return sums;
  }

  /** The copy that the next one replaces. */
  function oldestCopy({ first, copies: count, ticks }: Period): Float64Array {
    return copies[first + (Math.ceil(sumOf("ticks") / ticks) % count)];
  }

  const counters = {
    /** To be sent to other threads. */
    memory,
    threads,
    /** The number in which all threads count the memory of batches, in KiB. */
    batchKib: new Int32Array(memory, 0, 1),
    count(operation: OperationName, status: Status, microseconds: number): void {
      const at =
        OPERATION_NAMES.indexOf(operation) * COUNTED_STATUSES.length +
        COUNTED_STATUSES.indexOf(status);
      const bucket = Math.min(32 - Math.clz32(microseconds), BUCKETS - 1);
      ownPart[at * SERIES_SLOTS + bucket]++;
      ownPart[at * SERIES_SLOTS + BUCKETS] += microseconds;
    },
    add(name: NumberName, change = 1): void {
      ownPart[slotOf(name)] += change;
    },
    set(name: NumberName, value: number): void {
      ownPart[slotOf(name)] = value;
    },
    sumOf,
    maxOf: (name: NumberName) => Math.max(...valuesOf(name)),
    /** The requests of all threads, since the start or in a period that ends now, by operation and status. */
    requests(period?: Period) {
      const oldest = period && oldestCopy(period);
      const sums = requestSums().map((count, slot) => count - (oldest?.[slot] ?? 0));
      return SERIES.map((series, index) => {
        const all = sums.subarray(index * SERIES_SLOTS, (index + 1) * SERIES_SLOTS);
        const buckets = all.subarray(0, BUCKETS);
        return { ...series, total: sum(buckets), buckets, microseconds: all[BUCKETS] };
      }).filter(({ total }) => total > 0);
    },
    /** Copies the sums when they are due. Called in the first thread, every 5 s. */
    tick(): void {
      for (const period of PERIODS) {
        if (sumOf("ticks") % period.ticks === 0) oldestCopy(period).set(requestSums());
      }
      counters.add("ticks");
    },
  };
  if (!given) counters.set("startedAtMs", Date.now());
  return counters;
}
export type Counters = ReturnType<typeof createCounters>;
export type Series = ReturnType<Counters["requests"]>[number];

/** Node's monitorEventLoopDelay would wake an idle process up a hundred times a second. */
const INTERVAL_MS = 1_000;
const TICK_SECONDS = 5;

/** Sets the gauges of this thread each second: heap, event loop and log. @param isFirst whether it copies the sums */
export function startMeter(counters: Counters, isFirst: boolean): void {
  let dueAtMs = performance.now();
  let last = performance.eventLoopUtilization();
  let seconds = 0;
  const measure = () => {
    const nowMs = performance.now();
    counters.set("loopDelaySeconds", Math.max(Math.round((nowMs - dueAtMs) * 1000), 0) / 1e6);
    dueAtMs = nowMs + INTERVAL_MS;
    const loop = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(loop, last);
    counters.set("loopUtilization", Math.round(utilization * 1000) / 1000);
    last = loop;
    const { heapUsed, heapTotal, external } = process.memoryUsage();
    counters.set("heapUsedBytes", heapUsed);
    counters.set("heapTotalBytes", heapTotal);
    counters.set("externalBytes", external);
    counters.set("droppedLogLines", droppedLines());
    if (isFirst && ++seconds % TICK_SECONDS === 1) counters.tick();
  };
  measure();
  setInterval(measure, INTERVAL_MS).unref();
}
