/** Starts the service: chooses the transport, starts threads, listens, and stops. */
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { packageVersion } from "../http/version.ts";
import { dataVersion } from "../index.ts";
import { copyTables } from "../loaders/disk.ts";
import { createHandler, createOpsHandler } from "./handler.ts";
import { probePort, readTls, ServiceError } from "./listening.ts";
import type { Log } from "./log.ts";
import { type Counters, createCounters, startMeter } from "./metrics/counters.ts";
import type { ServiceOptions } from "./options.ts";

// As deep in src as in dist, where this module is one of dist/chunks.
const THREAD = new URL("../service/thread.js", import.meta.url);

export interface ThreadData {
  /** From 1. */
  readonly thread: number;
  readonly options: ServiceOptions;
  /** Of the counters. */
  readonly memory: SharedArrayBuffer;
  readonly tables: SharedArrayBuffer;
}

export type ThreadMessage = "renew certificate" | "stop";

export interface Service {
  /** `http://127.0.0.1:8080/mapcode`, with the actual port if any free one was requested. */
  readonly address: string;
  /** The port of /metrics, /livez and /readyz if they have their own. */
  readonly opsPort: number | undefined;
  /** Reads certificate and key again, for new connections; logs why if they cannot be used, and keeps the old ones. */
  renewCertificate(): Promise<void>;
  /** Serves on for `drainTime`, then finishes the replies in progress, for at most `shutdownTimeout`. */
  stop(): Promise<void>;
}

/** @throws ServiceError if the requested transport does not load, or cannot have so many threads */
async function chooseTransport({ transport, workers }: ServiceOptions, log: Log) {
  let reason = "";
  try {
    if (transport !== "node") await import("./transports/uws.ts");
  } catch (error) {
    reason = `uWebSockets.js does not load on this machine: ${(error as Error).message}`;
  }
  const problem = reason && `${reason}. `;
  if (problem && transport === "uws") {
    throw new ServiceError(`${problem}Use --transport auto or --transport node.`);
  }
  const name = problem || transport === "node" ? "node" : "uws";
  if (workers > 1 && (name === "node" || process.platform !== "linux")) {
    throw new ServiceError(
      `${problem}Several workers share a port with uWebSockets.js on Linux only. Leave out --workers, and run ${workers} services behind a proxy.`,
    );
  }
  const advice = "Serving on node:http instead; docs/operations.md says how to install it.";
  if (problem) log.warn(problem + advice, { transport: name, reason });
  return name;
}

/** Whether several sockets listen on the port: those of threads, or of an old and a new certificate. */
const sharesPort = ({ workers, tlsCert }: ServiceOptions) => workers > 1 || tlsCert !== "";

/** Answers requests in this thread. */
export async function startListener(options: ServiceOptions, counters: Counters, log: Log) {
  const isNode = options.transport === "node";
  const { listen } = await (isNode
    ? import("./transports/node.ts")
    : import("./transports/uws.ts"));
  const isShared = sharesPort(options);
  return listen({ ...options, isShared }, createHandler(options, counters, log));
}

/** Answers operators on a port of their own, if they have one. */
async function startOpsListener(options: ServiceOptions, counters: Counters, log: Log) {
  const { opsHost: host, opsPort: port } = options;
  if (port === undefined) return undefined;
  const { listen } = await import("./transports/node.ts");
  const address = { host, port, tlsCert: "", tlsKey: "", isShared: false };
  return listen(address, createOpsHandler(options, counters, log));
}

