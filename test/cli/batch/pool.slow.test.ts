import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { COMMAND_DIST } from "../../../scripts/paths.js";
import { DEFAULT_BATCH_OPTIONS } from "../../../src/batch/batch-options.ts";
import { planBatch } from "../../../src/batch/plan.ts";
import { convertInOrder, TaskRunner, ThreadPool } from "../../../src/cli/batch/pool.ts";
import { createTaskConverter, type Task } from "../../../src/cli/batch/tasks.ts";
import type { ThreadData } from "../../../src/cli/batch/thread.ts";
import { copyTables } from "../../../src/loaders/disk.ts";
import { runs } from "../../support/arbitraries.ts";
import { all, listed, turns } from "./sequences.ts";

describe("conversion in order", () => {
  const slownesses = fc.array(fc.nat(20), { maxLength: 30 });

  it("gives results in the order of the items, and converts no more at once than allowed", async () => {
    await fc.assert(
      fc.asyncProperty(slownesses, fc.integer({ min: 1, max: 5 }), async (slow, maxInFlight) => {
        let current = 0;
        let highest = 0;
        const convert = async (index: number) => {
          highest = Math.max(highest, ++current);
          await turns(slow[index]);
          current--;
          return index;
        };
        const indexes = slow.map((_, index) => index);
        expect(await all(convertInOrder(listed(indexes), maxInFlight, convert))).toEqual(indexes);
        expect(highest).toBe(Math.min(highest, maxInFlight));
      }),
      runs(50),
    );
  });

  it("gives a result while it waits for the next item", async () => {
    let release = () => {};
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    async function* items() {
      yield 1;
      await waiting;
      yield 2;
    }
    const results = convertInOrder(items(), 3, async (item) => item);
    expect(await results.next()).toEqual({ done: false, value: 1 });
    release();
    expect(await results.next()).toEqual({ done: false, value: 2 });
  });

  it("ends with the error of an item or of a conversion, after the results before it", async () => {
    async function* failing() {
      yield 1;
      throw new Error("no more items");
    }
    const same = async (item: number) => item;
    await expect(all(convertInOrder(failing(), 2, same))).rejects.toThrow("no more items");
    const late = convertInOrder(failing(), 2, async (item) => turns(9).then(() => item));
    expect(await late.next()).toEqual({ done: false, value: 1 });
    await expect(late.next()).rejects.toThrow("no more items");
    const fail = async () => {
      throw new Error("not convertible");
    };
    await expect(all(convertInOrder(listed([1, 2]), 2, fail))).rejects.toThrow("not convertible");
    const controller = new AbortController();
    const untilAbort = () =>
      new Promise((_, reject) => {
        controller.signal.addEventListener("abort", () => reject(controller.signal.reason));
      });
    const stopped = all(convertInOrder(listed([1]), 1, untilAbort));
    await turns(3);
    controller.abort(new Error("stopped"));
    await expect(stopped).rejects.toThrow("stopped");
  });
});

/** The built file, as threads cannot load TypeScript. */
const WORKER_FILE = pathToFileURL(join(COMMAND_DIST, "cli/batch/worker.js"));

const workerData: ThreadData = { tables: copyTables() };

const plan = planBatch(new Uint8Array(0), DEFAULT_BATCH_OPTIONS);
function taskOf(text: string): Task {
  return { plan, chunks: [{ bytes: Buffer.from(text) }] };
}

const pools: ThreadPool[] = [];
const threads: Worker[] = [];
const logLines: string[] = [];

/** @param onStart is called with each new thread and its number, from 1 */
function startPool(
  count: number,
  onStart: (thread: Worker, number: number) => void,
  data = workerData,
): ThreadPool {
  const pool = new ThreadPool({
    threads: count,
    task: {},
    log: (line) => logLines.push(line),
    startThread() {
      const thread = new Worker(WORKER_FILE, { workerData: data });
      threads.push(thread);
      onStart(thread, threads.length);
      return thread;
    },
  });
  pools.push(pool);
  return pool;
}

afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.stop()));
  for (const list of [pools, threads, logLines]) list.length = 0;
});

const DIED = "A worker thread died (it exited by itself). Another one converts its rows.";

