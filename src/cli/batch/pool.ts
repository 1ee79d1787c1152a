/** Converts tasks: small batches in this thread, larger ones in worker threads. */
import { on } from "node:events";
import { Worker } from "node:worker_threads";
import { copyTables } from "../../loaders/disk.ts";
import { RunError } from "../messages.ts";
import {
  buffersOf,
  createTaskConverter,
  type Task,
  type TaskResult,
  type TaskSettings,
} from "./task.ts";

/** The start data of a thread. Later, it receives tasks and replies with their results. */
export interface ThreadData {
  readonly settings: TaskSettings;
  /** Shared by all threads. */
  readonly tables: SharedArrayBuffer;
}

/**
 * Up to this size, this thread finishes before other threads have started. Threads convert larger batches:
 * compiling the converter in this thread as well takes 0.1 s.
 */
const MAX_BYTES_WITHOUT_THREADS = 1 << 21;

/** A thread converts one task while the next one waits. */
const TASKS_PER_THREAD = 2;

// Valid from dist/chunks.
const WORKER_FILE = new URL("../cli/batch/worker.js", import.meta.url);

/**
 * The young generation of a thread's heap. It saves 5 MB per thread against Node's default, at the same speed, as
 * conversions allocate little.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 2 };

function startWorker(workerData: ThreadData): Worker {
  return new Worker(WORKER_FILE, { workerData, resourceLimits });
}

function fail(reason: string): never {
  throw new RunError(`A worker thread died (${reason}). Try --workers 1.`);
}

/** @param threadCount the maximum, as threads start on demand; with 1, this thread converts */
export function createPool(
  settings: TaskSettings,
  threadCount: number,
  knownBytes: number,
  startThread: (data: ThreadData) => Worker = startWorker,
) {
  const threads: { worker: Worker; results: AsyncIterator<[TaskResult]>; tasks: number }[] = [];
  const convertHere = createTaskConverter(settings);
  let seenBytes = 0;
  let data: ThreadData | undefined;

  function start() {
    data ??= { settings, tables: copyTables() };
    const worker = startThread(data);
    const results = on(worker, "message", { close: ["exit"] }) as AsyncIterator<[TaskResult]>;
    const thread = { worker, results, tasks: 0 };
    threads.push(thread);
    return thread;
  }

  /** Sends a task to the thread with the fewest, or to a new one if all have some. */
  async function send({ input, chunks, linesBefore }: Task): Promise<TaskResult> {
    const [leastBusy] = threads.toSorted((first, second) => first.tasks - second.tasks);
    const isBusy = leastBusy === undefined || leastBusy.tasks > 0;
    const thread = isBusy && threads.length < threadCount ? start() : leastBusy;
    // Only these fields of a BatchInput can be cloned.
    const { path, plan } = input;
    const task: Task = { input: { path, plan }, chunks, linesBefore };
    thread.worker.postMessage(task, buffersOf(chunks));
    thread.tasks++;
    const { done, value } = await thread.results.next().catch(({ message }) => fail(message));
    if (done) return fail("it exited by itself");
    thread.tasks--;
    return value[0];
  }

  return {
    /** The maximum number of unfinished tasks. */
    maxInFlight: threadCount === 1 ? 1 : threadCount * TASKS_PER_THREAD,
    /** @param maxRows the limit of rows; with one thread only */
    async convert(task: Task, maxRows?: number): Promise<TaskResult> {
      for (const { bytes } of task.chunks) seenBytes += bytes.length;
      const inputBytes = Math.max(knownBytes, seenBytes);
      if (threadCount > 1 && inputBytes > MAX_BYTES_WITHOUT_THREADS) return send(task);
      return convertHere(task, maxRows);
    },
    /** Ends all threads at once. Tasks without a result are rejected. */
    stop: () => Promise.all(threads.map(({ worker }) => worker.terminate())),
  };
}
