/** The primary process: starts and replaces the worker processes, and passes on what they count. */
import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { closeLostHandoffs } from "./handoffs.ts";
import { type ListenAddress, listenError } from "./listen-address.ts";
import type { ServiceListener } from "./listener.ts";
import type { Log } from "./log/log.ts";
import { Metrics, type ProcessReport, type Snapshot } from "./metrics/metrics.ts";
import type { ServiceOptions } from "./options.ts";
import { ServiceError } from "./start-errors.ts";
import { readTls, tlsFilesOf } from "./tls.ts";
import type { TransportName } from "./transports/transport.ts";
import { HANG_MS, START_MS, Watchdog } from "./watchdog.ts";

/**
 * The program of a worker in dist. The bundle puts this module into dist/chunks, which is as deep as
 * src/service, so the relative path is right in both places.
 */
const WORKER_FILE = fileURLToPath(new URL("../service/worker.js", import.meta.url));

/** What the primary sends to a worker. */
export type WorkerCommand =
  | {
      readonly kind: "start";
      readonly options: ServiceOptions;
      readonly listenAddress: ListenAddress;
      readonly startedAtMs: number;
      readonly snapshot: Snapshot;
    }
  /** The metrics of another process; without them, it has ended. */
  | { readonly kind: "report"; readonly pid: number; readonly report?: ProcessReport }
  | { readonly kind: "reloadTls" }
  | { readonly kind: "stop" };

/** What a worker sends to the primary. */
export type WorkerReport =
  /** The worker can be started. A command sent before its modules are loaded would be lost. */
  | { readonly kind: "loaded" }
  /** The worker listens. */
  | {
      readonly kind: "ready";
      readonly listenAddress: ListenAddress;
      readonly transport: TransportName;
      readonly reason?: string;
    }
  /** The worker cannot listen. */
  | { readonly kind: "failed"; readonly message: string }
  /** The metrics of the worker. */
  | { readonly kind: "report"; readonly report: ProcessReport };

type WorkerReady = WorkerReport & { kind: "ready" };

/** The pause before a worker is replaced doubles each time, so that a crash loop uses little CPU. */
const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
/** A worker that has lived this long resets the pause. */
const SETTLED_MS = 10_000;
/** A worker that has not ended this long after its own limit is killed. */
const STOP_MARGIN_MS = 1_000;
/** Interval of sending the metrics of the primary process to the workers. */
const SEND_REPORT_MS = 2_000;

/** A service that listens, in one process or several. */
export interface RunningService extends Omit<ServiceListener, "connections"> {
  /** The metrics of all processes. */
  readonly metrics: Metrics;
}

/**
 * Checks that a port is free. Workers cannot check that, because they share the port.
 * @returns the address with the port, if any free one was requested
 * @throws ServiceError if the service cannot listen on its address
 */
function probePort(listenAddress: ListenAddress & { kind: "port" }): Promise<ListenAddress> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", () => reject(listenError(listenAddress)));
    server.listen(listenAddress.port, listenAddress.host, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve({ ...listenAddress, port }));
    });
  });
}

function causeOf(code: number, signal: string | null): string {
  return signal ?? `exit code ${code}`;
}

/** Resolves when a worker listens; rejects with a ServiceError if it cannot. */
function whenReady(worker: Worker): Promise<WorkerReady> {
  return new Promise((resolve, reject) => {
    worker.on("message", (message: WorkerReport) => {
      if (message.kind === "ready") resolve(message);
      if (message.kind === "failed") reject(new ServiceError(message.message));
    });
    worker.once("exit", (code, signal) => {
      const message = `A worker process ended before it could listen (${causeOf(code, signal)}). Its output above may tell why.`;
      reject(new ServiceError(message));
    });
  });
}

class WorkerPool {
  readonly #options: ServiceOptions;
  readonly #listenAddress: ListenAddress;
  readonly #log: Log;
  readonly #startedAtMs = Date.now();
  readonly metrics: Metrics;
  readonly #workers = new Set<Worker>();
  /** The workers that have told that they listen. */
  readonly #listening = new Set<Worker>();
  readonly #reportTimer: NodeJS.Timeout;
  readonly #watchdog = new Watchdog<Worker>((worker, silentMs) => this.#onHang(worker, silentMs));
  #pauseMs = MIN_PAUSE_MS;
  #isStopping = false;

