/** Answers the requests of one process: routes, counts and logs them. */
import { BatchExchange } from "../http/batch/exchange.ts";
import { createBatchRoutes } from "../http/batch/routes.ts";
import type { Reply } from "../http/messages.ts";
import { createRouter } from "../http/router.ts";
import { type Log, logAccess, type ReplySummary, type RequestLine } from "./log.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { interfaceSettings, type ServiceOptions } from "./options.ts";
import { startStream } from "./stream-pump.ts";
import type { ChosenTransport } from "./transports/choose.ts";
import type { Listener, RequestHandler } from "./transports/transport.ts";

function summaryOf({ status, operation, body }: Reply): ReplySummary {
  return { status, operation, bytes: Buffer.byteLength(body) };
}

function microsecondsSince(beganMs: number): number {
  return (performance.now() - beganMs) * 1000;
}

function createRequestHandler(options: ServiceOptions, metrics: Metrics, log: Log): RequestHandler {
  const settings = interfaceSettings(options, metrics.report);
  const route = createRouter(settings);
  const batchRoutes = createBatchRoutes(settings);
  const logError = (text: string) => log.error(text);
  const { accessLog } = options;

  function record(request: RequestLine, summary: ReplySummary, beganMs: number): void {
    const microseconds = microsecondsSince(beganMs);
    metrics.count(summary.operation, summary.status, microseconds);
    if (accessLog) logAccess(log, request, summary, microseconds);
  }

  return {
    reply(request) {
      const beganMs = performance.now();
      const reply = route(request, logError);
      const microseconds = microsecondsSince(beganMs);
      metrics.count(reply.operation, reply.status, microseconds);
      // Only the log needs the length of the body, which takes time to compute.
      if (accessLog) logAccess(log, request, summaryOf(reply), microseconds);
      return reply;
    },
    startBatch(request) {
      const beganMs = performance.now();
      const started = batchRoutes.start(request, logError);
      if (started === undefined) return undefined;
      // Copied: the request is valid during this call only, and is logged when its reply has ended.
      const { method, path, query } = request;
      const line = { method, path, query };
      if (!(started instanceof BatchExchange)) {
        record(line, summaryOf(started), beganMs);
        return started;
      }
      const { operation } = started;
      return (channel) =>
        startStream(started, channel, (result) => {
          record(line, { ...result, operation }, beganMs);
        });
    },
  };
}

/**
 * Answers requests in this process until the listener is stopped.
 * @param port the port to listen on; differs from `options.port` in a worker if that is 0
 * @throws ListenError if the address cannot be listened on
 */
export function listen(
  options: ServiceOptions,
  port: number,
  transport: ChosenTransport,
  metrics: Metrics,
  log: Log,
): Promise<Listener> {
  const { host, workers, batchSeconds } = options;
  return transport.listen(
    { host, port, isShared: workers > 1, maxRequestSeconds: batchSeconds },
    createRequestHandler(options, metrics, log),
  );
}
