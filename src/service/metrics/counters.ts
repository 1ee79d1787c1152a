/**
 * What a service counts: numbers in memory that all its threads share. Each thread writes its own part without locks;
 * any thread sums all parts. Doubles do not overflow after years of counting.
 */
import { STATUS_TEXTS, type Status } from "../../http/errors.ts";
import { OPERATION_NAMES, type OperationName } from "../../http/requests.ts";

export const STATUSES = Object.keys(STATUS_TEXTS).map(Number);

/** Latencies of up to 2 ** bucket microseconds; the last bucket has no end. */
export const BUCKETS = 24;
/** The slots of one operation and status: the buckets, and the sum of the latencies in microseconds. */
export const SERIES_SLOTS = BUCKETS + 1;
const REQUEST_SLOTS = OPERATION_NAMES.length * STATUSES.length * SERIES_SLOTS;

const NAMES = [
  // Counters.
  "acceptedConnections",
  "rejectedConnections",
  "rejectedBatches",
  "abortedRequests",
  "droppedLogLines",
  // Gauges.
  "connections",
  "batchRequests",
  "heapUsedBytes",
  "heapTotalBytes",
  "externalBytes",
  "loopDelaySeconds",
  "loopUtilization",
] as const;
export type NumberName = (typeof NAMES)[number];

/** The numbers of one thread. */
const THREAD_SLOTS = REQUEST_SLOTS + NAMES.length;

/** The periods that end now: copies of the sums are made every so many ticks of 5 s; the oldest one is as old as the period. */
export const PERIODS = [
  { name: "lastMinute", first: 0, copies: 12, ticks: 1 },
  { name: "lastHour", first: 12, copies: 12, ticks: 60 },
  { name: "lastDay", first: 24, copies: 24, ticks: 720 },
] as const;
type Period = (typeof PERIODS)[number];
const COPIES = 48;

/** Whole numbers that all threads share: whether the service takes requests, KiB of batches, copies of the sums. */
const [ACCEPTING, BATCH_KIB, TICKS] = [0, 1, 2];
const SHARED_BYTES = 64;

/** The bucket of a latency: bucket 0 is for less than a microsecond. */
export function bucketOf(microseconds: number): number {
  return Math.min(32 - Math.clz32(microseconds), BUCKETS - 1);
}

/** Where the numbers of an operation and status begin. @param operation index in OPERATION_NAMES, as `status` in STATUSES */
export function seriesAt(operation: number, status: number): number {
  return (operation * STATUSES.length + status) * SERIES_SLOTS;
}

export class Counters {
  /** To be sent to other threads. */
  readonly memory: SharedArrayBuffer;
  readonly threads: number;
  /** The number in which all threads count the memory of batches, in KiB. */
  readonly batchKib: Int32Array;
  readonly #shared: Int32Array;
  /** The numbers of all threads, and those of this one. */
  readonly #all: Float64Array;
  readonly #own: Float64Array;
  readonly #copies: Float64Array;

  /** @param memory of another thread; new unless given @param thread from 0 */
  constructor(threads: number, thread = 0, memory?: SharedArrayBuffer) {
    const slots = threads * THREAD_SLOTS;
    const bytes = SHARED_BYTES + (slots + COPIES * REQUEST_SLOTS) * 8;
    this.threads = threads;
    this.memory = memory ?? new SharedArrayBuffer(bytes);
    this.#shared = new Int32Array(this.memory, 0, SHARED_BYTES / 4);
    this.batchKib = this.#shared.subarray(BATCH_KIB, BATCH_KIB + 1);
    this.#all = new Float64Array(this.memory, SHARED_BYTES, slots);
    this.#own = this.#all.subarray(thread * THREAD_SLOTS, (thread + 1) * THREAD_SLOTS);
    this.#copies = new Float64Array(this.memory, SHARED_BYTES + slots * 8);
  }

  /** Whether the service takes requests: it listens, and was not told to stop. */
  get isAccepting(): boolean {
    return Atomics.load(this.#shared, ACCEPTING) === 1;
  }

  set isAccepting(isAccepting: boolean) {
    Atomics.store(this.#shared, ACCEPTING, isAccepting ? 1 : 0);
  }

  /** Counts one request. */
  count(operation: OperationName, status: Status, microseconds: number): void {
    const at = seriesAt(OPERATION_NAMES.indexOf(operation), STATUSES.indexOf(status));
    this.#own[at + bucketOf(microseconds)]++;
    this.#own[at + BUCKETS] += microseconds;
  }

  add(name: NumberName): void {
    this.#own[REQUEST_SLOTS + NAMES.indexOf(name)]++;
  }

  set(name: NumberName, value: number): void {
    this.#own[REQUEST_SLOTS + NAMES.indexOf(name)] = value;
  }

  /** The values of a number in all threads. */
  valuesOf(name: NumberName): Float64Array {
    const at = REQUEST_SLOTS + NAMES.indexOf(name);
    return new Float64Array(this.threads).map((_, thread) => this.#all[thread * THREAD_SLOTS + at]);
  }

  sumOf(name: NumberName): number {
    return this.valuesOf(name).reduce((sum, value) => sum + value, 0);
  }

  /** The requests of all threads since the start; `seriesAt` says where. */
  requests(): Float64Array {
    const sums = new Float64Array(REQUEST_SLOTS);
    for (let start = 0; start < this.#all.length; start += THREAD_SLOTS) {
      for (let slot = 0; slot < REQUEST_SLOTS; slot++) sums[slot] += this.#all[start + slot];
    }
    return sums;
  }

  /** The requests of a period that ends now: the sums without the oldest copy. */
  requestsOf(period: Period): Float64Array {
    const oldest = this.#oldestCopy(period);
    return this.requests().map((sum, slot) => sum - oldest[slot]);
  }

  /** Copies the sums when it is time to. Called by one thread, every 5 s. */
  tick(): void {
    const sums = this.requests();
    for (const period of PERIODS) {
      if (this.#shared[TICKS] % period.ticks === 0) this.#oldestCopy(period).set(sums);
    }
    Atomics.add(this.#shared, TICKS, 1);
  }

  /** The copy that the next one replaces. */
  #oldestCopy({ first, copies, ticks }: Period): Float64Array {
    const copy = first + (Math.ceil(Atomics.load(this.#shared, TICKS) / ticks) % copies);
    return this.#copies.subarray(copy * REQUEST_SLOTS, (copy + 1) * REQUEST_SLOTS);
  }
}
