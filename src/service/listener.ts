/** Answers requests in one thread, with the transport that was chosen. */
import { DEFAULT_INTERFACE_OPTIONS, DIALECTS } from "../http/options.ts";
import { BatchBudget } from "./batch.ts";
import { createCandidateFinder } from "./borders.ts";
import { createHandler } from "./handler.ts";
import type { Log } from "./log.ts";
import type { Counters } from "./metrics/counters.ts";
import { writeMetrics } from "./metrics/exposition.ts";
import { startLoopMeter } from "./metrics/loop-meter.ts";
import { metricsReport } from "./metrics/report.ts";
import { createOpsReplies, type OpsReplies } from "./ops.ts";
import type { ServiceOptions } from "./options.ts";
import type { Listener, TransportName } from "./transports/transport.ts";

/** What is the same in all threads of a service: plain data and shared memory. */
export interface ServiceState {
  readonly options: ServiceOptions;
  readonly transport: TransportName;
  /** The port in use. */
  readonly port: number;
  readonly startedAtMs: number;
}

/** Creates the replies to the paths of operators. */
export function opsRepliesOf(
  { options, startedAtMs }: ServiceState,
  counters: Counters,
): OpsReplies {
  const { batchMemory, prefix } = options;
  return createOpsReplies(
    { counters, metrics: (format) => writeMetrics(counters, startedAtMs, batchMemory, format) },
    prefix === "" && options.opsPort === undefined,
  );
}

/** @throws ServiceError if it cannot listen at the address */
export async function startListener(
  state: ServiceState,
  counters: Counters,
  log: Log,
): Promise<Listener> {
  const { options, port, startedAtMs, transport } = state;
  const handler = createHandler({
    options,
    interfaceOptions: {
      ...DEFAULT_INTERFACE_OPTIONS,
      findCandidates: options.borders ? createCandidateFinder() : undefined,
      prefix: options.prefix,
      dialect: DIALECTS[options.dialect],
      isOpenToOtherOrigins: options.cors,
      maxBatchBytes: options.batchBytes,
      tiles: { url: options.tilesUrl, attribution: options.tilesAttribution },
      metrics: () => metricsReport(counters, startedAtMs),
    },
    replyToOps: options.opsPort === undefined ? opsRepliesOf(state, counters) : undefined,
    counters,
    budget: new BatchBudget(options.batchMemory, counters.batchKib),
    log,
  });
  startLoopMeter(counters);
  const { listen } = await (transport === "uws"
    ? import("./transports/uws.ts")
    : import("./transports/node.ts"));
  return listen({ ...options, port, isShared: options.workers > 1 }, handler);
}
