/** The paths for operators: /livez, /readyz and /metrics for Prometheus. They have no prefix. */
import type { Status } from "../http/errors.ts";
import { jsonQuality, parseQValues } from "../http/negotiation.ts";
import type { Headers, LogError, OperationName, Reply, Request } from "../http/requests.ts";
import { checkEngine } from "../http/status.ts";
import type { Log } from "./log.ts";
import type { Counters } from "./metrics/counters.ts";
import { type TextFormat, writeMetrics } from "./metrics/exposition.ts";
import type { ServiceOptions } from "./options.ts";
import type { Handler } from "./transports/transport.ts";

const PLAIN_TYPE = "text/plain; charset=utf-8";
const METHODS = "GET, HEAD, OPTIONS";
const ALLOW: Headers = [["Allow", METHODS]];
/** An orchestrator needs a few seconds to start another process. */
const RETRY: Headers = [["Retry-After", "5"]];
const VARY: Headers = [["Vary", "Accept"]];

const CONTENT_TYPES: Readonly<Record<TextFormat, string>> = {
  prometheus: "text/plain; version=0.0.4; charset=utf-8",
  openmetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8",
};

/** What keeps the service from answering; undefined if nothing does. */
function problemOf(counters: Counters, log: LogError): string | undefined {
  if (counters.sumOf("isAccepting") === 0) return "stopping";
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

function replyOf(
  operation: OperationName,
  status: Status,
  body: string,
  more: Headers = [],
  type = PLAIN_TYPE,
): Reply {
  const headers: Headers = [["Content-Type", type], ["Cache-Control", "no-store"], ...more];
  return { status, headers, body, operation };
}

const OPERATIONS = new Map<string, OperationName>([
  ["/livez", "health"],
  ["/readyz", "health"],
  ["/metrics", "metrics"],
]);

/** With a slash at the end, which is accepted. Of paths of conversions, the length is all that is looked at. */
const MAX_PATH_CHARS = "/metrics/".length;

/** @returns a function that replies to requests for an operator's path, and returns undefined for all others */
export function createOpsReplies(options: ServiceOptions, counters: Counters) {
  /** Without a prefix, the interface has /metrics at the same path. */
  const hasJsonMetrics = options.prefix === "" && options.opsPort === undefined;
  return (request: Request, log: LogError): Reply | undefined => {
    if (request.path.length > MAX_PATH_CHARS) return undefined;
    const path = request.path.replace(/\/$/, "");
    const operation = OPERATIONS.get(path);
    if (operation === undefined) return undefined;
    const reply = replyOf.bind(undefined, operation);
    const format = metricsFormat(request.header("accept"), hasJsonMetrics);
    if (path === "/metrics" && !format) return undefined;
    const { method } = request;
    if (method === "OPTIONS") return reply(204, "", ALLOW);
    if (method !== "GET" && method !== "HEAD") return reply(405, `Use ${METHODS}.\n`, ALLOW);
    if (path === "/livez") return reply(200, "alive\n");
    if (path === "/metrics" && format) {
      const text = writeMetrics(counters, options.batchMemory, format);
      return reply(200, text, VARY, CONTENT_TYPES[format]);
    }
    const problem = problemOf(counters, log);
    return problem ? reply(503, `${problem}\n`, RETRY) : reply(200, "ready\n");
  };
}

/** Half of the open files that are reserved for others than clients. */
const MAX_CONNECTIONS = 32;

/** The handler of a port of their own. */
export function createOpsHandler(options: ServiceOptions, counters: Counters, log: Log): Handler {
  const replyTo = createOpsReplies(options, counters);
  const advice = "There is nothing at this path. Use /metrics, /livez or /readyz.\n";
  return {
    admit: (open) => open <= MAX_CONNECTIONS,
    handle(request) {
      const beganMs = performance.now();
      const reply = replyTo(request, log.error) ?? replyOf("other", 404, advice);
      counters.count(reply.operation, reply.status, (performance.now() - beganMs) * 1000);
      return reply;
    },
  };
}
