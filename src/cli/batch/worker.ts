/** The entry of a worker thread: converts tasks one at a time until the pool terminates it. */
import { parentPort, workerData } from "node:worker_threads";
import { takeTables } from "../../loaders/take-tables.ts";
import type { ThreadData } from "./pool.ts";
import type { Task } from "./task.ts";

// The engine is imported after the tables of the main thread have been taken.
const { settings, tables } = workerData as ThreadData;
takeTables(tables);
await import("../../loaders/disk-borders.ts");
const { createTaskConverter } = await import("./task.ts");
const { keepHeapSmall } = await import("../../service/process-limits.ts");
keepHeapSmall();
const convert = createTaskConverter(settings);
// Earlier messages have waited for the listener.
parentPort?.on("message", (task: Task) => {
  const result = convert(task);
  const memory = [result.bytes, result.rejects].map(({ buffer }) => buffer as ArrayBuffer);
  parentPort?.postMessage(result, memory);
});
