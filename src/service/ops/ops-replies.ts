/** The paths for operators: /livez, /readyz and /metrics for Prometheus. They have no prefix. */

import type { Status } from "../../http/errors.ts";
import { jsonQuality, parseQValues } from "../../http/negotiation.ts";
import type { Headers, LogError, OperationName, Reply, Request } from "../../http/requests.ts";
import { checkEngine } from "../../http/status.ts";
import { OPENMETRICS, PROMETHEUS, type TextFormat } from "../metrics/exposition.ts";
import type { Metrics } from "../metrics/metrics.ts";

/** What the replies report. */
export interface OpsState {
  readonly metrics: Metrics;
  /** Whether the service takes requests: it listens, and was not told to stop. */
  isAccepting(): boolean;
}

/** Returns the reply to a request for an operator's path; undefined for all other paths. */
export type OpsReplies = (request: Request, log: LogError) => Reply | undefined;

const NO_STORE: Headers = [["Cache-Control", "no-store"]];
const PLAIN: Headers = [["Content-Type", "text/plain; charset=utf-8"], ...NO_STORE];
const METHODS = "GET, HEAD, OPTIONS";
/** An orchestrator needs a few seconds to start another process. */
const RETRY_AFTER: Headers = [["Retry-After", "5"]];

function replyText(operation: OperationName, status: Status, text: string): Reply {
  const headers = status === 503 ? [...PLAIN, ...RETRY_AFTER] : PLAIN;
  return { status, headers, body: `${text}\n`, operation };
}

// Metrics

/** How much a client wants each format. */
function formatQualities(accept: string) {
  const qualities = parseQValues(accept);
  const openMetrics = qualities.get("application/openmetrics-text") ?? 0;
  const plain = qualities.get("text/plain") ?? qualities.get("text/*") ?? 0;
  return { openMetrics, plain, json: jsonQuality(qualities) };
}

/** Whether a client of /metrics names a text format and prefers it to JSON. */
function prefersText(accept: string): boolean {
  const { openMetrics, plain, json } = formatQualities(accept);
  return Math.max(openMetrics, plain) > json;
}

function textFormat(accept: string): TextFormat {
  const { openMetrics, plain } = formatQualities(accept);
  return openMetrics > 0 && openMetrics >= plain ? OPENMETRICS : PROMETHEUS;
}

function replyMetrics({ metrics }: OpsState, request: Request): Reply {
  const format = textFormat(request.header("accept"));
  const headers: Headers = [["Content-Type", format.contentType], ["Vary", "Accept"], ...NO_STORE];
  return { status: 200, headers, body: format.write(metrics.families()), operation: "metrics" };
}

// Health

function replyReady(state: OpsState, log: LogError): Reply {
  if (!state.isAccepting()) return replyText("health", 503, "stopping");
  try {
    checkEngine();
    return replyText("health", 200, "ready");
  } catch (error) {
    log(`/readyz: ${error}`);
    return replyText("health", 503, "cannot convert");
  }
}

const OPS_PATHS: Readonly<
  Record<string, (state: OpsState, request: Request, log: LogError) => Reply>
> = {
  "/metrics": replyMetrics,
  "/livez": () => replyText("health", 200, "alive"),
  "/readyz": (state, _, log) => replyReady(state, log),
};

/** With a slash at the end, which is accepted. Paths of conversions are longer. */
const MAX_PATH_CHARS = Math.max(...Object.keys(OPS_PATHS).map((path) => path.length)) + 1;

/** Whether a path is one for operators, whose requests are never rejected. */
export function isOpsPath(path: string): boolean {
  // For paths of conversions, the length is all that is looked at.
  return path.length <= MAX_PATH_CHARS && Object.hasOwn(OPS_PATHS, path.replace(/\/$/, ""));
}

/**
 * Creates the function that replies to requests for operators' paths.
 * @param hasJsonMetrics whether the interface has /metrics at the same path, as without a prefix
 */
export function createOpsReplies(state: OpsState, hasJsonMetrics: boolean): OpsReplies {
  return (request, log) => {
    if (!isOpsPath(request.path)) return undefined;
    const path = request.path.replace(/\/$/, "");
    if (hasJsonMetrics && path === "/metrics" && !prefersText(request.header("accept"))) {
      return undefined;
    }
    const { method } = request;
    if (method === "GET" || method === "HEAD") return OPS_PATHS[path](state, request, log);
    const operation = path === "/metrics" ? "metrics" : "health";
    const headers: Headers = [...PLAIN, ["Allow", METHODS]];
    if (method === "OPTIONS") return { status: 204, headers, body: "", operation };
    return { status: 405, headers, body: `Use ${METHODS}.\n`, operation };
  };
}
