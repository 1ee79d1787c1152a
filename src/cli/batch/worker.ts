/** The entry of a worker thread, which converts tasks one at a time until it is ended. */
import { parentPort, workerData } from "node:worker_threads";
import { takeTables } from "../../loaders/take-tables.ts";
import type { ThreadData, ThreadRequest } from "./pool.ts";
import type { ConvertTask } from "./task.ts";

if (parentPort) {
  const port = parentPort;
  // The engine is imported after the tables of the main thread have been taken.
  takeTables((workerData as ThreadData).tables);
  await import("../../loaders/disk-borders.ts");
  const { createTaskConverter, free } = await import("./task.ts");
  let convert: ConvertTask | undefined;
  // Messages have waited for the listener.
  port.on("message", ({ input, settings, ...task }: ThreadRequest) => {
    if (input) convert = createTaskConverter(input, settings);
    if (!convert) throw new Error("The first task has no plan.");
    const result = convert(task);
    task.buffers.forEach(free);
    port.postMessage(result, [
      result.bytes.buffer as ArrayBuffer,
      result.rejects.buffer as ArrayBuffer,
    ]);
  });
}
