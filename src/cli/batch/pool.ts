/** Converts tasks: small batches in this thread, larger ones in worker threads. */
import { Worker } from "node:worker_threads";
import { copyTables } from "../../loaders/disk.ts";
import { NoAnswerError } from "../messages.ts";
import {
  type ConvertTask,
  createTaskConverter,
  type PlannedInput,
  type Task,
  type TaskResult,
  type TaskSettings,
} from "./task.ts";

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

// Valid from dist/chunks.
const WORKER_FILE = new URL("../cli/batch/worker.js", import.meta.url);

/**
 * The young generation of a thread's heap: 5 MB less for each thread than with Node's own size, at the same speed, as
 * conversions allocate little.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 2 };

function startWorker(workerData: SharedArrayBuffer): Worker {
  return new Worker(WORKER_FILE, { workerData, resourceLimits });
}

/**
 * @param threadCount the maximum, of which each is started when there is a task for it; with 1, this thread converts
 * @param knownBytes the size of all inputs, as far as it is known
 * @param startThread starts a thread that runs worker.ts with these tables
 */
export function createPool(
  settings: TaskSettings,
  threadCount: number,
  knownBytes: number,
  startThread = startWorker,
) {
  const threads: PoolThread[] = [];
  let seenBytes = 0;
  let tables: SharedArrayBuffer | undefined;
  let here: { readonly input: PlannedInput; readonly convert: ConvertTask } | undefined;
  let end: Error | undefined;

  /** Terminates all threads at once. Tasks without a result are rejected. */
  async function stop(reason = "The worker threads were stopped."): Promise<void> {
    end ??= new NoAnswerError(reason);
    for (const { waiting } of threads) {
      for (const { reject } of waiting.splice(0)) reject(end);
    }
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
  }

  function start(): PoolThread {
    tables ??= copyTables();
    const worker = startThread(tables);
    const thread: PoolThread = { worker, input: undefined, waiting: [] };
    let reason = "it exited by itself";
    threads.push(thread);
    worker.on("message", (result: TaskResult) => thread.waiting.shift()?.resolve(result));
    worker.on("error", (error) => {
      reason = error.message;
    });
    // Its rows have gone with it.
    worker.once("exit", () => stop(`A worker thread died (${reason}). Try --workers 1.`));
    return thread;
  }

  /** Sends a task to the thread with the fewest, or to a new one if all have some. */
  function send({ input, chunks, buffers, linesBefore }: Task): Promise<TaskResult> {
    const [idlest] = threads.toSorted((one, two) => one.waiting.length - two.waiting.length);
    const isBusy = idlest === undefined || idlest.waiting.length > 0;
    const thread = isBusy && threads.length < threadCount ? start() : idlest;
    const { options, preamble, path } = input;
    const planned = thread.input === input ? undefined : { options, preamble, path };
    const request: ThreadRequest = { input: planned, settings, chunks, buffers, linesBefore };
    thread.input = input;
    thread.worker.postMessage(request, buffers);
    return new Promise((resolve, reject) => thread.waiting.push({ resolve, reject }));
  }

  return {
    /** The maximum number of tasks that are being converted or wait for a thread. */
    maxInFlight: threadCount === 1 ? 1 : threadCount * TASKS_PER_THREAD,
    /**
     * @param maxRows converts no more rows; for one thread only
     * @throws NoAnswerError if a thread dies, or the pool is stopped
     */
    async convert(task: Task, maxRows?: number): Promise<TaskResult> {
      if (end) throw end;
      for (const { bytes } of task.chunks) seenBytes += bytes.length;
      const inputBytes = Math.max(knownBytes, seenBytes);
      if (threadCount > 1 && inputBytes > MAX_BYTES_WITHOUT_THREADS) return send(task);
      const { input } = task;
      if (here?.input !== input) here = { input, convert: createTaskConverter(input, settings) };
      return here.convert(task, maxRows);
    },
    stop,
  };
}
