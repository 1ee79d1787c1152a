/** Converts tasks: small batches in this thread, larger ones in worker threads. */
import type { Worker } from "node:worker_threads";
import type { BatchPlan } from "../../batch/plan.ts";
import { NoAnswerError } from "../command-errors.ts";
import {
  type ConvertTask,
  createTaskConverter,
  type Task,
  type TaskResult,
  type TaskSettings,
} from "./tasks.ts";
import type { ThreadRequest } from "./thread.ts";

/**
 * Converts items concurrently, and yields the results in the order of the items. An error is thrown in its
 * turn, so that no result before it is lost.
 * @param maxInFlight the maximum number of results that are pending or not yet consumed
 */
export async function* convertInOrder<T, R>(
  items: AsyncIterable<T>,
  maxInFlight: number,
  convert: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const iterator = items[Symbol.asyncIterator]();
  const results: Promise<R>[] = [];
  let reading: Promise<void> | undefined;
  let hasEnded = false;

  function addResult(result: Promise<R>): void {
    // The loop below throws the error in its turn. Until then, Node must not take it for unhandled.
    result.catch(() => {});
    results.push(result);
  }

  async function readItem(): Promise<void> {
    try {
      const { done, value } = await iterator.next();
      if (done) hasEnded = true;
      else addResult(convert(value));
    } catch (error) {
      hasEnded = true;
      addResult(Promise.reject(error));
    }
    reading = undefined;
  }

  for (;;) {
    if (!hasEnded && results.length < maxInFlight) reading ??= readItem();
    const [first] = results;
    if (!first && !reading) return;
    if (!first) {
      await reading;
      continue;
    }
    const isSettled = first.then(() => true);
    if (await (reading ? Promise.race([isSettled, reading.then(() => false)]) : isSettled)) {
      results.shift();
      yield first;
    }
  }
}

/** How many threads may die of a task before the batch fails. */
const MAX_TRIES = 2;

export interface PoolSettings {
  readonly task: TaskSettings;
  /** The maximum. A thread is started when there is a task for it. */
  readonly threads: number;
  /** Starts a thread that runs worker.ts. */
  readonly startThread: () => Worker;
  /** Reports the death of a thread, in one line. */
  readonly log: (line: string) => void;
}

interface PendingTask {
  readonly task: Task;
  readonly resolve: (result: TaskResult) => void;
  readonly reject: (error: Error) => void;
  tries: number;
}

interface PoolThread {
  readonly worker: Worker;
  /** The plan that was last sent to the thread. */
  plan: BatchPlan | undefined;
  /** The task that the thread converts. */
  current: PendingTask | undefined;
}

/** Distributes the tasks of a batch to worker threads. */
export class ThreadPool {
  readonly #settings: PoolSettings;
  readonly #threads = new Set<PoolThread>();
  readonly #queue: PendingTask[] = [];
  #isStopped = false;

  constructor(settings: PoolSettings) {
    this.#settings = settings;
  }

  /** Rejects with a NoAnswerError if two threads die of the task, or the pool is stopped. */
  convert(task: Task): Promise<TaskResult> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ task, resolve, reject, tries: 0 });
      this.#assign();
    });
  }

  /** Terminates all threads at once. Tasks without a result are rejected. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const error = new NoAnswerError("The worker threads were stopped.");
    for (const { current } of this.#threads) current?.reject(error);
    for (const { reject } of this.#queue) reject(error);
    await Promise.all(Array.from(this.#threads, ({ worker }) => worker.terminate()));
  }

  #assign(): void {
    for (const pending of [...this.#queue]) {
      const thread = this.#freeThread();
      if (!thread) return;
      this.#queue.shift();
      this.#send(thread, pending);
    }
  }

  #freeThread(): PoolThread | undefined {
    if (this.#isStopped) return undefined;
    for (const thread of this.#threads) if (!thread.current) return thread;
    return this.#threads.size < this.#settings.threads ? this.#start() : undefined;
  }

  #start(): PoolThread {
    const worker = this.#settings.startThread();
    const thread: PoolThread = { worker, plan: undefined, current: undefined };
    let reason = "it exited by itself";
    this.#threads.add(thread);
    worker.on("message", (result: TaskResult) => {
      thread.current?.resolve(result);
      thread.current = undefined;
      this.#assign();
    });
    worker.on("error", (error: Error) => {
      reason = error.message;
    });
    worker.once("exit", () => this.#onExit(thread, reason));
    return thread;
  }

  #send(thread: PoolThread, pending: PendingTask): void {
    const { plan, chunks } = pending.task;
    // Chunks are copied, so that they are still there if the thread dies.
    const request: ThreadRequest = {
      settings: this.#settings.task,
      chunks,
      ...(thread.plan === plan ? {} : { plan }),
    };
    pending.tries++;
    thread.current = pending;
    thread.plan = plan;
    thread.worker.postMessage(request);
  }

  #onExit(thread: PoolThread, reason: string): void {
    this.#threads.delete(thread);
    const { current } = thread;
    if (this.#isStopped || !current) return;
    if (current.tries < MAX_TRIES) {
      this.#settings.log(`A worker thread died (${reason}). Another one converts its rows.`);
      this.#queue.unshift(current);
    } else {
      const message = `${MAX_TRIES} worker threads died of the same rows (${reason}). Try --workers 1.`;
      current.reject(new NoAnswerError(message));
    }
    this.#assign();
  }
}

/**
 * Up to this size, this thread finishes before other threads have started. Larger batches leave
 * everything to threads, as compiling the converter in this thread as well takes a tenth of a second.
 */
const MAX_BYTES_WITHOUT_THREADS = 1 << 21;

/** Each thread converts one task while the next one is ready. */
const TASKS_PER_THREAD = 2;

/** Converts the tasks of a batch in this thread or in a pool. */
export class TaskRunner {
  readonly #settings: PoolSettings;
  readonly #isSingleThreaded: boolean;
  #pool: ThreadPool | undefined;
  readonly #knownBytes: number;
  #seenBytes = 0;
  #plan: BatchPlan | undefined;
  #convertHere: ConvertTask | undefined;

  /**
   * @param settings with one thread, this thread converts everything
   * @param knownBytes the size of all inputs, as far as it is known
   */
  constructor(settings: PoolSettings, knownBytes: number) {
    this.#settings = settings;
    this.#isSingleThreaded = settings.threads === 1;
    this.#knownBytes = knownBytes;
  }

  /** The maximum number of tasks that are being converted or wait for a thread. */
  get maxInFlight(): number {
    return this.#isSingleThreaded ? 1 : this.#settings.threads * TASKS_PER_THREAD;
  }

  /** Rejects as ThreadPool.convert does. */
  async convert(task: Task): Promise<TaskResult> {
    for (const { bytes } of task.chunks) this.#seenBytes += bytes.length;
    const inputBytes = Math.max(this.#knownBytes, this.#seenBytes);
    if (this.#isSingleThreaded || inputBytes <= MAX_BYTES_WITHOUT_THREADS) {
      return this.#convertInThisThread(task);
    }
    this.#pool ??= new ThreadPool(this.#settings);
    return this.#pool.convert(task);
  }

  /** Ends all threads at once. */
  async stop(): Promise<void> {
    await this.#pool?.stop();
  }

  #convertInThisThread({ plan, chunks }: Task): TaskResult {
    if (this.#plan !== plan || !this.#convertHere) {
      this.#convertHere = createTaskConverter(plan, this.#settings.task);
      this.#plan = plan;
    }
    return this.#convertHere(chunks);
  }
}
