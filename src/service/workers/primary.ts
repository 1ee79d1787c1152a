/** The primary process: keeps the workers running and passes on what they count. */
import cluster, { type Worker } from "node:cluster";
import { type AddressInfo, createServer } from "node:net";
import { fileURLToPath } from "node:url";
import type { Log } from "../log.ts";
import type { ServiceOptions } from "../options.ts";
import { createTally } from "../tally.ts";
import { ListenError } from "../transports/transport.ts";
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

const WORKER_FILE = fileURLToPath(new URL("./worker.js", import.meta.url));

export interface Workers {
  readonly port: number;
  /** Name of the transport they use. */
  readonly transport: string;
  /** Why it is not the preferred one. */
  readonly reason: string | undefined;
  stop(): Promise<void>;
}

/** A worker could not listen. */
export class WorkerError extends Error {
  override name = "WorkerError";
}

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
function startOf(worker: Worker): Promise<ToPrimary & { kind: "ready" }> {
  return new Promise((resolve, reject) => {
    worker.on("message", (message: ToPrimary) => {
      if (message.kind === "ready") resolve(message);
      if (message.kind === "failed") reject(new WorkerError(message.message));
    });
    worker.once("exit", () => reject(new WorkerError("A worker ended before it could listen.")));
  });
}

/** @throws ListenError, WorkerError */
export async function startWorkers(options: ServiceOptions, log: Log): Promise<Workers> {
  const startedAtMs = Date.now();
  const port = await probePort(options.host, options.port);
  const tally = createTally(options.workers, startedAtMs);
  const workers = new Set<Worker>();
  let isStopping = false;
  let pauseMs = FIRST_PAUSE_MS;

  const send = (worker: Worker, message: ToWorker) => {
    if (worker.isConnected()) worker.send(message, () => {});
  };
  const sendOthers = (sender: Worker | undefined, message: ToWorker) => {
    for (const worker of workers) if (worker !== sender) send(worker, message);
  };

  function replace(dead: Worker, code: number | null, signal: string | null, livedMs: number) {
    pauseMs = livedMs < SETTLED_MS ? Math.min(pauseMs * 2, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS;
    const why = signal ?? `exit code ${code}`;
    const text = `Worker ${dead.process.pid} has ended (${why}); another takes its place.`;
    log.warn({ worker: dead.process.pid, code, signal }, text);
    setTimeout(() => {
      if (!isStopping) add().catch((error: Error) => log.error(error.message));
    }, pauseMs);
  }

  function add(): Promise<ToPrimary & { kind: "ready" }> {
    const worker = cluster.fork();
    const pid = worker.process.pid as number;
    const bornAtMs = Date.now();
    const started = startOf(worker);
    let isStarted = false;
    workers.add(worker);
    worker.on("message", (message: ToPrimary) => {
      if (message.kind === "loaded") {
        send(worker, { kind: "start", options, port, startedAtMs, counted: tally.snapshot() });
      }
      if (message.kind === "ready") isStarted = true;
      if (message.kind !== "counted") return;
      const { delta, gauges } = message;
      tally.add(delta);
      sendOthers(worker, { kind: "other", pid, delta, gauges });
    });
    worker.once("exit", (code, signal) => {
      workers.delete(worker);
      sendOthers(undefined, { kind: "other", pid, delta: [] });
      const wasWanted = isStarted || isRunning;
      if (wasWanted && !isStopping) replace(worker, code, signal, Date.now() - bornAtMs);
    });
    return started;
  }

  async function stop(): Promise<void> {
    isStopping = true;
    clearInterval(telling);
    const ended = [...workers].map((worker) => new Promise((done) => worker.once("exit", done)));
    sendOthers(undefined, { kind: "stop" });
    const last = setTimeout(
      () => {
        for (const worker of workers) worker.process.kill("SIGKILL");
      },
      options.stopSeconds * 1000 + STOP_MARGIN_MS,
    );
    await Promise.all(ended);
    clearTimeout(last);
  }

  const telling = setInterval(() => {
    const gauges = tally.readGauges();
    sendOthers(undefined, { kind: "other", pid: process.pid, delta: [], gauges });
  }, TELL_EVERY_MS);
  telling.unref();

  cluster.setupPrimary({ exec: WORKER_FILE, args: [] });
  let isRunning = false;
  try {
    const starts = await Promise.all(Array.from({ length: options.workers }, add));
    isRunning = true;
    const [first] = starts as [ToPrimary & { kind: "ready" }];
    return { port, transport: first.transport, reason: first.reason, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
