/** The entry of a worker thread, which converts tasks one at a time until it is ended. */
import { parentPort, workerData } from "node:worker_threads";
import { takeTables } from "../../loaders/take-tables.ts";
import type { ThreadRequest } from "./pool.ts";
import type { ConvertTask } from "./task.ts";

// The engine is imported after the tables of the main thread have been taken.
takeTables(workerData as SharedArrayBuffer);
await import("../../loaders/disk-borders.ts");
const { createTaskConverter } = await import("./task.ts");
let convert: ConvertTask;
// Messages have waited for the listener.
parentPort?.on("message", ({ input, settings, ...task }: ThreadRequest) => {
  if (input) convert = createTaskConverter(input, settings);
  const result = convert(task);
  const memory = [result.bytes, result.rejects].map(({ buffer }) => buffer as ArrayBuffer);
  parentPort?.postMessage(result, memory);
});
