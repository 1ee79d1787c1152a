/** A thread that answers requests besides the first one. */
import { parentPort, workerData } from "node:worker_threads";
import { takeTables } from "../loaders/take-tables.ts";
import type { ThreadData, ThreadMessage } from "./serve.ts";

/** Time that a reader of the log gets at the end. */
const FLUSH_MS = 200;

// If it ended with connections open, the process would abort: the first thread stops all of them in order.
process.on("uncaughtException", (error) => parentPort?.postMessage(`${error.stack}`));

const { thread, options, memory, tables }: ThreadData = workerData;
takeTables(tables);
// The engine must not be imported before.
const [{ startListener }, { createCounters, startMeter }, { createLog }] = await Promise.all([
  import("./serve.ts"),
  import("./metrics/counters.ts"),
  import("./log.ts"),
  import("../loaders/disk-borders.ts"),
]);
const counters = createCounters(options.workers, thread, memory);
const log = createLog(options);
const listener = await startListener(options, counters, log);
startMeter(counters, false);
parentPort?.on("message", async (message: ThreadMessage) => {
  if (message === "renew certificate") return listener.renewCertificate().catch(log.error);
  await listener.stop(options.shutdownTimeout);
  parentPort?.close();
  // Lines of the log that nobody reads would keep the thread.
  setTimeout(() => process.exit(), FLUSH_MS).unref();
});
parentPort?.postMessage("");
