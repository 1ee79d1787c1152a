/** The running service, in this process alone or with workers. */
import { dataVersion } from "../index.ts";
import { packageVersion } from "../internal.ts";
import { startAnswering } from "./answering.ts";
import type { Log } from "./log.ts";
import { createRowCounts } from "./metrics/metrics.ts";
import { addressOf, type ServiceOptions } from "./options.ts";
import { chooseTransport } from "./transports/choose.ts";
import { startWorkers } from "./workers/primary.ts";

export interface Service {
  /** With the port that was found when any was asked for. */
  readonly address: string;
  /** Finishes what is under way, up to the time that the options allow. */
  stop(): Promise<void>;
}

interface Started {
  readonly port: number;
  readonly transport: string;
  readonly reason: string | undefined;
  stop(): Promise<void>;
}

async function startAlone(options: ServiceOptions, log: Log): Promise<Started> {
  const transport = await chooseTransport(options.transport, options.workers);
  const tally = createRowCounts(options.workers, Date.now());
  const listener = await startAnswering(options, options.port, transport, tally, log);
  return {
    port: listener.port,
    transport: transport.name,
    reason: transport.reason,
    stop: () => listener.stop(options.stopSeconds),
  };
}

/**
 * Serves until it is stopped.
 * @throws ListenError, TransportError, WorkerError
 */
export async function serve(options: ServiceOptions, log: Log): Promise<Service> {
  const { workers } = options;
  const start = workers > 1 ? startWorkers : startAlone;
  const { port, transport, reason, stop } = await start(options, log);
  const address = addressOf(options, port);
  if (reason !== undefined) {
    log.warn({ transport, reason }, `${reason}; node:http serves instead.`);
  }
  const version = packageVersion();
  const who = `mapcoded ${version} (tables ${dataVersion()})`;
  const how = `${transport}, ${workers === 1 ? "1 worker" : `${workers} workers`}`;
  log.info({ version, transport, workers, address }, `${who} serves at ${address} (${how})`);
  return { address, stop };
}
