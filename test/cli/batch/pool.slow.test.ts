import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, it } from "vitest";
import { COMMAND_DIST } from "../../../scripts/paths.js";
import { DEFAULT_BATCH_OPTIONS } from "../../../src/batch/options/options.ts";
import { Pool, type ThreadData } from "../../../src/cli/batch/pool.ts";
import { createTaskConverter, type Task } from "../../../src/cli/batch/task.ts";
import { copyTables } from "../../../src/loaders/disk.ts";
import "../../../src/loaders/disk-borders.ts";

/** The built file, as threads cannot load TypeScript. */
const WORKER_FILE = pathToFileURL(join(COMMAND_DIST, "cli/batch/worker.js"));
const SETTINGS = { isStrict: false, isGzip: false, hasRejects: false };
const LARGE = 1 << 22;

const workerData: ThreadData = { tables: copyTables() };
const points = { path: "-", options: DEFAULT_BATCH_OPTIONS, preamble: new Uint8Array(0) };
const codes = { ...points, options: { ...points.options, operation: "decode" as const } };

/** A task whose memory is its own, as that of a block is. */
function taskOf(text: string, input = points): Task {
  const bytes = new Uint8Array(Buffer.from(text));
  return { input, chunks: [{ bytes }], buffers: [bytes.buffer], linesBefore: 0 };
}

const pools: Pool[] = [];
const threads: Worker[] = [];

function startPool(count: number, knownBytes = LARGE): Pool {
  const startThread = () => {
    const thread = new Worker(WORKER_FILE, { workerData });
    threads.push(thread);
    return thread;
  };
  const pool = new Pool(SETTINGS, count, startThread, knownBytes);
  pools.push(pool);
  return pool;
}

afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.stop()));
  for (const list of [pools, threads]) list.length = 0;
});

const texts = Array.from({ length: 12 }, (_, at) => `${at} ${at}\n`.repeat(1 + (at % 3) * 2000));

describe("threads", () => {
  it("give the results of a single thread, and no more of them start than are allowed", async () => {
    const convert = createTaskConverter(points, SETTINGS);
    const expected = texts.map((text) => Buffer.from(convert(taskOf(text)).bytes));
    const pool = startPool(3);
    for (const _ of [1, 2]) {
      const results = await Promise.all(texts.map((text) => pool.convert(taskOf(text))));
      expect(results.map(({ bytes }) => Buffer.from(bytes))).toEqual(expected);
    }
    expect(threads).toHaveLength(3);
  });

  it("start only when there is a task for them", async () => {
    const pool = startPool(3);
    for (const text of texts) await pool.convert(taskOf(text));
    expect(threads).toHaveLength(1);
  });

  it("take the memory of a task, and free it", async () => {
    const task = taskOf("1 2\n".repeat(10_000));
    const result = startPool(2).convert(task);
    expect(task.buffers[0].byteLength).toBe(0);
    expect((await result).rows).toBe(10_000);
  });

  it("convert tasks of several inputs", async () => {
    const pool = startPool(2);
    const tasks = [taskOf("NLD 49.4V\n", codes), taskOf("1 2\n"), taskOf("NLD 49.4V\n", codes)];
    const results = await Promise.all(tasks.map((task) => pool.convert(task)));
    const decoded = "NLD 49.4V\t52.37651400000124\t4.908543375\n";
    const rows = results.map(({ bytes }) => Buffer.from(bytes).toString());
    expect(rows).toEqual([decoded, "1 2\t\t\tHHNFC.7V5X\n", decoded]);
  });

  it("that die end the batch, and say what to do", async () => {
    const pool = startPool(2);
    const outcomes = Promise.allSettled(texts.map((text) => pool.convert(taskOf(text))));
    await threads[0].terminate();
    const message = "A worker thread died (it exited by itself). Try --workers 1.";
    expect(await outcomes).toContainEqual({
      status: "rejected",
      reason: expect.objectContaining({ message }),
    });
    await expect(pool.convert(taskOf("1 2\n"))).rejects.toThrow(message);
  });

  it("are stopped at once, with the tasks in work and in the queue", async () => {
    const pool = startPool(2);
    const tasks = Array.from({ length: 4 }, () => pool.convert(taskOf("1 2\n".repeat(100_000))));
    const outcomes = Promise.allSettled(tasks);
    await pool.stop();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ reason: { message: "The worker threads were stopped." } });
    }
  });
});

describe("the choice between this thread and others", () => {
  const line = "52.376514 4.908543\n";
  const megabyte = line.repeat(1 + 1_000_000 / line.length);

  it.each([
    ["an input of 1 MB whose size is known", 2, 1_000_000, 1, 0],
    ["an input of 3 MB whose size is known", 2, 3_000_000, 1, 1],
    ["the first megabyte of an input of unknown size", 2, 0, 1, 0],
    ["the third megabyte of an input of unknown size", 2, 0, 3, 1],
    ["an input of 2 MB whose size is known", 2, 2_000_000, 2, 0],
    ["an input of 3 MB with one thread", 1, 3_000_000, 3, 0],
  ])("starts the right number of threads for %s", async (_, count, knownBytes, tasks, expected) => {
    const pool = startPool(count, knownBytes);
    for (let at = 0; at < tasks; at++) await pool.convert(taskOf(megabyte));
    expect(threads).toHaveLength(expected);
  });
});