describe("the thread pool", () => {
  const texts = Array.from({ length: 12 }, (_, at) => `${at} ${at}\n`.repeat(1 + (at % 3) * 2000));
  const convert = createTaskConverter(plan);
  const expected = texts.map((text) => {
    const { bytes, ...counts } = convert(taskOf(text).chunks);
    return { ...counts, text: Buffer.from(bytes).toString() };
  });

  async function convertAll(pool: ThreadPool) {
    const converted = await Promise.all(texts.map((text) => pool.convert(taskOf(text))));
    return converted.map(({ bytes, ...counts }) => {
      return { ...counts, text: Buffer.from(bytes).toString() };
    });
  }

  it("shares the tables of this thread, and loads none of its own", async () => {
    const empty: ThreadData = { tables: new SharedArrayBuffer(workerData.tables.byteLength) };
    const task = taskOf("52.376514 4.908543\n");
    // Names of territories are JSON in the tables, which zeros are not.
    const conversion = startPool(1, () => {}, empty).convert(task);
    await expect(conversion).rejects.toThrow("is not valid JSON");
    expect(await startPool(1, () => {}).convert(task)).toMatchObject({ converted: 1, failed: 0 });
  });

  it("gives the results of a single thread, and starts no more threads than allowed", async () => {
    const pool = startPool(3, () => {});
    expect(await convertAll(pool)).toEqual(expected);
    expect(await convertAll(pool)).toEqual(expected);
    expect(threads).toHaveLength(3);
    expect(logLines).toEqual([]);
  });

  it("starts a thread only when there is a task for it", async () => {
    const pool = startPool(3, () => {});
    for (const text of texts) await pool.convert(taskOf(text));
    expect(threads).toHaveLength(1);
  });

  it("retries the task of a thread that dies, and logs it", async () => {
    const pool = startPool(2, (thread, number) => {
      if (number === 1) void thread.terminate();
    });
    expect(await convertAll(pool)).toEqual(expected);
    expect(logLines).toEqual([DIED]);
  });

  it("rejects a task when two threads die while working on it, and goes on with the next task", async () => {
    const pool = startPool(1, (thread, number) => {
      if (number <= 2) void thread.terminate();
    });
    const first = pool.convert(taskOf("1 2\n"));
    const second = pool.convert(taskOf("3 4\n"));
    await expect(first).rejects.toThrow(
      "2 worker threads died of the same rows (it exited by itself). Try --workers 1.",
    );
    expect(logLines).toEqual([DIED]);
    expect(Buffer.from((await second).bytes).toString()).toBe("3 4\t\t\tJHVGZ.JL9N\n");
  });

  it("logs why a thread died", async () => {
    const pool = startPool(1, (thread, number) => {
      // A request without a plan makes the worker throw.
      if (number === 1) thread.postMessage({ chunks: [] });
    });
    await pool.convert(taskOf("1 2\n"));
    expect(logLines).toEqual([DIED.replace("it exited by itself", "The first task has no plan.")]);
  });

  it("converts tasks of several plans", async () => {
    const other = planBatch(new Uint8Array(0), { ...DEFAULT_BATCH_OPTIONS, operation: "decode" });
    const pool = startPool(1, () => {});
    const code = { plan: other, chunks: [{ bytes: Buffer.from("NLD 49.4V\n") }] };
    const all = [code, taskOf("1 2\n"), code].map((task) => pool.convert(task));
    const texts = (await Promise.all(all)).map(({ bytes }) => Buffer.from(bytes).toString());
    const decoded = "NLD 49.4V\t52.37651400000124\t4.908543375\n";
    expect(texts).toEqual([decoded, "1 2\t\t\tHHNFC.7V5X\n", decoded]);
  });

  it("rejects tasks in work and in the queue at once when it is stopped", async () => {
    const pool = startPool(1, () => {});
    const tasks = Array.from({ length: 3 }, () => pool.convert(taskOf("1 2\n".repeat(100_000))));
    const outcomes = Promise.allSettled(tasks);
    await pool.stop();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ reason: { message: "The worker threads were stopped." } });
    }
    expect(logLines).toEqual([]);
  });
});

describe("the choice between this thread and others", () => {
  const line = "52.376514 4.908543\n";
  const task = taskOf(line.repeat(1 + 1_000_000 / line.length));

  function startRunner(threadCount: number, knownBytes: number): TaskRunner {
    const startThread = () => {
      const thread = new Worker(WORKER_FILE, { workerData });
      threads.push(thread);
      return thread;
    };
    const log = (text: string) => logLines.push(text);
    return new TaskRunner({ threads: threadCount, task: {}, log, startThread }, knownBytes);
  }

  it.each([
    ["an input of 1 MB whose size is known", 2, 1_000_000, 1, 0],
    ["an input of 3 MB whose size is known", 2, 3_000_000, 1, 1],
    ["the first megabyte of an input of unknown size", 2, 0, 1, 0],
    ["the third megabyte of an input of unknown size", 2, 0, 3, 1],
    ["an input of 3 MB with one thread", 1, 3_000_000, 3, 0],
  ])("starts the right number of threads for %s", async (_, count, knownBytes, tasks, expected) => {
    const runner = startRunner(count, knownBytes);
    for (let i = 0; i < tasks; i++) await runner.convert(task);
    await runner.stop();
    expect(threads).toHaveLength(expected);
  });

  it("counts the bytes of an input of known size once", async () => {
    const runner = startRunner(2, 2_000_000);
    for (let i = 0; i < 2; i++) await runner.convert(task);
    await runner.stop();
    expect(threads).toHaveLength(0);
  });
});
