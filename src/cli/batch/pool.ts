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

/** What the main thread gives each thread when it starts: the memory of the tables. */
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

interface PendingTask {
  readonly task: Task;
  resolve(result: TaskResult): void;
  reject(error: Error): void;
}

interface PoolThread {
  readonly worker: Worker;
  /** The input of the last task. */
  input?: PlannedInput;
  /** The task that the thread converts. */
  current?: PendingTask | undefined;
}

export class Pool {
  readonly #settings: TaskSettings;
  readonly #threadCount: number;
  readonly #startThread: () => Worker;
  readonly #knownBytes: number;
  readonly #threads: PoolThread[] = [];
  readonly #queue: PendingTask[] = [];
  #seenBytes = 0;
  #convertHere: ConvertTask | undefined;
  #input: PlannedInput | undefined;
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
   * Rejects with a NoAnswerError if a thread dies, or the pool is stopped.
   * @param maxRows converts no more rows; for one thread only
   */
  async convert(task: Task, maxRows?: number): Promise<TaskResult> {
    for (const { bytes } of task.chunks) this.#seenBytes += bytes.length;
    const inputBytes = Math.max(this.#knownBytes, this.#seenBytes);
    if (this.#end) throw this.#end;
    if (this.#threadCount > 1 && inputBytes > MAX_BYTES_WITHOUT_THREADS) {
      return new Promise((resolve, reject) => {
        this.#queue.push({ task, resolve, reject });
        this.#assign();
      });
    }
    if (this.#input !== task.input) {
      this.#convertHere = createTaskConverter(task.input, this.#settings);
      this.#input = task.input;
    }
    const result = (this.#convertHere as ConvertTask)(task.chunks, maxRows);
    task.buffers.forEach(free);
    return result;
  }

  /** Terminates all threads at once. Tasks without a result are rejected. */
  async stop(reason = "The worker threads were stopped."): Promise<void> {
    this.#end ??= new NoAnswerError(reason);
    for (const { current } of this.#threads) current?.reject(this.#end);
    for (const { reject } of this.#queue.splice(0)) reject(this.#end);
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #assign(): void {
    for (let pending = this.#queue[0]; pending; pending = this.#queue[0]) {
      const isFree = ({ current }: PoolThread) => current === undefined;
      const canStart = this.#threads.length < this.#threadCount;
      const thread = this.#threads.find(isFree) ?? (canStart ? this.#start() : undefined);
      if (!thread) return;
      this.#queue.shift();
      const { input, chunks, buffers } = pending.task;
      const known = thread.input === input;
      const { worker } = Object.assign(thread, { input, current: pending });
      const request: ThreadRequest = {
        input: known ? undefined : { options: input.options, preamble: input.preamble },
        settings: this.#settings,
        chunks,
        buffers,
      };
      worker.postMessage(request, buffers);
    }
  }

  #start(): PoolThread {
    const worker = this.#startThread();
    const thread: PoolThread = { worker };
    let reason = "it exited by itself";
    this.#threads.push(thread);
    worker.on("message", (result: TaskResult) => {
      thread.current?.resolve(result);
      thread.current = undefined;
      this.#assign();
    });
    worker.on("error", (error) => {
      reason = error.message;
    });
    // Its rows have gone with it.
    worker.once("exit", () => {
      void this.stop(`A worker thread died (${reason}). Try --workers 1.`);
    });
    return thread;
  }
}