/** Starts the threads besides this one. @param onFailure called with the error of a thread that fails */
async function startThreads(
  options: ServiceOptions,
  { memory }: Counters,
  onFailure: (error: unknown) => void,
) {
  const { Worker } = await import("node:worker_threads");
  const tables = copyTables();
  const resourceLimits = { maxYoungGenerationSizeMb: 2 };
  let isStopping = false;
  const threads = Array.from({ length: options.workers - 1 }, (_, index) => {
    const workerData: ThreadData = { thread: index + 1, options, memory, tables };
    return new Worker(THREAD, { workerData, resourceLimits })
      .on("error", onFailure)
      .on("message", (failure) => failure && onFailure(failure))
      .on("exit", () => isStopping || process.exit(1));
  });
  await Promise.all(threads.map((thread) => once(thread, "message")));
  const tell = (message: ThreadMessage) => {
    for (const thread of threads) thread.postMessage(message);
  };
  return {
    tell,
    async stop() {
      isStopping = true;
      const exits = threads.map((thread) => once(thread, "exit"));
      tell("stop");
      await Promise.all(exits);
    },
  };
}

function originOf(scheme: string, host: string, port: number): string {
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Starts threads and listeners, or none of them. */
async function startAll(options: ServiceOptions, log: Log, stopping?: AbortSignal) {
  const { workers, shutdownTimeout } = options;
  const counters = createCounters(workers);
  const stops: (() => Promise<void>)[] = [];
  const stopAll = () => Promise.all(stops.map((stop) => stop()));
  /** Ends the process when a thread has failed: half of a service would hide that. */
  const fail = (error: unknown) => {
    log.error(`A worker failed: ${error instanceof Error ? error.stack : error}`);
    process.exitCode = 1;
    void stopAll();
  };
  try {
    const threads = workers > 1 ? await startThreads(options, counters, fail) : undefined;
    if (threads) stops.push(threads.stop);
    stopping?.throwIfAborted();
    const listener = await startListener(options, counters, log);
    stops.push(() => listener.stop(shutdownTimeout));
    const ops = await startOpsListener(options, counters, log);
    if (ops) stops.push(() => ops.stop(0));
    stopping?.throwIfAborted();
    // Without this, the threads would be ended with connections open, and the process would abort.
    if (threads) process.once("uncaughtException", fail);
    return { counters, threads, listener, opsPort: ops?.port, stopAll };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

/** @param stopping may be aborted during the start: the reason is thrown when all has stopped @throws ServiceError */
export async function serve(
  given: ServiceOptions,
  log: Log,
  stopping?: AbortSignal,
): Promise<Service> {
  const { workers, host, opsHost, prefix, tlsCert, tlsKey, drainTime } = given;
  const transport = await chooseTransport(given, log);
  if (tlsCert !== "") readTls(tlsCert, tlsKey);
  // On a shared port, a second service could start, and would get half of the requests.
  const port = sharesPort(given) ? await probePort(host, given.port) : given.port;
  const options: ServiceOptions = { ...given, transport, port };
  const { counters, threads, listener, opsPort, stopAll } = await startAll(options, log, stopping);
  startMeter(counters, true);
  counters.set("isAccepting", 1);
  let stopped: Promise<unknown> | undefined;
  const stop = async () => {
    counters.set("isAccepting", 0);
    stopped ??= pause(drainTime * 1000).then(stopAll);
    await stopped;
  };
  const renewCertificate = async () => {
    if (tlsCert === "" || stopped !== undefined) return;
    try {
      readTls(tlsCert, tlsKey);
      threads?.tell("renew certificate");
      await listener.renewCertificate();
      log.info(`New connections use the certificate that is now in ${tlsCert}`);
    } catch (error) {
      log.error(`${(error as Error).message} The old one stays in use.`);
    }
  };
  const address = originOf(tlsCert === "" ? "http" : "https", host, listener.port) + prefix;
  const opsAddress = opsPort === undefined ? undefined : originOf("http", opsHost, opsPort);
  const version = packageVersion();
  const workerCount = workers === 1 ? "1 worker" : `${workers} workers`;
  log.info(
    `mapcoded ${version} (tables ${dataVersion()}) serves at ${address} (${transport}, ${workerCount})`,
    { version, transport, workers, address },
  );
  if (opsAddress) log.info(`For operators: ${opsAddress}/metrics, /livez, /readyz`, { opsAddress });
  return { address, opsPort, renewCertificate, stop };
}
