/** Answers the requests that a transport receives: protects, routes, counts and logs. */

import { performance } from "node:perf_hooks";
import { BatchExchange } from "../http/batch/exchange.ts";
import type { ResolvedInterfaceOptions } from "../http/options.ts";
import type { LogError, Reply } from "../http/requests.ts";
import { createRouter } from "../http/router.ts";
import { type AccessLog, createAccessLog, summaryOf } from "./access-log/access-log.ts";
import { clientFinder } from "./access-log/client-address.ts";
import type { ReplySummary, RequestEntry } from "./access-log/lines.ts";
import type { BatchMemory } from "./batch/batch-memory.ts";
import { startStream } from "./batch/stream-pump.ts";
import type { Log } from "./log/log.ts";
import { standardOutput } from "./log/log-writer.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { createOpsReplies, type OpsState } from "./ops/ops-replies.ts";
import { resolveInterfaceOptions, type ServiceFiles, type ServiceOptions } from "./options.ts";
import { createProtection, type Protection } from "./overload/protection.ts";
import type { ReceivedRequest, RequestHandler, StartStream } from "./transports/transport.ts";

/** Creates the function that replies to all requests, or takes the body of a batch. */
function createReplies(
  interfaceOptions: ResolvedInterfaceOptions,
  ops: OpsState,
  { opsPort, prefix }: ServiceOptions,
): ReturnType<typeof createRouter> {
  const route = createRouter(interfaceOptions);
  if (opsPort !== undefined) return route;
  const replyToOps = createOpsReplies(ops, prefix === "");
  return (request, log) => replyToOps(request, log) ?? route(request, log);
}

/** The microseconds since a time of `performance.now()`. */
function microsecondsSince(beganMs: number): number {
  return (performance.now() - beganMs) * 1000;
}

/** The handler of a listener. */
export class ServiceHandler implements RequestHandler {
  readonly #metrics: Metrics;
  readonly #log: Log;
  readonly #memory: BatchMemory;
  readonly #protection: Protection;
  readonly #route: ReturnType<typeof createReplies>;
  readonly #accessLog: AccessLog | undefined;
  readonly #logError: LogError;

  constructor(
    options: ServiceOptions,
    files: ServiceFiles,
    ops: OpsState,
    memory: BatchMemory,
    log: Log,
  ) {
    const { metrics } = ops;
    const interfaceOptions = resolveInterfaceOptions(options, files, () => metrics.report());
    const findClient = clientFinder(options.trustProxy);
    this.#metrics = metrics;
    this.#log = log;
    this.#memory = memory;
    this.#protection = createProtection(options, interfaceOptions, metrics, log, findClient);
    this.#route = createReplies(interfaceOptions, ops, options);
    this.#accessLog =
      options.accessLog && log.isLevelEnabled("info")
        ? createAccessLog(
            options.accessLogFormat ?? options.logFormat,
            findClient,
            standardOutput(),
          )
        : undefined;
    this.#logError = (text) => log.error(text);
  }

  connect(open: number): Reply | undefined {
    return this.#protection.connect(open);
  }

  rejectUnparsable(reason: string): void {
    this.#metrics.add("unparsableRequests");
    this.#log.debug(`A request could not be parsed: ${reason}`);
  }

  respond(request: ReceivedRequest): Reply | Promise<Reply> | StartStream {
    const rejection = this.#protection.reject(request);
    if (rejection) {
      this.#record(request, rejection.reply, 0);
      return rejection.held;
    }
    const beganMs = performance.now();
    const reply = this.#route(request, this.#logError);
    if (reply instanceof BatchExchange) return this.#startBatch(reply, request, beganMs);
    if (reply instanceof Promise) {
      const entry = this.#accessLog?.begin(request);
      return reply.then((ready) => {
        this.#recordEnded(entry, summaryOf(ready), beganMs);
        return ready;
      });
    }
    this.#record(request, reply, microsecondsSince(beganMs));
    return reply;
  }

  /** Starts a batch request, which is counted and logged when its reply has ended. */
  #startBatch(
    exchange: BatchExchange,
    request: ReceivedRequest,
    beganMs: number,
  ): StartStream | Reply {
    const metrics = this.#metrics;
    const share = this.#memory.start(exchange.bodyBytes);
    if (typeof share === "string") {
      metrics.add("rejectedBatches");
      const reply = exchange.rejectStart(share, this.#memory.maxBodyBytes);
      this.#record(request, reply, microsecondsSince(beganMs));
      return reply;
    }
    const { operation } = exchange;
    const entry = this.#accessLog?.begin(request);
    return (channel) =>
      startStream(exchange, channel, share, (result) => {
        if (result.isAborted) metrics.add("abortedRequests");
        if (result.timeout) metrics.add(result.timeout);
        this.#recordEnded(entry, { ...result, operation }, beganMs);
      });
  }

  /** Counts and logs a reply within the call of its request. */
  #record(request: ReceivedRequest, reply: Reply, microseconds: number): void {
    this.#metrics.count(reply.operation, reply.status, microseconds);
    const log = this.#accessLog;
    log?.end(log.begin(request), summaryOf(reply), microseconds);
  }

  /** Counts and logs a reply that has ended later. */
  #recordEnded(entry: RequestEntry | undefined, summary: ReplySummary, beganMs: number): void {
    const microseconds = microsecondsSince(beganMs);
    this.#metrics.count(summary.operation, summary.status, microseconds);
    if (entry) this.#accessLog?.end(entry, summary, microseconds);
  }
}
