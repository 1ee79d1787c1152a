import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, it } from "vitest";
import { COMMAND_DIST } from "../../../scripts/paths.js";
import { makePlan } from "../../../src/batch/input/plan.ts";
import type { InputPlan } from "../../../src/batch/input-plan.ts";
import { DEFAULT_BATCH_OPTIONS } from "../../../src/batch/options/options.ts";
import { createPool, type ThreadData } from "../../../src/cli/batch/pool.ts";
import { createTaskConverter, type Task } from "../../../src/cli/batch/task.ts";
import "../../../src/loaders/disk-borders.ts";

/** The built file, as threads cannot load TypeScript. */
const WORKER_FILE = pathToFileURL(join(COMMAND_DIST, "cli/batch/worker.js"));
const SETTINGS = { isStrict: false, isGzip: false, hasRejects: false };

function inputOf(path: string, operation: "encode" | "decode") {
  const plan = makePlan(new Uint8Array(0), { ...DEFAULT_BATCH_OPTIONS, operation });
  return { path, plan };
}
const points = inputOf("points", "encode");
const codes = inputOf("codes", "decode");

/** A task in memory of its own, as a block. */
function taskOf(text: string, input = points): Task {
  const bytes = new Uint8Array(Buffer.from(text));
  return { input, chunks: [{ bytes }], linesBefore: 0 };
}

let pool: ReturnType<typeof createPool>;
const threads: Worker[] = [];

function startPool(count: number, knownBytes = 1 << 22): void {
  threads.length = 0;
  const startThread = (workerData: ThreadData) => {
    const thread = new Worker(WORKER_FILE, { workerData });
    threads.push(thread);
    return thread;
  };
  pool = createPool(SETTINGS, count, knownBytes, startThread);
}

afterEach(() => pool.stop());

const texts = Array.from({ length: 12 }, (_, at) => `${at} ${at}\n`.repeat(1 + (at % 3) * 2000));

describe("threads", () => {
  it("give the results of this thread, and start only when there are tasks for them", async () => {
    const tasks = () => [...texts.map((text) => taskOf(text)), taskOf("NLD 49.4V\n", codes)];
    const convert = createTaskConverter(SETTINGS);
    const expected = tasks().map((task) => Buffer.from(convert(task).bytes));
    startPool(3);
    await pool.convert(taskOf("1 2\n"));
    await pool.convert(taskOf("1 2\n"));
    expect(threads).toHaveLength(1);
    const sent = tasks();
    const results = sent.map((task) => pool.convert(task));
    // The pool has transferred the memory of tasks.
    expect(sent[1].chunks[0].bytes.byteLength).toBe(0);
    expect((await Promise.all(results)).map(({ bytes }) => Buffer.from(bytes))).toEqual(expected);
    expect(threads).toHaveLength(3);
  });

  it.each(["die", "are stopped"])("that %s have no results for their tasks", async (what) => {
    startPool(2);
    const outcomes = Promise.allSettled(
      texts.map((text) => pool.convert(taskOf(text.repeat(100)))),
    );
    await (what === "die" ? threads[0].terminate() : pool.stop());
    const message = "A worker thread died (it exited by itself). Try --workers 1.";
    const rejected = { status: "rejected", reason: expect.objectContaining({ message }) };
    expect(await outcomes).toContainEqual(rejected);
  });

  it("that fail say why", async () => {
    startPool(2);
    const unplanned = { path: "unplanned", plan: undefined as unknown as InputPlan };
    await expect(pool.convert(taskOf("1 2\n", unplanned))).rejects.toThrow(
      /^A worker thread died \(.*undefined.*\)\. Try --workers 1\.$/,
    );
  });
});

describe("the choice between this thread and others", () => {
  const line = "52.376514 4.908543\n";
  const megabyte = line.repeat(1 + 1_000_000 / line.length);

  it.each([
    ["1 MB of a known megabyte", 2, 1_000_000, 1, 0],
    ["the first of 3 MB whose size is known", 2, 3_000_000, 1, 1],
    ["the first megabyte of an unknown size", 2, 0, 1, 0],
    ["the third megabyte of an unknown size", 2, 0, 3, 1],
    ["2 MB whose size is known", 2, 2_000_000, 2, 0],
    ["3 MB with one thread", 1, 3_000_000, 3, 0],
  ])("starts the right number of threads for %s", async (_, count, knownBytes, tasks, expected) => {
    startPool(count, knownBytes);
    for (let at = 0; at < tasks; at++) await pool.convert(taskOf(megabyte));
    expect(threads).toHaveLength(expected);
  });
});