  constructor(options: ServiceOptions, listenAddress: ListenAddress, log: Log) {
    this.#options = options;
    this.#listenAddress = listenAddress;
    this.#log = log;
    this.metrics = new Metrics({ workers: options.workers, startedAtMs: this.#startedAtMs });
    this.#reportTimer = setInterval(() => this.#sendReport(), SEND_REPORT_MS).unref();
    // Metrics are maps of typed arrays, which JSON cannot send.
    cluster.setupPrimary({ exec: WORKER_FILE, args: [], serialization: "advanced" });
  }

  /** Starts a worker. Resolves when it listens; rejects with a ServiceError if it cannot. */
  startWorker(): Promise<WorkerReady> {
    const worker = cluster.fork();
    closeLostHandoffs(worker);
    const startedAtMs = Date.now();
    this.#workers.add(worker);
    this.#watchdog.watch(worker, START_MS);
    worker.on("message", (message: WorkerReport) => this.#onMessage(worker, message));
    worker.once("exit", (code, signal) => {
      const hasListened = this.#listening.has(worker);
      this.#onExit(worker);
      // If it never listened, the caller gets a rejection and decides.
      if (!hasListened) return;
      this.#replaceWorker(worker, causeOf(code, signal), Date.now() - startedAtMs);
    });
    return whenReady(worker);
  }

  /** Returns the number of workers that answer requests at this moment. */
  #respondingWorkers(): number {
    return Array.from(this.#listening).filter((worker) => this.#watchdog.isResponding(worker))
      .length;
  }

  reloadTls(): void {
    this.#sendToAll({ kind: "reloadTls" });
  }

  /** Lets all workers finish their replies, and kills those that take too long. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#reportTimer);
    this.#watchdog.stop();
    const exits = Array.from(this.#workers, (worker) => once(worker, "exit"));
    this.#sendToAll({ kind: "stop" });
    const { drainSeconds, stopSeconds } = this.#options;
    const limitMs = (drainSeconds + stopSeconds) * 1000 + STOP_MARGIN_MS;
    const killTimer = setTimeout(() => {
      for (const worker of this.#workers) worker.process.kill("SIGKILL");
    }, limitMs);
    await Promise.all(exits);
    clearTimeout(killTimer);
  }

  #onMessage(worker: Worker, message: WorkerReport): void {
    // A message may arrive after the end of its worker, whose counters are counted as such already.
    if (!this.#workers.has(worker)) return;
    this.#watchdog.seen(worker);
    if (message.kind === "ready") {
      this.#listening.add(worker);
      this.#watchdog.watch(worker, HANG_MS);
    }
    if (message.kind === "loaded") {
      // What the snapshot contains must not be sent again.
      this.#sendReport();
      const snapshot = this.metrics.snapshot();
      const [options, listenAddress, startedAtMs] = [
        this.#options,
        this.#listenAddress,
        this.#startedAtMs,
      ];
      const start: WorkerCommand = { kind: "start", options, listenAddress, startedAtMs, snapshot };
      this.#send(worker, this.#isStopping ? { kind: "stop" } : start);
    }
    if (message.kind === "report") {
      const pid = worker.process.pid as number;
      this.metrics.addReport(pid, message.report);
      this.#sendToAll({ kind: "report", pid, report: message.report }, worker);
    }
  }

  /** Sends the metrics of this process to the workers. */
  #sendReport(): void {
    this.#sendToAll({ kind: "report", pid: process.pid, report: this.metrics.takeReport() });
  }

  /** Whether any worker takes requests. */
  isAccepting(): boolean {
    return !this.#isStopping && this.#respondingWorkers() > 0;
  }

  #onExit(worker: Worker): void {
    const pid = worker.process.pid as number;
    this.#workers.delete(worker);
    this.#listening.delete(worker);
    this.#watchdog.forget(worker);
    this.metrics.addReport(pid, undefined);
    this.#sendToAll({ kind: "report", pid });
  }

  /** Its end then makes the pool start another. Only SIGKILL ends a process that was stopped. */
  #onHang({ process: child }: Worker, silentMs: number): void {
    const seconds = Math.round(silentMs / 1000);
    const message = `Worker ${child.pid} has not responded for ${seconds} s. Killing it.`;
    this.#log.error(message, { worker: child.pid, seconds });
    child.kill("SIGKILL");
  }

  #replaceWorker({ process: { pid } }: Worker, cause: string, livedMs: number): void {
    if (this.#isStopping) return;
    this.metrics.add("replacedWorkers");
    this.#log.warn(`Worker ${pid} ended (${cause}). Starting another.`, { worker: pid, cause });
    this.#pauseMs = livedMs < SETTLED_MS ? this.#pauseMs * 2 : MIN_PAUSE_MS;
    this.#startWorkerLater();
  }

  /** Repeats until a worker listens. The other workers serve in the meantime. */
  #startWorkerLater(): void {
    const pauseMs = Math.min(this.#pauseMs, MAX_PAUSE_MS);
    setTimeout(() => {
      if (this.#isStopping) return;
      this.startWorker().catch((error: Error) => {
        if (this.#isStopping) return;
        this.metrics.add("replacedWorkers");
        this.#log.error(error.message);
        this.#pauseMs *= 2;
        this.#startWorkerLater();
      });
    }, pauseMs);
  }

  #send(worker: Worker, message: WorkerCommand): void {
    if (worker.isConnected()) worker.send(message, () => {});
  }

  #sendToAll(message: WorkerCommand, except?: Worker): void {
    for (const worker of this.#workers) if (worker !== except) this.#send(worker, message);
  }
}

/**
 * Starts `options.workers` processes that answer requests on one port.
 * @param stopping stops those that have started while others still start; the reason of the signal is then thrown
 * @throws ServiceError if the service cannot listen on its address, its certificate cannot be used, or a worker cannot
 *   start
 */
export async function startWorkers(
  options: ServiceOptions,
  requested: ListenAddress,
  log: Log,
  stopping: AbortSignal,
): Promise<RunningService> {
  const tls = tlsFilesOf(options);
  // Said once, and not by each worker.
  if (tls) readTls(tls);
  const listenAddress = requested.kind === "port" ? await probePort(requested) : requested;
  stopping.throwIfAborted();
  const pool = new WorkerPool(options, listenAddress, log);
  const stop = () => void pool.stop();
  stopping.addEventListener("abort", stop);
  try {
    const starts = Array.from({ length: options.workers }, () => pool.startWorker());
    const [ready] = (await Promise.all(starts)) as [WorkerReady];
    const { transport, reason } = ready;
    return {
      listenAddress: ready.listenAddress,
      transport,
      reason,
      reloadTls: () => pool.reloadTls(),
      metrics: pool.metrics,
      isAccepting: () => pool.isAccepting(),
      stop: () => pool.stop(),
    };
  } catch (error) {
    await pool.stop();
    stopping.throwIfAborted();
    throw error;
  } finally {
    stopping.removeEventListener("abort", stop);
  }
}
