/** Decides which requests are rejected, because there are too many of a client, or of all. */
import { setTimeout } from "node:timers/promises";
import type { ResolvedInterfaceOptions } from "../../http/options.ts";
import {
  type Reject,
  rejectClient,
  rejectConnection,
  rejectOverload,
} from "../../http/rejections.ts";
import type { Reply } from "../../http/requests.ts";
import type { RequestClient } from "../access-log/client-address.ts";
import type { Log } from "../log/log.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { isOpsPath } from "../ops/ops-replies.ts";
import type { ServiceOptions } from "../options.ts";
import { maxConnectionsOfProcess } from "../process-limits.ts";
import type { ReceivedRequest, RequestHandler } from "../transports/transport.ts";
import { UNIX_PEER } from "../trusted-proxies.ts";
import { LoadGate } from "./load-gate.ts";
import { RateLimiter } from "./rate-limiter.ts";

/** A request that is not answered, as there are too many. */
export interface Rejection {
  readonly reply: Reply;
  /** The same, or a promise of it for a client that would repeat its request at once. */
  readonly held: Reply | Promise<Reply>;
}

/** What a listener asks before it answers. */
export interface Protection {
  connect: RequestHandler["connect"];
  /** Called for every request. @returns undefined if it is answered */
  reject(request: ReceivedRequest): Rejection | undefined;
}

/** Finds out which client has sent a request; see clientFinder. */
type FindClient = (request: ReceivedRequest) => RequestClient;

/** Creates the limit of requests of a client; undefined if there is none. */
function createLimit(
  { rateLimit, rateBurst }: ServiceOptions,
  interfaceOptions: ResolvedInterfaceOptions,
  findClient: FindClient,
): Protection["reject"] | undefined {
  if (rateLimit === 0) return undefined;
  const limiter = new RateLimiter(rateLimit, rateBurst);
  const reject = rejectClient(interfaceOptions, rateLimit);
  return (request) => {
    const { address } = findClient(request);
    // Without a trusted proxy, all clients of a Unix socket have the same place.
    if (address === UNIX_PEER || limiter.take(address, performance.now())) return undefined;
    const reply = reject(request);
    return { reply, held: reply };
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
  interfaceOptions: ResolvedInterfaceOptions,
  metrics: Metrics,
  log: Log,
): Protection["connect"] {
  const possible = maxConnectionsOfProcess();
  const limit = Math.min(limitOf(maxConnections), possible);
  const reply = rejectConnection(interfaceOptions, limit);
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

/** Creates the functions that decide about each connection and request. They count what they reject by its reason. */
export function createProtection(
  options: ServiceOptions,
  interfaceOptions: ResolvedInterfaceOptions,
  metrics: Metrics,
  log: Log,
  findClient: FindClient,
): Protection {
  const limit = createLimit(options, interfaceOptions, findClient);
  const rejectBusy: Reject = rejectOverload(interfaceOptions);
  const limitConnections = createConnectionLimit(options, interfaceOptions, metrics, log);
  const gate = new LoadGate(limitOf(options.maxWaitMs), () => {
    log.warn("More requests arrive than this process can answer. Some of them get a 503.");
  });

  function shed(request: ReceivedRequest): Rejection {
    metrics.add("shedRequests");
    const reply = rejectBusy(request);
    // The client may still be sending the body of a POST.
    const holdMs = request.method === "POST" ? 0 : gate.hold();
    if (holdMs === 0) return { reply, held: reply };
    const held = setTimeout(holdMs, reply, { ref: false }).finally(() => gate.release());
    return { reply, held };
  }

  return {
    connect(open) {
      gate.connect(open);
      return limitConnections(open);
    },
    reject(request) {
      const limited = limit && !isOpsPath(request.path) ? limit(request) : undefined;
      if (limited) {
        metrics.add("limitedRequests");
        return limited;
      }
      return gate.admit() || isOpsPath(request.path) ? undefined : shed(request);
    },
  };
}
