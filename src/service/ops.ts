/** The paths for operators: /livez, /readyz and /metrics for Prometheus. They have no prefix. */
import type { Status } from "../http/errors.ts";
import { jsonQuality, parseQValues } from "../http/negotiation.ts";
import type { Headers, LogError, OperationName, Reply, Request } from "../http/requests.ts";
import { checkEngine } from "../http/status.ts";
import type { Log } from "./log.ts";
import type { Counters } from "./metrics/counters.ts";
import { type TextFormat, writeMetrics } from "./metrics/exposition.ts";
import type { ServiceState } from "./serve.ts";
import type { Handler } from "./transports/transport.ts";

/** Returns the reply to a request for an operator's path; undefined for all other paths. */
type OpsReplies = (request: Request, log: LogError) => Reply | undefined;

const NO_STORE: Headers = [["Cache-Control", "no-store"]];
const PLAIN_TYPE: Headers = [["Content-Type", "text/plain; charset=utf-8"]];
const PLAIN: Headers = [...PLAIN_TYPE, ...NO_STORE];
const METHODS = "GET, HEAD, OPTIONS";
/** An orchestrator needs a few seconds to start another process. */
const UNREADY: Headers = [...PLAIN, ["Retry-After", "5"]];

const CONTENT_TYPES: Readonly<Record<TextFormat, string>> = {
  prometheus: "text/plain; version=0.0.4; charset=utf-8",
  openmetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8",
};

function plainReply(operation: OperationName, status: Status, text: string): Reply {
  return { status, headers: status === 503 ? UNREADY : PLAIN, body: `${text}\n`, operation };
}

function replyReady(isAccepting: boolean, log: LogError): Reply {
  if (!isAccepting) return plainReply("health", 503, "stopping");
  try {
    checkEngine();
    return plainReply("health", 200, "ready");
  } catch (error) {
    log(`/readyz: ${error}`);
    return plainReply("health", 503, "cannot convert");
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

export function createOpsReplies(state: ServiceState, counters: Counters): OpsReplies {
  const { prefix, opsPort, batchMemory } = state.options;
  /** Without a prefix, the interface has /metrics at the same path. */
  const hasJsonMetrics = prefix === "" && opsPort === undefined;
  return (request, log) => {
    if (request.path.length > MAX_PATH_CHARS) return undefined;
    const path = request.path.replace(/\/$/, "");
    if (!["/metrics", "/livez", "/readyz"].includes(path)) return undefined;
    const operation = path === "/metrics" ? "metrics" : "health";
    const format = metricsFormat(request.header("accept"), hasJsonMetrics);
    if (operation === "metrics" && format === undefined) return undefined;
    const { method } = request;
    if (method !== "GET" && method !== "HEAD") {
      const headers: Headers = [...PLAIN, ["Allow", METHODS]];
      if (method === "OPTIONS") return { status: 204, headers, body: "", operation };
      return { status: 405, headers, body: `Use ${METHODS}.\n`, operation };
    }
    if (path === "/livez") return plainReply(operation, 200, "alive");
    if (path === "/readyz" || !format) return replyReady(counters.isAccepting, log);
    const headers: Headers = [
      ["Content-Type", CONTENT_TYPES[format]],
      ["Vary", "Accept"],
      ...NO_STORE,
    ];
    const body = writeMetrics(counters, state.startedAtMs, batchMemory, format);
    return { status: 200, headers, body, operation };
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
