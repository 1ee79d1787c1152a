/** Answers the requests that a transport receives: protects, routes, counts and logs. */

import { performance } from "node:perf_hooks";
import { BatchExchange } from "../http/batch/exchange.ts";
import { PostRoutes } from "../http/post-routes.ts";
import type { LogError, Reply, Request } from "../http/requests.ts";
import { createRouter } from "../http/router.ts";
import type { InterfaceSettings } from "../http/settings.ts";
import { type AccessLog, createAccessLog, summaryOf } from "./access-log/access-log.ts";
import { clientFinder } from "./access-log/client-address.ts";
import type { ReplySummary, RequestEntry } from "./access-log/lines.ts";
import type { BatchMemory } from "./batch/batch-memory.ts";
import { startStream } from "./batch/stream-pump.ts";
import type { Log } from "./log/log.ts";
import { standardOutput } from "./log/log-writer.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { createOpsReplies, type OpsState } from "./ops/ops-replies.ts";
import { interfaceSettings, type ServiceFiles, type ServiceOptions } from "./options.ts";
import { createProtection } from "./overload/protection.ts";
import type { RequestHandler } from "./transports/transport.ts";

/** Creates the function that replies to all requests but batches. */
function createReplies(
  settings: InterfaceSettings,
  ops: OpsState,
  { opsPort, prefix }: ServiceOptions,
): (request: Request, log: LogError) => Reply | Promise<Reply> {
  const route = createRouter(settings);
  if (opsPort !== undefined) return route;
  const replyToOps = createOpsReplies(ops, prefix === "");
  return (request, log) => replyToOps(request, log) ?? route(request, log);
}

/** Counts and logs a reply that ends later than the handler of its request. */
type Record = (entry: RequestEntry | undefined, summary: ReplySummary, beganMs: number) => void;

/** The parts of a listener that batch requests use. */
interface BatchContext {
  readonly settings: InterfaceSettings;
  readonly memory: BatchMemory;
  readonly metrics: Metrics;
  readonly accessLog: AccessLog | undefined;
  readonly record: Record;
  readonly logError: LogError;
}

/** Creates the function that starts batch requests. Each is counted and logged when its reply has ended. */
function createBatchStarter({
  settings,
  memory,
  metrics,
  accessLog,
  record,
  logError,
}: BatchContext): RequestHandler["startBatch"] {
  const routes = new PostRoutes(settings);

  return (request) => {
    const beganMs = performance.now();
    const started = routes.start(request, logError);
    if (started === undefined) return undefined;
    const entry = accessLog?.begin(request);
    if (!(started instanceof BatchExchange)) {
      record(entry, summaryOf(started), beganMs);
      return started;
    }
    const { operation } = started;
    const share = memory.start(started.bodyBytes);
    if (typeof share === "string") {
      const reply = started.rejectStart(share, memory.maxBodyBytes);
      metrics.add("rejectedBatches");
      record(entry, summaryOf(reply), beganMs);
      return reply;
    }
    return (channel) =>
      startStream(started, channel, share, (result) => {
        if (result.isAborted) metrics.add("abortedRequests");
        if (result.timeout) metrics.add(result.timeout);
        record(entry, { ...result, operation }, beganMs);
      });
  };
}

/** Creates the handler of a listener. */
export function createRequestHandler(
  options: ServiceOptions,
  files: ServiceFiles,
  ops: OpsState,
  memory: BatchMemory,
  log: Log,
): RequestHandler {
  const { metrics } = ops;
  const settings = interfaceSettings(options, files, () => metrics.report());
  const route = createReplies(settings, ops, options);
  const logError = (text: string) => log.error(text);
  const findClient = clientFinder(options.trustProxy);
  const accessLog =
    options.accessLog && log.isLevelEnabled("info")
      ? createAccessLog(options.accessLogFormat ?? options.logFormat, findClient, standardOutput())
      : undefined;
  const record: Record = (entry, summary, beganMs) => {
    const microseconds = (performance.now() - beganMs) * 1000;
    metrics.count(summary.operation, summary.status, microseconds);
    if (entry) accessLog?.end(entry, summary, microseconds);
  };
  return {
    ...createProtection(options, { settings, metrics, log, findClient, accessLog }),
    rejectUnparsable(reason) {
      metrics.add("unparsableRequests");
      log.debug(`A request could not be parsed: ${reason}`);
    },
    reply(request) {
      const beganMs = performance.now();
      const reply = route(request, logError);
      if (reply instanceof Promise) {
        const entry = accessLog?.begin(request);
        return reply.then((ready) => {
          record(entry, summaryOf(ready), beganMs);
          return ready;
        });
      }
      const microseconds = (performance.now() - beganMs) * 1000;
      metrics.count(reply.operation, reply.status, microseconds);
      accessLog?.end(accessLog.begin(request), summaryOf(reply), microseconds);
      return reply;
    },
    startBatch: createBatchStarter({ settings, memory, metrics, accessLog, record, logError }),
  };
}
