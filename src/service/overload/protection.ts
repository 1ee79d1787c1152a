/** Decides which requests are rejected, because there are too many of a client, or of all. */

import {
  type Reject,
  rejectClient,
  rejectConnection,
  rejectOverload,
} from "../../http/rejections.ts";
import type { InterfaceSettings } from "../../http/settings.ts";
import { type AccessLog, summaryOf } from "../access-log/access-log.ts";
import type { RequestClient } from "../access-log/client-address.ts";
import type { Log } from "../log/log.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { isOpsPath } from "../ops/ops-replies.ts";
import type { ServiceOptions } from "../options.ts";
import { maxConnectionsOfProcess } from "../process-limits.ts";
import type { ReceivedRequest, Rejection, RequestHandler } from "../transports/transport.ts";
import { UNIX_PEER } from "../trusted-proxies.ts";
import { LoadGate } from "./load-gate.ts";
import { RateLimiter } from "./rate-limiter.ts";

/** What a listener asks before it answers. */
export type Protection = Pick<RequestHandler, "connect" | "reject">;

/** Finds out which client has sent a request; see clientFinder. */
type FindClient = (request: ReceivedRequest) => RequestClient;

/** The parts of a listener that its protection uses. */
export interface ProtectionContext {
  readonly settings: InterfaceSettings;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly findClient: FindClient;
  /** Gets a line for each rejected request. */
  readonly accessLog: AccessLog | undefined;
}

/** Creates the limit of requests of a client; undefined if there is none. */
function createLimit(
  { rateLimit, rateBurst }: ServiceOptions,
  settings: InterfaceSettings,
  findClient: FindClient,
): Protection["reject"] | undefined {
  if (rateLimit === 0) return undefined;
  const limiter = new RateLimiter(rateLimit, rateBurst);
  const reject = rejectClient(settings, rateLimit);
  return (request) => {
    const { address } = findClient(request);
    // Without a trusted proxy, all clients of a Unix socket have the same place.
    if (address === UNIX_PEER || limiter.take(address, performance.now())) return undefined;
    return { reply: reject(request), holdMs: 0, release() {} };
  };
}

/** Returns the limit that an option sets; 0 sets none. */
function limitOf(value: number): number {
  return value === 0 ? Number.POSITIVE_INFINITY : value;
}

/** Rejected connections are logged once in this time, however many they are. */
const TELL_MS = 60_000;

/** Creates the limit of connections. More than the process can have open files for are never accepted. */
function createConnectionLimit(
  { maxConnections }: ServiceOptions,
  settings: InterfaceSettings,
  metrics: Metrics,
  log: Log,
): Protection["connect"] {
  const possible = maxConnectionsOfProcess();
  const limit = Math.min(limitOf(maxConnections), possible);
  const reply = rejectConnection(settings, limit);
  const reason =
    limit < possible ? "--max-connections" : "the limit of open files (ulimit -n) allows";
  let toldAtMs = Number.NEGATIVE_INFINITY;
  return (open) => {
    metrics.add("acceptedConnections");
    if (open <= limit) return undefined;
    metrics.add("rejectedConnections");
    const nowMs = performance.now();
    if (nowMs - toldAtMs >= TELL_MS) {
      toldAtMs = nowMs;
      log.warn(
        `There are ${limit} open connections, as many as ${reason}. More of them get a 503 and are closed.`,
        { limit },
      );
    }
    return reply;
  };
}

/** Creates the functions that decide about each connection and request. They count and log what they reject. */
export function createProtection(
  options: ServiceOptions,
  { settings, metrics, log, findClient, accessLog }: ProtectionContext,
): Protection {
  const limit = createLimit(options, settings, findClient);
  const rejectBusy: Reject = rejectOverload(settings);
  const limitConnections = createConnectionLimit(options, settings, metrics, log);
  const gate = new LoadGate(limitOf(options.maxWaitMs), () => {
    log.warn("More requests arrive than this process can answer. Some of them get a 503.");
  });

  function record(
    total: "limitedRequests" | "shedRequests",
    request: ReceivedRequest,
    rejection: Rejection,
  ): Rejection {
    const { reply } = rejection;
    metrics.add(total);
    metrics.count(reply.operation, reply.status, 0);
    accessLog?.end(accessLog.begin(request), summaryOf(reply), 0);
    return rejection;
  }

  function rejectLimited(request: ReceivedRequest): Rejection | undefined {
    const rejection = isOpsPath(request.path) ? undefined : limit?.(request);
    return rejection && record("limitedRequests", request, rejection);
  }

  function shed(request: ReceivedRequest): Rejection | undefined {
    if (isOpsPath(request.path)) return undefined;
    const reply = rejectBusy(request);
    const holdMs = gate.hold();
    const release = () => {
      if (holdMs > 0) gate.release();
    };
    return record("shedRequests", request, { reply, holdMs, release });
  }

  return {
    connect(open) {
      gate.connect(open);
      return limitConnections(open);
    },
    reject(request) {
      if (limit !== undefined) {
        const rejection = rejectLimited(request);
        if (rejection) return rejection;
      }
      return gate.admit() ? undefined : shed(request);
    },
  };
}
