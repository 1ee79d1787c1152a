/** A worker process: answers requests and sends its metrics to the primary process. */
import "../loaders/disk.ts";
import "../loaders/disk-borders.ts";
import { type ServiceListener, startListener } from "./listener.ts";
import { createLog } from "./log/log.ts";
import { Metrics } from "./metrics/metrics.ts";
import { keepYoungGenerationSmall } from "./process-limits.ts";
import { HEARTBEAT_MS } from "./watchdog.ts";
import type { WorkerCommand, WorkerReport } from "./worker-pool.ts";

/** Interval of sending reports, so that other processes report recent requests as well. */
const SEND_REPORT_MS = 200;
/** Without requests, few intervals send the values of metrics, which also are the signs of life for the watchdog. */
const IDLE_INTERVALS = HEARTBEAT_MS / SEND_REPORT_MS;

function send(message: WorkerReport): void {
  // The primary process may have ended; the "disconnect" event handles that.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

function sendReport(metrics: Metrics): void {
  send({ kind: "report", report: metrics.takeReport() });
}

function sendReportsRegularly(metrics: Metrics): void {
  let idleIntervals = IDLE_INTERVALS;
  setInterval(() => {
    idleIntervals++;
    // What is not sent now, such as connections without a request, is in the next report.
    if (idleIntervals < IDLE_INTERVALS && !metrics.hasUnsentRequests()) return;
    idleIntervals = 0;
    sendReport(metrics);
  }, SEND_REPORT_MS).unref();
}

interface RunningWorker {
  readonly listener: ServiceListener;
  readonly metrics: Metrics;
}

async function start({
  options,
  listenAddress,
  startedAtMs,
  snapshot,
}: WorkerCommand & { kind: "start" }): Promise<RunningWorker> {
  const log = createLog(options);
  const metrics = new Metrics({ workers: options.workers, startedAtMs }, snapshot);
  const listener = await startListener(options, listenAddress, metrics, log);
  sendReportsRegularly(metrics);
  const { transport, reason } = listener;
  send({
    kind: "ready",
    listenAddress: listener.listenAddress,
    transport,
    ...(reason === undefined ? {} : { reason }),
  });
  return { listener, metrics };
}

function runWorker(): void {
  keepYoungGenerationSmall();
  let running: Promise<RunningWorker> | undefined;
  let isStopping = false;

  async function stop(): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    try {
      const { listener, metrics } = (await running) ?? {};
      await listener?.stop();
      if (metrics) sendReport(metrics);
    } finally {
      if (process.connected) process.disconnect();
    }
  }

  function onMessage(message: WorkerCommand): void {
    if (message.kind === "stop") void stop();
    if (message.kind === "reloadTls") {
      void running?.then(({ listener }) => listener.reloadTls());
    }
    if (message.kind === "report") {
      void running?.then(({ metrics }) => metrics.addReport(message.pid, message.report));
    }
    if (message.kind === "start") {
      running = start(message);
      running.catch((error: Error) => {
        send({ kind: "failed", message: error.message });
        process.disconnect();
      });
    }
  }

  process.on("message", onMessage);
  process.on("disconnect", () => void stop());
  // Ctrl-C reaches all processes of a terminal; the primary process stops its workers.
  process.on("SIGINT", () => {});
  // The same goes for the signal of a terminal that closes, by which the primary process reloads certificates.
  process.on("SIGHUP", () => {});
  process.on("SIGTERM", () => void stop());
  send({ kind: "loaded" });
}

runWorker();
