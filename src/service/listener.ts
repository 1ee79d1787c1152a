/** Answers the requests of one process: chooses its transport, and routes, counts and logs requests. */
import { setTimeout } from "node:timers/promises";
import { BatchExchange } from "../http/batch/exchange.ts";
import { createBatchRoutes } from "../http/batch/routes.ts";
import type { LogError, Reply, Request } from "../http/messages.ts";
import { createRouter } from "../http/router.ts";
import type { InterfaceSettings } from "../http/settings.ts";
import { createAccessLog, summaryOf } from "./access-log/access-log.ts";
import { clientFinder } from "./access-log/client-address.ts";
import type { ReplySummary, RequestEntry } from "./access-log/lines.ts";
import { BatchMemory } from "./batch-memory.ts";
import { ServiceError, TransportError } from "./errors.ts";
import type { Log } from "./log.ts";
import { standardOutput } from "./log-writer.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { createOpsReplies, type OpsState } from "./ops/ops-replies.ts";
import { interfaceSettings, type ServiceOptions, type TransportChoice } from "./options.ts";
import { createProtection } from "./overload/protection.ts";
import type { Place } from "./place.ts";
import { startStream } from "./stream-pump.ts";
import { tlsFilesOf } from "./tls.ts";
import type { Listen, Listener, RequestHandler, TransportName } from "./transports/transport.ts";

// The choice of the transport

type TransportModule = { readonly listen: Listen };

/** A transport is loaded when it is chosen: uWebSockets.js has no binary for some machines. */
const LOADERS: Readonly<Record<TransportName, () => Promise<TransportModule>>> = {
  uws: () => import("./transports/uws.ts"),
  node: () => import("./transports/node.ts"),
};

export interface ChosenTransport {
  readonly name: TransportName;
  readonly listen: Listen;
  /** Why the preferred transport was not chosen; a clause without a full stop. */
  readonly reason?: string;
}

/** Returns the first line of an error's message, without its full stop. */
function firstLine(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line.replace(/\.$/, "");
}

/**
 * Returns why uWebSockets.js cannot listen at a place with several workers: each opens a socket of its own, and only
 * Linux distributes the connections of a port over them.
 */
export function uwsObstacle(
  { kind }: Place,
  workers: number,
  platform: string = process.platform,
): string | undefined {
  if (kind === "inherited") return "uWebSockets.js cannot take over a socket of systemd";
  if (workers === 1) return undefined;
  if (kind === "file") return "uWebSockets.js cannot share the file of a socket among workers";
  return platform === "linux"
    ? undefined
    : `uWebSockets.js cannot share a port among workers on ${platform}`;
}

/**
 * Loads the transport to listen with.
 * @param obstacle why uWebSockets.js cannot listen there; a clause without a full stop
 * @param loaders replaced by tests
 * @throws TransportError if uws is requested and does not load, or is not the required one
 */
export async function chooseTransport(
  choice: TransportChoice,
  obstacle: string | undefined,
  loaders: typeof LOADERS = LOADERS,
): Promise<ChosenTransport> {
  const load = async (name: TransportName) => ({ name, listen: (await loaders[name]()).listen });
  if (choice === "node") return load("node");
  let reason = obstacle;
  try {
    if (reason === undefined) return await load("uws");
  } catch (error) {
    // A changed binary is no matter of the machine: whoever installed it should know at once.
    if (error instanceof ServiceError) throw error;
    reason = `uWebSockets.js does not load on this machine: ${firstLine(error)}`;
  }
  if (choice === "auto") return { ...(await load("node")), reason };
  throw new TransportError(`${reason}. Use --transport auto or --transport node.`);
}

// Requests

function microsecondsSince(beganMs: number): number {
  return (performance.now() - beganMs) * 1000;
}

/** Creates the function that replies to all requests but batches. */
function createReplies(
  settings: InterfaceSettings,
  ops: OpsState,
  { opsPort, prefix }: ServiceOptions,
): (request: Request, log: LogError) => Reply {
  const route = createRouter(settings);
  if (opsPort !== undefined) return route;
  const replyToOps = createOpsReplies(ops, prefix === "");
  return (request, log) => replyToOps(request, log) ?? route(request, log);
}

