/** The entry of a worker thread. It imports the engine after it has taken the tables of the main thread. */
import { parentPort, workerData } from "node:worker_threads";
import { takeTables } from "../../loaders/take-tables.ts";
import type { ThreadData } from "./thread.ts";

if (parentPort) {
  const { tables }: ThreadData = workerData;
  takeTables(tables);
  const { convertTasks } = await import("./thread.ts");
  // Messages have waited for the listener.
  convertTasks(parentPort);
}
