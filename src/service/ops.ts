/** The paths for operators: /livez, /readyz and /metrics for Prometheus. They have no prefix. */
import type { Status } from "../http/errors.ts";
import { jsonQuality, parseQValues } from "../http/negotiation.ts";
import type { Headers, LogError, Reply, Request } from "../http/requests.ts";
import { checkEngine } from "../http/status.ts";
import type { Log } from "./log.ts";
import type { Counters } from "./metrics/counters.ts";
import { type TextFormat, writeMetrics } from "./metrics/exposition.ts";
import type { ServiceState } from "./state.ts";
import type { Handler } from "./transports/transport.ts";

const NO_STORE: Headers = [["Cache-Control", "no-store"]];
const PLAIN_TYPE: Headers = [["Content-Type", "text/plain; charset=utf-8"]];
const METHODS = "GET, HEAD, OPTIONS";
const ALLOW: Headers = [["Allow", METHODS]];
/** An orchestrator needs a few seconds to start another process. */
const RETRY: Headers = [["Retry-After", "5"]];

const CONTENT_TYPES: Readonly<Record<TextFormat, string>> = {
  prometheus: "text/plain; version=0.0.4; charset=utf-8",
  openmetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8",
};

/** What keeps the service from answering; undefined if nothing does. */
function problemOf(counters: Counters, log: LogError): string | undefined {
  if (!counters.isAccepting) return "stopping";
  try {
    checkEngine();
    return undefined;
  } catch (error) {
    log(`/readyz: ${error}`);
    return "cannot convert";
  }
}

/** The format that a client wants most; undefined if it wants JSON as much. */
function metricsFormat(accept: string, hasJson: boolean): TextFormat | undefined {
  const qualities = parseQValues(accept);
  const openmetrics = qualities.get("application/openmetrics-text") ?? 0;
  const prometheus = qualities.get("text/plain") ?? qualities.get("text/*") ?? 0;
  if (hasJson && Math.max(openmetrics, prometheus) <= jsonQuality(qualities)) return undefined;
  return openmetrics > 0 && openmetrics >= prometheus ? "openmetrics" : "prometheus";
}

/** With a slash at the end, which is accepted. Of paths of conversions, the length is all that is looked at. */
const MAX_PATH_CHARS = "/metrics/".length;

/** @returns a function that replies to requests for an operator's path, and returns undefined for all others */
export function createOpsReplies(state: ServiceState, counters: Counters) {
  const { prefix, opsPort, batchMemory } = state.options;
  /** Without a prefix, the interface has /metrics at the same path. */
  const hasJsonMetrics = prefix === "" && opsPort === undefined;
  return (request: Request, log: LogError): Reply | undefined => {
    if (request.path.length > MAX_PATH_CHARS) return undefined;
    const path = request.path.replace(/\/$/, "");
    if (!["/metrics", "/livez", "/readyz"].includes(path)) return undefined;
    const operation = path === "/metrics" ? "metrics" : "health";
    const format = metricsFormat(request.header("accept"), hasJsonMetrics);
    if (operation === "metrics" && !format) return undefined;
    const plain = (status: Status, text: string, more: Headers = []): Reply => {
      return { status, headers: [...PLAIN_TYPE, ...NO_STORE, ...more], body: text, operation };
    };
    const { method } = request;
    if (method === "OPTIONS") return plain(204, "", ALLOW);
    if (method !== "GET" && method !== "HEAD") return plain(405, `Use ${METHODS}.\n`, ALLOW);
    if (path === "/livez") return plain(200, "alive\n");
    if (path === "/readyz" || !format) {
      const problem = problemOf(counters, log);
      return problem ? plain(503, `${problem}\n`, RETRY) : plain(200, "ready\n");
    }
    const type: Headers = [["Content-Type", CONTENT_TYPES[format]]];
    const body = writeMetrics(counters, state.startedAtMs, batchMemory, format);
    return { status: 200, headers: [...type, ["Vary", "Accept"], ...NO_STORE], body, operation };
  };
}

/** Half of the open files that are reserved for others than clients. */
const MAX_CONNECTIONS = 32;

/** The handler of a port of their own. */
export function createOpsHandler(state: ServiceState, counters: Counters, log: Log): Handler {
  const replyTo = createOpsReplies(state, counters);
  const notFound: Reply = {
    status: 404,
    headers: PLAIN_TYPE,
    body: "There is nothing at this path. Use /metrics, /livez or /readyz.\n",
    operation: "other",
  };
  const handle = (request: Request): Reply => {
    const beganMs = performance.now();
    const reply = replyTo(request, (text) => log.error(text)) ?? notFound;
    counters.count(reply.operation, reply.status, (performance.now() - beganMs) * 1000);
    return reply;
  };
  return { admit: (open) => open <= MAX_CONNECTIONS, handle, handleDoubtful: () => notFound };
}