function createRequestHandler(
  options: ServiceOptions,
  ops: OpsState,
  memory: BatchMemory,
  log: Log,
): RequestHandler {
  const { metrics } = ops;
  const settings = interfaceSettings(options, metrics.report);
  const route = createReplies(settings, ops, options);
  const batchRoutes = createBatchRoutes(settings);
  const logError = (text: string) => log.error(text);
  const findClient = clientFinder(options.trustProxy);
  const accessLog =
    options.accessLog && log.isLevelEnabled("info")
      ? createAccessLog(options.accessLogFormat, findClient, standardOutput())
      : undefined;

  function record(entry: RequestEntry | undefined, summary: ReplySummary, beganMs: number): void {
    const microseconds = microsecondsSince(beganMs);
    metrics.count(summary.operation, summary.status, microseconds);
    if (entry) accessLog?.end(entry, summary, microseconds);
  }

  return {
    ...createProtection(options, settings, metrics, log, findClient, accessLog),
    rejectUnparsable(reason) {
      metrics.add("unparsableRequests");
      log.debug(`A request could not be parsed: ${reason}`);
    },
    reply(request) {
      const beganMs = performance.now();
      const reply = route(request, logError);
      const microseconds = microsecondsSince(beganMs);
      metrics.count(reply.operation, reply.status, microseconds);
      accessLog?.end(accessLog.begin(request), summaryOf(reply), microseconds);
      return reply;
    },
    startBatch(request) {
      const beganMs = performance.now();
      const started = batchRoutes.start(request, logError);
      if (started === undefined) return undefined;
      const entry = accessLog?.begin(request);
      if (!(started instanceof BatchExchange)) {
        record(entry, summaryOf(started), beganMs);
        return started;
      }
      const { operation } = started;
      const share = memory.start(started.bodyBytes);
      if (typeof share === "string") {
        const reply = started.refuse(share, memory.maxBodyBytes);
        metrics.add("rejectedBatches");
        record(entry, summaryOf(reply), beganMs);
        return reply;
      }
      return (channel) =>
        startStream(started, channel, memory, share, (result) => {
          if (result.isAborted) metrics.add("abortedRequests");
          if (result.timeout) metrics.add(result.timeout);
          record(entry, { ...result, operation }, beganMs);
        });
    },
  };
}

/** A listener, and how its transport was chosen. */
export interface ServiceListener extends Omit<Listener, "stop"> {
  /** Whether the listener was not told to stop. */
  isAccepting(): boolean;
  /** Serves on for `drainSeconds`, then finishes the replies in progress, for at most `stopSeconds`. */
  stop(): Promise<void>;
  readonly transport: TransportName;
  /** Why the preferred transport was not chosen; a clause without a full stop. */
  readonly reason: string | undefined;
}

/**
 * Answers requests in this process until the listener is stopped.
 * @param place where to listen, with the actual port in a worker
 * @throws TransportError if uws is requested and does not load
 * @throws ListenError if the service cannot listen there
 * @throws TlsError if the certificate cannot be used
 */
export async function startListener(
  options: ServiceOptions,
  place: Place,
  metrics: Metrics,
  log: Log,
): Promise<ServiceListener> {
  const { workers, batchSeconds } = options;
  const obstacle = uwsObstacle(place, workers);
  const { name, listen, reason } = await chooseTransport(options.transport, obstacle);
  let isStopping = false;
  const isAccepting = () => !isStopping;
  const memory = new BatchMemory(options.batchMemory, options.batchRequests);
  const tls = tlsFilesOf(options);
  const needsPeers = options.accessLog || options.rateLimit > 0;
  const needsAllValues = needsPeers && options.trustProxy.length > 0;
  const isShared = workers > 1;
  const listener = await listen(
    { place, tls, isShared, needsPeers, needsAllValues, maxRequestSeconds: batchSeconds },
    createRequestHandler(options, { metrics, isAccepting }, memory, log),
  );
  metrics.observe(() => ({
    connections: listener.connections(),
    batchRequests: memory.requests,
    batchRequestsLimit: options.batchRequests,
    batchMemoryBytes: memory.usedBytes,
    batchMemoryLimitBytes: options.batchMemory,
  }));
  return {
    ...listener,
    transport: name,
    reason,
    isAccepting,
    async stop() {
      isStopping = true;
      await setTimeout(options.drainSeconds * 1000);
      await listener.stop(options.stopSeconds);
    },
  };
}

/** Reads the certificate of a listener again. If it cannot be used, logs why and keeps the former one. */
export function reloadTls(listener: Listener, log: Log): void {
  try {
    listener.reloadTls();
    log.info("New connections get the certificate that has been read now.");
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    log.error(`The former certificate stays in use. ${message}`);
  }
}
