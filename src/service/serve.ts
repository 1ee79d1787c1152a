/** Starts the service: chooses the transport, starts threads, listens, and stops. */
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { packageVersion } from "../http/version.ts";
import { dataVersion } from "../index.ts";
import { copyTables } from "../loaders/disk.ts";
import { opsRepliesOf, type ServiceState, startListener } from "./listener.ts";
import type { Log } from "./log.ts";
import { Counters } from "./metrics/counters.ts";
import { createOpsHandler } from "./ops.ts";
import type { ServiceOptions } from "./options.ts";
import { listenError, ServiceError } from "./start-errors.ts";
import type { ThreadData } from "./thread.ts";
import { readTls } from "./tls.ts";
import type { Listener, TransportName } from "./transports/transport.ts";
import { loadUws } from "./transports/uws-loader.ts";

/** As deep in src as in dist, where this module is one of dist/chunks. */
const THREAD = new URL("../service/thread.js", import.meta.url);

export interface Service {
  /** `http://127.0.0.1:8080/mapcode`, with the actual port if any free one was requested. */
  readonly address: string;
  /** The port of /metrics, /livez and /readyz if they have their own. */
  readonly opsPort: number | undefined;
  /** Serves on for `drainSeconds`, then finishes the replies in progress, for at most `stopSeconds`. */
  stop(): Promise<void>;
}

/**
 * Chooses the transport: uWebSockets.js where it loads, node:http elsewhere.
 * @throws ServiceError if the one that was asked for does not load, or cannot have so many threads
 */
function chooseTransport({ transport, workers }: ServiceOptions, log: Log): TransportName {
  let name: TransportName = transport === "node" ? "node" : "uws";
  let reason: string | undefined;
  try {
    if (name === "uws") loadUws();
  } catch (error) {
    reason = `uWebSockets.js does not load on this machine: ${(error as Error).message}`;
    if (transport === "uws") {
      throw new ServiceError(`${reason}. Use --transport auto or --transport node.`);
    }
    name = "node";
  }
  if (workers > 1 && (name === "node" || process.platform !== "linux")) {
    throw new ServiceError(
      `Several workers share a port with uWebSockets.js on Linux only. Leave out --workers, and run ${workers} services behind a proxy.`,
    );
  }
  if (reason !== undefined) {
    const advice = "Serving on node:http instead; docs/operations.md says how to install it.";
    log.warn(`${reason}. ${advice}`, { transport: name, reason });
  }
  return name;
}

/** Takes the port that all threads share, and gives it back. @throws ServiceError if another process has it */
async function probePort({ host, port }: ServiceOptions): Promise<number> {
  const { App, us_listen_socket_close, us_socket_local_port } = loadUws();
  const EXCLUSIVE_PORT = 1;
  return new Promise((resolve, reject) => {
    const app = App();
    app.listen(host, port, EXCLUSIVE_PORT, (socket) => {
      if (!socket) return reject(listenError(host, port));
      const actual = us_socket_local_port(socket);
      us_listen_socket_close(socket);
      app.close();
      resolve(actual);
    });
  });
}

/**
 * Starts the threads besides this one.
 * @param onFailure called with the error of a thread that fails
 * @returns a function that stops them
 */
async function startThreads(
  state: ServiceState,
  counters: Counters,
  onFailure: (error: unknown) => void,
): Promise<() => Promise<void>> {
  let isStopping = false;
  const tables = copyTables();
  const threads = Array.from({ length: state.options.workers - 1 }, (_, index) => {
    const data: ThreadData = { ...state, thread: index + 1, counters: counters.memory, tables };
    return new Worker(THREAD, {
      workerData: data,
      resourceLimits: { maxYoungGenerationSizeMb: 2 },
    });
  });
  for (const thread of threads) {
    thread.on("error", onFailure);
    thread.on("message", ({ failed }) => failed && onFailure(failed));
    thread.on("exit", () => {
      if (!isStopping) process.exit(1);
    });
  }
  await Promise.all(threads.map((thread) => once(thread, "message")));
  return async () => {
    isStopping = true;
    const exits = threads.map((thread) => once(thread, "exit"));
    for (const thread of threads) thread.postMessage("stop");
    await Promise.all(exits);
  };
}

/** Listens for operators if they have their own port. */
async function startOps(
  state: ServiceState,
  counters: Counters,
  log: Log,
): Promise<Listener | undefined> {
  const { host, opsPort } = state.options;
  if (opsPort === undefined) return undefined;
  // Few services have it, and it needs node:http.
  const { listen } = await import("./transports/node.ts");
  const handler = createOpsHandler(opsRepliesOf(state, counters), counters, (text) =>
    log.error(text),
  );
  const address = { host, port: opsPort, tlsCert: "", tlsKey: "", isShared: false };
  return listen(address, handler);
}

/**
 * Serves until `stop` is called, or a signal is aborted.
 * @param stopping may be aborted at any time; while the service starts, the reason of the signal is thrown once it has
 *   stopped
 * @throws ServiceError if the service cannot listen on its address, its certificate cannot be used, or the requested
 *   transport does not load on this machine
 */
export async function serve(
  options: ServiceOptions,
  log: Log,
  stopping: AbortSignal = new AbortController().signal,
): Promise<Service> {
  const { workers, host, prefix } = options;
  const counters = new Counters(workers);
  const transport = chooseTransport(options, log);
  const stops: (() => Promise<unknown>)[] = [];
  const stopAll = () => Promise.all(stops.map((stop) => stop()));
  /** Ends the process when a thread has failed: half of a service would hide that. */
  const fail = (error: unknown) => {
    log.error(`A worker failed: ${error instanceof Error ? error.stack : error}`);
    process.exitCode = 1;
    void stopAll();
  };
  let port = options.port;
  let opsPort: number | undefined;
  try {
    // Said once, and not by each thread.
    if (options.tlsCert !== "") readTls(options);
    if (workers > 1) port = await probePort(options);
    stopping.throwIfAborted();
    const state: ServiceState = { options, transport, port, startedAtMs: Date.now() };
    if (workers > 1) stops.push(await startThreads(state, counters, fail));
    stopping.throwIfAborted();
    const listener = await startListener(state, counters, log);
    stops.push(() => listener.stop(options.stopSeconds));
    port = listener.port;
    const ops = await startOps(state, counters, log);
    if (ops) stops.push(() => ops.stop(0));
    opsPort = ops?.port;
    stopping.throwIfAborted();
  } catch (error) {
    await stopAll();
    throw error;
  }
  // Without this, the threads would be ended with connections open, and the process would abort.
  if (workers > 1) process.once("uncaughtException", fail);
  counters.startTicking();
  counters.isAccepting = true;
  let stopped: Promise<unknown> | undefined;
  const stop = async () => {
    counters.isAccepting = false;
    stopped ??= pause(options.drainSeconds * 1000).then(stopAll);
    await stopped;
  };
  stopping.addEventListener("abort", () => void stop());
  const scheme = options.tlsCert === "" ? "http" : "https";
  const address = `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}${prefix}`;
  const version = packageVersion();
  const threads = workers === 1 ? "1 worker" : `${workers} workers`;
  log.info(
    `mapcoded ${version} (tables ${dataVersion()}) serves at ${address} (${transport}, ${threads})`,
    { version, transport, workers, address },
  );
  return { address, opsPort, stop };
}
