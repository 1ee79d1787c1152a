/** Starts the service, in this process or with worker processes. */

import { packageVersion } from "../http/version.ts";
import { dataVersion } from "../index.ts";
import { baseAddress, claimFile, type ListenAddress, listenAddressOf } from "./listen-address.ts";
import { startListener } from "./listener.ts";
import type { Log } from "./log/log.ts";
import { Metrics } from "./metrics/metrics.ts";
import type { OpsServer } from "./ops/ops-server.ts";
import type { ServiceOptions } from "./options.ts";
import { uwsObstacle } from "./transport-choice.ts";
import type { RunningService } from "./worker-pool.ts";

export interface Service {
  /** `http://127.0.0.1:8080/mapcode`, with the actual port if any free one was requested. */
  readonly address: string;
  /** The port of /metrics, /livez and /readyz if they have their own. */
  readonly opsPort: number | undefined;
  /** Reads certificate and key again. If they cannot be used, logs why and keeps the former ones. */
  reloadTls(): void;
  /** Serves on for `drainSeconds`, then finishes the replies in progress, for at most `stopSeconds`. */
  stop(): Promise<void>;
}

/** Starts worker processes. A service of one process loads neither the code for that nor node:cluster. */
async function startInWorkers(
  options: ServiceOptions,
  listenAddress: ListenAddress,
  log: Log,
  stopping: AbortSignal,
): Promise<RunningService> {
  const { startWorkers } = await import("./worker-pool.ts");
  return startWorkers(options, listenAddress, log, stopping);
}

async function startInThisProcess(
  options: ServiceOptions,
  listenAddress: ListenAddress,
  log: Log,
): Promise<RunningService> {
  const metrics = new Metrics({ workers: options.workers, startedAtMs: Date.now() });
  const listener = await startListener(options, listenAddress, metrics, log);
  return { ...listener, metrics };
}

/** Listens for operators if they have their own port; stops the service if that fails. */
async function startOps(
  { host, opsPort, opsHost }: ServiceOptions,
  service: RunningService,
  log: Log,
): Promise<OpsServer | undefined> {
  if (opsPort === undefined) return undefined;
  try {
    const address = { host: opsHost ?? host, port: opsPort };
    // Few services have it, and it needs node:http.
    const { startOpsServer } = await import("./ops/ops-server.ts");
    return await startOpsServer(address, service, (text) => log.error(text));
  } catch (error) {
    await service.stop();
    throw error;
  }
}

/**
 * Serves until `stop` is called, or a signal is aborted.
 * @param stopping may be aborted at any time; while the service starts, the reason of the signal is thrown once it has
 *   stopped
 * @throws ServiceError if the service cannot listen on its address, its certificate, borders or tiles cannot be used,
 *   the requested transport does not load on this machine, or a worker process cannot start
 */
export async function serve(
  options: ServiceOptions,
  log: Log,
  stopping: AbortSignal = new AbortController().signal,
): Promise<Service> {
  const { workers } = options;
  const start = workers > 1 ? startInWorkers : startInThisProcess;
  const requested = listenAddressOf(options);
  if (requested.kind === "file") await claimFile(requested);
  const service = await start(options, requested, log, stopping);
  const { listenAddress, transport, reason } = service;
  const ops = await startOps(options, service, log);
  const stop = async () => {
    await service.stop();
    ops?.stop();
  };
  if (stopping.aborted) await stop();
  stopping.throwIfAborted();
  stopping.addEventListener("abort", () => void stop());
  const address = baseAddress(listenAddress, options.prefix, options.tlsCert !== "");
  if (reason !== undefined) {
    // What the address or the number of workers rules out, no installation changes.
    const isInstallable = uwsObstacle(requested, workers) === undefined;
    const advice = isInstallable ? "; docs/operations.md says how to install it" : "";
    log.warn(`${reason}. Serving on node:http instead${advice}.`, { transport, reason });
  }
  const version = packageVersion();
  const product = `mapcoded ${version} (tables ${dataVersion()})`;
  const processes = `${transport}, ${workers === 1 ? "1 worker" : `${workers} workers`}`;
  log.info(`${product} serves at ${address} (${processes})`, {
    version,
    transport,
    workers,
    address,
  });
  return {
    address,
    opsPort: ops?.port,
    reloadTls: service.reloadTls,
    stop,
  };
}
