/** Decides which requests are rejected, because there are too many of a client, or of all. */

import type { Reply } from "../../http/messages.ts";
import {
  type Reject,
  rejectClient,
  rejectConnection,
  rejectOverload,
} from "../../http/rejections.ts";
import type { InterfaceSettings } from "../../http/settings.ts";
import { UNIX_PEER } from "../access-log/trusted-proxies.ts";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { isOpsPath } from "../ops/ops-replies.ts";
import type { ServiceOptions } from "../options.ts";
import type { ReceivedRequest, Rejection } from "../transports/transport.ts";
import { LoadGate } from "./load-gate.ts";
import { RateLimiter } from "./rate-limiter.ts";

/** What a listener asks before it answers; see RequestHandler. */
export interface Protection {
  connect(open: number): Reply | undefined;
  reject(request: ReceivedRequest): Rejection | undefined;
}

/** Creates the limit of requests of a client; undefined if there is none. */
function createLimit(
  { rateLimit, rateBurst }: ServiceOptions,
  settings: InterfaceSettings,
): Protection["reject"] | undefined {
  if (rateLimit === 0) return undefined;
  const limiter = new RateLimiter(rateLimit, rateBurst);
  const reject = rejectClient(settings, rateLimit);
  return (request) => {
    const address = request.peerAddress();
    // On a Unix socket, all clients have the same place.
    if (address === UNIX_PEER || limiter.take(address, performance.now())) return undefined;
    return { reply: reject(request), holdMs: 0, release() {} };
  };
}

/** Returns the number of an option of which 0 means no limit. */
function limitOf(value: number): number {
  return value === 0 ? Number.POSITIVE_INFINITY : value;
}

/** Creates the functions that decide about each connection and request. They count what they reject. */
export function createProtection(
  options: ServiceOptions,
  settings: InterfaceSettings,
  metrics: Metrics,
  log: Log,
): Protection {
  const limit = createLimit(options, settings);
  const rejectBusy: Reject = rejectOverload(settings);
  const maxConnections = limitOf(options.maxConnections);
  const rejectedConnection = rejectConnection(settings, maxConnections);
  const gate = new LoadGate(limitOf(options.maxWaitMs), () => {
    log.warn("More requests arrive than this process can answer. Some of them get a 503.");
  });

  function count(total: "limitedRequests" | "shedRequests", rejection: Rejection): Rejection {
    const { operation, status } = rejection.reply;
    metrics.add(total);
    metrics.count(operation, status, 0);
    return rejection;
  }

  function rejectLimited(request: ReceivedRequest): Rejection | undefined {
    const rejection = isOpsPath(request.path) ? undefined : limit?.(request);
    return rejection && count("limitedRequests", rejection);
  }

  function shed(request: ReceivedRequest): Rejection | undefined {
    if (isOpsPath(request.path)) return undefined;
    const reply = rejectBusy(request);
    const holdMs = gate.hold();
    const release = () => {
      if (holdMs > 0) gate.release();
    };
    return count("shedRequests", { reply, holdMs, release });
  }

  return {
    connect(open) {
      metrics.add("acceptedConnections");
      if (open <= maxConnections) return undefined;
      metrics.add("rejectedConnections");
      return rejectedConnection;
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
