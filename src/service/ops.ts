/** The paths for operators: /livez, /readyz and /metrics for Prometheus. They have no prefix. */
import type { Status } from "../http/errors.ts";
import { jsonQuality, parseQValues } from "../http/negotiation.ts";
import type { Headers, LogError, OperationName, Reply, Request } from "../http/requests.ts";
import { checkEngine } from "../http/status.ts";
import type { Counters } from "./metrics/counters.ts";
import type { TextFormat } from "./metrics/exposition.ts";
import type { Handler } from "./transports/transport.ts";

/** What the replies report. */
interface OpsState {
  readonly counters: Counters;
  /** Returns the metrics as a text. */
  metrics(format: TextFormat): string;
}

/** Returns the reply to a request for an operator's path; undefined for all other paths. */
export type OpsReplies = (request: Request, log: LogError) => Reply | undefined;

const NO_STORE: Headers = [["Cache-Control", "no-store"]];
const PLAIN: Headers = [["Content-Type", "text/plain; charset=utf-8"], ...NO_STORE];
const METHODS = "GET, HEAD, OPTIONS";
/** An orchestrator needs a few seconds to start another process. */
const UNREADY: Headers = [...PLAIN, ["Retry-After", "5"]];

const CONTENT_TYPES: Readonly<Record<TextFormat, string>> = {
  prometheus: "text/plain; version=0.0.4; charset=utf-8",
  openmetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8",
};

function replyText(operation: OperationName, status: Status, text: string): Reply {
  return { status, headers: status === 503 ? UNREADY : PLAIN, body: `${text}\n`, operation };
}

/** How much a client wants each format of metrics. */
function qualitiesOf(accept: string) {
  const qualities = parseQValues(accept);
  return {
    openmetrics: qualities.get("application/openmetrics-text") ?? 0,
    prometheus: qualities.get("text/plain") ?? qualities.get("text/*") ?? 0,
    json: jsonQuality(qualities),
  };
}

function replyReady(isAccepting: boolean, log: LogError): Reply {
  if (!isAccepting) return replyText("health", 503, "stopping");
  try {
    checkEngine();
    return replyText("health", 200, "ready");
  } catch (error) {
    log(`/readyz: ${error}`);
    return replyText("health", 503, "cannot convert");
  }
}

const PATHS = ["/metrics", "/livez", "/readyz"];
/** With a slash at the end, which is accepted. Of paths of conversions, the length is all that is looked at. */
const MAX_PATH_CHARS = 9;

/** @param hasJsonMetrics whether the interface has /metrics at the same path, as without a prefix */
export function createOpsReplies(state: OpsState, hasJsonMetrics: boolean): OpsReplies {
  return (request, log) => {
    if (request.path.length > MAX_PATH_CHARS) return undefined;
    const path = request.path.replace(/\/$/, "");
    if (!PATHS.includes(path)) return undefined;
    const operation = path === "/metrics" ? "metrics" : "health";
    const { openmetrics, prometheus, json } = qualitiesOf(request.header("accept"));
    if (operation === "metrics" && hasJsonMetrics && Math.max(openmetrics, prometheus) <= json) {
      return undefined;
    }
    const { method } = request;
    if (method !== "GET" && method !== "HEAD") {
      const headers: Headers = [...PLAIN, ["Allow", METHODS]];
      if (method === "OPTIONS") return { status: 204, headers, body: "", operation };
      return { status: 405, headers, body: `Use ${METHODS}.\n`, operation };
    }
    if (path === "/livez") return replyText(operation, 200, "alive");
    if (path === "/readyz") return replyReady(state.counters.isAccepting, log);
    const format = openmetrics > 0 && openmetrics >= prometheus ? "openmetrics" : "prometheus";
    const type: Headers = [
      ["Content-Type", CONTENT_TYPES[format]],
      ["Vary", "Accept"],
      ...NO_STORE,
    ];
    return { status: 200, headers: type, body: state.metrics(format), operation };
  };
}

const NOT_FOUND = "There is nothing at this path. Use /metrics, /livez or /readyz.\n";

/** The handler of a port of their own. */
export function createOpsHandler(reply: OpsReplies, counters: Counters, log: LogError): Handler {
  const headers: Headers = [["Content-Type", "text/plain; charset=utf-8"]];
  const notFound: Reply = { status: 404, headers, body: NOT_FOUND, operation: "other" };
  const handle = (request: Request): Reply => {
    const beganMs = performance.now();
    const replied = reply(request, log) ?? notFound;
    counters.count(replied.operation, replied.status, (performance.now() - beganMs) * 1000);
    return replied;
  };
  return { admit: (open) => open <= MAX_CONNECTIONS, handle, handleDoubtful: () => notFound };
}

/** Half of the open files that are reserved for others than clients. */
const MAX_CONNECTIONS = 32;
