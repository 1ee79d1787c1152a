/** Listens in one process: with the chosen transport, and with the handler of its requests. */
import { setTimeout } from "node:timers/promises";
import { BatchMemory } from "./batch/batch-memory.ts";
import { createCandidateFinder } from "./borders/candidates.ts";
import type { ListenAddress } from "./listen-address.ts";
import type { Log } from "./log/log.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { ServiceOptions } from "./options.ts";
import { ServiceHandler } from "./request-handler.ts";
import { tlsFilesOf } from "./tls.ts";
import { chooseTransport, uwsObstacle } from "./transport-choice.ts";
import type { Listener, TransportName } from "./transports/transport.ts";

/** A listener, and how its transport was chosen. */
export interface ServiceListener extends Omit<Listener, "stop"> {
  /** Reads certificate and key again. If they cannot be used, logs why and keeps the former ones. */
  reloadTls(): void;
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
 * @param listenAddress where to listen, with the actual port in a worker
 * @throws ServiceError if uws is requested and does not load, the service cannot listen there, or certificate or borders
 *   cannot be used
 */
export async function startListener(
  options: ServiceOptions,
  listenAddress: ListenAddress,
  metrics: Metrics,
  log: Log,
): Promise<ServiceListener> {
  const { workers, batchSeconds } = options;
  const obstacle = uwsObstacle(listenAddress, workers);
  const files = { findCandidates: options.borders ? createCandidateFinder() : undefined };
  const { name, listen, reason } = await chooseTransport(options.transport, obstacle);
  let isStopping = false;
  const isAccepting = () => !isStopping;
  const memory = new BatchMemory(options.batchMemory, options.batchRequests);
  const tls = tlsFilesOf(options);
  const needsClients = options.accessLog || options.rateLimit > 0;
  const needsAllValues = needsClients && options.trustProxy.length > 0;
  const isShared = workers > 1;
  const listener = await listen(
    { listenAddress, tls, isShared, needsAllValues, maxRequestSeconds: batchSeconds },
    new ServiceHandler(options, files, { metrics, isAccepting }, memory, log),
  );
  metrics.observe({ connections: listener.connections, batches: memory });
  return {
    ...listener,
    reloadTls: () => reloadTls(listener, log),
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

/** Reads the certificate of a listener again. */
function reloadTls(listener: Listener, log: Log): void {
  try {
    listener.reloadTls();
    log.info("New connections get the certificate that has been read now.");
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    log.error(`The former certificate stays in use. ${message}`);
  }
}
