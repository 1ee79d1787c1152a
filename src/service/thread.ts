/** A thread that answers requests besides the first one. */
import { parentPort, workerData } from "node:worker_threads";
import { takeTables } from "../loaders/take-tables.ts";
import type { ThreadData, ThreadMessage } from "./serve.ts";

/** The time that a reader of the log has after the end of the service. */
const FLUSH_MS = 200;

// A thread that ended with open connections would abort the process. The first thread stops all threads in order.
process.on("uncaughtException", (error) => parentPort?.postMessage(`${error.stack}`));

const { thread, options, memory, tables }: ThreadData = workerData;
takeTables(tables);
// The engine must not be imported before.
const [{ startListener }, counting, { createLog }, { keepHeapSmall }] = await Promise.all([
  import("./serve.ts"),
  import("./metrics/counters.ts"),
  import("./log.ts"),
  import("./process-limits.ts"),
  import("../loaders/disk-borders.ts"),
]);
keepHeapSmall();
const counters = counting.createCounters(options.workers, thread, memory);
const log = createLog(options);
const listener = await startListener(options, counters, log);
counting.startMeter(counters, false);
parentPort?.on("message", async (message: ThreadMessage) => {
  if (message === "renew certificate") {
    return listener.renewCertificate().catch((error) => log.error(String(error)));
  }
  await listener.stop(options.shutdownTimeout);
  parentPort?.close();
  // Lines of the log that nobody reads would keep the thread.
  setTimeout(() => process.exit(), FLUSH_MS).unref();
});
parentPort?.postMessage("");
