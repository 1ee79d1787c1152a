/** Converts tasks: small batches in this thread, larger ones in worker threads. */
import type { Worker } from "node:worker_threads";
import { NoAnswerError } from "../command-errors.ts";
import {
  type ConvertTask,
  createTaskConverter,
  free,
  type PlannedInput,
  type Task,
  type TaskResult,
  type TaskSettings,
} from "./task.ts";

/** What each thread gets when it starts: the memory of the tables. */
export interface ThreadData {
  readonly tables: SharedArrayBuffer;
}

/** A task as a thread gets it. The reply is its TaskResult. */
export interface ThreadRequest extends Omit<Task, "input"> {
  /** Set when the previous request was of another input. */
  readonly input: PlannedInput | undefined;
  readonly settings: TaskSettings;
}

/**
 * Up to this size, this thread finishes before other threads have started. Larger batches leave everything to threads,
 * as compiling the converter in this thread as well takes a tenth of a second.
 */
const MAX_BYTES_WITHOUT_THREADS = 1 << 21;

/** Each thread converts one task while the next one is ready. */
const TASKS_PER_THREAD = 2;

interface PoolThread {
  readonly worker: Worker;
  /** The input of the last task. */
  input: PlannedInput | undefined;
  /** Who waits for results, in the order of the tasks. */
  readonly waiting: { resolve(result: TaskResult): void; reject(error: Error): void }[];
}

export class Pool {
  readonly #settings: TaskSettings;
  readonly #threadCount: number;
  readonly #startThread: () => Worker;
  readonly #knownBytes: number;
  readonly #threads: PoolThread[] = [];
  #seenBytes = 0;
  #convertHere: ConvertTask | undefined;
  #inputHere: PlannedInput | undefined;
  #end: Error | undefined;

  /**
   * @param threadCount the maximum, of which each is started when there is a task for it; with 1, this thread converts
   * @param startThread starts a thread that runs worker.ts
   * @param knownBytes the size of all inputs, as far as it is known
   */
  constructor(
    settings: TaskSettings,
    threadCount: number,
    startThread: () => Worker,
    knownBytes: number,
  ) {
    this.#settings = settings;
    this.#threadCount = threadCount;
    this.#startThread = startThread;
    this.#knownBytes = knownBytes;
  }

  /** The maximum number of tasks that are being converted or wait for a thread. */
  get maxInFlight(): number {
    return this.#threadCount === 1 ? 1 : this.#threadCount * TASKS_PER_THREAD;
  }

  /**
   * @param maxRows converts no more rows; for one thread only
   * @throws NoAnswerError if a thread dies, or the pool is stopped
   */
  async convert(task: Task, maxRows?: number): Promise<TaskResult> {
    if (this.#end) throw this.#end;
    for (const { bytes } of task.chunks) this.#seenBytes += bytes.length;
    const inputBytes = Math.max(this.#knownBytes, this.#seenBytes);
    if (this.#threadCount > 1 && inputBytes > MAX_BYTES_WITHOUT_THREADS) return this.#send(task);
    if (!this.#convertHere || this.#inputHere !== task.input) {
      this.#convertHere = createTaskConverter(task.input, this.#settings);
      this.#inputHere = task.input;
    }
    const result = this.#convertHere(task, maxRows);
    task.buffers.forEach(free);
    return result;
  }

  /** Terminates all threads at once. Tasks without a result are rejected. */
  async stop(reason = "The worker threads were stopped."): Promise<void> {
    this.#end ??= new NoAnswerError(reason);
    for (const { waiting } of this.#threads) {
      for (const { reject } of waiting.splice(0)) reject(this.#end);
    }
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  /** Sends a task to the thread with the fewest, or to a new one if all have some. */
  #send({ input, chunks, buffers, linesBefore }: Task): Promise<TaskResult> {
    const [idlest] = this.#threads.toSorted((one, two) => one.waiting.length - two.waiting.length);
    const isBusy = idlest === undefined || idlest.waiting.length > 0;
    const canStart = this.#threads.length < this.#threadCount;
    const thread = isBusy && canStart ? this.#start() : idlest;
    const { options, preamble, path } = input;
    const request: ThreadRequest = {
      input: thread.input === input ? undefined : { options, preamble, path },
      settings: this.#settings,
      chunks,
      buffers,
      linesBefore,
    };
    thread.input = input;
    thread.worker.postMessage(request, buffers);
    return new Promise((resolve, reject) => thread.waiting.push({ resolve, reject }));
  }

  #start(): PoolThread {
    const thread: PoolThread = { worker: this.#startThread(), input: undefined, waiting: [] };
    let reason = "it exited by itself";
    this.#threads.push(thread);
    thread.worker.on("message", (result: TaskResult) => thread.waiting.shift()?.resolve(result));
    thread.worker.on("error", (error) => {
      reason = error.message;
    });
    // Its rows have gone with it.
    thread.worker.once("exit", () => {
      void this.stop(`A worker thread died (${reason}). Try --workers 1.`);
    });
    return thread;
  }
}
