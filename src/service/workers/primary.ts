/** The primary process: keeps the workers running and passes on what they count. */
import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { ListenError, WorkerError } from "../errors.ts";
import type { Log } from "../log.ts";
import { createRowCounts, type Tally } from "../metrics/metrics.ts";
import type { ServiceOptions } from "../options.ts";
import { WORKER_FILE } from "../worker-file.ts";
import type { ToPrimary, ToWorker } from "./messages.ts";

/** A worker that ends early is replaced later each time, so that a fault does not eat the machine. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** One that has lived this long was not early. */
const SETTLED_MS = 10_000;
/** How much longer than its own limit a worker may take to stop. */
const STOP_MARGIN_MS = 1_000;
/** How often the workers are told what the primary itself is like. */
const TELL_EVERY_MS = 2_000;

export interface Workers {
  readonly port: number;
  /** Name of the transport they use. */
  readonly transport: string;
  /** Why it is not the preferred one. */
  readonly reason: string | undefined;
  stop(): Promise<void>;
}

type Ready = ToPrimary & { kind: "ready" };

/**
 * Finds out whether a port is free, which the workers, as they share it, do not notice.
 * @returns the port, also when any (0) was asked for
 */
function probePort(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", () => reject(new ListenError(host, port)));
    server.listen(port, host, () => {
      const { port: found } = server.address() as AddressInfo;
      server.close(() => resolve(found));
    });
  });
}

/** Resolves with what a worker says of its start. */
function startOf(worker: Worker): Promise<Ready> {
  return new Promise((resolve, reject) => {
    worker.on("message", (message: ToPrimary) => {
      if (message.kind === "ready") resolve(message);
      if (message.kind === "failed") reject(new WorkerError(message.message));
    });
    worker.once("exit", () => reject(new WorkerError("A worker ended before it could listen.")));
  });
}

/** The workers of a service, and what happens to them. */
class Pool {
  readonly #options: ServiceOptions;
  readonly #port: number;
  readonly #log: Log;
  readonly #startedAtMs = Date.now();
  readonly #tally: Tally;
  readonly #workers = new Set<Worker>();
  readonly #telling: NodeJS.Timeout;
  #pauseMs = FIRST_PAUSE_MS;
  #isStopping = false;

  constructor(options: ServiceOptions, port: number, log: Log) {
    this.#options = options;
    this.#port = port;
    this.#log = log;
    this.#tally = createRowCounts(options.workers, this.#startedAtMs);
    this.#telling = setInterval(() => {
      const gauges = this.#tally.readGauges();
      this.#tellAll({ kind: "other", pid: process.pid, delta: [], gauges });
    }, TELL_EVERY_MS).unref();
    cluster.setupPrimary({ exec: WORKER_FILE, args: [] });
  }

  /** Starts a worker; rejects with a WorkerError when it cannot listen. */
  add(): Promise<Ready> {
    const worker = cluster.fork();
    const bornAtMs = Date.now();
    let hasStarted = false;
    this.#workers.add(worker);
    worker.on("message", (message: ToPrimary) => {
      hasStarted ||= message.kind === "ready";
      this.#heed(worker, message);
    });
    worker.once("exit", (code, signal) => {
      this.#workers.delete(worker);
      this.#tellAll({ kind: "other", pid: worker.process.pid as number, delta: [] });
      // One that never listened is told to whoever has started it.
      if (hasStarted) this.#replace(worker, signal ?? `exit code ${code}`, Date.now() - bornAtMs);
    });
    return startOf(worker);
  }

  /** Asks all workers to finish, and ends those that do not in time. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#telling);
    const ends = Array.from(this.#workers, (worker) => once(worker, "exit"));
    this.#tellAll({ kind: "stop" });
    const limitMs = this.#options.stopSeconds * 1000 + STOP_MARGIN_MS;
    const last = setTimeout(() => {
      for (const worker of this.#workers) worker.process.kill("SIGKILL");
    }, limitMs);
    await Promise.all(ends);
    clearTimeout(last);
  }

  #heed(worker: Worker, message: ToPrimary): void {
    if (message.kind === "loaded") {
      const counted = this.#tally.snapshot();
      const [options, port, startedAtMs] = [this.#options, this.#port, this.#startedAtMs];
      const start: ToWorker = { kind: "start", options, port, startedAtMs, counted };
      this.#tell(worker, this.#isStopping ? { kind: "stop" } : start);
    }
    if (message.kind === "counted") {
      const { delta, gauges } = message;
      this.#tally.add(delta);
      this.#tellAll({ kind: "other", pid: worker.process.pid as number, delta, gauges }, worker);
    }
  }

  #replace(dead: Worker, why: string, livedMs: number): void {
    if (this.#isStopping) return;
    const { pid } = dead.process;
    this.#log.warn(
      { worker: pid, why },
      `Worker ${pid} has ended (${why}); another takes its place.`,
    );
    this.#pauseMs = livedMs < SETTLED_MS ? this.#pauseMs * 2 : FIRST_PAUSE_MS;
    this.#addLater();
  }

  /** Tries again when it fails: the other workers still serve. */
  #addLater(): void {
    const pauseMs = Math.min(this.#pauseMs, LONGEST_PAUSE_MS);
    setTimeout(() => {
      if (this.#isStopping) return;
      this.add().catch((error: Error) => {
        this.#log.error(error.message);
        this.#pauseMs *= 2;
        this.#addLater();
      });
    }, pauseMs);
  }

  #tell(worker: Worker, message: ToWorker): void {
    if (worker.isConnected()) worker.send(message, () => {});
  }

  #tellAll(message: ToWorker, but?: Worker): void {
    for (const worker of this.#workers) if (worker !== but) this.#tell(worker, message);
  }
}

/** @throws ListenError, WorkerError */
export async function startWorkers(options: ServiceOptions, log: Log): Promise<Workers> {
  const port = await probePort(options.host, options.port);
  const pool = new Pool(options, port, log);
  try {
    const starts = Array.from({ length: options.workers }, () => pool.add());
    const [first] = (await Promise.all(starts)) as [Ready];
    return { port, transport: first.transport, reason: first.reason, stop: () => pool.stop() };
  } catch (error) {
    await pool.stop();
    throw error;
  }
}
