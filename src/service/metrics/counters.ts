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

const COUNTERS = [
  "acceptedConnections",
  "rejectedConnections",
  "rejectedBatches",
  "abortedRequests",
] as const;
const GAUGES = [
  "droppedLogLines",
  "connections",
  "batchRequests",
  "heapUsedBytes",
  "heapTotalBytes",
  "externalBytes",
  "loopDelaySeconds",
  "loopUtilization",
] as const;
export type CounterName = (typeof COUNTERS)[number];
export type GaugeName = (typeof GAUGES)[number];
const NAMES: readonly (CounterName | GaugeName)[] = [...COUNTERS, ...GAUGES];

/** The numbers of one thread. */
const THREAD_SLOTS = REQUEST_SLOTS + NAMES.length;

/** The periods that end now. Each has a ring of copies of the sums; the oldest one is as old as the period. */
export const PERIODS = [
  { name: "lastMinute", copies: 12, ticks: 1 },
  { name: "lastHour", copies: 12, ticks: 60 },
  { name: "lastDay", copies: 24, ticks: 720 },
] as const;
/** Copies are made that often, or as many `ticks` of it. */
const TICK_MS = 5_000;
const COPIES = PERIODS.reduce((sum, { copies }) => sum + copies, 0);

/** What all threads share besides their numbers: indices of whole numbers. */
const SHARED = {
  /** Whether the service takes requests: it listens, and was not told to stop. */
  isAccepting: 0,
  /** KiB that batches have taken. */
  batchKib: 1,
  /** How often the sums were copied. */
  ticks: 2,
};

const SHARED_BYTES = 64;

/** The buckets of a latency: bucket 0 is for less than a microsecond. */
export function bucketOf(microseconds: number): number {
  return Math.min(32 - Math.clz32(microseconds), BUCKETS - 1);
}

/** Where the numbers of an operation and status begin. @param operation index in OPERATION_NAMES, as `status` in STATUSES */
export function seriesAt(operation: number, status: number): number {
  return (operation * STATUSES.length + status) * SERIES_SLOTS;
}

const OPERATION_INDEXES = Object.fromEntries(
  OPERATION_NAMES.map((name, index) => [name, index]),
) as Readonly<Record<OperationName, number>>;
const STATUS_INDEXES = new Uint8Array(600);
for (const [index, status] of STATUSES.entries()) STATUS_INDEXES[status] = index;

export class Counters {
  /** To be sent to other threads. */
  readonly memory: SharedArrayBuffer;
  readonly threads: number;
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
    this.#all = new Float64Array(this.memory, SHARED_BYTES, slots);
    this.#own = this.#all.subarray(thread * THREAD_SLOTS, (thread + 1) * THREAD_SLOTS);
    this.#copies = new Float64Array(this.memory, SHARED_BYTES + slots * 8);
  }

  /** The number in which all threads count the memory of batches, in KiB. */
  get batchKib(): Int32Array {
    return this.#shared.subarray(SHARED.batchKib, SHARED.batchKib + 1);
  }

  get isAccepting(): boolean {
    return Atomics.load(this.#shared, SHARED.isAccepting) === 1;
  }

  set isAccepting(isAccepting: boolean) {
    Atomics.store(this.#shared, SHARED.isAccepting, isAccepting ? 1 : 0);
  }

  /** Counts one request. */
  count(operation: OperationName, status: Status, microseconds: number): void {
    const at = seriesAt(OPERATION_INDEXES[operation], STATUS_INDEXES[status]);
    this.#own[at + bucketOf(microseconds)]++;
    this.#own[at + BUCKETS] += microseconds;
  }

  add(counter: CounterName): void {
    this.#own[REQUEST_SLOTS + NAMES.indexOf(counter)]++;
  }

  set(gauge: GaugeName, value: number): void {
    this.#own[REQUEST_SLOTS + NAMES.indexOf(gauge)] = value;
  }

  /** The values of a counter or gauge in all threads. */
  valuesOf(name: CounterName | GaugeName): number[] {
    const at = REQUEST_SLOTS + NAMES.indexOf(name);
    return Array.from(
      { length: this.threads },
      (_, thread) => this.#all[thread * THREAD_SLOTS + at],
    );
  }

  sumOf(name: CounterName | GaugeName): number {
    return this.valuesOf(name).reduce((sum, value) => sum + value, 0);
  }

  /** The requests of all threads since the start; `seriesAt` says where. */
  requests(): Float64Array {
    const sums = new Float64Array(REQUEST_SLOTS);
    for (let thread = 0; thread < this.threads; thread++) {
      const start = thread * THREAD_SLOTS;
      for (let slot = 0; slot < REQUEST_SLOTS; slot++) sums[slot] += this.#all[start + slot];
    }
    return sums;
  }

  /** The requests of a period that ends now: the sums without the oldest copy. @param period index in PERIODS */
  requestsOf(period: number): Float64Array {
    const oldest = this.#copyAt(period, Atomics.load(this.#shared, SHARED.ticks));
    return this.requests().map((sum, slot) => sum - oldest[slot]);
  }

  /** Copies the sums when it is time to. Called by one thread, by a timer. */
  tick(): void {
    const ticks = Atomics.load(this.#shared, SHARED.ticks);
    const sums = this.requests();
    for (const [period, { ticks: every }] of PERIODS.entries()) {
      if (ticks % every === 0) this.#copyAt(period, ticks).set(sums);
    }
    Atomics.store(this.#shared, SHARED.ticks, ticks + 1);
  }

  startTicking(): void {
    setInterval(() => this.tick(), TICK_MS).unref();
  }

  /** The oldest copy of a period, which the next one replaces. */
  #copyAt(period: number, ticks: number): Float64Array {
    const first = PERIODS.slice(0, period).reduce((sum, { copies }) => sum + copies, 0);
    const { copies, ticks: every } = PERIODS[period];
    const copy = first + (Math.ceil(ticks / every) % copies);
    return this.#copies.subarray(copy * REQUEST_SLOTS, (copy + 1) * REQUEST_SLOTS);
  }
}
